"""A season: many games of all engines over months, played by letters alone through the server's own clock, and looked
through when it is over.

    python -m bench season [--games 200] [--months 6] [--seed 1] [--keep] [--page FILE] [--json FILE]

`world` is the machine on which everything stands: the parts of `pbem serve` in this process, a relay, and a time that is
moved on. `plan` says which games there are and who plays, `people` how they write, `journal` keeps every letter in and
out. When it is over, `count` says from the journal alone what became of each turn, and `verdict` holds that and more
against what the server says. `letters` prints what one player got and wrote.
"""
