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

from engines.language import bounds, complete
from engines.language.ask import Order, Remark
from engines.report import Block, Map
from pbem import reports, wording
from pbem.books import steps
from pbem.models import Seat, Turn
from pbem.play import Refused, chain, foresight, games, orders
from pbem.play.foresight import Foresight, Sight, Supposed
from pbem.play.orders import Hearing
from pbem.render import board as painter
from pbem.web import standing
from pbem.web.place import Asked, Place
from pbem.web.sheet import Sheet
from pbem.web.standing import Row

T = TypeVar("T")
NOWHERE = Asked()
"""No sentence is begun."""


@dataclass(frozen=True)
class Trial:
    """What is laid out: for each seat that may say something its desk, at which the orders tried for it stand.

    `really`: the orders that the asking seat has given. `refused`: what was written besides that does not count; `rest`
    the same as it was written.
    """

    sight: Sight
    hearings: Mapping[str, Hearing]
    really: tuple[Order, ...] = ()
    refused: tuple[Row, ...] = ()
    rest: str = ""

    @cached_property
    def places(self) -> dict[str, Tried]:
        """The place of each seat, before a sentence is begun."""
        return {code: Tried(one.game, one.seat, one.phase, one, trial=self) for code, one in self.hearings.items()}

    @property
    def text(self) -> str:
        """All lines laid out."""
        return "\n".join(
            line(code, order.text) for code, hearing in self.hearings.items() for order in orders.given(hearing)
        )

    def said(self, code: str) -> tuple[str, ...]:
        """The lines laid out for a seat."""
        return tuple(order.text for order in orders.given(self.hearings[code])) if code in self.hearings else ()

    def laid(self, code: str, some: Sequence[Order]) -> Trial:
        """With these orders for a seat in place of those it had. Raises Refused "too many orders"."""
        found = replace(self, hearings={**self.hearings, code: laid(self.hearings[code], some)})
        if (length := len(found.text)) > bounds.TEXT:
            raise Refused("too many orders", length=length, longest=bounds.TEXT)
        return found

    def ordered(self, code: str, text: str, instead: str = "") -> Trial:
        """With one more order for a seat, in the place of another."""
        hearing = self.hearings[code]
        order = complete(hearing.ask, text).order
        said = "\n".join(one.text for one in orders.one_more(hearing, order, instead)) if order else text
        answer, stands = orders.judged(hearing, said)
        counts = order is not None and order.text in answer.standing
        kept = [one for one in stands if not (counts and order and one.text == instead != order.text)]
        return replace(self.laid(code, kept), refused=standing.doubtful(answer))

    def without(self, taken: str) -> Trial:
        """Without one of its lines."""
        code, text = parted(taken)
        left = (
            [order for order in orders.given(self.hearings[code]) if order.text != text]
            if code in self.hearings
            else []
        )
        return self.laid(code, left) if code in self.hearings else self

    def written(self, db: Session, text: str) -> Trial:
        """With lines as a letter would hold them. Later lines take the place of earlier ones about the same things."""
        lines, given = foresight.supposed(db, self.sight, text)
        found, against = self, list[Row]()
        for code in [code for code in self.hearings if code in given]:
            answer, stands = orders.judged(self.hearings[code], "\n".join(order.text for order in given[code]))
            found = found.laid(code, stands)
            against += (row for row in standing.doubtful(answer) if row.mark == "no")
        rows = (*(verdict(one) for one in lines if one.remarks or not one.text), *against)
        rest = "\n".join(row.text for row in rows if row.mark == "no")
        return replace(found, refused=rows, rest=rest)


def empty(db: Session, seat: Seat) -> Trial:
    """Raises Refused "not running", "what if hidden", "no orders"."""
    sight = foresight.sight(db, seat)
    found = dict(hearings(db, sight))
    if not found:
        raise Refused("no orders", seat=seat.label, phase=games.called(sight.phase))
    return Trial(sight, found, really(db, sight))


def begun(db: Session, seat: Seat) -> Trial:
    """A trial at its beginning: the seat's own orders as they stand, and nobody else's. Raises what `empty` raises."""
    found = empty(db, seat)
    return found.laid(seat.code, found.really) if seat.code in found.hearings else found


def read(db: Session, seat: Seat, text: str) -> Trial:
    """A trial from its text. Raises what `empty` raises, and Refused "text too long"."""
    found = empty(db, seat).written(db, text)
    return replace(found, refused=tuple(row for row in found.refused if row.mark == "no"))


def really(db: Session, sight: Sight) -> tuple[Order, ...]:
    """The orders that the asking seat has given."""
    try:
        return orders.given(orders.hearing(db, sight.game, sight.seat))
    except Refused:
        return ()


def hearings(db: Session, sight: Sight) -> Iterator[tuple[str, Hearing]]:
    """An empty desk for each seat that may say something, made from what the asking seat sees. Raises Refused "what if
    hidden"."""
    for seat in games.seats(db, sight.game):
        try:
            ask = games.engine(sight.game).ask(sight.view, seat.code)
        except LookupError as error:
            raise Refused("what if hidden") from error
        if ask:
            turn = Turn(phase_id=sight.phase.id, seat_id=seat.id)
            yield seat.code, Hearing(sight.game, sight.phase, turn, seat, sight.view, ask, ())


def laid(hearing: Hearing, some: Sequence[Order]) -> Hearing:
    """A hearing at which these orders stand; nothing of it is stored."""
    turn = Turn(phase_id=hearing.phase.id, seat_id=hearing.seat.id, orders=chain.dump_orders(some))
    return replace(hearing, turn=turn)


def line(code: str, text: str) -> str:
    """A line of a trial: an order, and whose it is."""
    return f"{code}: {text}"


def parted(text: str) -> tuple[str, str]:
    """A line's seat and its order."""
    code, _, order = text.partition(": ")
    return code, order


def verdict(one: Supposed) -> Row:
    """What came of a line that was written."""
    if one.refused:
        return Row("no", one.raw, one.raw, (Remark("error", wording.refusal(one.refused), one.raw),))
    return standing.row(one.raw, one.raw, one.remarks) if one.text else Row("no", one.raw, one.raw, one.remarks)


# --- the board ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried(Place):
    """The place of a seat in a trial. `outcome`: what would come of it, if that was asked. `closed`: the sheet is shut
    until a sentence is begun."""

    trial: Trial = field(kw_only=True)
    outcome: Foresight | None = field(default=None, kw_only=True)
    closed: bool = field(default=False, kw_only=True)

    @property
    def title(self) -> str:
        return reports.titled(self.game, self.phase)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The picture of what would happen; else how things stand, with all that is laid out."""
        happened = tuple(block for block in self.outcome.blocks if isinstance(block, Map)) if self.outcome else ()
        return happened or board(self.trial, self.seat.code)

    @cached_property
    def sheet(self) -> Sheet | None:
        return None if self.outcome or self.closed else super().sheet

    @cached_property
    def links(self) -> dict[str, painter.Link]:
        """Also the things of other seats, until a sentence is begun."""
        others = [] if self.sheet else [place for place in self.trial.places.values() if place.seat != self.seat]
        return {at: place.link for place in others for at in place.touched} | super().links

    def land_at(self, map_: Map, nth: int) -> str:
        """The land of what would happen may lie nowhere but in the page: areas change hands."""
        now = maps(board(self.trial, self.seat.code)) if self.outcome else []
        land = painter.land(map_) if self.outcome else ""
        if not self.outcome or (nth < len(now) and land == painter.land(now[nth])):
            return super().land_at(map_, nth)
        return f"data:image/svg+xml;base64,{b64encode(land.encode()).decode()}"

    @property
    def link(self) -> painter.Link:
        """Where a thing of this seat leads while another seat is asked."""
        return painter.Link(f"#whose-{self.seat.code}", f"For {self.seat.label}")

    def line(self, row: Row) -> str:
        """The line of the trial that a row shows."""
        return line(self.seat.code, row.text)

    def anchor(self, row: Row) -> str:
        return standing.anchor(self.line(row))

    def way_to(self, _: str) -> str:
        """A trial stands in no address, so there is no way but the buttons below."""
        return "#finder"


def tried(trial: Trial, code: str, asked: Asked = NOWHERE, outcome: Foresight | None = None) -> Tried:
    """The place of a seat; of who comes first, if it has none. What is clicked on may be another's, and a click that
    can mean one thing only has said it."""
    first = next(iter(trial.places.values()))
    here = replace(trial.places.get(code, first), asked=asked, outcome=outcome)
    if asked.at and not asked.so and not here.offers:
        owner = next((place for place in trial.places.values() if asked.at in place.touched), here)
        here = replace(owner, asked=asked)
    if len(here.offers) == 1:
        return replace(here, asked=replace(asked, so=here.offers[0].text, at=""))
    return here


def board(trial: Trial, code: str) -> tuple[Block, ...]:
    """The board as a seat orders from it, with what is laid out for all. Nothing shows on it that the asking seat does
    not see."""
    engine, view = games.engine(trial.sight.game), trial.sight.view
    shown = tuple(engine.board(view, code, spoken(trial, code)))
    for other in trial.hearings:
        if other != code and trial.said(other):
            shown = over(shown, engine.board(view, other, ()), engine.board(view, other, spoken(trial, other)))
    return shown


def spoken(trial: Trial, code: str) -> tuple[Order, ...]:
    return steps.spoken(trial.hearings[code].ask, orders.given(trial.hearings[code]))


def over(shown: Sequence[Block], bare: Sequence[Block], drawn: Sequence[Block]) -> tuple[Block, ...]:
    """A board with what another's orders change on its maps: as they are `drawn`, and `bare` of them."""
    if not len(maps(shown)) == len(maps(bare)) == len(maps(drawn)):
        return tuple(shown)
    changes = zip(maps(bare), maps(drawn), strict=True)
    return tuple(merged(block, *next(changes)) if isinstance(block, Map) else block for block in shown)


def maps(blocks: Iterable[Block]) -> list[Map]:
    return [block for block in blocks if isinstance(block, Map)]


def merged(map_: Map, bare: Map, drawn: Map) -> Map:
    pieces = changed(map_.pieces, bare.pieces, drawn.pieces)
    return replace(map_, pieces=pieces, strokes=changed(map_.strokes, bare.strokes, drawn.strokes))


def changed(shown: Sequence[T], before: Sequence[T], after: Sequence[T]) -> tuple[T, ...]:
    """Things without those that went from `before` to `after`, and with those that came."""
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return (*(Counter(shown) - gone).elements(), *come.elements())
