"""A small ask with every kind of part, for the tests of the order language."""

from __future__ import annotations

from engines.language.grammar import (
    Number,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
    optional_parts,
)
from engines.language.names import Choice, Lexicon

TOWNS = (
    Choice("PAR", "Paris", ("lutetia",)),
    Choice("LON", "London"),
    Choice("LIV", "Livonia"),
    Choice("LVP", "Liverpool"),
    Choice("ROM", "Rome", ("città eterna",)),
)
ATLAS = Lexicon(TOWNS)
OPEN = (TOWNS[0], TOWNS[1], TOWNS[3], Choice("ROM", "Rome", ("città eterna",), why_not="Rome is under siege."))
TOWN = Pick("town", OPEN, ATLAS, "You hold nothing in {label}; you hold {choices}.")

SEND = OrderPattern(
    "SEND",
    (
        Word("SEND", ("dispatch", "march off")),
        Number("men", 10, 90, 10),
        Word("TO", ("->", "towards"), optional=True),
        TOWN,
        optional_parts(
            "via", Word("VIA"), Pick("road", (Choice("N", "north"), Choice("S", "south", hint="The road floods.")))
        ),
    ),
    "send",
    "send men to a town",
)
RANK = OrderPattern(
    "RANK", (Word("RANK"), Repeat("towns", (TOWN,), 1, 4, ">")), "rank", "the towns you like, best first"
)
DEAL = OrderPattern(
    "DEAL",
    (
        Word("DEAL"),
        OneOf(
            "what",
            (
                alternative("give", Word("GIVE"), Number("coins", 1, 9)),
                alternative("take", Word("TAKE"), TOWN),
                alternative("pass", Word("PASS", odd=("sleep",), hint="Dull.")),
            ),
        ),
    ),
    "",
    "an offer",
)
LATER = OrderPattern("WALL", (Word("WALL", optional=True), TOWN), "winter wall", "a wall for a town", section="Winter")
CARD = OrderPattern("CARD", (Word("CARD"), Pick("card", (Choice("r"), Choice("R")), exact=True)), "card", "r is not R")

ASK = OrderGrammar(
    "Test", (SEND, RANK, DEAL, LATER, CARD), draft=("SEND 10 TO PAR",), skip=frozenset({"the", "please"})
)
