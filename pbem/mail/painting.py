"""Letters of the outbox, painted: one after the other, the next one while one is handed over. A letter that cannot be
painted is put aside with its error, and so is one that ended its painter."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Any

import sqlalchemy as sa
import structlog
from jinja2 import TemplateError
from sqlmodel import Session, col

from pbem import addresses
from pbem.config import Config
from pbem.db import TROUBLE, Store
from pbem.mail import parts
from pbem.mail.compose import compose
from pbem.mail.pictures import Album
from pbem.mail.vocabulary import Gone
from pbem.models import Game, Outbox, Phase, Player, Seat
from pbem.models.mail import UNPAINTABLE
from pbem.play.tell import Kind

ATTEMPTS = 5
"""How many painters of its own a letter may cost before it is put aside."""
PASSING = (OSError, MemoryError, ImportError)
"""What the machine lacks just now; modules, while a new version is being installed."""
PAINTED_WITHIN = timedelta(minutes=1)
"""How old a letter may be for a new picture to be painted for it: when a thousand games are due at once, most of their
players get words in time rather than pictures much later."""

FRESH = 1.0
"""For how many seconds letters are painted from what was asked once."""

ROWS = (
    sa.select(Outbox, Player, Seat, Game, Phase)
    .join(Player, col(Outbox.player_id) == Player.id)
    .outerjoin(Seat, col(Outbox.seat_id) == Seat.id)
    .outerjoin(Game, col(Outbox.game_id) == Game.id)
    .outerjoin(Phase, col(Outbox.phase_id) == Phase.id)
    .where(col(Outbox.id).in_(sa.bindparam("rows", expanding=True)))
)

log = structlog.get_logger()


@dataclass(frozen=True)
class Painted:
    """A letter ready to go, with its envelope."""

    row_id: int
    sender: str
    recipient: str
    letter: bytes
    urgent: bool = False
    """Whether it goes over any relay that takes it: it tells what is wrong, perhaps with the first."""


@dataclass(frozen=True)
class Sent:
    """What became of one letter: taken, or kept to be tried again (`temporary`), or refused; `why` for the host.
    `nobody`: the relay says that nobody can be reached at the address."""

    row_id: int
    why: str = ""
    temporary: bool = False
    nobody: bool = False
    letter: bytes | None = None


def painted_ahead(
    store: Store, config: Config, ids: Sequence[int], album: Album | None
) -> Generator[Painted | Sent, None, None]:
    """The letters of a claim, each painted by a thread of its own while the one before it is handed over."""
    easel = Easel(store, config, ids, album)
    with ThreadPoolExecutor(1, "painter") as painter:
        try:
            before: Future[Painted | Sent] | None = None
            for row_id in ids:
                easel.wanted.set()
                following = painter.submit(easel.painted, row_id)
                painter.submit(easel.rest)
                if before is not None:
                    yield before.result()
                before = following
            if before is not None:
                yield before.result()
        finally:
            easel.wanted.set()
            painter.submit(easel.close)


def painted(store: Store, config: Config, row_id: int, album: Album | None = None) -> Painted | Sent:
    """A letter of a claim, with the pictures of `album`, or why there is none."""
    with closing(Easel(store, config, [row_id], album)) as easel:
        return easel.painted(row_id)


class Easel:
    """Where the letters of a claim are painted. What the database says is kept for the letters of a second: they are
    asked for together, and those of one game are made from the same rows."""

    def __init__(self, store: Store, config: Config, ids: Sequence[int], album: Album | None) -> None:
        self.store, self.config, self.ids, self.album = store, config, ids, album
        self.sight = ExitStack()
        self.session: Session | None = None
        self.found: Sequence[sa.Row[Any]] = ()
        self.rows: dict[int, Outbox] = {}
        self.since = 0.0
        self.wanted = threading.Event()

    def painted(self, row_id: int) -> Painted | Sent:
        """A letter, or why there is none."""
        self.wanted.clear()
        try:
            return self.paint(self.look(row_id), row_id)
        except Gone as error:
            return Sent(row_id, str(error))
        except Exception as error:
            self.close()  # whatever it was, the next letter begins anew
            passing = isinstance(error, (*TROUBLE, *PASSING)) and not isinstance(error, TemplateError)
            name = type(error).__name__
            log.exception("letter could not be painted", outbox=row_id, error=name, put_aside=not passing)
            return Sent(row_id, f"{UNPAINTABLE}: {name}", temporary=passing)

    def paint(self, session: Session, row_id: int) -> Painted | Sent:
        row = self.rows[row_id]
        if row.claims > ATTEMPTS + 1:
            return Sent(row_id, f"{UNPAINTABLE}: it ended its painter")
        letter = compose(session, self.config, row, self.album and shown(self.album, row))
        envelope = addresses.made(self.config.secret_key, "bounce", self.config.mail_host, row_id, row.nonce)
        address, urgent = session.get_one(Player, row.player_id).address, row.kind == Kind.TROUBLE
        return Painted(row_id, envelope, address, parts.as_bytes(letter), urgent)

    def look(self, row_id: int) -> Session:
        """A session that has read the letter and those after it, and what they are about."""
        if self.session is None or row_id not in self.rows or monotonic() - self.since > FRESH:
            try:
                return self.read(self.ids[self.ids.index(row_id) :])
            except TROUBLE:
                raise
            except Exception:  # one of the others may be at fault
                return self.read([row_id])
        return self.session

    def read(self, ids: Sequence[int]) -> Session:
        self.close()
        self.session = self.sight.enter_context(self.store.read(steady=True))
        self.found = self.session.execute(ROWS, {"rows": ids}).all()
        self.rows, self.since = {row.id: row for row, *_ in self.found}, monotonic()
        return self.session

    def rest(self) -> None:
        """Waits for the next letter; forgets everything if none is wanted for long, and lets go of the database."""
        if not self.wanted.wait(FRESH):
            self.close()

    def close(self) -> None:
        """Forgets what it has read."""
        self.session, self.found, self.rows = None, (), {}
        self.sight.close()


def shown(album: Album, row: Outbox) -> Album | None:
    """The pictures for a letter. None is painted if its painter died, perhaps of one, or if many wait for theirs; but a
    letter that may have gone before has those that it had. Of one that is late for the first time the drawings are not
    even made: to look for what was kept costs as much as all the rest of it."""
    late = album.clock() - row.created_at > PAINTED_WITHIN
    again = row.claims > 1 or row.attempts > 0
    if late and not again:
        return None
    return album.as_it_is if late or row.claims > 1 else album
