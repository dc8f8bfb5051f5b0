"""The table over the network: rooms, seats, storage, HTTP and WebSocket. Nothing here knows a rule."""
