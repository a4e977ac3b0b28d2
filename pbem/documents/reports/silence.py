"""Who did not write: whose orders were late or missing, what stood in, and what that leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmodel import Session

from engines.report import Paragraph
from pbem.documents import game_summary
from pbem.documents.reports.happening import find_earlier_phase, phase_title_for
from pbem.games import games
from pbem.games.phases import turn_verdicts
from pbem.games.proof import hash_chain
from pbem.games.rules import rules_of
from pbem.games.seating import vacancies
from pbem.storage.models import Game, Phase, Seat, Turn
from pbem.wording import Tongue, sentence_family

TOLD = sentence_family("told", "late", "excused", "unreachable", "missed")


YOURS = sentence_family("you", "late", "excused", "stood in", "missed")
"""What others are told, and what the player is told, by verdict."""


def absence_texts(session: Session, game: Game, phase: Phase, seat: Seat | None, say: Tongue) -> Iterator[Paragraph]:
    """Yield whose orders for the phase before were late or missing, and what stood in; the seat's own first."""
    if (
        hash_chain.PhaseOrigin.from_phase(phase).kind != "resolve"
        or (before := find_earlier_phase(session, game, phase)) is None
    ):
        return
    found, named = turn_verdicts.list_reported_turns(session, before), phase_title_for(game, before, None, say)
    own = [one for one in found if seat and one[1].id == seat.id and one[0].player_id == seat.player_id]
    for turn, held in own:
        yield Paragraph(describe_own_absence(session, game, (before, phase), turn, held, named, say))
    if rules_of(game).absences == "all":
        yield from other_absence_texts([one for one in found if one not in own], named, say)


def describe_own_absence(
    session: Session, game: Game, step: tuple[Phase, Phase], turn: Turn, seat: Seat, phase: str, say: Tongue
) -> str:
    """Return what became of a player's own turn, and what happens next. `step`: its phase, and the one that
    followed."""
    if turn.verdict == turn_verdicts.TurnVerdict.STOOD_IN:
        return say("you stood in", phase=phase, by=say(game_summary.STAND_IN_WORDS[turn.given_by]))
    if turn.verdict not in turn_verdicts.SILENT_VERDICTS:
        return say(YOURS[turn.verdict], phase=phase)
    return say("you missed", phase=phase, next=describe_next_absence(session, game, step, seat, say)).strip()


def describe_next_absence(session: Session, game: Game, step: tuple[Phase, Phase], seat: Seat, say: Tongue) -> str:
    """Return what silence leads to, after a turn that was missed; "" if the seat has nothing to lose any more."""
    before, phase = step
    if not vacancies.can_be_offered(games.phase_state(phase), seat):
        return ""
    limit = vacancies.turns_until_open(rules_of(game))
    more = limit - turn_verdicts.count_missed_in_row(session, seat, before.number)
    if not limit or more < 1:
        return say("you missed never")
    offered = say("you missed last") if more == 1 else say("you missed more", count=more)
    return f"{offered} {describe_loss(game, phase, seat, say)}".strip()


def describe_loss(game: Game, phase: Phase, seat: Seat, say: Tongue) -> str:
    """Return what a seat loses that was offered and nobody took; "" if nothing."""
    turns = vacancies.turns_until_loss(game, phase, seat)
    return say("you lose", count=turns) if turns else ""


def describe_absence_risk(session: Session, game: Game, seat: Seat, say: Tongue) -> str:
    """Return what happens if the open turn is missed; "" if nothing worse than that."""
    limit, phase = vacancies.turns_until_open(rules_of(game)), games.find_current_phase(session, game)
    if not limit or turn_verdicts.count_missed_in_row(session, seat) + 1 < limit:
        return ""
    lost = describe_loss(game, phase, seat, say) if phase else ""
    return f"{say('you may lose')} {lost}".strip()


def other_absence_texts(found: Sequence[tuple[Turn, Seat]], phase: str, say: Tongue) -> Iterator[Paragraph]:
    for verdict, name in TOLD.items():
        if seats := [say.seat_name(seat) for turn, seat in found if turn.verdict == verdict]:
            yield Paragraph(say(name, seats=seats, phase=phase))
    for giver, name in game_summary.STAND_IN_WORDS.items():
        stood_in = [
            one for one in found if one[0].verdict == turn_verdicts.TurnVerdict.STOOD_IN and one[0].given_by == giver
        ]
        if stood_in:
            yield Paragraph(say("told stood in", seats=[say.seat_name(seat) for _, seat in stood_in], by=say(name)))
