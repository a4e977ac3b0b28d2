"""The fixed words of Diplomacy's sentences, with everything players have written for them."""

from __future__ import annotations

from typing import Literal

from engines.diplomacy.lexicon import ARMY, FLEET, KINDS
from engines.language.grammar import Word
from engines.language.names import Choice

MOVES = (">", "m", "move", "moves", "moving", "move to", "moves to", "moving to", "move into", "moves into")
GOES = ("to", "into", "attack", "attacks", "attacking", "go to", "goes to", "marches to", "sails to")
TO = Word("-", ("->", *MOVES, *GOES), optional=True, plain="to")
STEP = Word("-", ("->", ">", "to"), plain="and on to")
HOLDS = ("H", "hold", "holds", "holding", "hold position", "stand", "stands", "standing", "stay", "stays", "XXX")
HOLD = Word("H", HOLDS[1:], plain="holds")
TO_HOLD = Word("", (*HOLDS, "to hold", "in holding", "to stand", "in place"), optional=True)
"""What may follow a support to hold; it is not printed."""
SUPPORTS = ("support", "supports", "supporting", "support to", "supports to", "gives support to")
SUPPORT_HOLDS = ("SH", "support-hold", "support hold", "supports holding", "support holding")
SUPPORT = Word("S", SUPPORTS, plain="supports")
SUPPORT_HOLD = Word("S", (*SUPPORTS, *SUPPORT_HOLDS), plain="supports")
CARRIES = ("convoy", "convoys", "convoying", "transport", "transports", "T", "ferry", "ferries", "FF", "fast ferry")
CONVOY = Word("C", CARRIES, plain="convoys")
HELPED = {"S": "support", "C": "convoy"}
"""The argument that names the unit that is helped."""
BY_SEA = ("via convoy", "by convoy", "through convoy", "with convoy", "by sea", "via sea", "through", "over", "by")
VIA = Word("VIA", BY_SEA, plain="by convoy")

RETREATING = ("retreat", "retreats", "retreating", "retreat to", "retreats to", "->", "-", *MOVES, *GOES)
RETREAT = Word("R", RETREATING, optional=True, plain="retreats to")
AWAY = ("D", "disbands", "disbanded", "destroy", "destroyed", "remove", "removed", "drop", "*")
DISBANDED = Word("DISBAND", AWAY, plain="is disbanded")
DISBAND = Word("DISBAND", AWAY, plain="disband")
"""Before the unit."""
DISBAND_CHOICE = Choice("DISBAND", "disband", AWAY)
RETREAT_LIST = Word("RETREAT", ("retreats", "if dislodged"), plain="if possible,")
IF_DISLODGED = Word("RETREAT", RETREAT_LIST.also, optional=True, plain="if dislodged,")
"""RETREAT_LIST as it stands under a heading of later phases, where it need not be written."""
RETREATS_TO = Word("", (*RETREATING, "R"), optional=True)
ELSE = Word(">", ("or", "else", "then"), optional=True, plain="or else")
THEN = Word(">", ELSE.also, optional=True, plain="then")
"""Between the wishes of a list; a comma does as well."""

BUILD = Word("BUILD", ("B", "place", "places", "+"), optional=True, plain="build")
BUILT = Word("", ("B", "build", "builds"), optional=True)
BUILD_LIST = Word("BUILDS", ("build list", "build preferences"), plain="build, in this order,")
TAKES = ("R", "disband", "disbands", "destroy", "drop", "D", "-", "*")
REMOVE = Word("REMOVE", TAKES, optional=True, plain="remove")
REMOVE_LATER = Word("REMOVE", TAKES, plain="remove the unit in")
REMOVED = Word("", ("D", "R", "disband", "disbands", "remove", "removes", "destroyed", "drop", "-", "*"), optional=True)
REMOVES = ("removals", "remove list", "remove preferences")
REMOVE_LIST = Word("REMOVES", REMOVES, plain="remove, in this order,")
REMOVE_LIST_LATER = Word("REMOVES", REMOVES, plain="remove, in this order, the units in")
WAIVES = ("W", "V", "waives", "waived", "waive build", "waive builds", "no build", "no builds")
WAIVE = Word("WAIVE", WAIVES, plain="build nothing more")
WAIVE_CHOICE = Choice("WAIVE", "nothing more", ("waive", *WAIVES))

SKIP = frozenset({"the", "an", "in", "please", "austrian", "french", "german", "italian", "russian", "turkish"})
"""Words without meaning. "English" is a name on the map."""

HALF = "Half of an order"
"""The heading over what is understood, but not enough."""
NAMES = {"A": "an army", "F": "a fleet"}


def kind_word(kind: Literal["A", "F"], place: str) -> Word:
    """The kind before a unit: it may be left out, and the wrong one is accepted with a warning."""
    right, wrong, other = (ARMY, FLEET, "F") if kind == "A" else (FLEET, ARMY, "A")
    hint = f"You have {NAMES[kind]} in {place}, not {NAMES[other]}."
    return Word(kind, right[1:], True, wrong, hint, KINDS[kind])
