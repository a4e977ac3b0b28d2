"""From here on the database lets in no word that is not known (`pbem.storage.models.checks`).

Nothing is changed here: the checks are put up after the last migration of any run, as the triggers of stamps are. What
needs a number of its own is that a version of pbem without these words must not write to such a database.
"""

from __future__ import annotations

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
