"""Games: their seats, their phases, and what each seat owes and says."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from sqlalchemy import Index, LargeBinary, Text, UniqueConstraint, event
from sqlmodel import AutoString, Field, SQLModel

from pbem.settings.mail_addresses import new_nonce
from pbem.storage.models.packing import Packed
from pbem.storage.models.words import (
    ACTS,
    ORIGIN,
    STAND_INS,
    VERDICTS,
    BookStatus,
    ClosedSet,
    GameStatus,
    GivenBy,
    ReceiptBy,
    Shelf,
    Source,
)


class Game(SQLModel, table=True):
    """One match. `status`: forming, running, paused, stuck (could not be resolved), finished.

    `options` are the engine's option lines in canonical text. `secret` is published at the end; until then only its
    hash `commitment`. `shared` is the secret of the dice that all games of the server share; it is never published.
    `pace` is the deadline rule (see `pbem.pace`); `rules` the host's choices as JSON
    (`pbem.games.rules.Rules`). `outcome`: how it ended (`pbem.games.results.result`). `word_seed`: what the word is
    made from that lets people into a game that is not open to all. `draw`: how its seats were drawn, as JSON
    (`pbem.games.seating.seat_lottery`). `campaign_id`, `round`, `board`: where in a set of games it stands.
    `imported`: what a game that came as a file brings and this server could not know, as JSON
    (`pbem.records.importing`). `free`: how many seats somebody can take now. `shelf`: the public list in which it
    stands, "open", "running" or "finished"; "hidden" in none. It follows from status, rules and `free`.
    """

    __table_args__ = (Index("ix_game_shelf", "shelf", "id"),)
    id: int = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    engine: str
    options: str = Field(default="", sa_type=Text)
    status: GameStatus = Field(default="forming", index=True, sa_type=AutoString)
    master_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    pace: str
    zone: str = "UTC"
    rules: str = Field(default="{}", sa_type=Text)
    secret: str
    commitment: str
    shared: str = ""
    outcome: str = Field(default="", sa_type=Text)
    imported: str = Field(default="", sa_type=Text)
    word_seed: str = ""
    draw: str = Field(default="", sa_type=Text)
    free: int = 0
    shelf: Shelf = Field(default="open", sa_type=AutoString)
    created_at: datetime
    started_at: datetime | None = None
    paused_at: datetime | None = None
    finished_at: datetime | None = None
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", index=True)
    round: int = 0
    board: int = 0
    roll_call_until: datetime | None = Field(default=None, index=True)
    """All seats are taken, and until then everybody says that they are there; None: nobody is asked (any more)."""


INVITED = '"open_to":"invited"'
"""What stands in the rules of a game that is not open to all; nothing that a host writes can hold it unquoted."""


def public_shelf(game: Game) -> Literal["open", "running", "finished"]:
    """The list in which a game stands, for who may know of it."""
    if game.status == "finished":
        return "finished"
    return "open" if game.free and game.status != "stuck" else "running"


@event.listens_for(Game, "before_insert")
@event.listens_for(Game, "before_update")
def put_on_its_shelf(_: Any, __: Any, game: Game) -> None:
    """Whoever changes a game need not think of the lists."""
    game.shelf = "hidden" if INVITED in game.rules else public_shelf(game)


class Seat(SQLModel, table=True):
    """A side in a game. Raising `generation` makes its mail address and links void (replacement, suspicion);
    `nonce` is another with each (`pbem.settings.mail_addresses`).

    `opens_press`: what it writes to some may be read by all once the game is over. `stand_ins`: what stands in for a
    player who does not write, in the order they chose, with blanks between (`pbem.games.orders.fallback_orders`); "" is
    nothing. `extra_used`: how often more time was taken from its budget. `here_at`: when its player said at the roll
    call that they are there.
    """

    __table_args__ = (UniqueConstraint("game_id", "code", name="uq_seat_game_code"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    code: str
    label: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    generation: int = 0
    nonce: int = Field(default_factory=new_nonce)
    contribution: str = ""
    opens_press: bool = False
    stand_ins: Annotated[str, STAND_INS] = ""
    extra_used: int = 0
    here_at: datetime | None = None
    joined_at: datetime | None = None


class Phase(SQLModel, table=True):
    """A span in which orders are due. Its state is never changed: resolving inserts the next phase.

    `number` counts up within the game and never repeats; `name` ("S1901M") may come again after a rollback. `events`
    led here. `origin`: how it came about (`pbem.games.proof.hash_chain.PhaseOrigin`). The hash chain runs over
    `previous_hash`, origin, the orders that were resolved, state and events, and over a salt that only the game's
    secret gives (`pbem.games.proof.hash_chain`). Covered by the hash are also, each as JSON, `receipts`: the last
    receipt of each seat for the phase before (`pbem.games.orders.receipts.dump_receipt_heads`), and `presence`: what
    became of each seat's turn in it (`engines.base.Presence`).
    `deadline_why`: the steps that led to its deadline, as JSON (`pbem.pace.reasons`), `moves` how often it was moved.
    `given_back`: seconds by which outages have moved its deadline.
    `standings`: what everybody has, as JSON (`pbem.games.results.standings`). `guarded`: how often the first phase has
    waited for who was silent. `undone`: the game was taken back behind it, so what was given or missed in it counts for
    nobody.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "number", name="uq_phase_game_number"),
        Index("ix_phase_open", "game_id", "resolved_at"),
    )
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    name: str
    kind: str
    state: str = Field(sa_type=Packed)
    events: str = Field(default="[]", sa_type=Packed)
    origin: Annotated[str, ORIGIN] = "start"
    previous_hash: str = Field(default="", sa_type=Packed)
    hash: str = Field(sa_type=Packed)
    receipts: str = Field(default="{}", sa_type=Packed)
    presence: str = Field(default="{}", sa_type=Packed)
    standings: str = Field(default="{}", sa_type=Packed)
    correction: str = Field(default="", sa_type=Packed)
    """By what who leads the game put the position right, kept as `Turn.orders` are; "" for all other phases."""
    state_version: int = 1
    """The version of the state's fields when it was stored (`engines.base.State.version`)."""
    made_by: str = ""
    """The version of pbem that stored it."""
    given_back: int = 0
    guarded: int = 0
    undone: bool = False
    opened_at: datetime
    deadline: datetime | None = None
    deadline_why: str = Field(default="", sa_type=Packed)
    moves: int = 0
    early_at: datetime | None = None
    """When it is resolved before its deadline, because everybody who owes something is ready."""
    in_grace: bool = False
    reminded: int = 0
    resolved_at: datetime | None = None
    due_at: datetime | None = Field(default=None, index=True)
    """When the clock must look at it next: a reminder, the deadline, the end of grace; the end of a lease while a
    worker has claimed it; None when there is nothing to come."""


class Turn(SQLModel, table=True):
    """What one seat owes in one phase, and its orders as they stand: canonical order lines as JSON.

    `given_by`: who gave them first: "player", "deputy", "master", or what stood in
    (`pbem.games.orders.fallback_orders`). When the phase is closed, `verdict` says what became of it
    (`pbem.games.phases.turn_verdicts.Verdict`) and `player_id` for whom that counts; before that, and of a vacant seat,
    they are "" and None.
    """

    __table_args__ = (UniqueConstraint("phase_id", "seat_id", name="uq_turn_phase_seat"),)
    id: int = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phase.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    due: bool = True
    ready: bool = False
    given: bool = False
    """Whether orders (or an explicit ready) came: a ready empty set is not a missed turn."""
    given_at: datetime | None = None
    given_by: GivenBy = Field(default="", sa_type=AutoString)
    verdict: Annotated[str, VERDICTS] = ""
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    orders: str = Field(default="[]", sa_type=Packed)


class Submission(SQLModel, table=True):
    """One time a seat sent orders: its words, the verdict on each line, and where it came from. Never changed."""

    id: int = Field(default=None, primary_key=True)
    phase_id: int = Field(foreign_key="phase.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    text: str = Field(sa_type=Packed)
    lines: str = Field(default="[]", sa_type=Packed)
    source: Source = Field(sa_type=AutoString)
    mail_id: int | None = Field(default=None, foreign_key="mail_in.id")
    received_at: datetime


class Later(SQLModel, table=True):
    """Words that a seat has given for a phase to come, until it opens. `wanted`: its name as it was written."""

    id: int = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    wanted: str
    text: str = Field(sa_type=Text)
    kept_at: datetime


class Receipt(SQLModel, table=True):
    """That a seat's orders stood so at an instant; never changed once it is given (`pbem.games.orders.receipts`).

    `number` counts up within the seat without gaps. `by`: who gave the orders
    (`pbem.games.orders.orders.giver_of_source`). `digest` is the salted hash of `orders` (as a turn keeps them; "=" if
    its turn keeps them, "" if they came as a file without them: see `pbem.games.orders.receipts.receipt_orders`);
    `hash` covers it and the receipt before."""

    __table_args__ = (UniqueConstraint("seat_id", "number", name="uq_receipt_seat_number"),)
    id: int = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    number: int
    phase_id: int = Field(foreign_key="phase.id", index=True)
    at: datetime
    by: ReceiptBy = Field(default="player", sa_type=AutoString)
    orders: str = Field(default="", sa_type=Packed)
    digest: str = Field(sa_type=Packed)
    hash: str = Field(sa_type=Packed)


class Audit(SQLModel, table=True):
    """Who did what to a game, for all its players to read; never orders, press or tokens."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    at: datetime
    actor: str
    act: Annotated[str, ClosedSet(ACTS)]
    data: str = Field(default="{}", sa_type=Text)


class GameBook(SQLModel, table=True):
    """A whole game as a PDF, as one seat (None: a bystander) may know it up to a phase. Made by
    `pbem.documents.gamebook.making`.

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
    status: BookStatus = Field(default="waiting", sa_type=AutoString)
    done: int = 0
    total: int
    claims: int = 0
    content: bytes | None = Field(default=None, sa_type=LargeBinary)
    asked_at: datetime
    ready_at: datetime | None = Field(default=None, index=True)
