"""Whole games as PDF; what everybody has after each phase; press that is opened at the end; how players print."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("phase", sa.Column("standings", sa.String(), nullable=False, server_default=""))
    op.add_column("player", sa.Column("print", sa.String(), nullable=False, server_default="normal"))
    op.add_column("player", sa.Column("toner", sa.String(), nullable=False, server_default="full"))
    op.add_column("seat", sa.Column("opens_press", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "game_book",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("paper", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("readers", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("asked_at", WHEN, nullable=False),
        sa.Column("ready_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_book_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_game_book_seat_id_seat")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_game_book_phase_id_phase")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_book")),
        sa.UniqueConstraint("key", name=op.f("uq_game_book_key")),
    )
    op.create_index(op.f("ix_game_book_game_id"), "game_book", ["game_id"])
    op.create_index(op.f("ix_game_book_ready_at"), "game_book", ["ready_at"])


def downgrade() -> None:
    op.drop_table("game_book")
    op.drop_column("seat", "opens_press")
    op.drop_column("player", "toner")
    op.drop_column("player", "print")
    op.drop_column("phase", "standings")
