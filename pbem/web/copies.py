"""Pages that are kept as they were drawn, for whoever drew them: while nothing of the game has changed, the same reader
gets the same page again without its being made anew.

A copy is known by all that its page is made from: the address, the reader with all that is kept of him, the word that
his browser knows of the game, the stamp of the game (`pbem.models.stamps`), and the minute. Where the address says more
than which page, or the page has something to tell once, nothing is kept. So no copy can be served to anybody but its
reader, nor to him after he has lost the right to see it.

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
from typing import ParamSpec

import sqlalchemy as sa
from flask import Flask, Response, current_app, g, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from pbem.models import Game, GameStamp, Player
from pbem.web import access

ROOM = 8_000_000
"""Bytes of all copies of a process."""
LEVEL = 6
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
END = b"\x03\x00"
"""How a gzip file begins, and the empty last block of its stream."""
PLAIN = frozenset({access.WHICH})
"""What an address may say besides, if its page is kept: as which of his seats the reader comes."""
P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]
STAMP = (
    sa.select(GameStamp.stamp)  # type: ignore[call-overload]
    .join(Game, Game.id == GameStamp.game_id)
    .where(Game.slug == sa.bindparam("slug"))
)


@dataclass(frozen=True)
class Copy:
    """A page in pieces with blanks between: each piece compressed, each blank by the name of what is put in there."""

    pieces: tuple[bytes, ...]
    blanks: tuple[str, ...]
    tag: str

    @classmethod
    def of(cls, page: str) -> Copy:
        """A page that was drawn with marks for its blanks."""
        pieces = re.split(f"{MARK}({'|'.join(BLANKS)})", page)
        tag = sha256(page.encode()).hexdigest()[:32]
        return cls(tuple(squeezed(piece.encode()) for piece in pieces[::2]), tuple(pieces[1::2]), tag)

    @property
    def size(self) -> int:
        return sum(map(len, self.pieces))

    def whole(self, fill: dict[str, str]) -> bytes:
        """The page with its blanks filled in, not compressed."""
        parts = [zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece) for piece in self.pieces]
        return parts[0] + b"".join(
            fill[name].encode() + part for name, part in zip(self.blanks, parts[1:], strict=True)
        )

    def gzip(self, fill: dict[str, str]) -> bytes:
        """The same as a gzip file: the blanks are blocks that are stored as they are."""
        stream = [HEAD, self.pieces[0]]
        for name, piece in zip(self.blanks, self.pieces[1:], strict=True):
            stream += [stored(fill[name].encode()), piece]
        page = self.whole(fill)
        sums = (zlib.crc32(page), len(page) & 0xFFFFFFFF)
        return b"".join([*stream, END, *(number.to_bytes(4, "little") for number in sums)])


def squeezed(piece: bytes) -> bytes:
    """A piece as blocks of a compressed stream, which end with a whole byte and refer to nothing before them."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return press.compress(piece) + press.flush(zlib.Z_FULL_FLUSH)


def stored(few: bytes) -> bytes:
    """Some bytes as a block that is not compressed."""
    size = len(few).to_bytes(2, "little")
    return b"\x00" + size + bytes(255 - one for one in size) + few


class Shelf:
    """The copies of a process."""

    def __init__(self, room: int = ROOM) -> None:
        self.room, self.used = room, 0
        self.copies = OrderedDict[Hashable, Copy]()
        self.lock = Lock()

    def get(self, key: Hashable) -> Copy | None:
        with self.lock:
            if key in self.copies:
                self.copies.move_to_end(key)
            return self.copies.get(key)

    def put(self, key: Hashable, copy: Copy) -> None:
        with self.lock:
            self.used += copy.size - (self.copies[key].size if key in self.copies else 0)
            self.copies[key] = copy
            while self.used > self.room:
                _, oldest = self.copies.popitem(last=False)
                self.used -= oldest.size


# --- what is another in every answer ------------------------------------------------------------------------------

MARK = f"blank-{secrets.token_hex(16)}-"
"""What stands for a blank while a copy is made: nobody has ever seen it, so nobody else can have written it."""
BLANKS: dict[str, Callable[[], str]] = {"form": generate_csrf, "key": lambda: secrets.token_hex(8)}
"""What is put into each answer: the token of its forms; the key that lets one of them be sent but once."""


def blank(name: str) -> str:
    """One of BLANKS; while a copy is made, the place for it."""
    return f"{MARK}{name}" if g.get("copied") else BLANKS[name]()


def attach(app: Flask) -> None:
    """Gives an application its shelves. Comes after what else gives templates the token of forms."""
    app.extensions["pbem-copies"] = (Shelf(ROOM), Shelf(ROOM))
    app.context_processor(lambda: {"csrf_token": lambda: blank("form")})


# --- pages --------------------------------------------------------------------------------------------------------


def kept(
    state: Callable[P, Hashable],
) -> Callable[[Callable[P, ResponseReturnValue]], Callable[P, ResponseReturnValue]]:
    """For pages of which copies are kept. `state` says for the same arguments what the page is made from besides its
    address and its reader; None: no copy is kept."""

    def around(view: View[P]) -> View[P]:
        @wraps(view)
        def copied(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            found = state(*args, **kwargs) if is_plain() else None
            if found is None:
                return view(*args, **kwargs)
            shelf, key = (
                current_app.extensions["pbem-copies"][0],
                (reader(), access.now().replace(second=0, microsecond=0), found),
            )
            copy = shelf.get(key)
            if copy is None:
                page = drawn(view, *args, **kwargs)
                if not isinstance(page, str):
                    return page
                copy = Copy.of(page)
                shelf.put(key, copy)
            return answer(copy)

        return copied

    return around


def drawn(view: View[P], *args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
    """A page with blanks."""
    g.copied = True
    try:
        return view(*args, **kwargs)
    finally:
        g.copied = False


def is_plain() -> bool:
    """Whether an address says no more than which page is asked for, and nothing is to be told once. On a demonstration
    pages tell of other games as well."""
    asks = PLAIN.issuperset(request.args) and "X-Part" not in request.headers
    return asks and "_flashes" not in session and not access.config().demo


def reader() -> Hashable:
    """Who asks, with all that is kept of him, for what, and what his browser knows."""
    row = tuple(getattr(g.player, name) for name in COLUMNS) if g.player else None
    return request.full_path, row, tuple(sorted(session.get(access.WORDS, {}).items()))


def minute() -> datetime:
    """A page tells how long it is until something; that is never wrong by more."""
    return access.now().replace(second=0, microsecond=0)


COLUMNS = tuple(Player.model_fields)


def answer(copy: Copy) -> Response:
    """A copy as it is sent. Of a page without forms a stranger is told only whether it is still the one he has."""
    tag = copy.tag if not copy.blanks and "token" not in session else ""
    if tag and request.if_none_match.contains_weak(tag):
        found = Response(status=304)
    else:
        zipped = request.accept_encodings["gzip"] > 0
        fill = {name: BLANKS[name]() for name in {*copy.blanks}}
        found = Response(copy.gzip(fill) if zipped else copy.whole(fill), mimetype="text/html")
        if zipped:
            found.headers["Content-Encoding"] = "gzip"
    if tag:
        found.set_etag(tag, weak=True)
    found.vary.add("Accept-Encoding")
    return found


# --- what they are made from --------------------------------------------------------------------------------------


def of_game(slug: str, **_: object) -> Hashable:
    """The stamp of a game; None if there is none that is called so."""
    with access.store().read() as db:
        return db.execute(STAMP, {"slug": slug.strip().lower()}).scalar()
