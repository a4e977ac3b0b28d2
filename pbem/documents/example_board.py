"""What a game looks like: a small picture for somebody who has never seen it, painted from the game's own board as it
is after some phases among bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from textwrap import wrap
from typing import Any

import structlog

from engines import states
from engines.abilities import Adviser
from engines.base import Engine, State, Step
from engines.base import Seat as SeatCode
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.language.grammar import Order
from engines.memo import memoize
from engines.palette import EDGE, PAGE, TABLE
from engines.report import Block, Boards, CardHand, Map, TableCard
from pbem.render import maps
from pbem.render.boards import picture
from pbem.render.maps.part import region_at
from pbem.render.to_svg import FONTS, clean_xml, render_scene_svg
from pbem.settings.installed_engines import ENGINES

PictureBox = tuple[int, int, int, int]
"""Left, top, right and bottom."""
SOME_WAY_ON = 4
"""The game is shown when such a part of a short one has been played."""
SHOWN_REGIONS = 14
"""About so many regions are shown of a map."""
SHAPE = 2
"""A picture is so many times as wide as high."""
CARDS = 4
"""The cards that are shown of a hand."""

log = structlog.get_logger()


@memoize(64)
def draw_game_picture(code: str) -> str:
    """The picture of a game as SVG; "" if its board has neither a map nor cards."""
    try:
        return next(filter(None, map(paint_sample_block, sample_blocks(ENGINES[code]))), "")
    except Exception as error:  # whatever another package's engine may raise: a page does without a picture
        log.exception("a game has no picture", engine=code, error=type(error).__name__)
        return ""


def paint_sample_block(block: Block) -> str:
    match block:
        case Map():
            return paint_map_part(block)
        case Boards():
            return paint_boards_alone(block)
        case CardHand() if block.cards:
            return draw_sample_cards(block.cards[:CARDS])
    return ""


# --- the position -----------------------------------------------------------------------------------------------


def sample_blocks(engine: Engine[Any]) -> Sequence[Block]:
    """The board of a beginner's seat some way on, with orders that they might give drawn on it; a picture of boards
    with what was just sold."""
    before, step = play_sample(engine)
    state = step.state
    seat = engine.about.beginner or state.seats[0]
    told = engine.report(states.seat_view(state, seat), seat, step.events, before and states.seat_view(before, seat))
    pictures = [block for block in told if isinstance(block, Boards)]
    return [*pictures, *engine.board(states.seat_view(state, seat), seat, bot_orders(engine, state, seat))]


def play_sample(engine: Engine[Any]) -> tuple[State | None, Step[Any]]:
    """A position a part of a short game on, with the one before it; the opening of a game that cannot advise bots."""
    said = parse_orders(engine.setup, "\n".join(engine.setup.draft)).orders
    before, step = None, engine.start(said, sample_dice(0))
    phases = engine.about.deadlines[0] // SOME_WAY_ON if isinstance(engine, Adviser) else 0
    for number in range(phases):
        state: State = step.state
        given = {seat: orders for seat in state.seats if (orders := bot_orders(engine, state, seat))}
        following = engine.resolve(state, given, sample_dice(number + 1))
        if following.state.ranks is not None:
            break
        before, step = state, following
    return before, step


def sample_dice(number: int) -> KeyedDice:
    return KeyedDice(b"picture", str(number))


def bot_orders(engine: Engine[Any], state: State, seat: SeatCode) -> tuple[Order, ...]:
    """Return what a bot would order."""
    view = states.seat_view(state, seat)
    grammar = engine.grammar(view, seat)
    if grammar is None or not grammar.due or not isinstance(engine, Adviser):
        return ()
    return tuple(parse_orders(grammar, "\n".join(engine.advise(view, seat, Random(f"{state.phase} {seat}")))).orders)


# --- a part of a map --------------------------------------------------------------------------------------------


def paint_map_part(map_: Map) -> str:
    """The map around what matters to its reader, without what lies beyond."""
    return render_scene_svg(maps.make_map_scene(map_, seen=map_window(map_)), ids=False)


def map_window(map_: Map) -> PictureBox:
    """The part that is shown, within the map, as nearly as can be in the middle of what matters."""
    chart = map_.chart
    found = (region_at(chart, at) for at in map_.focus or chart.regions)
    places = [region.piece for region in found if region]
    width = round(chart.width * min(1.0, sqrt(SHOWN_REGIONS / len(chart.regions))))
    height = width // SHAPE
    left, top = (round(sum(spots) / len(places)) for spots in zip(*places, strict=True))
    left = max(0, min(chart.width - width, left - width // 2))
    top = max(0, min(chart.height - height, top - height // 2))
    return left, top, left + width, top + height


def paint_boards_alone(block: Boards) -> str:
    """The boards and what was sold, without the cards below them, in the middle of the picture."""
    drawing = picture.wide_boards_scene(replace(block, hands=(), words={}))
    width = max(drawing.width, SHAPE * drawing.height)
    return render_scene_svg(replace(drawing, left=(drawing.width - width) // 2, width=width), ids=False)


# --- cards ------------------------------------------------------------------------------------------------------

WIDE, HIGH, GAP, LINE = 400, 200, 12, 15
"""The sheet on which cards lie, the gap between them, and the height of a line on one."""
CARD, INK, QUIET = (PAGE[name] for name in ("card", "ink", "quiet"))
LETTERS = 12
"""Letters that fit into a line of a card."""


def draw_sample_cards(some: Sequence[TableCard]) -> str:
    """Some cards side by side."""
    width = (WIDE - GAP * (CARDS + 1)) // CARDS
    body = "".join(
        part for at, one in enumerate(some) for part in draw_sample_card(one, GAP + at * (width + GAP), width)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" font-family="{FONTS}">'
        f'<title>Cards</title><path fill="{TABLE}" d="M0 0h{WIDE}v{HIGH}h-{WIDE}z"/>{body}</svg>'
    )


def draw_sample_card(one: TableCard, left: int, width: int) -> Iterable[str]:
    """A card: its colour on top, its name, its face, and what it would bring."""
    height = HIGH - 2 * GAP
    yield f'<rect x="{left}" y="{GAP}" width="{width}" height="{height}" rx="6" fill="{CARD}" stroke="{EDGE}"/>'
    yield f'<rect x="{left}" y="{GAP}" width="{width}" height="8" rx="4" fill="{one.fill or EDGE}"/>'
    yield draw_sample_text(one.title, left + 8, GAP + 30, 16, INK, True)
    face = [part for text in one.text.splitlines() for part in wrap(text, LETTERS)][:5]
    yield from (draw_sample_text(text, left + 8, GAP + 50 + LINE * n, 11, INK) for n, text in enumerate(face))
    note = wrap(one.note, LETTERS)[:2]
    yield from (
        draw_sample_text(text, left + 8, HIGH - GAP - 10 - LINE * n, 11, QUIET) for n, text in enumerate(reversed(note))
    )


def draw_sample_text(text: str, x: int, y: int, size: int, color: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}"{weight}>{clean_xml(text)}</text>'
