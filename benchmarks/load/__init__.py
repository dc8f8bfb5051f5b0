"""The server under load: see `benchmarks.load.run`."""
