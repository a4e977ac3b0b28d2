"""What a remark to a player cites: a code it begins with, or sections of the rules (§5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engines.base import Engine
from pbem.books.book import read

CITED = re.compile(r"^(?P<code>[A-Z]{1,2}\d{1,3})\b|§ ?(?P<number>\d+(?:\.\d+)*[a-z]?)", re.M)
LOOKED_IN = ("rules", "guide")
MOST = 4
"""Citations of one receipt that are explained."""


def place(engine: Engine[Any], name: str) -> str:
    """Where a code or a section is told of, from the page of the game's help ("rules#E30"); "" if nowhere."""
    found = (book for kind in LOOKED_IN if (book := read(engine, kind)) and name in book.anchors)
    return next((f"{book.kind}#{name}" for book in found), "")


def names(text: str) -> list[str]:
    return [found["code"] or found["number"] for found in CITED.finditer(text)]


def found(engine: Engine[Any], texts: Iterable[str]) -> dict[str, str]:
    """What texts cite, each with its place; the first few."""
    cited = dict.fromkeys(name for text in texts for name in names(text))
    places = ((name, place(engine, name)) for name in cited)
    return dict([(name, where) for name, where in places if where][:MOST])
