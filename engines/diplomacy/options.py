"""What is agreed before a game, asked for in the same language as orders (§14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines import options
from engines.diplomacy.commands import Rulings
from engines.diplomacy.data import STANDARD
from engines.diplomacy.state import STANDARD_OPTIONS, Options
from engines.language.ask import Ask, Number, Order, Pick
from engines.language.names import Choice
from engines.options import Setters, option

SEATS = tuple(Choice(seat, seat.title()) for seat in STANDARD.seats)
PARADOX = (Choice("SZYKMAN", "Szykman"), Choice("ALL-HOLD", "all hold"))
INTENT = (Choice("OWN-FLEET", "own fleet"), Choice("EXPLICIT", "explicit"))
COASTS = (Choice("FREE", "free"), Choice("NAMED", "named"))
DISTANCE = (Choice("OWNED", "owned centres"), Choice("HOME", "home centres"))

SETUP = Ask(
    "Options of Diplomacy",
    (
        option("VICTORY", "centres that win (18)", Number("centres", 3, 34)),
        option("END", "the last year that is played (none)", Number("year", 1901, 2000)),
        option("PARADOX", "what a paradox of convoys stops (SZYKMAN: its convoys)", Pick("ruling", PARADOX)),
        option("CONVOY", "what makes an army sail next door (OWN-FLEET)", Pick("intent", INTENT)),
        option("COASTS", "whether supports name the coast (FREE: they need not)", Pick("support", COASTS)),
        option("DISORDER", "to which centres civil disorder counts (OWNED)", Pick("distance", DISTANCE)),
    ),
    due=False,
)
SET: Setters = {
    "VICTORY": lambda args: {"victory": args["centres"]},
    "END": lambda args: {"end_year": args["year"]},
    "DISORDER": lambda args: {"distance": "home" if args["distance"] == "HOME" else "owned"},
}
RULED: Setters = {
    "PARADOX": lambda args: {"paradox": "all hold" if args["ruling"] == "ALL-HOLD" else "szykman"},
    "CONVOY": lambda args: {"intent": "explicit" if args["intent"] == "EXPLICIT" else "own fleet"},
    "COASTS": lambda args: {"coasts": "named" if args["support"] == "NAMED" else "free"},
}


def chosen(said: Sequence[Order]) -> Options:
    """The options that were said; the others are as usual."""
    found = options.chosen(STANDARD_OPTIONS, said, SET, {})
    return replace(found, rulings=options.chosen(Rulings(), said, RULED, {}))
