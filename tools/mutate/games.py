"""What is changed, and which tests must notice: the one place that says so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ("diplomacy", "europa", "cantillon", "europax", "europe2028")
SHARED = "engines"
"""What all games stand on is looked at like a game: `make mutate GAME=engines`."""

NO_RULES = {
    "prose": "sentences",
    "report": "sentences and tables",
    "tables": "tables of a report and a board",
    "explain": "sentences",
    "codes": "sentences",
    "words": "how things are named and spelled",
    "lexicon": "how things are named and spelled",
    "lead": "sentences",
    "facts": "notes beside what can be chosen",
    "board": "tables and the drawing of how things stand",
    "corrections": "what a master puts right by hand, of which no document speaks; the laws of the contract hold it",
    "drawing": "a drawing",
    "chart": "a drawing",
    "picture": "a drawing",
    "plates": "a drawing",
    "advice": "what bots do, which is opinion",
    "record": "a file format for recorded games",
    "exchange": "file formats for recorded games; what they say is played again to the same positions",
    "judge": "a file format for recorded games",
    "sandbox": "a file format for positions",
}
"""Modules without rules. All others of a game have some, and those of data are not Python."""
NO_RULES_SHARED = {"report", "faults", "phrases", "colours", "contract", "all", "__init__"}
"""Of the shared ones: what is drawn or said, what checks the others, and what finds them."""


@dataclass(frozen=True)
class Target:
    """A game whose rules are changed, file by file, and what pytest is told to run."""

    code: str
    files: tuple[Path, ...]
    tests: tuple[str, ...]


def target(code: str) -> Target:
    """Raises KeyError for what is neither a game nor `engines`."""
    if code == SHARED:
        folders = (ROOT / "engines", ROOT / "engines" / "language")
        files = (path for folder in folders for path in folder.glob("*.py") if path.stem not in NO_RULES_SHARED)
        whole_games = (f"--ignore=tests/engines/{name}.py" for name in ("test_contract", "test_example", "test_worked"))
        return Target(code, tuple(sorted(files)), ("tests/engines", *whole_games))
    if code not in GAMES:
        raise KeyError(code)
    files = (path for path in (ROOT / "engines" / code).glob("*.py") if path.stem not in NO_RULES)
    tests = (f"tests/{code}", *(f"tests/engines/{test}" for test in shared_tests(code)))
    return Target(code, tuple(sorted(files)), tests)


def shared_tests(code: str) -> list[str]:
    """A game written out is played the same, the examples on its page come true, its guide is understood.

    Whole random games (marked slow) are left out: they show that a game does not fall over, not that a rule holds.
    """
    tests = [f"test_golden.py::test_the_written_game_is_played_the_same[{code}]"]
    if code != "diplomacy":
        tests.append(f"test_worked.py::test_the_page_is_what_happens[{code}]")
        tests.append(f"test_guides.py::test_the_guide_is_understood[{code}]")
    return tests
