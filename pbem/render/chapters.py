"""What longer files are made of: the chapters of a booklet, the spreads of a game book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.report import Block, Heading, Lead
from pbem.render.pdf.parts import Picture


@dataclass(frozen=True)
class Chapter:
    """A part of a booklet; links of the other parts lead to it by its `name`. `one_page`: it is set smaller if that
    keeps it on a page."""

    name: str
    title: str
    blocks: Sequence[Block]
    one_page: bool = False

    @property
    def titled_blocks(self) -> list[Block]:
        return [Heading(self.title, 1), *self.blocks]


@dataclass(frozen=True)
class GameBookCaptions:
    """What the book itself says, in its reader's language."""

    contents: str
    over_time: str
    proof: str


@dataclass(frozen=True)
class PhaseSpread:
    """What is told of one phase."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def first_picture(self) -> Picture | None:
        return next((block for block in self.blocks if isinstance(block, Picture)), None)

    @property
    def text_blocks(self) -> list[Block]:
        """Return what stands below the picture."""
        return [block for block in self.blocks if not isinstance(block, Picture | Lead)]
