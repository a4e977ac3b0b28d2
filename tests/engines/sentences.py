"""A small ask with every kind of part, for the tests of the order language."""

from __future__ import annotations

from engines.language.ask import Ask, Line, Many, Number, OneOf, Pick, Word, maybe, way
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

SEND = Line(
    "SEND",
    (
        Word("SEND", ("dispatch", "march off")),
        Number("men", 10, 90, 10),
        Word("TO", ("->", "towards"), optional=True),
        TOWN,
        maybe("via", Word("VIA"), Pick("road", (Choice("N", "north"), Choice("S", "south", hint="The road floods.")))),
    ),
    "send",
    "send men to a town",
)
RANK = Line("RANK", (Word("RANK"), Many("towns", (TOWN,), 1, 4, ">")), "rank", "the towns you like, best first")
DEAL = Line(
    "DEAL",
    (
        Word("DEAL"),
        OneOf(
            "what",
            (
                way("give", Word("GIVE"), Number("coins", 1, 9)),
                way("take", Word("TAKE"), TOWN),
                way("pass", Word("PASS", odd=("sleep",), hint="Dull.")),
            ),
        ),
    ),
    "",
    "an offer",
)
LATER = Line("WALL", (Word("WALL", optional=True), TOWN), "winter wall", "a wall for a town", section="Winter")
CARD = Line("CARD", (Word("CARD"), Pick("card", (Choice("r"), Choice("R")), exact=True)), "card", "r is not R")

ASK = Ask("Test", (SEND, RANK, DEAL, LATER, CARD), draft=("SEND 10 TO PAR",), skip=frozenset({"the", "please"}))
