"""Orders in advance, judged when they are kept as far as that can be told: spelling, names and grammar. What hangs on
how the board stands when their phase opens is judged then (`pbem.play.standins`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session

from engines.language import Grammar, Verdict
from engines.language.ask import Remark
from engines.language.loosening import loosely
from engines.language.names import Told
from pbem import wording
from pbem.books.one_day import Sayable, sayable
from pbem.models import Game, Seat
from pbem.play import Refused, games, later, orders, standins
from pbem.play.orders import Hearing

NOTHING = Remark("error", "")
"""Why a line cannot be given where nothing can be said at all."""


@dataclass(frozen=True)
class Foretold:
    """What can be told of words for a phase to come. `text` is what of them may be given one day; `hanging` the lines
    that could not be given as things stand now; `refused` those that are no orders in any position, each with why.
    `lost_ready`: a line that says “ready” was left out for their sake."""

    text: str
    hanging: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    lost_ready: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is no order left in it."""
        return not any(is_order(line) for line in self.text.splitlines())


def judge_in_advance(session: Session, seat: Seat, wanted: str, text: str) -> Foretold:
    """Looks at words for a phase to come. The line that says “ready” is left out beside one that is refused."""
    if len(text) > later.LONGEST:  # which is not kept
        return Foretold(text)
    lines = text.splitlines()
    plain = "\n".join(line if is_order(line) else "" for line in lines)
    game, hearing = session.get_one(Game, seat.game_id), heard(session, seat)
    phrases = hearing.ask.phrases if hearing else {}
    now = as_things_stand(hearing, plain)
    wrong = in_no_position(game, wanted, plain, phrases).items()
    refused = {at: now[at] if now[at].text else fault for at, fault in wrong if at in now}
    left = [line for at, line in enumerate(lines) if at not in refused]
    whole = [line for line in left if not (refused and standins.is_ready(line))]
    return Foretold(
        "\n".join(whole),
        tuple(lines[at].strip() for at in now if at not in refused),
        tuple((lines[at].strip(), wording.coded(fault.text, fault.code)) for at, fault in refused.items()),
        len(whole) < len(left),
    )


def is_order(line: str) -> bool:
    """Whether a line is an order, and none that says how the others are given."""
    return bool(line.strip()) and not standins.is_ready(line) and not standins.ELSE.match(line)


def heard(session: Session, seat: Seat) -> Hearing | None:
    """What is needed to judge the seat's words now; None if it can say nothing."""
    try:
        return orders.hearing(session, session.get_one(Game, seat.game_id), seat)
    except Refused:
        return None


def as_things_stand(hearing: Hearing | None, plain: str) -> dict[int, Remark]:
    """Which lines could not be given now, and why; all of them without a word where nothing can be said now."""
    try:
        answer = orders.judged(hearing, plain, alone=True)[0] if hearing else None
    except Refused:
        answer = None
    if answer is None:
        return {at: NOTHING for at, line in enumerate(plain.splitlines()) if line}
    return first_faults(answer.verdicts, {remark.line: remark for remark in answer.remarks if remark.level == "error"})


def in_no_position(game: Game, wanted: str, plain: str, phrases: Mapping[str, Told]) -> dict[int, Remark]:
    """Which lines are no orders of the game in any position, and why; none where that cannot be told."""
    found = sayable(games.engine(game), game.options)
    if found is None or may_be_unmet(found, games.engine(game).kinds, wanted):
        return {}
    return first_faults(loosely(Grammar(replace(found.ask, phrases=phrases)), plain), {})


def may_be_unmet(found: Sayable, kinds: Collection[str], wanted: str) -> bool:
    """Whether somebody names a phase of a kind that is too rare to have been met, as far as its name tells."""
    met, said = {later.squeezed(kind) for kind in found.kinds}, later.squeezed(wanted)
    if said in met or said in later.NEXT or found.kinds >= {*kinds}:
        return False
    return not any(later.is_alike(names, wanted) for names in found.phases)


def first_faults(verdicts: Iterable[Verdict], wrong: Mapping[str, Remark]) -> dict[int, Remark]:
    """By their places the lines of which nothing can be made, or which are `wrong` besides, with the first reason."""
    found: dict[int, Remark] = {}
    for verdict in verdicts:
        fault = next((remark for remark in verdict.remarks if remark.level == "error"), NOTHING)
        if not verdict.text or verdict.text in wrong:
            found.setdefault(verdict.at, wrong.get(verdict.text, fault))
    return found
