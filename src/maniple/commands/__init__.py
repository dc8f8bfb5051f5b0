"""The command line: one module a command.

app        gathers the commands; `maniple.__main__` runs it
refusals   whatever goes wrong, told in a line or two, with an exit code
terminal   where output goes: the width, colours, whether somebody watches

battle     fights a battle: `stage` lets the bots play, `screen` draws it live, `score` its end
replay     tells a record; `verify` proves one
rules      the rulebook; `coverage` who cites it
roster     checks and shows rosters
fight      one melee step by step: `duel` puts it on a table, `duel_told` explains it
"""
