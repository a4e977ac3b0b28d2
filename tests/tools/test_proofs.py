"""Which proofs a change touches."""

from __future__ import annotations

import pytest

from tools.proofs import ALL, NONE, choose_proofs


@pytest.mark.parametrize(
    ("changed", "proofs"),
    [
        (["engines/cantillon/map.py", "docs/rules/cantillon.md"], "cantillon"),
        (["engines/europa/peace.py", "README.md"], "(europa and not europax)"),
        (["engines/cantillon/map.py", "tests/diplomacy/test_data.py"], "cantillon or diplomacy or test_replay"),
        (["tests/matches/test_matches.py", "tests/tools/test_lock.py"], "test_matches"),
        (["docs/evening.md"], "club"),
        (["docs/hosting.md", "CHANGELOG.md", "tests/docs/statements/europa.md"], NONE),
        (["tests/matches/test_gone.py"], NONE),
        ([], NONE),
        (["engines/cantillon/map.py", "pbem/games/games.py"], ALL),
        (["engines/contract.py"], ALL),
        (["tests/hosting.py"], ALL),
        (None, ALL),
    ],
)
def test_what_a_change_touches(changed: list[str] | None, proofs: str) -> None:
    assert choose_proofs(changed) == proofs
