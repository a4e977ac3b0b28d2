"""What docs/evening.md shows, compared with what was really written and told."""

from __future__ import annotations

import re

from tests.club.members import Club
from tests.hosting import ROOT

PAGE = ROOT / "docs/evening.md"
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown_in_docs(chapter: str, club: Club) -> list[str]:
    """The lines of a chapter's blocks that nobody wrote or was told; “…” stands for whatever changes."""
    _, _, text = PAGE.read_text(encoding="utf-8").partition(f"\n## {chapter}\n")
    found = BLOCK.findall(text.partition("\n## ")[0])
    assert found, f"no example under {chapter}"
    said = "\n".join([*club.written, *club.told])
    lines = [line.strip() for block in found for line in block.splitlines() if line.strip()]
    return [line for line in lines if not re.search(as_pattern(line), said)]


def as_pattern(line: str) -> str:
    return ".*".join(map(re.escape, line.split("…")))
