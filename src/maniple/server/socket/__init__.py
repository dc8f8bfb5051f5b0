"""The WebSocket: one for each client.

endpoint   a connection from its first word to its last
pace       how much a client may say
origins    from which pages a browser may connect
"""
