"""What docs/evening.md shows, compared with what was really written and told."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.club.members import Club
from tests.hosting import PATIENCE, ROOT

PAGE = ROOT / "docs/evening.md"
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown_in_docs(chapter: str, club: Club) -> list[str]:
    """The lines of a chapter's blocks that nobody wrote or was told; “…” stands for whatever changes."""
    _, _, text = PAGE.read_text(encoding="utf-8").partition(f"\n## {chapter}\n")
    found = BLOCK.findall(text.partition("\n## ")[0])
    assert found, f"no example under {chapter}"
    said = [" ".join(text.split()) for text in (*club.written, *club.all_letter_texts, *club.seen)]
    lines = [line.strip() for block in found for line in block.splitlines() if line.strip()]
    return [line for line in lines if not any(re.search(as_pattern(line), text) for text in said)]


def as_pattern(line: str) -> str:
    return ".*".join(re.escape(" ".join(part.split())) for part in line.split("…"))


def run_proof_line(folder: Path, name: str, file: bytes, line: str) -> str:
    """Return what `pbem` says to a line about a file, on a machine that has nothing of the server's."""
    folder.mkdir()
    (folder / name).write_bytes(file)
    command = [sys.executable, "-m", "pbem.cli", *line.split()]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, timeout=PATIENCE, check=True
    )
    return done.stdout.decode()
