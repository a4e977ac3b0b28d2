"""Changes that change nothing: listed by hand in tools/mutate/tables/GAME.md, each with the reason.

A heading names the module and the function, a fenced block of ```diff the lines that go and come, and the text below
says why nobody could tell:

    ### peace.award_givers
    ```diff
    - if a > b:
    + if a >= b:
    ```
    Both are drawn from the same bag, and no number is in it twice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tools.mutate.games import ROOT

if TYPE_CHECKING:
    from tools.mutate.mutants import Mutant  # needs mutmut, which the test of these lists does not

FOLDER = ROOT / "tools" / "mutate" / "tables"
ENTRY = re.compile(r"^### (?P<name>\S+)$|^```diff\n(?P<change>.*?)^```$", re.MULTILINE | re.DOTALL)


def equivalents(code: str) -> set[tuple[str, str]]:
    """(`peace.award_givers`, the change) of each entry; the indentation of lines does not count."""
    path = FOLDER / f"{code}.md"
    return set(entries(path.read_text("utf-8"))) if path.exists() else set()


def entries(text: str) -> list[tuple[str, str]]:
    """Raises ValueError if a change has no heading above it."""
    found, name = [], ""
    for match in ENTRY.finditer(text):
        if match["name"]:
            name = match["name"]
        elif not name:
            raise ValueError(f"no function is named above this change:\n{match['change']}")
        else:
            lines = (line for line in match["change"].splitlines() if line.strip())
            found.append((name, "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines)))
    return found


def is_known(mutant: Mutant, known: set[tuple[str, str]]) -> bool:
    return (mutant.name, mutant.change) in known


def unused(known: set[tuple[str, str]], mutants: list[Mutant]) -> list[tuple[str, str]]:
    """Entries that fit no change any more: the function was rewritten, so look at it again."""
    return sorted(known - {(mutant.name, mutant.change) for mutant in mutants})
