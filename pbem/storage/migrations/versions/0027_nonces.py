"""Seats, deputies and letters have a nonce, which is part of their addresses.

What there is has 0: should one of its numbers be given again, the new row draws another. Addresses of before mean
nothing any more, since their form is another: nobody plays on an earlier version.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

TABLES = ("seat", "deputy", "outbox")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("nonce", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "nonce")
