"""Pages that are kept as they were drawn, for whoever drew them: while nothing of the game has changed, the same reader
gets the same page again without its being made anew.

A copy is known by all that its page is made from: the address, the reader with all that is kept of them, the word that
their browser knows of the game, the stamp of the game (`pbem.storage.models.stamps`), and the minute. Where the address
says more than which page, or the page has something to tell once, nothing is kept. So no copy can be served to anybody
but its reader, nor to them after they have lost the right to see it.

Copies are kept compressed, with blanks for what is another in every answer: the tokens of forms. Those are not
compressed with the page, so its length tells nothing of them. All copies together have a bound in bytes; those that
were not asked for longest go first.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

import sqlalchemy as sa
from flask import Flask, Response, current_app, g, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from sqlmodel import col

from pbem.games import listing
from pbem.storage.models import Game, GameStamp, Player
from pbem.web.http import access, clock_notice
from pbem.web.http.request_limits import spend_request_limit

ROOM = 8_000_000
"""Bytes of all pages that a process keeps, and of all pictures, and of all files."""
MOST_OWN = 30
"""Games that a reader has to do with, if their front page is kept."""
LEVEL = 6
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
END = b"\x03\x00"
"""How a gzip file begins, and the empty last block of its stream."""
PLAIN = frozenset({access.WHICH})
"""What an address may say besides, if its page is kept: as which of their seats the reader comes."""
View = Callable[..., ResponseReturnValue]


@dataclass(frozen=True)
class Copy:
    """A page in pieces with blanks between: each piece compressed, each blank by the name of what is put in there."""

    pieces: tuple[bytes, ...]
    blanks: tuple[str, ...]
    tag: str

    @classmethod
    def from_page(cls, page: str) -> Copy:
        """A page that was drawn with marks for its blanks."""
        pieces = re.split(f"{MARK}({'|'.join(BLANKS)})", page)
        packed = tuple(deflate_piece(piece.encode()) for piece in pieces[::2])
        return cls(packed, tuple(pieces[1::2]), hash_content(page.encode()))

    @property
    def size(self) -> int:
        return sum(map(len, self.pieces))

    def fill_blanks(self, fill: dict[str, str]) -> bytes:
        """The page with its blanks filled in, not compressed."""
        parts = [zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece) for piece in self.pieces]
        return parts[0] + b"".join(
            fill[name].encode() + part for name, part in zip(self.blanks, parts[1:], strict=True)
        )

    def fill_gzipped(self, fill: dict[str, str]) -> bytes:
        """The same as a gzip file: the blanks are blocks that are stored as they are."""
        stream = [HEAD, self.pieces[0]]
        for name, piece in zip(self.blanks, self.pieces[1:], strict=True):
            stream += [build_stored_block(fill[name].encode()), piece]
        page = self.fill_blanks(fill)
        sums = (zlib.crc32(page), len(page) & 0xFFFFFFFF)
        return b"".join([*stream, END, *(number.to_bytes(4, "little") for number in sums)])


def hash_content(page: bytes) -> str:
    """The tag of what is kept: a digest of it as it was drawn."""
    return sha256(page).hexdigest()[:32]


def deflate_piece(piece: bytes) -> bytes:
    """A piece as blocks of a compressed stream, which end with a whole byte and refer to nothing before them."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return press.compress(piece) + press.flush(zlib.Z_FULL_FLUSH)


def build_stored_block(few: bytes) -> bytes:
    """Some bytes as a block that is not compressed."""
    size = len(few).to_bytes(2, "little")
    return b"\x00" + size + bytes(255 - one for one in size) + few


@dataclass(frozen=True)
class File:
    """What is kept as it is."""

    content: bytes

    @property
    def size(self) -> int:
        return len(self.content)


class Sized(Protocol):
    """What takes so many bytes."""

    @property
    def size(self) -> int: ...


Kept = TypeVar("Kept", bound=Sized)


class Shelf(Generic[Kept]):
    """Copies of a process, up to so many bytes."""

    def __init__(self, room: int = ROOM) -> None:
        self.room, self.used = room, 0
        self.copies: OrderedDict[Hashable, Kept] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Hashable) -> Kept | None:
        with self.lock:
            if key in self.copies:
                self.copies.move_to_end(key)
            return self.copies.get(key)

    def put(self, key: Hashable, copy: Kept) -> None:
        with self.lock:
            self.used += copy.size - (self.copies[key].size if key in self.copies else 0)
            self.copies[key] = copy
            self.copies.move_to_end(key)
            while self.used > self.room:
                _, oldest = self.copies.popitem(last=False)
                self.used -= oldest.size


# --- what is another in every answer ------------------------------------------------------------------------------

MARK = f"blank-{secrets.token_hex(16)}-"
"""What stands for a blank while a copy is made: nobody has ever seen it, so nobody else can have written it."""
BLANKS: dict[str, Callable[[], str]] = {"form": generate_csrf, "key": lambda: secrets.token_hex(8)}
"""What is put into each answer: the token of its forms; the key that lets one of them be sent but once."""


def page_blank(name: str) -> str:
    """One of BLANKS; while a copy is made, the place for it."""
    return f"{MARK}{name}" if g.get("copied") else BLANKS[name]()


def attach_copy_shelves(app: Flask) -> None:
    """Gives an application its shelves. Comes after what else gives templates the token of forms."""
    shelves: dict[str, object] = {
        "pages": Shelf[Copy](ROOM),
        "pictures": Shelf[Copy | File](ROOM),
        "files": Shelf[File](ROOM),
    }
    app.extensions["pbem-copies"] = shelves
    app.context_processor(lambda: {"csrf_token": lambda: page_blank("form")})
    app.jinja_env.globals["csrf_token"] = lambda: page_blank(
        "form"
    )  # what a macro sees that is imported without context


# --- pictures -----------------------------------------------------------------------------------------------------


def picture_shelf() -> Shelf[Copy | File]:
    """The pictures of the process, by their tags: as they were drawn until one is asked for, then compressed."""
    found: Shelf[Copy | File] = current_app.extensions["pbem-copies"]["pictures"]
    return found


def keep_picture(picture: str) -> str:
    """Keeps a picture that stands on a page, and returns its tag. Most browsers have it already and never ask for it,
    so it is not compressed yet."""
    content = picture.encode()
    tag = hash_content(content)
    if picture_shelf().get(tag) is None:
        picture_shelf().put(tag, File(content))
    return tag


def find_picture(tag: str) -> Copy | None:
    """The picture of a tag, compressed, if it is still at hand."""
    found = picture_shelf().get(tag)
    return compress_picture(found.content.decode()) if isinstance(found, File) else found


def compress_picture(picture: str) -> Copy:
    """A picture as it is sent, kept for whoever asks for it next."""
    found = Copy.from_page(picture)
    picture_shelf().put(found.tag, found)
    return found


# --- pages --------------------------------------------------------------------------------------------------------


def cache_page(state: Callable[..., Hashable]) -> Callable[[View], View]:
    """For pages of which copies are kept. `state` says for the same arguments what the page is made from besides its
    address and its reader; None: no copy is kept."""

    def decorate_view(view: View) -> View:
        @wraps(view)
        def view_from_copy(**kwargs: Any) -> ResponseReturnValue:
            found = state(**kwargs) if is_plain() else None
            if found is None:
                return view(**kwargs)
            shelf: Shelf[Copy] = current_app.extensions["pbem-copies"]["pages"]
            key = hash_copy_key(request_identity(), current_minute(), found, clock_notice.overdue_state())
            copy = shelf.get(key)
            if copy is None:
                page = render_with_blanks(view, **kwargs)
                if not isinstance(page, str):
                    return page
                copy = Copy.from_page(page)
                shelf.put(key, copy)
            return answer_with_copy(copy)

        return view_from_copy

    return decorate_view


def render_with_blanks(view: View, **kwargs: Any) -> ResponseReturnValue:
    """A page with blanks."""
    g.copied = True
    try:
        return view(**kwargs)
    finally:
        g.copied = False


def is_plain() -> bool:
    """Return whether an address says no more than which page is asked for, and nothing is to be told once. On a
    demonstration pages tell of other games as well."""
    asks = PLAIN.issuperset(request.args) and "X-Part" not in request.headers
    return asks and "_flashes" not in session and not access.current_config().demo


def request_identity() -> Hashable:
    """Return who asks, with all that is kept of them, for what, and what their browser knows."""
    row = tuple(getattr(g.player, name) for name in COLUMNS) if g.player else None
    return request.full_path, row, tuple(sorted(session.get(access.WORDS, {}).items()))


def hash_copy_key(*parts: Hashable) -> bytes:
    """A key of few bytes, however much a copy is known by; what it was made of cannot be read in it."""
    return sha256(repr(parts).encode()).digest()


def current_minute() -> datetime:
    """A page tells how long it is until something; that is never wrong by more."""
    return access.request_time().replace(second=0, microsecond=0)


COLUMNS = tuple(Player.model_fields)


def answer_with_copy(copy: Copy) -> Response:
    """A copy as it is sent. Of a page without forms a stranger is told only whether it is still the one they have."""
    tag = copy.tag if not copy.blanks and "token" not in session else ""
    is_known = bool(tag) and request.if_none_match.contains_weak(tag)
    found = Response(status=304) if is_known else send_copy(copy)
    if tag:
        found.set_etag(tag, weak=True)
    return found


def send_copy(copy: Copy, kind: str = "text/html") -> Response:
    """A copy as an answer, compressed if the browser understands that; but no page that repeats what its address says,
    whose length could tell somebody else what it has in common with the rest."""
    repeats = bool(request.args) and kind == "text/html"
    zipped = request.accept_encodings["gzip"] > 0 and not repeats
    fill = {name: BLANKS[name]() for name in {*copy.blanks}}
    found = Response(copy.fill_gzipped(fill) if zipped else copy.fill_blanks(fill), mimetype=kind)
    if zipped:
        found.headers["Content-Encoding"] = "gzip"
    found.vary.add("Accept-Encoding")
    return found


# --- files --------------------------------------------------------------------------------------------------------


def get_painted_file(state: Hashable, painted: Callable[[], bytes]) -> bytes:
    """A file as it was painted for the same reader under the same address in the same state; or painted now, which is
    counted. Who may see it hangs on the time only for who is signed in."""
    shelf: Shelf[File] = current_app.extensions["pbem-copies"]["files"]
    key = hash_copy_key(request_identity(), current_minute() if g.player else None, state)
    kept = shelf.get(key) if state is not None else None
    if kept is None:
        spend_request_limit("paintings")
        kept = File(painted())
        shelf.put(key, kept)
    return kept.content


# --- what they are made from --------------------------------------------------------------------------------------


STAMP = (
    sa.select(col(GameStamp.stamp))
    .join(Game, col(Game.id) == col(GameStamp.game_id))
    .where(col(Game.slug) == sa.bindparam("slug"))
)
STAMPED = sa.select(col(GameStamp.game_id), col(GameStamp.stamp))
MOST = sa.bindparam("most", type_=sa.Integer)
OWN = (
    STAMPED.where(col(GameStamp.game_id).in_(listing.CONCERNED_GAMES))
    .order_by(col(GameStamp.game_id).desc())
    .limit(MOST)
)
NEWEST = (
    STAMPED.join(Game, col(Game.id) == col(GameStamp.game_id))
    .where(col(Game.shelf) == shelf)
    .order_by(col(Game.id).desc())
    .limit(MOST)
    .subquery()
    for shelf in listing.SHELVES
)
TOP = sa.union_all(*map(sa.select, NEWEST))
"""Built once: to build a statement takes longer than to have it answered."""


def find_game_stamp(slug: str, **_: object) -> Hashable:
    """The stamp of a game; None if there is none that is called so."""
    with access.current_store().read_session() as db:
        return db.execute(STAMP, {"slug": slug.strip().lower()}).scalar()


def find_list_stamps() -> Hashable:
    """The stamps of the games that stand on top of the public lists, and of those that the reader has to do with; None
    if these are too many."""
    with access.current_store().read_session() as db:
        own = db.execute(OWN, {"player": g.player.id, "most": MOST_OWN + 1}).all() if g.player else []
        if len(own) > MOST_OWN:
            return None
        return (*own, *db.execute(TOP, {"most": listing.PAGE + 1 + len(own)}).all())
