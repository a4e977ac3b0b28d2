"""Where the rules tell more of what a player was told: of the code of a remark, and of the sections it names (§5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from engines.base import Engine
from engines.language.grammar import Remark
from pbem.books.book import read_book

SECTION = re.compile(r"§ ?(?P<number>\d+(?:\.\d+)*[a-z]?)")
LOOKED_IN = ("rules", "guide")
MOST = 4
"""Citations of one receipt that are explained."""


PLACES: dict[str, tuple[Engine[Any], dict[str, str]]] = {}
"""What can be cited of each game, by its code: looked up once, and anew for an engine that takes its place."""


def cited_place(engine: Engine[Any], name: str) -> str:
    """Return where a code or a section is told of, from the page of the game's help ("rules#E30"); "" if nowhere."""
    kept = PLACES.get(engine.code)
    if kept is None or kept[0] is not engine:
        PLACES[engine.code] = kept = engine, dict(iter_cited_places(engine))
    return kept[1].get(name, "")


def iter_cited_places(engine: Engine[Any]) -> Iterator[tuple[str, str]]:
    """Every name that links lead to, with its place; of two the one in the rules comes last."""
    for kind in reversed(LOOKED_IN):
        if book := read_book(engine, kind):
            yield from ((name, f"{kind}#{name}") for name in book.passages_by_anchor)


def cited_names(remark: Remark) -> list[str]:
    """Return what a remark cites: its code, then the sections its text names."""
    return [
        *([remark.code] if remark.code else ()),
        *(found["number"] for found in SECTION.finditer(remark.text)),
    ]


def locate_citations(engine: Engine[Any], cited: Iterable[str]) -> dict[str, str]:
    """Codes and sections, each with its place; the first few."""
    places = ((name, cited_place(engine, name)) for name in dict.fromkeys(cited))
    return dict([(name, where) for name, where in places if where][:MOST])
