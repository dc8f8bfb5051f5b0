"""Where battles are kept: a database, written in one thread and read in any.

tables      what is kept
database    the connection, and its tables brought up to date
writer      one thread that writes; whoever waits together is committed together
store       what is asked of it and put into it
"""
