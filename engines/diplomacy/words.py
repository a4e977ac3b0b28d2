"""The fixed words of Diplomacy's sentences, with everything players have written for them."""

from __future__ import annotations

from typing import Literal

from engines.diplomacy.lexicon import ARMY, FLEET
from engines.language.ask import Word
from engines.language.names import Choice

MOVES = (">", "m", "move", "moves", "moving", "move to", "moves to", "moving to", "move into", "moves into")
GOES = ("to", "into", "attack", "attacks", "attacking", "go to", "goes to", "marches to", "sails to")
TO = Word("-", ("->", *MOVES, *GOES), optional=True)
STEP = Word("-", ("->", ">", "to"))
HOLDS = ("H", "hold", "holds", "holding", "hold position", "stand", "stands", "standing", "stay", "stays", "XXX")
HOLD = Word("H", HOLDS[1:])
TO_HOLD = Word("", (*HOLDS, "to hold", "in holding", "to stand", "in place"), optional=True)
"""What may follow a support to hold; it is not printed."""
SUPPORTS = ("support", "supports", "supporting", "support to", "supports to", "gives support to")
SUPPORT_HOLDS = ("SH", "support-hold", "support hold", "supports holding", "support holding")
SUPPORT = Word("S", SUPPORTS)
SUPPORT_HOLD = Word("S", (*SUPPORTS, *SUPPORT_HOLDS))
CARRIES = ("convoy", "convoys", "convoying", "transport", "transports", "T", "ferry", "ferries", "FF", "fast ferry")
CONVOY = Word("C", CARRIES)
BY_SEA = ("via convoy", "by convoy", "through convoy", "with convoy", "by sea", "via sea", "through", "over", "by")
VIA = Word("VIA", BY_SEA)

RETREAT = Word("R", ("retreat", "retreats", "retreating", "retreat to", "retreats to", "->", "-", *MOVES, *GOES), True)
AWAY = ("D", "disbands", "disbanded", "destroy", "destroyed", "remove", "removed", "drop", "*")
DISBAND = Word("DISBAND", AWAY)
DISBAND_CHOICE = Choice("DISBAND", "disband", AWAY)
RETREAT_LIST = Word("RETREAT", ("retreats", "if dislodged"))
RETREAT_LATER = Word("RETREAT", RETREAT_LIST.also, optional=True)
"""The same under a heading that says it already."""
RETREATS_TO = Word("", (*RETREAT.also, "R"), optional=True)
NEXT = Word(">", ("or", "else", "then"), optional=True)
"""Between the wishes of a list; a comma does as well."""

BUILD = Word("BUILD", ("B", "place", "places", "+"), optional=True)
BUILT = Word("", ("B", "build", "builds"), optional=True)
BUILD_LIST = Word("BUILDS", ("build list", "build preferences"))
TAKES = ("R", "disband", "disbands", "destroy", "drop", "D", "-", "*")
REMOVE = Word("REMOVE", TAKES, optional=True)
REMOVE_LATER = Word("REMOVE", TAKES)
REMOVED = Word("", ("D", "R", "disband", "disbands", "remove", "removes", "destroyed", "drop", "-", "*"), optional=True)
REMOVE_LIST = Word("REMOVES", ("removals", "remove list", "remove preferences"))
WAIVES = ("W", "V", "waives", "waived", "waive build", "waive builds", "no build", "no builds")
WAIVE = Word("WAIVE", WAIVES)
WAIVE_CHOICE = Choice("WAIVE", "waive", WAIVES)

SKIP = frozenset({"the", "an", "in", "please", "austrian", "french", "german", "italian", "russian", "turkish"})
"""Words without meaning. "English" is a name on the map."""

NAMES = {"A": "an army", "F": "a fleet"}


def kind_word(kind: Literal["A", "F"], place: str) -> Word:
    """The kind before a unit: it may be left out, and the wrong one is accepted with a warning."""
    right, wrong, other = (ARMY, FLEET, "F") if kind == "A" else (FLEET, ARMY, "A")
    return Word(kind, right[1:], True, wrong, f"You have {NAMES[kind]} in {place}, not {NAMES[other]}.")
