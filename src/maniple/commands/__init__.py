"""The command line: one module a command.

app        gathers the commands; `maniple.__main__` runs it
refusals   whatever goes wrong, told in a line or two and an exit code
"""
