"""What a game's master chooses about it, whatever is played: how long is waited, who may write when, what is voted on.

A rule is declared once: a field of `Rules` with its usual value (`choices`), and a `Rule`, a sentence of the order
language that sets it (“GRACE 12 hours”; `sentences` has their kinds, `every` the list). The form of a new game, the
command line, letters and the ledger read and write these sentences; a new rule is a field and a sentence.
"""

from pbem.play.rules.choices import (
    MOST_AWAY,
    USUAL,
    Rules,
    dumped,
    known_kinds,
    loaded,
    names_told,
    rules_of,
    usual,
    with_press,
)
from pbem.play.rules.every import LISTED, PHRASES, RULES, about, ask, explained, read, written
from pbem.play.rules.sentences import GROUPS, Group, Rule

__all__ = [
    "GROUPS",
    "LISTED",
    "MOST_AWAY",
    "PHRASES",
    "RULES",
    "USUAL",
    "Group",
    "Rule",
    "Rules",
    "about",
    "ask",
    "dumped",
    "explained",
    "known_kinds",
    "loaded",
    "names_told",
    "read",
    "rules_of",
    "usual",
    "with_press",
    "written",
]
