"""A season: many games of all engines over months, played by letters alone through the server's own clock, and looked
through when it is over.

    python -m bench season [--games 200] [--months 6] [--seed 1] [--json FILE] [--letters FILE] [--keep]

`world` is the machine on which everything stands: the parts of `pbem serve` in this process, a relay, and a time that
is moved on. `plan` says which games there are and who plays, `people` how they write, `club` who does what when,
`journal` keeps every letter in and out. When it is over, `count` says from the journal alone what became of each turn;
`promises` (of `verdict`, `vacancies` and `quiet`) holds that and more against what the server says, `figures` counts
what happened, and `letters` prints what one player got and wrote.
"""
