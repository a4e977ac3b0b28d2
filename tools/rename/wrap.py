"""Brings lines of text down to the length that ruff wants: `python -m tools.rename.wrap`. What is too much goes to the
next line of its paragraph; lines of code are for ruff's formatter."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

LONGEST = 120


def main() -> None:
    words = [sys.executable, "-m", "ruff", "check", "--select", "E501", "--output-format", "concise", "."]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    for name in sorted({found[1] for line in said.splitlines() if (found := re.match(r"(.+?):\d+:\d+: E501", line))}):
        path = Path(name)
        while (new := wrap(path.read_text("utf-8"))) is not None:
            path.write_text(new, "utf-8")


def wrap(text: str) -> str | None:
    """The text of a file with its first such line cut; None if there is none."""
    lines, prose = text.split("\n"), prose_lines(text)
    for at, line in enumerate(lines):
        indent = margin(line)
        cut = line.rfind(" ", 0, LONGEST + 1)
        if len(line) > LONGEST and cut > len(indent) and at + 1 in prose:
            lines[at], rest = line[:cut], line[cut + 1 :]
            follows = lines[at + 1] if at + 1 < len(lines) else ""
            if at + 2 in prose and goes_on(line, follows):
                lines[at + 1] = f"{indent}{rest} {follows[len(indent) :]}"
            else:
                lines.insert(at + 1, indent + rest)
            return "\n".join(lines)
    return None


def prose_lines(text: str) -> frozenset[int]:
    """The lines, from 1, of comments that stand alone and of docstrings."""
    found = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        alone = not token.line[: token.start[1]].strip()
        if token.type == tokenize.COMMENT and alone:
            found.add(token.start[0])
        if token.type == tokenize.STRING and alone and token.string.startswith('"""'):
            found |= {*range(token.start[0], token.end[0] + 1)}
    return frozenset(found)


def margin(line: str) -> str:
    found = re.match(r"\s*(# )?", line)
    return found[0] if found else ""


def goes_on(line: str, follows: str) -> bool:
    """Return whether the next line is of the same paragraph."""
    ends = line.rstrip().endswith('"""')
    return (
        bool(follows.strip())
        and margin(follows) == margin(line)
        and not ends
        and not re.match(r'\s*("""|@|def |- |\*|\|)', follows)
    )


if __name__ == "__main__":
    main()
