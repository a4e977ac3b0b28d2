"""The recipe of CONTRIBUTING.md for who changes a table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.storage.planted import NEWEST, NEXT

AHEAD = """
import shutil, sys
from pathlib import Path
from typing import Literal
import sqlalchemy as sa
from pbem.storage import database, models
from pbem.storage.models import checks
from tools.migration.__main__ import write_next_migration

models.Player.__table__.append_column(sa.Column("mood", sa.String(), nullable=False, default=""))
every = [*checks.wanted_checks(), checks.Check("player", "mood", ("", "merry"))]
checks.wanted_checks = lambda: iter(every)
there = Path(sys.argv[1]) / "migrations"
shutil.copytree(database.MIGRATIONS, there, ignore=shutil.ignore_patterns("__pycache__"))
database.MIGRATIONS = there
write_next_migration("moods of players")
"""


def test_a_model_that_is_ahead_gets_its_migration(tmp_path: Path) -> None:
    """A draft with the next number and the column, in words that outlive our code."""
    subprocess.run([sys.executable, "-c", AHEAD, str(tmp_path)], check=True, capture_output=True)
    (draft,) = (path for path in (tmp_path / "migrations/versions").glob("*.py") if "moods" in path.name)
    assert draft.name == f"{NEXT}_moods_of_players.py"
    said = draft.read_text("utf-8").replace("'", '"')
    assert 'batch_op.add_column(sa.Column("mood", sa.String(), nullable=False))' in said
    assert f'revision = "{NEXT}"\ndown_revision = "{NEWEST}"' in said
