"""The first turn of a beginner, on their own desk: what they are. The page says what they can begin with."""

from __future__ import annotations

from flask import url_for
from markupsafe import Markup

from engines.report import Paragraph
from pbem import render
from pbem.books import book
from pbem.games import demo
from pbem.storage.models import Game, Phase

LESSONS = 2
"""Phases in which a beginner is shown around: some games begin with one that is no turn yet."""


def first_turn(game: Game, phase: Phase | None) -> Markup:
    """Return what a player is, as the guide says it, for who plays a beginner's game in its first phases; ""
    elsewhere."""
    if phase is None or phase.resolved_at or phase.number > LESSONS or not demo.is_beginner_game(game):
        return Markup()
    return render_guide_opening(game)


def render_guide_opening(game: Game) -> Markup:
    """The first paragraph of the guide's first turn."""
    code = game.engine
    guide = book.find_book(code, "guide", url_for("help.show_book", code=code, kind="guide"))
    told = [block for block in book.first_turn_blocks(guide) if isinstance(block, Paragraph)] if guide else []
    return Markup(render.render_page_html(told[:1]))
