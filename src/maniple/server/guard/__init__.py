"""What stands between the world and the routes: headers, origins, sizes, paces."""
