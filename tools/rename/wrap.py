"""Brings lines of text down to the length that ruff wants: `python -m tools.rename.wrap`. What is too much goes to the
next line of its paragraph; lines of code are for ruff's formatter."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

LONGEST = 120
CODE = re.compile(r"\s*(from|import|def|class|return|assert|@)\b")


def main() -> None:
    words = [sys.executable, "-m", "ruff", "check", "--select", "E501", "--output-format", "concise", "."]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    for name in sorted({found[1] for line in said.splitlines() if (found := re.match(r"(.+?):\d+:\d+: E501", line))}):
        path = Path(name)
        path.write_text("\n".join(wrap(path.read_text("utf-8").split("\n"))), "utf-8")


def wrap(lines: list[str]) -> list[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        indent = margin(line)
        cut = line.rfind(" ", 0, LONGEST + 1)
        if len(line) > LONGEST and cut > len(indent) and not CODE.match(line):
            lines[at], rest = line[:cut], line[cut + 1 :]
            follows = lines[at + 1] if at + 1 < len(lines) else ""
            if goes_on(line, follows):
                lines[at + 1] = f"{indent}{rest} {follows[len(indent) :]}"
            else:
                lines.insert(at + 1, indent + rest)
        at += 1
    return lines


def margin(line: str) -> str:
    found = re.match(r"\s*(# )?", line)
    return found[0] if found else ""


def goes_on(line: str, follows: str) -> bool:
    """Whether the next line is of the same paragraph."""
    ends = line.rstrip().endswith('"""')
    return (
        bool(follows.strip())
        and margin(follows) == margin(line)
        and not ends
        and not re.match(r'\s*("""|@|def |- |\*|\|)', follows)
    )


if __name__ == "__main__":
    main()
