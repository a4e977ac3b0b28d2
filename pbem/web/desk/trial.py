"""A trial: orders laid out for any seat, to see what would happen.

Its text is all there is of it, lines such as “GERMANY: A MUN - BUR” that the page carries along; nothing of it is kept.
It is made from what the asking seat sees, so of the orders that are really given it knows none but the seat's own.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from sqlmodel import Session

from engines.language import bounds, complete_order
from engines.language.grammar import Order, Remark
from engines.report import Block, Map
from pbem import wording
from pbem.books import steps
from pbem.documents import reports
from pbem.games import Refusal, games
from pbem.games.orders import orders, projection
from pbem.games.orders.orders import OrderContext
from pbem.games.orders.projection import Projection, ProjectionContext, SupposedLine
from pbem.games.proof import hash_chain
from pbem.render import order_map as painter
from pbem.storage.models import Seat, Turn
from pbem.web.desk import standing_orders
from pbem.web.desk.desk_view import DeskPlace, DeskPosition
from pbem.web.desk.next_steps import Sheet
from pbem.web.desk.standing_orders import OrderRow
from pbem.web.http import access

T = TypeVar("T")
NOWHERE = DeskPosition()
"""No sentence is begun."""


@dataclass(frozen=True)
class OrderTrial:
    """What is laid out: for each seat that may say something its desk, at which the orders tried for it stand.

    `list_really_given`: the orders that the asking seat has given. `refused`: what was written besides that does not
    count; `rest` the same as it was written.
    """

    sight: ProjectionContext
    hearings: Mapping[str, OrderContext]
    really: tuple[Order, ...] = ()
    refused: tuple[OrderRow, ...] = ()
    rest: str = ""

    @cached_property
    def trial_places(self) -> dict[str, TrialPlace]:
        """The place of each seat, before a sentence is begun."""
        return {code: TrialPlace(one.game, one.seat, one.phase, one, trial=self) for code, one in self.hearings.items()}

    @property
    def all_lines(self) -> str:
        """All lines laid out."""
        return "\n".join(
            format_trial_line(code, order.text)
            for code, order_context in self.hearings.items()
            for order in orders.load_standing_orders(order_context)
        )

    def lines_of_seat(self, code: str) -> tuple[str, ...]:
        """The lines laid out for a seat."""
        return (
            tuple(order.text for order in orders.load_standing_orders(self.hearings[code]))
            if code in self.hearings
            else ()
        )

    def with_orders(self, code: str, some: Sequence[Order]) -> OrderTrial:
        """With these orders for a seat in place of those it had. Raises Refusal "too many orders"."""
        found = replace(self, hearings={**self.hearings, code: hearing_with_orders(self.hearings[code], some)})
        if (length := len(found.all_lines)) > bounds.TEXT:
            raise Refusal("too many orders", length=length, longest=bounds.TEXT)
        return found

    def with_order(self, code: str, text: str, instead: str = "") -> OrderTrial:
        """With one more order for a seat, in the place of another."""
        order_context = self.hearings[code]
        order = complete_order(order_context.grammar, text).order
        said = (
            "\n".join(one.text for one in orders.orders_with_one_more(order_context, order, instead)) if order else text
        )
        answer, stands = orders.judge_text(order_context, said)
        counts = order is not None and order.text in answer.standing
        kept = [one for one in stands if not (counts and order and one.text == instead != order.text)]
        return replace(self.with_orders(code, kept), refused=standing_orders.list_doubtful_rows(answer))

    def without_line(self, taken: str) -> OrderTrial:
        """Without one of its lines."""
        code, text = split_trial_line(taken)
        left = (
            [order for order in orders.load_standing_orders(self.hearings[code]) if order.text != text]
            if code in self.hearings
            else []
        )
        return self.with_orders(code, left) if code in self.hearings else self

    def with_written_lines(self, db: Session, text: str) -> OrderTrial:
        """With lines as a letter would hold them. Later lines take the place of earlier ones about the same things."""
        lines, given = projection.read_supposed_orders(db, self.sight, text)
        found, against = self, list[OrderRow]()
        for code in [code for code in self.hearings if code in given]:
            answer, stands = orders.judge_text(self.hearings[code], "\n".join(order.text for order in given[code]))
            found = found.with_orders(code, stands)
            against += (row for row in standing_orders.list_doubtful_rows(answer) if row.mark == "no")
        rows = (*(build_supposed_row(one) for one in lines if one.remarks or not one.text), *against)
        rest = "\n".join(row.text for row in rows if row.mark == "no")
        return replace(found, refused=rows, rest=rest)


def build_empty_trial(db: Session, seat: Seat) -> OrderTrial:
    """Raises Refusal "not running", "what if hidden", "no orders"."""
    sight = projection.build_projection_context(db, seat)
    found = dict(iter_trial_hearings(db, sight))
    if not found:
        raise Refusal("no orders", seat=seat.label, phase=games.phase_title(sight.phase))
    return OrderTrial(sight, found, list_really_given(db, sight))


def begin_trial(db: Session, seat: Seat) -> OrderTrial:
    """A trial at its beginning: the seat's own orders as they stand, and nobody else's. Raises what `build_empty_trial`
    raises."""
    found = build_empty_trial(db, seat)
    return found.with_orders(seat.code, found.really) if seat.code in found.hearings else found


def read_trial(db: Session, seat: Seat, text: str) -> OrderTrial:
    """A trial from its text. Raises what `build_empty_trial` raises, and Refusal "text too long"."""
    found = build_empty_trial(db, seat).with_written_lines(db, text)
    return replace(found, refused=tuple(row for row in found.refused if row.mark == "no"))


def list_really_given(db: Session, sight: ProjectionContext) -> tuple[Order, ...]:
    """The orders that the asking seat has given."""
    try:
        return orders.load_standing_orders(orders.build_order_context(db, sight.game, sight.seat))
    except Refusal:
        return ()


def iter_trial_hearings(db: Session, sight: ProjectionContext) -> Iterator[tuple[str, OrderContext]]:
    """An empty desk for each seat that may say something, made from what the asking seat sees. Raises Refusal "what if
    hidden"."""
    for seat in games.list_game_seats(db, sight.game):
        try:
            grammar = games.get_engine(sight.game).grammar(sight.view, seat.code)
        except LookupError as error:
            raise Refusal("what if hidden") from error
        if grammar:
            turn = Turn(phase_id=sight.phase.id, seat_id=seat.id)
            yield seat.code, OrderContext(sight.game, sight.phase, turn, seat, sight.view, grammar, ())


def hearing_with_orders(order_context: OrderContext, some: Sequence[Order]) -> OrderContext:
    """A hearing at which these orders stand; nothing of it is stored."""
    turn = Turn(phase_id=order_context.phase.id, seat_id=order_context.seat.id, orders=hash_chain.dump_orders(some))
    return replace(order_context, turn=turn)


def format_trial_line(code: str, text: str) -> str:
    """A line of a trial: an order, and whose it is."""
    return f"{code}: {text}"


def split_trial_line(text: str) -> tuple[str, str]:
    """A line's seat and its order."""
    code, _, order = text.partition(": ")
    return code, order


def build_supposed_row(one: SupposedLine) -> OrderRow:
    """Return what came of a line that was written."""
    if one.refused:
        return OrderRow("no", one.raw, one.raw, (Remark("error", wording.refusal_in_english(one.refused), one.raw),))
    return (
        standing_orders.build_order_row(one.raw, one.raw, one.remarks)
        if one.text
        else OrderRow("no", one.raw, one.raw, one.remarks)
    )


# --- the board ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrialPlace(DeskPlace):
    """The place of a seat in a trial. `outcome`: what would come of it, if that was asked. `closed`: the sheet is shut
    until a sentence is begun."""

    trial: OrderTrial = field(kw_only=True)
    outcome: Projection | None = field(default=None, kw_only=True)
    closed: bool = field(default=False, kw_only=True)

    @property
    def title(self) -> str:
        return reports.phase_title_for(self.game, self.phase)

    @cached_property
    def desk_blocks(self) -> tuple[Block, ...]:
        """The picture of what would happen; else how things stand, with all that is laid out."""
        happened = tuple(block for block in self.outcome.blocks if isinstance(block, Map)) if self.outcome else ()
        return happened or draw_trial_board(self.trial, self.seat.code)

    @cached_property
    def sheet(self) -> Sheet | None:
        return None if self.outcome or self.closed else super().sheet

    @cached_property
    def map_links(self) -> dict[str, painter.RegionLink]:
        """Also the things of other seats, until a sentence is begun."""
        others = [] if self.sheet else [place for place in self.trial.trial_places.values() if place.seat != self.seat]
        return {at: place.seat_link for place in others for at in place.click_meanings} | super().map_links

    def land_at(self, map_: Map, nth: int) -> str:
        """The land of what would happen may lie nowhere but in the page: areas change hands."""
        now = list_map_blocks(draw_trial_board(self.trial, self.seat.code)) if self.outcome else []
        land = painter.render_land_svg(map_) if self.outcome else ""
        if not self.outcome or (nth < len(now) and land == painter.render_land_svg(now[nth])):
            return super().land_at(map_, nth)
        return f"data:image/svg+xml;base64,{b64encode(land.encode()).decode()}"

    @property
    def seat_link(self) -> painter.RegionLink:
        """Return where a thing of this seat leads while another seat is asked."""
        return painter.RegionLink(f"#whose-{self.seat.code}", access.say("page trial of", seat=self.seat.label))

    def line(self, row: OrderRow) -> str:
        """The line of the trial that a row shows."""
        return format_trial_line(self.seat.code, row.text)

    def anchor(self, row: OrderRow) -> str:
        return standing_orders.order_anchor(self.line(row))

    def way_to(self, _: str) -> str:
        """A trial stands in no address, so there is no way but the buttons below."""
        return "#finder"


def find_trial_place(
    trial: OrderTrial, code: str, asked: DeskPosition = NOWHERE, outcome: Projection | None = None
) -> TrialPlace:
    """The place of a seat; of who comes first, if it has none. What is clicked on may be another's, and a click that
    can mean one thing only has said it."""
    first = next(iter(trial.trial_places.values()))
    here = replace(trial.trial_places.get(code, first), asked=asked, outcome=outcome)
    if asked.at and not asked.so and not here.offers:
        owner = next((place for place in trial.trial_places.values() if asked.at in place.click_meanings), here)
        here = replace(owner, asked=asked)
    if len(here.offers) == 1:
        return replace(here, asked=replace(asked, so=here.offers[0].text, at=""))
    return here


def draw_trial_board(trial: OrderTrial, code: str) -> tuple[Block, ...]:
    """The board as a seat orders from it, with what is laid out for all. Nothing shows on it that the asking seat does
    not see."""
    engine, view = games.get_engine(trial.sight.game), trial.sight.view
    shown = tuple(engine.board(view, code, list_board_orders(trial, code)))
    for other in trial.hearings:
        if other != code and trial.lines_of_seat(other):
            shown = overlay_board(
                shown, engine.board(view, other, ()), engine.board(view, other, list_board_orders(trial, other))
            )
    return shown


def list_board_orders(trial: OrderTrial, code: str) -> tuple[Order, ...]:
    return steps.add_order_words(trial.hearings[code].grammar, orders.load_standing_orders(trial.hearings[code]))


def overlay_board(shown: Sequence[Block], bare: Sequence[Block], drawn: Sequence[Block]) -> tuple[Block, ...]:
    """A board with what another's orders change on its maps: as they are `drawn`, and `bare` of them."""
    if not len(list_map_blocks(shown)) == len(list_map_blocks(bare)) == len(list_map_blocks(drawn)):
        return tuple(shown)
    changes = zip(list_map_blocks(bare), list_map_blocks(drawn), strict=True)
    return tuple(merge_map_changes(block, *next(changes)) if isinstance(block, Map) else block for block in shown)


def list_map_blocks(blocks: Iterable[Block]) -> list[Map]:
    return [block for block in blocks if isinstance(block, Map)]


def merge_map_changes(map_: Map, bare: Map, drawn: Map) -> Map:
    pieces = apply_changes(map_.pieces, bare.pieces, drawn.pieces)
    return replace(map_, pieces=pieces, strokes=apply_changes(map_.strokes, bare.strokes, drawn.strokes))


def apply_changes(shown: Sequence[T], before: Sequence[T], after: Sequence[T]) -> tuple[T, ...]:
    """Things without those that went from `before` to `after`, and with those that came."""
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return (*(Counter(shown) - gone).elements(), *come.elements())
