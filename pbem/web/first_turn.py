"""The first turn of a beginner, on his own desk: what he is. The page says what he can begin with."""

from __future__ import annotations

from flask import url_for
from markupsafe import Markup

from engines.report import Text
from pbem import render
from pbem.books import book
from pbem.models import Game, Phase
from pbem.play import demo

LESSONS = 2
"""Phases in which a beginner is shown around: some games begin with one that is no turn yet."""


def first_turn(game: Game, phase: Phase | None) -> Markup:
    """What a player is, as the guide says it, for who plays a beginner's game in its first phases; "" elsewhere."""
    if phase is None or phase.resolved_at or phase.number > LESSONS or not demo.for_beginner(game):
        return Markup()
    return you(game)


def you(game: Game) -> Markup:
    """The first paragraph of the guide's first turn."""
    code = game.engine
    guide = book.book(code, "guide", url_for("help.text", code=code, kind="guide"))
    told = [block for block in book.first_turn(guide) if isinstance(block, Text)] if guide else []
    return Markup(render.html(told[:1]))
