"""What would happen: a phase resolved on the side from what a seat may know, with orders it supposes for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sqlmodel import Session

from engines import states
from engines.abilities import Foreseeable
from engines.base import State
from engines.language import LineVerdict, bounds
from engines.language.grammar import Order, OrderGrammar, Remark
from engines.language.text import BULLET
from engines.report import Block
from pbem.games import Refusal, games
from pbem.games.orders import orders
from pbem.games.proof import hash_chain
from pbem.games.seating.seats import get_seat_by_code
from pbem.storage.models import Game, Phase, Seat

T = TypeVar("T")


@dataclass(frozen=True)
class ProjectionContext:
    """What a seat sees of the open phase: all that a “what if” is made from. It may have nothing to order itself."""

    game: Game
    phase: Phase
    seat: Seat
    view: State


@dataclass(frozen=True)
class SupposedLine:
    """A line of a “what if”. `seat` is the code of whose order it was taken for, `named` whether the text says so;
    `order` what was written for it, `text` what was understood, "" if nothing was; `refused` why it is nobody's."""

    raw: str
    order: str
    seat: str = ""
    named: bool = True
    text: str = ""
    remarks: tuple[Remark, ...] = ()
    refused: Refusal | None = None


@dataclass(frozen=True)
class Projection:
    """What would happen: the verdict on each line, and the report a seat would get."""

    lines: tuple[SupposedLine, ...]
    blocks: tuple[Block, ...]


def can_be_projected(game: Game) -> bool:
    """Return whether “what if” can be answered: results hang on nothing that is hidden from a seat, or as good as
    nothing. It is told by the kind of game alone: what is hidden just now would show in the answer."""
    engine = games.get_engine(game)
    return (isinstance(engine, Foreseeable) and engine.foreseeable) or not states.has_secrets(engine.State)


def is_phase_undecided(game: Game, phase: Phase | None) -> bool:
    """Return whether a phase can still come out one way or another."""
    return phase is not None and phase.resolved_at is None and game.status in ("running", "paused")


def build_projection_context(session: Session, seat: Seat) -> ProjectionContext:
    """Raises Refusal "not running", "what if hidden"."""
    game = session.get_one(Game, seat.game_id)
    phase = games.find_current_phase(session, game)
    if phase is None or not is_phase_undecided(game, phase):
        raise Refusal("not running", slug=game.slug, status=game.status)
    if not can_be_projected(game):
        raise Refusal("what if hidden")
    return ProjectionContext(game, phase, seat, games.phase_view(phase, seat.code))


def project_orders(session: Session, seat: Seat, text: str) -> Projection:
    """Return what would happen if all seats ordered so, resolved on the side, from what the seat may know alone; `text`
    is read as by `read_supposed_orders`.

    Raises Refusal "what if hidden" or "what if chance" when the result would hang on what the seat cannot know, "not
    running", "text too long".
    """
    at = build_projection_context(session, seat)
    lines, given = read_supposed_orders(session, at, text)
    engine = games.get_engine(at.game)
    try:
        step = engine.resolve(at.view, given, NoDice())
    except LookupError as error:  # the result hangs on what the view does not hold
        raise Refusal("what if hidden") from error
    view = states.seat_view(step.state, seat.code)
    events = hash_chain.visible_events(step.events, seat.code)
    return Projection(lines, tuple(engine.report(view, seat.code, events, at.view)))


def read_supposed_orders(
    session: Session, at: ProjectionContext, text: str
) -> tuple[tuple[SupposedLine, ...], Mapping[str, tuple[Order, ...]]]:
    """Return what a text supposes: the verdict on each line, and the orders of each seat that count.

    A line is “SEAT: order”; a line “SEAT:” is for those below it; one without a seat is the asking seat's own. Raises
    Refusal "text too long", and "what if hidden" where a seat cannot be asked from what another sees.
    """
    if len(text) > bounds.TEXT:
        raise Refusal("text too long", length=len(text), longest=bounds.TEXT)
    lines, given = list[SupposedLine](), dict[str, tuple[Order, ...]]()
    placed = list(iter_supposed_lines(session, at, text))
    try:
        for code in dict.fromkeys(line.seat for line in placed):
            told, given[code] = judge_supposed_lines(at, code, [line for line in placed if line.seat == code])
            lines += told
    except LookupError as error:
        raise Refusal("what if hidden") from error
    return tuple(lines), given


def iter_supposed_lines(session: Session, at: ProjectionContext, text: str) -> Iterator[SupposedLine]:
    """Each line with whose it is. A name is looked up once, and no more of them than lines are judged."""
    heading, found = "", dict[str, str | Refusal]()
    for raw in (line.strip() for line in text.splitlines()):
        bullet = BULLET.match(raw)
        name, colon, order = (part.strip() for part in raw[bullet.end() if bullet else 0 :].partition(":"))
        if colon and name not in found and len(found) < bounds.LINES:
            found[name] = find_seat_code(session, at.game, name)
        code = found.get(name, heading) if colon else heading
        if isinstance(code, Refusal):  # unless all of it is an order of one's own
            yield SupposedLine(raw, raw, at.seat.code, False, refused=code)
        elif colon and not order:
            heading = code
        elif raw:
            yield SupposedLine(raw, order if colon else raw, code or at.seat.code, bool(code))


def find_seat_code(session: Session, game: Game, name: str) -> str | Refusal:
    """The code of the seat that is called so, or why there is none."""
    try:
        return get_seat_by_code(session, game, name).code
    except Refusal as error:
        return error


def judge_supposed_lines(
    at: ProjectionContext, code: str, lines: Sequence[SupposedLine]
) -> tuple[list[SupposedLine], tuple[Order, ...]]:
    """The verdicts on the lines taken for a seat, and those of its orders that count."""
    engine = games.get_engine(at.game)
    grammar = engine.grammar(at.view, code) or OrderGrammar("", ())
    verdicts, given = orders.read_order_text(grammar, "\n".join(line.order for line in lines))
    faults = [remark for remark in engine.check(at.view, code, given) if remark.level == "error"]
    told = [
        apply_verdict(lines[min(v.at, len(lines) - 1)], v, [r for r in faults if r.line == v.order_text])
        for v in verdicts
    ]
    return told, tuple(order for order in given if order.text not in {remark.line for remark in faults})


def apply_verdict(line: SupposedLine, verdict: LineVerdict, faults: Sequence[Remark]) -> SupposedLine:
    """A line with what was understood of it."""
    written = verdict.raw.strip()
    return replace(
        line,
        raw=written if line.raw == line.order else line.raw,
        order=written,
        text=verdict.order_text,
        remarks=(*verdict.remarks, *faults),
        refused=None if verdict.order_text else line.refused,
    )


class NoDice:
    """Chance that refuses to be asked."""

    def roll(self, stream: str, sides: int) -> int:
        raise Refusal("what if chance", stream=stream, sides=sides)

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:
        raise Refusal("what if chance", stream=stream, items=len(list(items)))

    def shared_dice(self, name: str) -> NoDice:  # noqa: ARG002
        return self
