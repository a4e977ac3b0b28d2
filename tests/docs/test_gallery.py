"""The gallery shows every game, and nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image

from engines.all import SHIPPED

DOCS = Path(__file__).parents[2] / "docs"


def page_pictures(page: Path) -> set[Path]:
    return {page.parent / place for place in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))}


def test_every_game_hangs_in_the_gallery() -> None:
    """On paper, in a letter, in grey; no picture is missing or left over, none is too heavy for a page."""
    pictures = page_pictures(DOCS / "gallery.md")
    wanted = {DOCS / "gallery" / f"{code}-{kind}.png" for code in SHIPPED for kind in ("a4", "phone", "grey")}
    assert wanted <= pictures == {*(DOCS / "gallery").glob("*.png")}
    for picture in pictures:
        assert picture.stat().st_size < 300_000
        Image.open(picture).verify()


def test_the_readme_shows_a_desk_and_a_report() -> None:
    readme = DOCS.parent / "README.md"
    assert {path.name for path in page_pictures(readme)} == {"desk.png", "report.png"}
    assert all(path.is_file() for path in page_pictures(readme))
