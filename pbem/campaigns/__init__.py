"""Games under one name: leagues, knock-outs, duplicate tournaments, and games that follow from games.

`pairing` says who meets whom, `opening` who takes part, `rounds` opens the games of a round and goes on when they are
over, `results` says how everybody stands, `weekly` writes about it.
"""
