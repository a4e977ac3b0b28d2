"""Where the books of a game lie. An engine brings them in its own package; those of our games are written in `docs/`.

A book of a package is the file `rules.md` or `guide.md` beside the engine's class (and what else there is of `KINDS`).
Ours travel in the wheel as they lie in a checkout.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from engines.base import Engine

KINDS = {
    "guide": "Guide",
    "rules": "Rules",
    "orders": "Orders",
    "examples": "Worked examples",
    "rulings": "Rulings",
}
"""The books there can be, in the order in which they are offered. That of orders is drawn up by `sentences`."""
OURS = "engines."
HERE = Path(__file__).parents[1]


def books_folder() -> Path:
    """The texts of our own games: inside the package once it is installed, `docs` in a checkout."""
    packaged = HERE / "_books"
    return packaged if packaged.is_dir() else HERE.parent / "docs"


def load_book_source(engine: Engine[Any], kind: str) -> str:
    """The text of a book as it was written; "" if there is none."""
    module = type(engine).__module__
    package = sys.modules[module].__spec__
    if package is not None and package.parent:
        beside = files(package.parent) / f"{kind}.md"
        if beside.is_file():
            return beside.read_text("utf-8")
    if not module.startswith(OURS):
        return ""
    written = books_folder() / house_path(engine.code, kind)
    return written.read_text("utf-8") if written.is_file() else ""


def house_path(code: str, kind: str) -> str:
    """Return where a book of ours lies in `docs`."""
    if kind == "rules":
        return f"rules/{code}.md"
    return f"engines/{code}.md" if kind == "guide" else f"engines/{code}-{kind}.md"


def list_shelf_kinds(engine: Engine[Any]) -> list[str]:
    """The books that a game has."""
    return [kind for kind in KINDS if kind == "orders" or load_book_source(engine, kind)]
