"""What goes over the socket, both ways. The page's types are generated from these (`tools/make_wire.py`)."""
