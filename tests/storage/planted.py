"""A version of pbem after this one, as far as a database knows: this version's migrations and one more."""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import indent

import pytest

from pbem.storage import database
from pbem.storage.database import MIGRATIONS, known_revisions

NEWEST = max(known_revisions())
"""The migration to which the databases of tests are brought."""
NEXT = f"{int(NEWEST) + 1:04}"
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{next}", "{newest}", None, None


def upgrade():
{upgrade}


def downgrade():
{downgrade}
"""


def plant_migration(
    monkeypatch: pytest.MonkeyPatch, folder: Path, upgrade: str = "pass", downgrade: str = "pass"
) -> None:
    """From now on stores know the migration NEXT, which does this."""
    there = folder / "migrations"
    shutil.copytree(MIGRATIONS, there, ignore=shutil.ignore_patterns("__pycache__"))
    both = {"upgrade": indent(upgrade, "    "), "downgrade": indent(downgrade, "    ")}
    (there / "versions" / f"{NEXT}_planted.py").write_text(MIGRATION.format(next=NEXT, newest=NEWEST, **both))
    monkeypatch.setattr(database, "MIGRATIONS", there)
