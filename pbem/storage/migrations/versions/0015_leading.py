"""What game masters and hosts do besides."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("phase", sa.Column("correction", sa.Text(), nullable=False, server_default=""))
    op.add_column("player", sa.Column("banned_at", WHEN, nullable=True))
    op.add_column("player", sa.Column("forgotten_at", WHEN, nullable=True))
    op.create_table(
        "leader",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("since", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_leader_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_leader_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leader")),
        sa.UniqueConstraint("game_id", "player_id", name="uq_leader_game_player"),
    )
    op.create_index(op.f("ix_leader_game_id"), "leader", ["game_id"])
    op.create_index(op.f("ix_leader_player_id"), "leader", ["player_id"])


def downgrade() -> None:
    op.drop_table("leader")
    for table, column in (("player", "forgotten_at"), ("player", "banned_at"), ("phase", "correction")):
        op.drop_column(table, column)
