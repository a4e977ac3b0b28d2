"""Whose confirmation a held letter waits for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("mail_in") as table:
        table.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        table.create_foreign_key(op.f("fk_mail_in_player_id_player"), "player", ["player_id"], ["id"])
        table.create_index(op.f("ix_mail_in_player_id"), ["player_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("mail_in") as table:
        table.drop_index(op.f("ix_mail_in_player_id"))
        table.drop_constraint(op.f("fk_mail_in_player_id_player"), type_="foreignkey")
        table.drop_column("player_id")
