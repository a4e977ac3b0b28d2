"""Who did not write: whose orders were late or missing, what stood in, and what that leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmodel import Session

from engines.report import Text
from pbem import chronicle
from pbem.models import Game, Phase, Seat, Turn
from pbem.play import chain, games, missed, vacancies
from pbem.play.rules import rules_of
from pbem.reports.happening import earlier, titled
from pbem.wording import Tongue, family

TOLD = family("told", "late", "excused", "unreachable", "missed")


YOURS = family("you", "late", "excused", "stood in", "missed")
"""What others are told, and what the player is told himself, by verdict."""


def absences(session: Session, game: Game, phase: Phase, seat: Seat | None, say: Tongue) -> Iterator[Text]:
    """Whose orders for the phase before were late or missing, and what stood in; the seat's own first."""
    if chain.Origin.of(phase).kind != "resolve" or (before := earlier(session, game, phase)) is None:
        return
    found, named = missed.of_phase(session, before), titled(game, before, None, say)
    own = [one for one in found if seat and one[1].id == seat.id and one[0].player_id == seat.player_id]
    for turn, held in own:
        yield Text(of_yours(session, game, (before, phase), turn, held, named, say))
    if rules_of(game).absences == "all":
        yield from of_others([one for one in found if one not in own], named, say)


def of_yours(
    session: Session, game: Game, step: tuple[Phase, Phase], turn: Turn, seat: Seat, phase: str, say: Tongue
) -> str:
    """What became of a player's own turn, and what happens next. `step`: its phase, and the one that followed."""
    if turn.verdict == missed.Verdict.STOOD_IN:
        return say("you stood in", phase=phase, by=say(chronicle.STOOD_IN[turn.given_by]))
    if turn.verdict not in missed.SILENT:
        return say(YOURS[turn.verdict], phase=phase)
    return say("you missed", phase=phase, next=what_next(session, game, step, seat, say)).strip()


def what_next(session: Session, game: Game, step: tuple[Phase, Phase], seat: Seat, say: Tongue) -> str:
    """What silence leads to, after a turn that was missed; "" if the seat has nothing to lose any more."""
    before, phase = step
    if not vacancies.can_be_offered(games.state(phase), seat):
        return ""
    limit = vacancies.patience_with(rules_of(game))
    more = limit - missed.in_a_row(session, seat, before.number)
    if not limit or more < 1:
        return say("you missed never")
    offered = say("you missed last") if more == 1 else say("you missed more", count=more)
    return f"{offered} {what_is_lost(game, phase, seat, say)}".strip()


def what_is_lost(game: Game, phase: Phase, seat: Seat, say: Tongue) -> str:
    """What a seat loses that was offered and nobody took; "" if nothing."""
    turns = vacancies.lost_after(game, phase, seat)
    return say("you lose", count=turns) if turns else ""


def what_follows(session: Session, game: Game, seat: Seat, say: Tongue) -> str:
    """What happens if the open turn is missed; "" if nothing worse than that."""
    limit, phase = vacancies.patience_with(rules_of(game)), games.current(session, game)
    if not limit or missed.in_a_row(session, seat) + 1 < limit:
        return ""
    lost = what_is_lost(game, phase, seat, say) if phase else ""
    return f"{say('you may lose')} {lost}".strip()


def of_others(found: Sequence[tuple[Turn, Seat]], phase: str, say: Tongue) -> Iterator[Text]:
    for verdict, name in TOLD.items():
        if seats := [say.name(seat) for turn, seat in found if turn.verdict == verdict]:
            yield Text(say(name, seats=seats, phase=phase))
    for giver, name in chronicle.STOOD_IN.items():
        stood_in = [one for one in found if one[0].verdict == missed.Verdict.STOOD_IN and one[0].given_by == giver]
        if stood_in:
            yield Text(say("told stood in", seats=[say.name(seat) for _, seat in stood_in], by=say(name)))
