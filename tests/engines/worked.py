"""Worked examples of the rule books, with the letters that produce them; python -m tests.engines.worked writes them.

Each is a position out of the rule text, what every player writes, and what the report then says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines import states
from engines.base import Engine, State
from engines.cantillon import ENGINE as CANTILLON
from engines.dice import LoadedDice
from engines.europa import ENGINE as EUROPA
from engines.europax import ENGINE as EUROPAX
from engines.europax.state import EuropaxOptions
from engines.europe2028 import ENGINE as EUROPE2028
from engines.language import parse_orders
from engines.report import Heading, Map, Paragraph, Table
from tests.cantillon import tables as cantillon
from tests.europa import tables as europa
from tests.europax import tables as europax
from tests.europe2028 import tables as europe2028

FOLDER = Path(__file__).parents[2] / "docs" / "engines"


@dataclass(frozen=True)
class Example:
    """`letters` are as players would write them; `dice` fall as the rule text says; `kept` picks the parts shown."""

    title: str
    told: str
    engine: Engine[Any]
    state: Callable[[], State]
    letters: Mapping[str, str]
    dice: Mapping[str, Sequence[int]]
    kept: Sequence[str]
    reader: str = "RED"


FOUR = ("BLU", "GRN", "RED", "YEL")


def britain() -> State:
    """§3.2: Blue 2, Green 2, Red 1 and Yellow 3 pawns in Great Britain, Yellow 1 in Ireland."""
    return europa.position(
        "T1-VOTE", "elections", "GBR IRL", board=europa.board("GBR BLU 2 GRN 2 RED 1 YEL 3, IRL YEL 1")
    )


def balkans() -> State:
    """§5.5a: after the throws 11, 9, 5, 8, 9, 9 with Greece in the EU."""
    twelve = {"BLU": 12, "GRN": 4, "RED": 3, "YEL": 3}
    state = europa.position("T3-PEACE", "peace", "DEU FRA", recruits=twelve, reserve=twelve, eu=europa.members("GRC"))
    return europa.with_markers(state, "YUG W, MKD W, BGR W, ALB T, MDA T")


def bread() -> State:
    """Section 3.3: a yellow land with a yellow factory, and one with an advanced factory on top."""
    state = cantillon.position(
        "RED 41 TT, RED 50 T, RED 42 T, RED 44 T, RED 49 T, BLU 26 T",
        stock={"RED": {"y": 2, "B": 1, "Y": 1}},
        seats=("RED", "BLU"),
    )
    return cantillon.factory(cantillon.factory(state, "41", basic=True), "50", basic=True, advanced="G")


def bridge() -> State:
    """Section 7.1, S20: four fleets join Morocco with Iceland, and both with Lisbon."""
    board = "RED 54 T, RED T F, RED R F, RED F F, RED E F, RED 76 TA, RED 1 T, BLU 26 T"
    return cantillon.position(board, stock={"RED": {"r": 3}}, seats=("RED", "BLU"))


def cereals() -> State:
    """§7.3: France asks itself for cereals, of which it has half; England has some by now."""
    hands = {"FR": (40, 23), "EN": (41,), "DE": (47,), "BX": (44,), "IT": (53,)}
    return europax.position(
        "FR CER 1 BOI 2, EN CER 1, DE CER 1, BX BOI 3",
        options=EuropaxOptions(cards=1),
        hands=hands,
        events=(1, 2),
        language={"BLU": "FR"},
    )


def ruin() -> State:
    """§7.9: Germany has 100 M and must buy steel abroad for 170 M; England promised more than its share."""
    hands = {"FR": (1, 40), "EN": (41,), "DE": (47,), "BX": (44,), "IT": (53,)}
    cash = {"FR": 3600, "EN": 3600, "DE": 100, "BX": 3600, "IT": 3600}
    options = EuropaxOptions(cards=1, extra_aid=True)
    return europax.position("FR CER 1, BX LAI 1", options=options, hands=hands, cash=cash, events=(31, 2))


def cyprus() -> State:
    """The first example of the rules: a military token of Russia in the landing zone of Cyprus (§7, E1b)."""
    hands = {"RU": "4S 2S 7D", "EA": "5S 9H", "NF": "3D"}
    return europe2028.position("CYP GER SWI UKR", hands=hands, tokens={"RU": "MIL1 CYP 0, ECO"}, coins={"RU": 4})


def ukraine() -> State:
    """The second: an economic token on level 1 of Ukraine, and two who would stop it (§7, E2b and 37)."""
    hands = {"RU": "2D 6C", "EA": "3D", "NF": "9D"}
    return europe2028.position("CYP GER SWI UKR", hands=hands, tokens={"RU": "ECO UKR 1, POL"}, coins={"RU": 4})


PAGES: Mapping[str, tuple[str, tuple[Example, ...]]] = {
    "europa": (
        "Europa",
        (
            Example(
                "Great Britain votes",
                "Blue has 2 pawns in Great Britain, Green 2, Red 1, Yellow 3; four votes are needed, and more "
                "than half of the "
                "eight pawns. The order of play is Blue, Green, Red, Yellow. Yellow has a pawn in Ireland, "
                "which votes next.",
                EUROPA,
                britain,
                {
                    "BLU": "Propose Great Britain Blue+Green+Red",
                    "GRN": "propose gbr green+yellow\nno gbr with red\nmove gbr > ireland",
                    "RED": "Yes GBR BLU+GRN+RED\nNo GBR any",
                    "YEL": "YES GBR GRN+YEL; NO GBR ANY; MOVE GBR > IRL",
                },
                {"order": [10, 8, 6, 4]},
                ("Elections",),
            ),
            Example(
                "War in the Balkans",
                "Yugoslavia, Macedonia and Bulgaria are at War, Albania and Moldavia under Tension: the "
                "conflict level is "
                "10 + 8 + 8 + 1 + 1 = 28. Together the parties give 18 pawns, which is too few; Blue gave most "
                "and decides.",
                EUROPA,
                balkans,
                {
                    "BLU": "PEACE 12\nRESOLVE POOL>=26: YUG > BGR > MKD\nResolve Yugoslavia > Macedonia > Bulgaria",
                    "GRN": "peace 4",
                    "RED": "Peace 2.",
                    "YEL": "PEACE 0",
                },
                {},
                ("Peace", "Elections called off"),
            ),
        ),
    ),
    "cantillon": (
        "Cantillon's Europe",
        (
            Example(
                "What lands and factories yield",
                "Red holds Paris (41, yellow) with a basic factory and Madrid (50, yellow) with a basic and an "
                "advanced one, green, "
                "which turns one B and one Y into G. In the treasury are 2y, 1B and 1Y. Each land gives a "
                "token; each basic factory "
                "turns a y of the treasury into Y, worth one more; the advanced one makes 8 out of 4.",
                CANTILLON,
                bread,
                {"RED": "run all", "BLU": "RUN ALL"},
                {},
                ("The turn of Red",),
            ),
            Example(
                "A bridge from Africa to Iceland",
                "Four fleets of Red in T, R, F and E join Morocco (76) with Iceland (1), and Lisbon (54) feeds "
                "both. The army goes "
                "all the way in one stage, since it stays within the realm; a fifth fleet is not possible where "
                "one is already.",
                CANTILLON,
                bridge,
                {"RED": "POS A Morocco - Iceland\nBUILD F T\nBUILD T Lisbon", "BLU": "run all"},
                {},
                ("The turn of Red",),
            ),
        ),
    ),
    "europax": (
        "Europax",
        (
            Example(
                "A plan with a condition, in French",
                "France (Blue) leads. Its first card is for the case that England has no cereals; but England has "
                "some. The second card asks France itself for two cards of cereals, of which it has one; it likes to "
                "buy from Germany. Who gave the last card leads next and draws an imprévu.",
                EUROPAX,
                cereals,
                {
                    "BLU": "Jouer la carte 40 si l'Angleterre a pas de céréales\njouer 23\nacheter blé chez Allemagne",
                    "GRN": "play 47\nspread on",
                },
                {},
                ("Ce qui s'est passé",),
                "BLU",
            ),
            Example(
                "Germany is rescued",
                "Germany has 100 M, and nobody has steel: it must pay 170 M to the bank. Every partner lends it 300 M; "
                "England (Red) has promised 100 M more. What is lent is paid back at the end.",
                EUROPAX,
                ruin,
                {
                    "BLU": "PLAN 1 40",
                    "RED": "aid extra 100 to Germany\nplay 41\nplay 57",
                },
                {},
                ("What happened",),
            ),
        ),
    ),
    "europe2028": (
        "Europe 2028",
        (
            Example(
                "A reserve against a challenge",
                "A military token of Russia stands in the landing zone of Cyprus, which has one level. Russia opens "
                "with the four of spades and keeps the two; the Eastern Alliance challenges with the five. Six beats "
                "five.",
                EUROPE2028,
                cyprus,
                {
                    "RU": "attack MIL Cyprus with 4 of spades reserve 2S\nAttack ECO Germany with 7D else Switzerland",
                    "EA": "challenge RU at CYP final with 5S",
                },
                {},
                ("Russia",),
                "RU",
            ),
            Example(
                "Two challengers, one of whom may",
                "An economic token of Russia is on level 1 of Ukraine, which has three. Two empires would challenge; "
                "the dice choose the Eastern Alliance, and the other keeps its card.",
                EUROPE2028,
                ukraine,
                {
                    "RU": "ATTACK ECO UKR WITH 2D\nLAND POL Switzerland",
                    "EA": "STANDING CHALLENGE ANY ECO WITH LOW",
                    "NF": "CHALLENGE RUSSIA WITH ALL MAX 1",
                },
                {"dice": [5, 2]},
                ("Russia",),
                "RU",
            ),
        ),
    ),
}


def page(code: str) -> str:
    """The page of one game."""
    title, examples = PAGES[code]
    head = f"# {title}: two worked examples\nLetters as players write them, and what the report says then.\n"
    return head + "".join("\n".join(section(example)) + "\n" for example in examples)


def section(example: Example) -> Iterator[str]:
    state = example.state()
    yield f"\n## {example.title}"
    yield example.told
    orders = {}
    for seat, text in example.letters.items():
        grammar = example.engine.grammar(states.seat_view(state, seat), seat)
        assert grammar is not None
        reading = parse_orders(grammar, text)
        orders[seat] = reading.orders
        remarks = (*reading.remarks, *example.engine.check(states.seat_view(state, seat), seat, reading.orders))
        yield f"\n{seat} writes:\n```\n{text}\n```"
        yield from (f"and is told: {remark.text}" for remark in remarks)
    step = example.engine.resolve(state, orders, HalfLoadedDice(example.dice))
    reader = example.reader
    events = [event for event in step.events if event.to is None or reader in event.to]
    blocks = example.engine.report(
        states.seat_view(step.state, reader), reader, events, states.seat_view(state, reader)
    )
    called = {seat.code: seat.label for seat in example.engine.seats(())}
    yield f"\nThe report to {called[reader]}:\n```"
    yield from iter_shown_paragraphs(blocks, example.kept)
    yield "```"


def iter_shown_paragraphs(blocks: Sequence[object], kept: Sequence[str]) -> Iterator[str]:
    """The paragraphs under some headings."""
    under = ""
    for block in blocks:
        if isinstance(block, Heading):
            under = block.text
        elif isinstance(block, Paragraph) and under in kept:
            yield block.text
        elif isinstance(block, Map | Table):
            under = ""


class HalfLoadedDice(LoadedDice):
    """Dice that fall as the example says, and then always on one: what comes after is not shown."""

    def roll(self, stream: str, sides: int) -> int:
        return super().roll(stream, sides) if self.remaining.get(stream) else 1 + self.other(stream) % sides

    def other(self, stream: str) -> int:
        self.count = getattr(self, "count", 0) + 1 if stream else 0
        return self.count


if __name__ == "__main__":
    for code in PAGES:
        (FOLDER / f"{code}-examples.md").write_text(page(code), "utf-8")
