"""How long each kind of request waits for its answer (`pbem.games.requests`), and why so long.

A deputy who is asked may answer until the last of the days it is about, and a roll call ends when its game says; who is
invited may come as long as a seat is free. Those have no term here.
"""

from __future__ import annotations

from datetime import timedelta

HELD_LETTER_WAITS = timedelta(days=3)
"""A letter in doubt, and a stranger's wish: a weekend. It may hold orders of a phase that goes on, and its bytes are
somebody else's, who may never have heard of us: they are kept no longer than needed."""
NEW_ADDRESS = timedelta(days=3)
"""A code that moves all that somebody has to another mailbox: whoever reads that mailbox later must not find it."""
NEXT_SEASON = timedelta(days=7)
"""Another round of a series: all wait for the last answer."""
SEAT = timedelta(days=14)
"""A seat that is given away: nobody waits, since its player plays on; a holiday fits in."""
LEAD = timedelta(days=14)
"""To lead a game, or to be its next master: as a seat."""
