"""A phase resolved, a letter read and judged, and a report painted, for every game that can advise its players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bench import Row
from engines import states
from engines.abilities import Adviser
from engines.base import Engine, State, Step
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.language.grammar import Order
from pbem import render
from pbem.settings.installed_engines import ENGINES

OPTIONS = {
    "diplomacy": "END 1906",
    "europa": "PLAYERS 5",
    "cantillon": "PLAYERS 4\nGOAL ROUNDS 12",
    "europax": "PLAYERS 5",
}
SEED = b"bench"
ROUNDS = 5


def run() -> list[Row]:
    return [row for code, engine in ENGINES.items() if isinstance(engine, Adviser) for row in rows(code, engine)]


def rows(code: str, engine: Engine[Any]) -> list[Row]:
    """The medians over one whole game of advised players; the report is that of its last phase but one."""
    resolved, judged, last = play_timed_game(code, engine)
    seat = last.state.seats[0]
    view = states.seat_view(last.state, seat)
    blocks = engine.report(view, seat, last.events, view)
    return [
        Row(f"{code}: resolve a phase", median(resolved), "ms", None, "<= 20"),
        Row(f"{code}: read and judge a letter", median(judged), "ms", None, "<= 20"),
        Row(
            f"{code}: make a report",
            median_milliseconds(lambda: engine.report(view, seat, last.events, view)),
            "ms",
            None,
            "<= 20",
        ),
        Row(
            f"{code}: paint it as PDF",
            median_milliseconds(lambda: render.render_report_pdf(blocks)),
            "ms",
            None,
            "<= 30",
        ),
        Row(f"{code}: its size", len(render.render_report_pdf(blocks)) / 1000, "kB", None, "<= 150"),
        Row(
            f"{code}: paint it as HTML with the map",
            median_milliseconds(lambda: render.render_page_html(blocks)),
            "ms",
            None,
            "<= 20",
        ),
    ]


def median_milliseconds(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def play_timed_game(code: str, engine: Engine[Any]) -> tuple[list[float], list[float], Step[State]]:
    """Milliseconds for each phase and each letter of a game, and a step near its end."""
    resolved: list[float] = []
    judged: list[float] = []
    step = last = engine.start(parse_orders(engine.setup, OPTIONS.get(code, "")).orders, KeyedDice(SEED, "0"))
    random = Random(1)
    while step.state.ranks is None:
        orders = {seat: letter(engine, step.state, seat, random, judged) for seat in step.state.seats}
        last, start = step, perf_counter()
        step = engine.resolve(step.state, orders, KeyedDice(SEED, str(len(resolved) + 1)))
        resolved.append((perf_counter() - start) * 1000)
    return resolved, judged, last


def letter(engine: Engine[Any], state: State, seat: str, random: Random, judged: list[float]) -> Sequence[Order]:
    view = states.seat_view(state, seat)
    text = "\n".join(engine.advise(view, seat, random)) if isinstance(engine, Adviser) else ""
    start = perf_counter()
    grammar = engine.grammar(view, seat)
    if grammar is None or not grammar.due:
        return ()
    orders = parse_orders(grammar, text).orders
    engine.check(view, seat, orders)
    judged.append((perf_counter() - start) * 1000)
    return orders
