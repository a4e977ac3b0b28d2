"""What a reader chose to print on, and what a file says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SIZES: dict[str, tuple[float, float]] = {"A4": (210 * 72 / 25.4, 297 * 72 / 25.4), "Letter": (612.0, 792.0)}
"""In points."""
REPORT_MARGIN, BOOKLET_MARGIN, GAME_BOOK_MARGIN = 28.0, 40.0, 40.0
"""Around what is printed, in points of paper that is not enlarged."""
PRINTS = {"normal": 1.0, "large": 1.7}
"""How much larger than usual all is set: large print is set in 14 points and more."""
TONERS = ("full", "low")
WORDS = {
    "page": "{page} of {pages}",
    "continued": "{title}, continued",
    "report": "Report",
}
"""What stands on paper around a report, in English."""


@dataclass(frozen=True)
class Paper:
    """What a report is printed on: `size` "A4" or "Letter", `print` "normal" or "large", `toner` "full" or "low"
    (owners are told by hatch alone). `language` is that of the words, `words` those of `WORDS` in it.

    Raises NoSuchPaper for what there is not, with what there is.
    """

    size: str = "A4"
    print: str = "normal"
    toner: str = "full"
    language: str = "en"
    words: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", pick_known("paper", self.size, tuple(SIZES)))
        object.__setattr__(self, "print", pick_known("print", self.print, tuple(PRINTS)))
        object.__setattr__(self, "toner", pick_known("toner", self.toner, TONERS))

    @property
    def size_in_points(self) -> tuple[float, float]:
        """The width and the height of a sheet upright, in points."""
        return SIZES[self.size]

    @property
    def zoom(self) -> float:
        """Return how much larger than usual all is set."""
        return PRINTS[self.print]

    @property
    def saves_toner(self) -> bool:
        """Return whether toner is saved."""
        return self.toner == "low"

    def format_frame_words(self, name: str, **facts: object) -> str:
        """Words of the frame."""
        return {**WORDS, **self.words}[name].format(**facts)


class NoSuchPaper(ValueError):  # noqa: N818 - a wish that cannot be met is no error of the program
    """What was wished for (`what`: "paper", "print", "toner"), in which words, and what there is."""

    def __init__(self, what: str, said: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no {what} {said!r}; there are {', '.join(known)}")
        self.what, self.said, self.known = what, said, known


def pick_known(what: str, said: str, known: tuple[str, ...]) -> str:
    """One of what there is, in whatever case it was said. Raises NoSuchPaper."""
    found = next((one for one in known if one.lower() == said.lower()), None)
    if found is None:
        raise NoSuchPaper(what, said, known)
    return found


@dataclass(frozen=True)
class Imprint:
    """What a file says of itself beside its title: who made it and what it is about. `links` are words with the address
    that they lead to; they stand below the deadline."""

    author: str = ""
    subject: str = ""
    links: tuple[tuple[str, str], ...] = ()


PLAIN_PAPER, NO_IMPRINT = Paper(), Imprint()
