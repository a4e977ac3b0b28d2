"""What is said at the end of games and kept until then, how good players are, and which votes are cast in the open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("vote", sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "statement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_statement_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_statement_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statement")),
        sa.UniqueConstraint("game_id", "author", name="uq_statement_game_author"),
    )
    op.create_index(op.f("ix_statement_game_id"), "statement", ["game_id"])
    op.create_table(
        "diary",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.Column("written_at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_diary_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_diary_seat_id_seat")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_diary_player_id_player")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_diary_phase_id_phase")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_diary")),
        sa.UniqueConstraint("seat_id", "player_id", "number", name="uq_diary_seat_player_number"),
    )
    op.create_index(op.f("ix_diary_game_id"), "diary", ["game_id"])
    op.create_table(
        "rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ended_at", WHEN, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_rating_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating")),
        sa.UniqueConstraint("game_id", "scope", "player_id", name="uq_rating_game_scope_player"),
    )
    op.create_index(op.f("ix_rating_number"), "rating", ["number"])
    op.create_index(op.f("ix_rating_player_id"), "rating", ["player_id"])


def downgrade() -> None:
    op.drop_table("rating")
    op.drop_table("diary")
    op.drop_table("statement")
    op.drop_column("vote", "shown")
