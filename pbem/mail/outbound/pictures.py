"""The pictures in letters: each distinct drawing is painted once, away from whoever waits for a page, and kept for all
processes that share the database.

A picture is known by the digest of what is painted. So seats that see the same share one, the same letter sent again
has the same bytes, and what is drawn otherwise (in other words, with other orders, by newer code) is another picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from hashlib import sha256
from math import sqrt
from typing import TypeAlias

import sqlalchemy as sa
import structlog
from sqlmodel import col, select

from engines.report import Block, Boards, Map
from pbem.render import maps, to_png
from pbem.render.boards import picture
from pbem.render.collage import Collage, PlacedScene
from pbem.render.map_with_legend import make_keyed_map
from pbem.storage.database import TROUBLE, Clock, Store
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Picture

WIDTH = 1000
"""Pixels across the widest picture, which is 366 wide on a phone and 576 elsewhere: as fine as most screens are."""
PIXELS = 1_500_000
"""The most pixels of a picture: a tall one is narrower instead."""
IN_A_LETTER = 2
"""Pictures in one letter: what happened, and how things stand."""
LARGEST_PICTURE = 250_000
"""Bytes of a picture that is put into a letter."""
MOST_PICTURES = 200
"""So many pictures are kept, the newest: 50 MB at most, some 20 as they are."""

log = structlog.get_logger()


@dataclass(frozen=True)
class InlinePicture:
    """A picture in a letter, by the name of its part there; what it shows in words; `cut`: it is not all of the map."""

    name: str
    png: bytes
    words: str
    cut: bool


@dataclass(frozen=True)
class PictureDrawing:
    """What is painted, what it shows in words, and whether it is but a part of a map."""

    collage: Collage
    words: str = ""
    cut: bool = False

    @property
    def pixel_width(self) -> int:
        """Return how wide its picture is."""
        return min(WIDTH, round(sqrt(PIXELS * self.collage.width / self.collage.height)))

    @cached_property
    def key(self) -> str:
        return sha256(f"{self.pixel_width} {self.collage.digest}".encode()).hexdigest()


def draw_block(block: Map | Boards) -> PictureDrawing:
    """A block without its title, so that two which look alike are one: boards, or the part of a map that concerns its
    reader, with the signs on it."""
    scene = picture.tall_boards_scene(block) if isinstance(block, Boards) else maps.make_reader_scene(block)
    bare = replace(scene, title="", description="")
    if isinstance(block, Boards):
        return PictureDrawing(Collage(scene.width, scene.height, (PlacedScene(bare),)), scene.description)
    cut = (scene.width, scene.height) != (block.chart.width, block.chart.height)
    return PictureDrawing(make_keyed_map(bare, maps.list_map_legend(block)), scene.description, cut)


DrawnBlock: TypeAlias = tuple[Map | Boards, PictureDrawing]


def draw_first_blocks(blocks: Iterable[Block]) -> list[DrawnBlock]:
    """The first blocks of which there are pictures, with what is painted of them."""
    found = [block for block in blocks if isinstance(block, Map | Boards)]
    return [(block, draw_block(block)) for block in found[:IN_A_LETTER]]


@dataclass(frozen=True)
class Album:
    """The pictures of a server. Not `fresh`: none is painted that is not kept already."""

    store: Store
    clock: Clock
    fresh: bool = True

    @property
    def without_painting(self) -> Album:
        return replace(self, fresh=False)

    def hang_pictures(self, drawn: Iterable[DrawnBlock], host: str) -> dict[int, InlinePicture]:
        """The pictures of blocks, each once, by the ids of the blocks; `host` names them."""
        every = dict[str, DrawnBlock]()
        for block, one in drawn:
            every.setdefault(one.key, (block, one))
        found = [self.get_picture(one) for _, one in every.values()]
        return {
            id(block): InlinePicture(f"{one.key[:32]}@{host}", png, f"{block.title}. {one.words}", one.cut)
            for (block, one), png in zip(every.values(), found, strict=True)
            if png
        }

    def get_picture(self, one: PictureDrawing) -> bytes:
        """The picture of a drawing; b"" if there is none, and the letter does with words."""
        kept = self.find_stored_picture(one.key)
        return self.paint_picture(one) if kept is None and self.fresh else kept or b""

    def find_stored_picture(self, key: str) -> bytes | None:
        with self.store.read_session() as session:
            return session.exec(select(Picture.png).where(Picture.key == key)).first()

    def paint_picture(self, one: PictureDrawing) -> bytes:
        try:
            png = to_png.paint_png(one.collage, one.pixel_width)
            if len(png) > LARGEST_PICTURE:
                raise to_png.PaintingFailed(f"it has {len(png)} bytes")
        except to_png.PaintingFailed as error:
            log.warning("a picture could not be painted", picture=one.key, error=str(error))
            png = b""
        except to_png.PainterMissing as error:
            warn_of_missing_painter(str(error))
            return b""
        except OSError as error:  # nothing is wrong with the drawing: the next letter tries again
            log.warning("no picture could be painted", picture=one.key, error=type(error).__name__)
            return b""
        self.store_picture(one.key, png, self.clock())
        return png

    def store_picture(self, key: str, png: bytes, now: datetime) -> None:
        """Puts a picture beside the others, in the place of the oldest. Where it cannot be kept it is painted again."""
        try:
            with self.store.write_session() as session:
                number = insert_if_missing(session, Picture(key=key, png=png, painted_at=now), "key")
                session.execute(sa.delete(Picture).where(col(Picture.id) <= (number or 0) - MOST_PICTURES))
        except TROUBLE as error:
            log.warning("a picture could not be kept", picture=key, error=type(error).__name__)


@cache
def warn_of_missing_painter(why: str) -> None:
    """Tells the host once that letters go without pictures."""
    log.warning("letters go without pictures: pbem doctor says what is missing", error=why)
