"""Letters of the outbox, painted: one after the other, the next one while one is handed over. A letter that cannot be
painted is put aside with its error, and so is one that ended its painter."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import structlog
from jinja2 import TemplateError
from sqlmodel import Session, col

from pbem.games.notify import Kind
from pbem.mail.outbound import mime_parts
from pbem.mail.outbound.compose import compose_letter
from pbem.mail.outbound.letter_facts import LetterObsolete
from pbem.mail.outbound.pictures import Album
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.database import TROUBLE, Store
from pbem.storage.models import Game, Outbox, Phase, Player, Seat
from pbem.storage.models.mail import UNPAINTABLE
from pbem.storage.questions import take_games_in_hand

PAINTER_ATTEMPTS = 5
"""How many painters of its own a letter may cost before it is put aside."""
PASSING_ERRORS = (OSError, MemoryError, ImportError)
"""What the machine lacks just now; modules, while a new version is being installed."""
READ_TOGETHER = 20
"""Letters that are painted from what was asked once."""
REST_SECONDS = 1.0
"""For how many seconds what was asked is kept if no letter is wanted."""

OUTBOX_ROWS = (
    sa.select(Outbox, Player, Seat, Game, Phase)
    .join(Player, col(Outbox.player_id) == Player.id)
    .outerjoin(Seat, col(Outbox.seat_id) == Seat.id)
    .outerjoin(Game, col(Outbox.game_id) == Game.id)
    .outerjoin(Phase, col(Outbox.phase_id) == Phase.id)
    .where(col(Outbox.id).in_(sa.bindparam("rows", expanding=True)))
)

log = structlog.get_logger()


@dataclass(frozen=True)
class PaintedLetter:
    """A letter ready to go, with its envelope."""

    row_id: int
    sender: str
    recipient: str
    letter: bytes
    urgent: bool = False
    """Whether it goes over any relay that takes it: it tells what is wrong, perhaps with the first."""


@dataclass(frozen=True)
class SendResult:
    """What became of one letter: taken, or kept to be tried again (`temporary`), or refused; `why` for the host.
    `nobody`: the relay says that nobody can be reached at the address."""

    row_id: int
    why: str = ""
    temporary: bool = False
    nobody: bool = False
    letter: bytes | None = None


def paint_letters_ahead(
    store: Store, config: Config, ids: Sequence[int], album: Album | None
) -> Generator[PaintedLetter | SendResult, None, None]:
    """The letters of a claim, each painted by a thread of its own while the one before it is handed over."""
    easel = Easel(store, config, ids, album)
    with ThreadPoolExecutor(1, "painter") as painter:
        try:
            before: Future[PaintedLetter | SendResult] | None = None
            for row_id in ids:
                easel.wanted.set()
                following = painter.submit(easel.try_paint_row, row_id)
                painter.submit(easel.rest_until_wanted)
                if before is not None:
                    yield before.result()
                before = following
            if before is not None:
                yield before.result()
        finally:
            easel.wanted.set()
            painter.submit(easel.close)


def paint_letter(store: Store, config: Config, row_id: int, album: Album | None = None) -> PaintedLetter | SendResult:
    """A letter of a claim, with the pictures of `album`, or why there is none."""
    with closing(Easel(store, config, [row_id], album)) as easel:
        return easel.try_paint_row(row_id)


class Easel:
    """Where the letters of a claim are painted. What the database says is asked for some of them together, and those of
    one game are made from the same rows."""

    def __init__(self, store: Store, config: Config, ids: Sequence[int], album: Album | None) -> None:
        self.store, self.config, self.ids, self.album = store, config, ids, album
        self.sight = ExitStack()
        self.session: Session | None = None
        self.found: Sequence[sa.Row[Any]] = ()
        self.rows: dict[int, Outbox] = {}
        self.wanted = threading.Event()

    def try_paint_row(self, row_id: int) -> PaintedLetter | SendResult:
        """A letter, or why there is none."""
        self.wanted.clear()
        try:
            return self.paint_row(self.session_for_row(row_id), row_id)
        except LetterObsolete as error:
            return SendResult(row_id, str(error))
        except Exception as error:
            self.close()  # whatever it was, the next letter begins anew
            passing = isinstance(error, (*TROUBLE, *PASSING_ERRORS)) and not isinstance(error, TemplateError)
            name = type(error).__name__
            log.exception("letter could not be painted", outbox=row_id, error=name, put_aside=not passing)
            return SendResult(row_id, f"{UNPAINTABLE}: {name}", temporary=passing)

    def paint_row(self, session: Session, row_id: int) -> PaintedLetter | SendResult:
        row = self.rows[row_id]
        if row.claims > PAINTER_ATTEMPTS + 1:
            return SendResult(row_id, f"{UNPAINTABLE}: it ended its painter")
        letter = compose_letter(session, self.config, row, self.album and choose_album(self.album, row))
        envelope = mail_addresses.make_address(
            self.config.secret_key, "bounce", self.config.mail_host, row_id, row.nonce
        )
        address, urgent = session.get_one(Player, row.player_id).address, row.kind == Kind.TROUBLE
        return PaintedLetter(row_id, envelope, address, mime_parts.message_bytes(letter), urgent)

    def session_for_row(self, row_id: int) -> Session:
        """A session that has read the letter and those after it, and what they are about."""
        if self.session is None or row_id not in self.rows:
            first = self.ids.index(row_id)
            try:
                return self.read_rows(self.ids[first : first + READ_TOGETHER])
            except TROUBLE:
                raise
            except Exception:  # one of the others may be at fault
                return self.read_rows([row_id])
        return self.session

    def read_rows(self, ids: Sequence[int]) -> Session:
        self.close()
        self.session = self.sight.enter_context(self.store.read_session(steady=True))
        self.found = self.session.execute(OUTBOX_ROWS, {"rows": ids}).all()
        self.rows = {row.id: row for row, *_ in self.found}
        take_games_in_hand(self.session, {row.game_id for row in self.rows.values() if row.game_id is not None})
        return self.session

    def rest_until_wanted(self) -> None:
        """Waits for the next letter; forgets everything if none is wanted for long, and lets go of the database."""
        if not self.wanted.wait(REST_SECONDS):
            self.close()

    def close(self) -> None:
        """Forgets what it has read."""
        self.session, self.found, self.rows = None, (), {}
        self.sight.close()


def choose_album(album: Album, row: Outbox) -> Album:
    """The pictures for a letter. None is painted if its painter died, perhaps of one; but it has those that were there
    already, for it may have gone before."""
    return album.without_painting if row.claims > 1 else album
