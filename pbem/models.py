"""The tables. Rows are small and mostly only added; times are aware UTC; JSON is kept as canonical text.

The database gives a row its `id` when it is flushed; before that it is None.

Tables do not validate (SQLModel's `table=True` never does): what comes in is judged at the edges and in `play`.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Index, LargeBinary, MetaData, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
).naming_convention


def canonical(value: Any) -> str:
    """The one way JSON is written here: sorted keys, no blanks, no NaN; the same bytes on every database."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Player(SQLModel, table=True):
    """A person, known by a mail address (lower case). `bot` names the program that plays instead of a person.

    `paper`, `print` and `toner` say what PDFs are made for (`pbem.render.paper.Paper`).
    `answered_at`: when the address first proved that it wants our letters; until then it gets one invitation.
    `bounces` counts letters that came back for good, `bounced_at` the last one; `unreachable_at`: there were too many.
    """

    id: int = Field(default=None, primary_key=True)
    address: str = Field(unique=True)
    name: str = ""
    zone: str = "UTC"
    paper: str = "A4"
    print: str = "normal"
    toner: str = "full"
    attach_pdf: bool = True
    bot: str = ""
    created_at: datetime
    answered_at: datetime | None = None
    bounces: int = 0
    bounced_at: datetime | None = None
    unreachable_at: datetime | None = None


class Game(SQLModel, table=True):
    """One match. `status`: forming, running, paused, stuck (could not be resolved), finished.

    `options` are the engine's option lines in canonical text. `secret` is published at the end; until then only its
    hash `commitment`. `shared` is the secret of the dice that all games of the server share; it is never published.
    `pace` is the deadline rule (see `pbem.pace`); `rules` the host's choices as JSON
    (`pbem.play.games.Rules`). `outcome` is JSON: how it ended and for whom.
    """

    id: int = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    engine: str
    options: str = Field(default="", sa_type=Text)
    status: str = Field(default="forming", index=True)
    master_id: int | None = Field(default=None, foreign_key="player.id")
    pace: str
    zone: str = "UTC"
    rules: str = Field(default="{}", sa_type=Text)
    secret: str
    commitment: str
    shared: str = ""
    outcome: str = Field(default="", sa_type=Text)
    created_at: datetime
    started_at: datetime | None = None
    paused_at: datetime | None = None
    finished_at: datetime | None = None


class Seat(SQLModel, table=True):
    """A side in a game. Raising `generation` makes its mail address and links void (replacement, suspicion).

    `opens_press`: what it writes to some may be read by all once the game is over.
    """

    __table_args__ = (UniqueConstraint("game_id", "code", name="uq_seat_game_code"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    code: str
    label: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    generation: int = 0
    contribution: str = ""
    opens_press: bool = False
    missed: int = 0
    joined_at: datetime | None = None


class Phase(SQLModel, table=True):
    """A span in which orders are due. Its state is never changed: resolving inserts the next phase.

    `number` counts up within the game and never repeats; `name` ("S1901M") may come again after a rollback. `events`
    led here. `origin`: how it came about (`pbem.play.chain.Origin`). The hash chain runs over `previous_hash`, origin,
    the orders that were resolved, state and events, and over a salt that only the game's secret gives, unless the phase
    is older than salts (`salted`; see `pbem.play.chain`). `deadline_why`: the steps that led to its deadline, as JSON
    (`pbem.reasons`). `given_back`: seconds by which outages have moved its deadline. `standings`: what everybody has,
    as JSON (`pbem.play.standings`); "" in a phase that is older than standings.
    """

    __table_args__ = (UniqueConstraint("game_id", "number", name="uq_phase_game_number"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    number: int
    name: str
    kind: str
    state: str = Field(sa_type=Text)
    events: str = Field(default="[]", sa_type=Text)
    origin: str = "start"
    previous_hash: str = ""
    hash: str
    salted: bool = False
    standings: str = ""
    given_back: int = 0
    opened_at: datetime
    deadline: datetime | None = None
    deadline_why: str = Field(default="", sa_type=Text)
    early_at: datetime | None = None
    """When it is resolved before its deadline, because everybody who owes something is ready."""
    in_grace: bool = False
    reminded: int = 0
    resolved_at: datetime | None = Field(default=None, index=True)
    due_at: datetime | None = Field(default=None, index=True)
    """When the clock must look at it next: a reminder, the deadline, the end of grace; the end of a lease while a
    worker has claimed it; None when there is nothing to come."""


class Turn(SQLModel, table=True):
    """What one seat owes in one phase, and its orders as they stand: canonical order lines as JSON."""

    __table_args__ = (UniqueConstraint("phase_id", "seat_id", name="uq_turn_phase_seat"),)
    id: int = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phase.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    due: bool = True
    ready: bool = False
    given: bool = False
    """Whether orders (or an explicit ready) came: a ready empty set is not a missed turn."""
    missed: bool = False
    orders: str = Field(default="[]", sa_type=Text)


class Submission(SQLModel, table=True):
    """One time a seat sent orders: its words, the verdict on each line, and where it came from. Never changed."""

    id: int = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phase.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    text: str = Field(sa_type=Text)
    lines: str = Field(default="[]", sa_type=Text)
    source: str
    mail_id: int | None = Field(default=None, foreign_key="mail_in.id")
    received_at: datetime


class Press(SQLModel, table=True):
    """A message between seats. `audience` is "*" (broadcast) or seat codes with blanks between; `author` a seat code,
    or "MASTER"."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    phase_id: int | None = Field(default=None, foreign_key="phase.id")
    author: str
    audience: str
    text: str = Field(sa_type=Text)
    key: str = Field(unique=True)
    sent_at: datetime


class Vote(SQLModel, table=True):
    """A seat's standing vote for a proposal ("draw ENGLAND FRANCE", "concede TURKEY", "extend 24h")."""

    __table_args__ = (UniqueConstraint("game_id", "seat_id", "proposal", name="uq_vote_game_seat_proposal"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id")
    proposal: str
    cast_at: datetime


class GameBook(SQLModel, table=True):
    """A whole game as a PDF, as one seat (None: a bystander) may know it up to a phase. Made by `pbem.gamebook.making`.

    `status`: waiting, done, failed. `done` of `total` phases are painted. `readers` are the players who get a letter
    when it is there, as JSON. `ready_at` is when it may be made (lease end while somebody makes it; None when
    finished); `claims` counts how often that was begun.
    """

    __tablename__ = "game_book"
    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    phase_id: int = Field(foreign_key="phase.id")
    paper: str
    zone: str
    readers: str = "[]"
    status: str = "waiting"
    done: int = 0
    total: int
    claims: int = 0
    content: bytes | None = Field(default=None, sa_type=LargeBinary)
    asked_at: datetime
    ready_at: datetime | None = Field(default=None, index=True)


class MailIn(SQLModel, table=True):
    """A letter as it came, committed before it is acknowledged. One row for each envelope recipient.

    `status`: new, done, ignored, held (waits for confirmation by the player `player_id`), parked (kills its reader; the
    host is told). `ready_at` is when it may be read (lease end while claimed; None when finished); `attempts` counts
    the times it was claimed (see `pbem.mail.inbox`). `peer` is the network address it came from ("" if it came by a
    pipe); `vouched`: that is one of the host's own mail servers, whose word on who wrote it is believed.
    """

    __tablename__ = "mail_in"
    __table_args__ = (Index("ix_mail_in_queue", "ready_at", "attempts"),)
    id: int = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    sender: str
    recipient: str
    message_id: str = ""
    raw: bytes = Field(sa_type=LargeBinary)
    status: str = "new"
    note: str = Field(default="", sa_type=Text)
    attempts: int = 0
    game_id: int | None = Field(default=None, foreign_key="game.id")
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    peer: str = ""
    vouched: bool = False
    received_at: datetime
    ready_at: datetime | None = None


class Outbox(SQLModel, table=True):
    """What to tell whom, written in the same transaction as what it tells; painted when it is sent.

    `key` makes it unique ("report:12:3"); `kind` is a `pbem.play.tell.Kind`; `data` is JSON. `ready_at` is when to send
    it (lease end while claimed; None when sent or given up). `claims` counts those that nobody has ended yet: a letter
    that ended its painter has one too many. `attempts` counts what the relay was asked. `letter` keeps the painted mail
    when there is no relay, for the embedded mailbox.
    """

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    kind: str
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    phase_id: int | None = Field(default=None, foreign_key="phase.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    data: str = Field(default="{}", sa_type=Text)
    in_reply_to: str = ""
    attempts: int = 0
    claims: int = 0
    created_at: datetime
    ready_at: datetime | None = Field(default=None, index=True)
    sent_at: datetime | None = None
    error: str = Field(default="", sa_type=Text)
    letter: bytes | None = Field(default=None, sa_type=LargeBinary)


class Picture(SQLModel, table=True):
    """A picture as letters have it, as PNG: by the digest of the drawing that it was painted from (see
    `pbem.mail.pictures`). One without bytes could not be painted, and is not tried again."""

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    png: bytes = Field(sa_type=LargeBinary)
    painted_at: datetime


class Audit(SQLModel, table=True):
    """Who did what to a game, for all its players to read; never orders, press or tokens."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    at: datetime
    actor: str
    act: str
    data: str = Field(default="{}", sa_type=Text)


class SignIn(SQLModel, table=True):
    """A mailed sign-in link: one use, short life, bound to the browser that asked unless `browser_hash` is "".

    Its token is not kept: it is made from this row and the server's key when the letter is painted, and again when the
    link is used (`pbem.play.sign_in.token`)."""

    __tablename__ = "sign_in"
    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    browser_hash: str = ""
    expires_at: datetime
    used_at: datetime | None = None


class WebSession(SQLModel, table=True):
    """A browser that is signed in: the hash of the secret in its cookie. Signing out deletes the row."""

    __tablename__ = "web_session"
    id: int = Field(default=None, primary_key=True)
    token_hash: str = Field(unique=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    created_at: datetime
    expires_at: datetime


class Tally(SQLModel, table=True):
    """How often something was done in a span of time that ends at `ends_at` (see `pbem.limits`)."""

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    count: int
    ends_at: datetime = Field(index=True)


class Pulse(SQLModel, table=True):
    """When any clock was last known to run: a long silence is an outage, for which no player is punished.

    `boot` names the start of the machine that it ran on, `ran` the seconds since then (see `pbem.pulse`).
    """

    id: int = Field(default=1, primary_key=True)
    beat_at: datetime
    boot: str = ""
    ran: float = 0
