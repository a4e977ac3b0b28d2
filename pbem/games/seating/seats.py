"""Seats: joined, left, handed on, and called by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, select

from engines.language.names import clean_line, tokenize_line
from pbem.games import Refusal, games
from pbem.games.notify import NO_MORE, Kind, add_ledger_entry, queue_letter, queue_to_all
from pbem.games.orders import scheduled_orders
from pbem.games.people import people
from pbem.games.phases import phase_turns, phases
from pbem.games.rules import rules_of
from pbem.games.seating import deputies, roll_call, tenures
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.settings.mail_addresses import new_nonce
from pbem.storage.budgets import spend
from pbem.storage.models import Game, Player, Seat

LONGEST_CONTRIBUTION = 200


def join_game(
    session: Session,
    game: Game,
    player: Player,
    wishes: Sequence[str],
    now: datetime,
    contribution: str = "",
    limits: Limits = USUAL_LIMITS,
) -> Seat:
    """Takes the first free seat among the wishes, else any; the last one in starts the game. A seat that is out of the
    game is never free. Only the player in person can do this, so their address has answered.

    `contribution` goes into the seed of the dice, so that no host can choose it. In a running game a vacant seat is
    taken over. Raises Refusal: "game over", "already seated", "game full", "no such seat", "seat
    taken", "seats taken too often", "seats are drawn" (see `pbem.games.seating.seat_lottery`).
    """
    games.lock_game(session, game)
    people.lock_player(session, player)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    if games.is_to_be_drawn(game):
        raise Refusal("seats are drawn", slug=game.slug)
    seats = games.list_game_seats(session, game)
    mine = [s.label for s in seats if s.player_id == player.id]
    if len(mine) >= rules_of(game).seats_each:
        raise Refusal("already seated", slug=game.slug, seat=mine)
    free = {s.code: s for s in games.list_vacant_seats(session, game)}
    if not free:
        raise Refusal("game full", slug=game.slug)
    wished = [get_seat_by_name(session, game, wish).code for wish in wishes]
    held_by_others = {s.code for s in seats if s.player_id is not None}
    if game.status != "forming" and wished and held_by_others.issuperset(wished):
        raise Refusal(
            "seat taken",
            slug=game.slug,
            seat=get_seat_by_code(session, game, wished[0]).label,
            free=labels_of_seats(free),
        )
    seat = free[next((code for code in wished if code in free), next(iter(free)))]
    if not spend(session, limits, "seats_taken", f"{player.id}:{game.id}", now):
        raise Refusal("seats taken too often", slug=game.slug, most=limits.seats_taken)
    people.mark_address_proved(session, player, now)
    if game.status == "forming":
        seat.contribution = " ".join(contribution.split())[:LONGEST_CONTRIBUTION]
    occupy_seat(session, game, seat, player, now)
    if game.status == "forming" and len(free) == 1:
        roll_call.start_or_call_roll(session, game, now)
    return seat


def occupy_seat(session: Session, game: Game, seat: Seat, player: Player, now: datetime) -> None:
    """Gives a vacant seat to a player and lets them know all they need."""
    seat.player_id, seat.joined_at, seat.opens_press = player.id, now, False
    session.add(seat)
    session.flush()
    games.recount_free_seats(session, game)
    tenures.begin_tenure(session, seat, player, now)
    add_ledger_entry(session, game, seat.code, "joined", now)
    if game.status != "forming":
        key = f"taken:{seat.id}:{seat.generation}"
        queue_to_all(session, Kind.TAKEN, game, key, data={"seat": seat.label}, now=now, but=[seat])
    people.notify_new_holder(session, game, seat, player, now)
    phase = games.find_current_phase(session, game)
    if phase and game.status == "running":
        phases.refresh_alarm(session, game, phase, now)  # the phase waits for them now


LeavingAct = Literal["resigned", "ejected"]
"""How a player left a seat that stays vacant."""


def leave_seat_vacant(session: Session, seat: Seat, now: datetime, act: LeavingAct = "resigned") -> None:
    """Leaves a seat vacant; its address and links become void. Raises Refusal "seat vacant", "game over"."""
    game = lock_game_of_seat(session, seat)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    vacate_seat(session, game, seat, now, act)
    phase = games.find_current_phase(session, game)
    if phase and game.status == "running":
        phases.refresh_alarm(session, game, phase, now)


def vacate_seat(
    session: Session,
    game: Game,
    seat: Seat,
    now: datetime,
    act: Literal["resigned", "replaced", "ejected", "opened", "given"],
    more: Mapping[str, str] = NO_MORE,
) -> None:
    """Takes a seat from its player, whose tenure ends with this act; its addresses and links become void. The player is
    told, with what `more` says. Raises Refusal "seat vacant"."""
    session.refresh(seat)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    if player is None:
        raise Refusal("seat vacant", seat=seat.label)
    tenures.end_tenure(session, seat, act, now)
    deputies.end_all_deputies(session, seat, now)
    seat.player_id = None
    seat.generation, seat.nonce = seat.generation + 1, new_nonce()
    clear_ready(session, game, seat)
    scheduled_orders.forget_advance_choices(session, seat)
    session.add(seat)
    session.flush()
    games.recount_free_seats(session, game)
    if act != "given":  # which is entered when it has its new player
        add_ledger_entry(session, game, seat.code, "seat opened" if act == "opened" else act, now)
    key, data = f"{seat.id}:{seat.generation}", {"seat": seat.label, **more}
    queue_letter(session, Kind(act), player, f"{act}:{key}", game=game, data=data, now=now)
    if act in ("resigned", "ejected"):
        notify_vacancies(session, game, [seat], act, now)


def notify_vacancies(session: Session, game: Game, some: Sequence[Seat], why: str, now: datetime) -> None:
    """Tells everybody else, in one letter, that seats are free."""
    data = {"seats": [seat.label for seat in some], "why": why}
    key = "vacant:" + ",".join(f"{seat.id}.{seat.generation}" for seat in some)
    queue_to_all(session, Kind.VACANT, game, key, phase=games.find_current_phase(session, game), data=data, now=now)


def renew_seat_address(session: Session, seat: Seat, now: datetime, by: str = "player") -> None:
    """Gives a seat a new mail address, for its old one may be in other hands; its player is told at their own.

    `by`: "player" or "master", who asked for it. Raises Refusal "seat vacant"."""
    game = lock_game_of_seat(session, seat)
    session.refresh(seat)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    if player is None:
        raise Refusal("seat vacant", seat=seat.label)
    seat.generation, seat.nonce = seat.generation + 1, new_nonce()
    session.add(seat)
    session.flush()
    key, data = f"address:{seat.id}:{seat.generation}", {"by": by}
    queue_letter(session, Kind.ADDRESS, player, key, game=game, seat=seat, data=data, now=now)


def clear_ready(session: Session, game: Game, seat: Seat) -> None:
    """Whoever comes next has not said that they need no more time."""
    phase = games.find_current_phase(session, game)
    turn = phase_turns.find_turn(session, phase, seat) if phase else None
    if turn is not None:
        turn.ready = False
        session.add(turn)


def replace_holder(session: Session, game: Game, seat_code: str, player: Player, now: datetime) -> Seat:
    """Hands a seat to another player; the one who had it is told, and their address and links become void.

    Raises Refusal "no such seat", "plays already" (which seat is not told: names may be secret), "game over".
    """
    games.lock_game(session, game)
    people.lock_player(session, player)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    seat = get_seat_by_code(session, game, seat_code)
    if sum(s.player_id == player.id for s in games.list_game_seats(session, game)) >= rules_of(game).seats_each:
        raise Refusal("plays already", slug=game.slug, address=player.address)
    if seat.player_id:
        vacate_seat(session, game, seat, now, "replaced")
    occupy_seat(session, game, seat, player, now)
    if game.status == "forming" and all(s.player_id for s in games.list_game_seats(session, game)):
        roll_call.start_or_call_roll(session, game, now)
    return seat


def list_held_seats(session: Session, player: Player) -> list[Seat]:
    """The seats a player holds, those of the newest games first."""
    return list(
        session.exec(select(Seat).where(Seat.player_id == player.id).order_by(col(Seat.game_id).desc(), col(Seat.id)))
    )


def get_seat_by_code(session: Session, game: Game, code: str) -> Seat:
    """Raises Refusal "no such seat"."""
    return next((s for s in games.list_game_seats(session, game) if s.code == code), None) or get_seat_by_name(
        session, game, code
    )


def labels_of_seats(some: Mapping[str, Seat]) -> list[str]:
    return [seat.label for seat in some.values()]


def get_seat_by_name(session: Session, game: Game, words: str) -> Seat:
    """The seat people call so, by any of its names or their beginnings. Raises Refusal "no such seat"."""
    lexicon = games.game_setup(game).lexicon
    said = tokenize_line(clean_line(words))
    meant = {choice.code for end, choice in lexicon.find(said, 0) if end == len(said)}
    if len(meant) != 1:
        near = [c.label or c.code for c in lexicon.nearest_choices(words)] if not meant else sorted(meant)
        known = [c.label or c.code for c in lexicon.choices]
        raise Refusal("no such seat", word=words.strip()[:40], near=near, seats=known)
    return next(s for s in games.list_game_seats(session, game) if s.code in meant)


def find_likely_seat(session: Session, game: Game, words: str) -> Seat | None:
    """The seat people call so, or whose name looks most like it; None if none does."""
    try:
        return get_seat_by_name(session, game, words)
    except Refusal:
        near = games.game_setup(game).lexicon.nearest_choices(words, most=1)
        return next(
            (seat for seat in games.list_game_seats(session, game) for one in near if seat.code == one.code), None
        )


def lock_game_of_seat(session: Session, seat: Seat) -> Game:
    """The seat's game, locked and read anew."""
    game = session.get(Game, seat.game_id)
    assert game is not None
    return games.lock_game(session, game)
