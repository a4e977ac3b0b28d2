"""The draw of a game's seats by wishes, when all its players are there.

It is a serial dictatorship in an order that the game's sealed dice give: each in turn gets the best of their wishes
that is left, and who has no wish left gets one of the seats that nobody before them needs. Whatever the others wish and
whatever the order, nobody gets a seat they like better by telling other wishes than their own; people with the same
wishes have the same chances; and no two could swap for the better of both. Why so: docs/decisions/0018.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engines.base import Seat as SeatCode
from engines.dice import KeyedDice, make_seed
from pbem.games import Refusal, games
from pbem.games.notify import Kind, add_ledger_entry, queue_letter
from pbem.games.people import people
from pbem.games.seating import invitations, roll_call, seats, substitutes
from pbem.games.seating.seats import LONGEST_CONTRIBUTION
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.models import Game, Player, Seat, Wish, canonical_json


def join_or_wait(
    session: Session,
    game: Game,
    player: Player,
    wishes: Sequence[str],
    now: datetime,
    contribution: str = "",
    knows_word: bool = False,
    limits: Limits = USUAL_LIMITS,
) -> Seat | None:
    """Joins a game: takes a seat at once or, where seats are drawn, waits for that (None). Who waits already has other
    wishes now; the last one in brings the draw about and gets their seat by it. `knows_word`: they said the word of a
    game that is not open to all.

    Raises Refusal what `seats.join_game` and `invitations.check_admission` raise.
    """
    games.lock_game(session, game)
    people.lock_player(session, player)
    invitations.check_admission(session, game, player, knows_word)
    if substitutes.is_outside_deputy(session, game, player):
        raise Refusal("stands in already", slug=game.slug)
    if not games.is_to_be_drawn(game):
        return seats.join_game(session, game, player, wishes, now, contribution, limits)
    if any(seat.player_id == player.id for seat in games.list_game_seats(session, game)):
        raise Refusal("already seated", slug=game.slug, seat="a seat")
    codes = list(dict.fromkeys(seats.get_seat_by_name(session, game, wish).code for wish in wishes))
    people.mark_address_proved(session, player, now)
    row = find_seat_wish(session, game, player)
    known = row is not None
    row = row or Wish(game_id=game.id, player_id=player.id, wished_at=now)
    row.seats = canonical_json(codes)
    row.contribution = row.contribution or " ".join(contribution.split())[:LONGEST_CONTRIBUTION]
    session.add(row)
    session.flush()
    told = {
        "wishes": codes,
        "there": len(list_wishes(session, game)),
        "of": len(games.list_vacant_seats(session, game)),
    }
    if not known:
        add_ledger_entry(session, game, "SERVER", "enlisted", now, count=told["there"], most=told["of"])
    if len(list_wishes(session, game)) >= len(games.list_vacant_seats(session, game)):
        hold_draw(session, game, now)
        return next(seat for seat in games.list_game_seats(session, game) if seat.player_id == player.id)
    queue_letter(session, Kind.ENLISTED, player, f"enlisted:{row.id}:{now:%Y%m%d%H%M%S}", game=game, data=told, now=now)
    return None


def stop_waiting_for_draw(session: Session, game: Game, player: Player, now: datetime) -> bool:
    """Waits for the draw no longer; False if they did not."""
    games.lock_game(session, game)
    row = find_seat_wish(session, game, player)
    if row is None:
        return False
    session.delete(row)
    session.flush()
    add_ledger_entry(session, game, "SERVER", "unlisted", now)
    return True


def find_seat_wish(session: Session, game: Game, player: Player) -> Wish | None:
    return session.exec(select(Wish).where(Wish.game_id == game.id, Wish.player_id == player.id)).one_or_none()


def list_wishes(session: Session, game: Game) -> list[Wish]:
    """Return who waits for the draw, in the order in which they came."""
    return list(session.exec(select(Wish).where(Wish.game_id == game.id).order_by(col(Wish.id))))


def hold_draw(session: Session, game: Game, now: datetime) -> None:
    """Draws the seats that are free among those who wait, and seats them; what it was drawn from is kept and sealed by
    the hash of the first phase."""
    wishes = list_wishes(session, game)
    free = {seat.code: seat for seat in games.list_vacant_seats(session, game)}
    drawn: dict[str, object] = {
        "seats": list(free),
        "wishes": [json.loads(one.seats) for one in wishes],
        "contributions": [one.contribution for one in wishes],
    }
    given = compute_draw(game.secret, drawn)
    game.draw = canonical_json({**drawn, "given": given})
    session.add(game)
    session.flush()
    add_ledger_entry(session, game, "SERVER", "drawn", now, hash=hash_draw(game.draw))
    for one, code in zip(wishes, given, strict=True):
        free[code].contribution = one.contribution
        seats.occupy_seat(session, game, free[code], session.get_one(Player, one.player_id), now)
    session.execute(sa.delete(Wish).where(col(Wish.game_id) == game.id))
    roll_call.start_or_call_roll(session, game, now)


def hash_draw(text: str) -> str:
    """The hash by which a draw is known before all of it is shown."""
    return hashlib.sha256(text.encode()).hexdigest()


# --- as arithmetic -------------------------------------------------------------------------------------------------


def compute_draw(secret: str, drawn: Mapping[str, object]) -> list[SeatCode]:
    """Return which seat each of those gets who waited, in the order in which they came. The dice hang on the sealed
    secret and on what each gave to them, never on a wish: nobody could know them beforehand."""
    wishes, free = as_list(drawn["wishes"]), as_list(drawn["seats"])
    dice = KeyedDice(make_seed(secret, as_list(drawn["contributions"])), "draw")
    order = dice.shuffle("people", range(len(wishes)))
    given = assign_by_wishes([wishes[number] for number in order], dice.shuffle("seats", free))
    by_number = dict(zip(order, given, strict=True))
    return [by_number[number] for number in range(len(wishes))]


def as_list(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


def is_draw_valid(secret: str, text: str) -> bool:
    """Return whether a draw, as a game keeps it, is what its sealed secret and its wishes give."""
    drawn: dict[str, object] = json.loads(text)
    return compute_draw(secret, drawn) == as_list(drawn["given"])


def assign_by_wishes(wishes: Sequence[Sequence[SeatCode]], free: Sequence[SeatCode]) -> list[SeatCode]:
    """A seat for each, in the order of the `wishes`, as many as there are `free` ones. Each gets the best they can have
    beside those before them; whoever is left with no wish keeps open which seat they get, for those after them."""
    allowed: list[frozenset[SeatCode]] = []
    for wish in wishes:
        others = frozenset(free) - {*wish}
        options = [*(frozenset({code}) for code in wish if code in free), others]
        allowed.append(next(one for one in options if can_seat_all([*allowed, one])))
    found: list[SeatCode] = []
    for number, mine in enumerate(allowed):
        later = allowed[number + 1 :]
        found.append(
            next(code for code in free if code in mine and code not in found and can_seat_all(later, {*found, code}))
        )
    return found


def can_seat_all(allowed: Sequence[Collection[SeatCode]], taken: Collection[SeatCode] = ()) -> bool:
    """Return whether each can have one of those that are allowed to them, and none two have the same (augmenting
    paths)."""
    holder: dict[SeatCode, int] = {}

    def can_place(one: int, tried: set[SeatCode]) -> bool:
        for code in allowed[one]:
            if code not in tried and code not in taken:
                tried.add(code)
                if code not in holder or can_place(holder[code], tried):
                    holder[code] = one
                    return True
        return False

    return all(can_place(one, set()) for one in range(len(allowed)))
