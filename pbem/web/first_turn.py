"""The first turn of a beginner, on his own desk: what he is, what he can begin with, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from engines.language import Step, complete
from engines.language.ask import Ask
from engines.report import Text
from pbem import render
from pbem.books import book
from pbem.models import Game, Phase, Seat
from pbem.play import demo, games

LESSONS = 2
"""Phases in which a beginner is shown around: some games begin with one that is no turn yet."""
FEW = 5
"""Things that are named one by one; of more only their number is told."""


@dataclass(frozen=True)
class FirstTurn:
    """`you` is what the guide says a player is; `begin`: what a sentence can begin with."""

    you: Markup
    begin: tuple[str, ...]


def first_turn(game: Game, seat: Seat, phase: Phase | None) -> FirstTurn | None:
    """What is shown to who plays a beginner's game in its first phases; None elsewhere."""
    if phase is None or phase.resolved_at or phase.number > LESSONS or not demo.for_beginner(game):
        return None
    ask = games.engine(game).ask(games.view(phase, seat.code), seat.code)
    return FirstTurn(you(game), tuple(beginnings(ask))) if ask else None


def you(game: Game) -> Markup:
    """The first paragraph of the guide's first turn."""
    code = game.engine
    guide = book.book(code, "guide", url_for("help.text", code=code, kind="guide"))
    told = [block for block in book.first_turn(guide) if isinstance(block, Text)] if guide else []
    return Markup(render.html(told[:1]))


def beginnings(ask: Ask) -> Iterator[str]:
    """What can be said in this phase, in plain language: "army Paris", "place: pawns in countries"."""
    for step in complete(ask, "").steps:
        if not step.section:
            yield from named(step) if len(step.open) <= FEW else [f"{step.label}: {step.help}"]


def named(step: Step) -> list[str]:
    told = step.label if step.ends or not step.help else f"{step.label}: {step.help}"
    return [f"{step.label} {choice.label or choice.code}".strip() for choice in step.open] or [told]
