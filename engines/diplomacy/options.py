"""What is agreed before a game, asked for in the same language as orders (§14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines import options
from engines.diplomacy.commands import Rulings
from engines.diplomacy.data import STANDARD
from engines.diplomacy.state import STANDARD_OPTIONS, DiplomacyOptions
from engines.language.grammar import Number, Order, OrderGrammar, Pick
from engines.language.names import Choice
from engines.options import Setters, option_line

SEATS = tuple(Choice(seat, seat.title()) for seat in STANDARD.powers)
PARADOX = (Choice("SZYKMAN", "Szykman"), Choice("ALL-HOLD", "all hold"))
INTENT = (Choice("OWN-FLEET", "own fleet"), Choice("EXPLICIT", "explicit"))
COASTS = (Choice("FREE", "free"), Choice("NAMED", "named"))
DISTANCE = (Choice("OWNED", "owned centres"), Choice("HOME", "home centres"))

SETUP = OrderGrammar(
    "Options of Diplomacy",
    (
        option_line("VICTORY", "centres that win (18)", Number("centres", 3, 34)),
        option_line("END", "the last year that is played (none)", Number("year", 1901, 2000)),
        option_line("PARADOX", "what a paradox of convoys stops (SZYKMAN: its convoys)", Pick("ruling", PARADOX)),
        option_line("CONVOY", "what makes an army sail next door (OWN-FLEET)", Pick("intent", INTENT)),
        option_line("COASTS", "whether supports name the coast (FREE: they need not)", Pick("support", COASTS)),
        option_line("DISORDER", "to which centres civil disorder counts (OWNED)", Pick("distance", DISTANCE)),
    ),
    due=False,
)
SET: Setters = {
    "VICTORY": lambda args: {"victory": args["centres"]},
    "END": lambda args: {"end_year": args["year"]},
    "DISORDER": lambda args: {"distance": "home" if args["distance"] == "HOME" else "owned"},
}
SET_RULINGS: Setters = {
    "PARADOX": lambda args: {"paradox": "all hold" if args["ruling"] == "ALL-HOLD" else "szykman"},
    "CONVOY": lambda args: {"intent": "explicit" if args["intent"] == "EXPLICIT" else "own fleet"},
    "COASTS": lambda args: {"coasts": "named" if args["support"] == "NAMED" else "free"},
}


def read_diplomacy_options(said: Sequence[Order]) -> DiplomacyOptions:
    """The options that were said; the others are as usual."""
    found = options.apply_options(STANDARD_OPTIONS, said, SET, {})
    return replace(found, rulings=options.apply_options(Rulings(), said, SET_RULINGS, {}))
