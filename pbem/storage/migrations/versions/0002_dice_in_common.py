"""Games know the secret of the dice that all games of the server share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("shared", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("game", "shared")
