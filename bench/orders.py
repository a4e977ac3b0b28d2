"""How fast an order mail is read and judged: seventeen units, half of them supporting."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

from bench import Row
from engines import language
from engines.diplomacy.data import STANDARD
from engines.diplomacy.grammars import build_diplomacy_grammar
from engines.diplomacy.state import DiplomacyState
from engines.diplomacy.units import Unit

UNITS = "A BUR,A MAR,A GAS,A SPA,A PIC,A BEL,A RUH,A MUN,A HOL,A KIE,A TYR,A PIE,F BRE,F ENG,F NTH,F MAO,F LYO"
ROUNDS = 60


def run() -> list[Row]:
    """Milliseconds a mail, the position known and seen for the first time."""
    times = {"again": [time_one_mail(seed, fresh=False) for seed in range(ROUNDS)]}
    times["first"] = [time_one_mail(seed, fresh=True) for seed in range(ROUNDS)]
    return [
        Row("read and judge an order mail of 17 units", median(times["again"]), "ms", None, "<= 1.5"),
        Row("the same, the first mail of a phase", median(times["first"]), "ms", None, ""),
    ]


def position(seed: int) -> DiplomacyState:
    """Seventeen French units and some others; another seed puts one of the others elsewhere."""
    mine = [Unit("A" if text[0] == "A" else "F", text[2:], "FRANCE") for text in UNITS.split(",")]
    free = sorted(at for at in STANDARD.army if at not in {unit.at for unit in mine})
    others = [Unit("A", at, "RUSSIA") for at in Random(seed).sample(free, 10)]
    return DiplomacyState(seats=STANDARD.powers, phase="S1905M", kind="movement", units=(*mine, *others))


def time_one_mail(seed: int, fresh: bool) -> float:
    state = position(seed if fresh else 0)
    if not fresh:
        build_diplomacy_grammar(state, "FRANCE")
    letter = write_french_orders(state, seed)
    start = perf_counter()
    asked = build_diplomacy_grammar(state, "FRANCE") if fresh else build_diplomacy_grammar(position(0), "FRANCE")
    assert asked is not None
    reading = language.parse_orders(asked, letter)
    spent = perf_counter() - start
    assert len(reading.orders) == 17
    return spent * 1000


def write_french_orders(state: DiplomacyState, seed: int) -> str:
    """Supports and moves in turn, in the usual notation; the ask used for it is thrown away."""
    asked = build_diplomacy_grammar(
        DiplomacyState(seats=state.seats, phase=state.phase, kind=state.kind, units=state.units), "FRANCE"
    )
    assert asked is not None
    random, lines = Random(seed), []
    for n, line in enumerate(x for x in asked.lines if not x.section):
        options = [language.roll_orders(type(asked)(asked.title, (line,)), random)[0].text for _ in range(8)]
        wanted = [text for text in options if (" S " in text) == bool(n % 2)]
        lines.append((wanted or options)[0].lower())
    return "\n".join(lines)
