"""What waits for somebody's yes: a seat offered, a roll call, a letter in doubt. Each kind of request is declared here
once; what a yes means is the business of the command that its line is.

Letters (`yes`, `no`), the commands `accept` and `decline`, the pages and the front page all ask this place what is
open. It keeps nothing: requests stand in the tables of what they are about.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.games import Refusal, waiting_for_yes
from pbem.games.leading import leaders
from pbem.games.notify import Kind
from pbem.games.people import address_change
from pbem.games.seating import deputies, gifts
from pbem.storage.models import Campaign, Entrant, Game, Invitation, MailIn, Outbox, Player, Seat


@dataclass(frozen=True)
class Request:
    """Something that somebody was asked and can still answer. `number`: its row, with `about` a person's part in it;
    `until`: None if it has no end of its own; `begins`: of the days it is about."""

    kind: RequestKind
    number: int
    until: datetime | None = None
    game: Game | None = None
    seat: Seat | None = None
    campaign: Campaign | None = None
    begins: datetime | None = None


@dataclass(frozen=True)
class RequestKind:
    """A kind of request. `letter` asks it; `yes` and `no` are the lines that answer it ("" where there is none: a
    letter in doubt is no command, and who says no to an invitation need do nothing). `row`: what its letter calls the
    number of its row."""

    name: str
    letter: Kind
    yes: str
    no: str = ""
    row: str = ""

    @property
    def by_accept(self) -> bool:
        """Return whether it is answered by the line “accept”, which several kinds share."""
        return self.yes.startswith("accept ")


LEAD = RequestKind("lead", Kind.LEAD, "accept {slug}", "decline {slug}")
SEAT = RequestKind("seat", Kind.OFFERED, "accept {slug}", "decline {slug}", row="gift")
DEPUTY = RequestKind("deputy", Kind.DEPUTY_ASKED, "accept {slug}", "decline {slug}", row="deputy")
ROLL_CALL = RequestKind("roll call", Kind.ROLL_CALL, "here")
INVITATION = RequestKind("invitation", Kind.INVITED, "join {slug}")
NEXT_SEASON = RequestKind("next season", Kind.AGAIN, "again {campaign} yes", "again {campaign} no")
NEW_ADDRESS = RequestKind("new address", Kind.ADDRESS_NEW, "confirm address {code}")
HELD_LETTER = RequestKind("held letter", Kind.QUESTION, "", row="mail")


# --- what is open ------------------------------------------------------------------------------------------------


def find_leads(session: Session, player: Player, now: datetime) -> list[Request]:
    rows = leaders.list_lead_requests(session, player, now)
    return [Request(LEAD, row.id, row.since + waiting_for_yes.LEAD, game) for row, game in rows]


def find_seats(session: Session, player: Player, now: datetime) -> list[Request]:
    rows = gifts.list_gifts_to(session, player, now)
    return [
        Request(SEAT, row.id, row.offered_at + waiting_for_yes.SEAT, session.get_one(Game, row.game_id), seat)
        for row, seat in rows
    ]


def find_deputies(session: Session, player: Player, now: datetime) -> list[Request]:
    rows = deputies.list_deputy_requests(session, player, now)
    return [
        Request(DEPUTY, row.id, row.ends_at, session.get_one(Game, row.game_id), seat, begins=row.begins_at)
        for row, seat in rows
    ]


def find_roll_calls(session: Session, player: Player, now: datetime) -> list[Request]:
    query = select(Seat, Game).join(Game, col(Seat.game_id) == Game.id).where(Seat.player_id == player.id)
    query = query.where(col(Seat.here_at).is_(None), Game.status == "forming", col(Game.roll_call_until) > now)
    return [
        Request(ROLL_CALL, seat.id, game.roll_call_until, game, seat)
        for seat, game in session.exec(query.order_by(col(Seat.id)))
    ]


def find_invitations(session: Session, player: Player, _: datetime) -> list[Request]:
    """Return the games that still wait for players and in which they have no seat."""
    mine = select(Seat.id).where(Seat.game_id == Game.id, Seat.player_id == player.id)
    free = select(Seat.id).where(Seat.game_id == Game.id, col(Seat.player_id).is_(None))
    query = select(Invitation, Game).join(Game, col(Invitation.game_id) == Game.id)
    query = query.where(Invitation.player_id == player.id, Game.status == "forming", ~mine.exists(), free.exists())
    return [Request(INVITATION, row.id, None, game) for row, game in session.exec(query.order_by(col(Game.id)))]


def find_next_seasons(session: Session, player: Player, now: datetime) -> list[Request]:
    query = select(Entrant, Campaign).join(Campaign, col(Entrant.campaign_id) == Campaign.id)
    query = query.where(Entrant.player_id == player.id, col(Entrant.out_at).is_(None), Entrant.answer == "")
    query = query.where(Campaign.status == "asking", col(Campaign.asks_until) > now).order_by(col(Campaign.id))
    return [Request(NEXT_SEASON, row.id, one.asks_until, campaign=one) for row, one in session.exec(query)]


def find_held_letters(session: Session, player: Player, now: datetime) -> list[Request]:
    """Return which letters wait for their writer's word."""
    query = select(MailIn.id, MailIn.received_at).where(MailIn.player_id == player.id, MailIn.status == "held")
    query = query.where(col(MailIn.received_at) > now - waiting_for_yes.HELD_LETTER_WAITS)
    rows = session.exec(query.order_by(col(MailIn.id))).all()
    return [Request(HELD_LETTER, number, at + waiting_for_yes.HELD_LETTER_WAITS) for number, at in rows]


def find_nothing(_: Session, __: Player, ___: datetime) -> list[Request]:
    """Return nothing, for a new address: its code is kept nowhere, so only the letter knows."""
    return []


Finder = Callable[[Session, Player, datetime], list[Request]]
IN_GAMES: Mapping[RequestKind, Finder] = {
    LEAD: find_leads,
    SEAT: find_seats,
    DEPUTY: find_deputies,
    ROLL_CALL: find_roll_calls,
    INVITATION: find_invitations,
}
ELSEWHERE: Mapping[RequestKind, Finder] = {
    NEXT_SEASON: find_next_seasons,
    HELD_LETTER: find_held_letters,
    NEW_ADDRESS: find_nothing,
}
"""Of no game: no stamp of a game moves when they change."""
REQUESTS: Mapping[RequestKind, Finder] = {**IN_GAMES, **ELSEWHERE}
"""Every kind, in the order in which a page asks them, with how the open ones are found."""
BY_LETTER: Mapping[Kind, RequestKind] = {kind.letter: kind for kind in REQUESTS}


def list_open_requests(
    session: Session, player: Player, now: datetime, kinds: Mapping[RequestKind, Finder] = REQUESTS
) -> list[Request]:
    """Return all that somebody was asked and can still answer."""
    return [one for find in kinds.values() for one in find(session, player, now)]


# --- what an answer is to ----------------------------------------------------------------------------------------


def find_accept_request(
    session: Session, game: Game, player: Player, now: datetime, answers: Outbox | None = None
) -> Request | None:
    """Return what “accept” and “decline” answer in a game. In an answer to a letter that asked (`answers`), that and
    nothing else: a yes to one thing is none to another. Otherwise the first
    that is open, which is the one the page shows."""
    kinds = {kind: find for kind, find in IN_GAMES.items() if kind.by_accept}
    found = [one for one in list_open_requests(session, player, now, kinds) if one.game and one.game.id == game.id]
    asked = find_asking_kind(game, answers)
    if answers is not None and asked is not None:
        found = [one for one in found if one.kind is asked and is_asked_by(one, answers)]
    return next(iter(found), None)


def find_asking_kind(game: Game, answers: Outbox | None) -> RequestKind | None:
    """Return the kind of request, answered by “accept”, of a letter about a game; None if it asks for none."""
    kind = BY_LETTER.get(Kind(answers.kind)) if answers and answers.game_id == game.id else None
    return kind if kind and kind.by_accept else None


def get_accept_request(
    session: Session, game: Game, player: Player, now: datetime, answers: Outbox | None = None
) -> Request:
    """Return the same as `find_accept_request`. Raises Refusal "nothing offered"."""
    found = find_accept_request(session, game, player, now, answers)
    if found is None:
        raise Refusal("nothing offered", slug=game.slug)
    return found


def is_asked_by(one: Request, letter: Outbox) -> bool:
    """Return whether a letter asks this very request, not one before it."""
    return not one.kind.row or asked_number(one.kind, letter) == one.number


def asked_number(kind: RequestKind, letter: Outbox) -> int | None:
    """Return the number of the row that a letter asks about."""
    number: int | None = json.loads(letter.data).get(kind.row)
    return number


def answer_line(session: Session, secret_key: str, letter: Outbox, slug: str, agrees: bool) -> str:
    """Return the line that a yes or a no to a letter says; "" if the letter asks for none."""
    kind = BY_LETTER.get(Kind(letter.kind))
    line = (kind.yes if agrees else kind.no) if kind else ""
    facts = {"slug": slug, **json.loads(letter.data)}
    if kind is NEW_ADDRESS:
        player, new = session.get(Player, facts["player"]), session.get_one(Player, letter.player_id)
        # who is gone has moved already: the code of nobody is refused in words
        facts["code"] = (
            address_change.make_address_code(secret_key, player, new, facts["expires"]) if player else "0-0-0-0"
        )
    return line.format(**facts)
