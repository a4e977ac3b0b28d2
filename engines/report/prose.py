"""Words: headings, the lead, paragraphs, lists, and lines that keep their breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.report import Block


@dataclass(frozen=True)
class Run:
    """Words that are set alike within a text. `to` makes them a link: an address, or the way there from the page that
    the text stands on ("guide#options")."""

    text: str
    strong: bool = False
    slanted: bool = False
    code: bool = False
    to: str = ""


@dataclass(frozen=True)
class Heading:
    """`anchor` is the name by which links lead here."""

    text: str
    level: int = 2
    anchor: str = ""


@dataclass(frozen=True)
class Lead:
    """What happened, in one or two sentences, and what it means for the reader: the first that they are told."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; `quiet` is set smaller, for remarks and footnotes.

    `runs` say how its words are set, if they are not all alike: together they are the same words. `anchor`: see
    `Heading`.
    """

    text: str
    quiet: bool = False
    runs: tuple[Run, ...] = ()
    anchor: str = ""


@dataclass(frozen=True)
class Items:
    """A list, each item made of blocks of its own; `first` is the number of the first, None if they have no numbers."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


@dataclass(frozen=True)
class Code:
    """Lines that keep their breaks and blanks, such as orders."""

    text: str
