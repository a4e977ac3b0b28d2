"""Receipts with a number, and games that came as a file."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("game", sa.Column("imported", sa.Text(), nullable=False, server_default=""))
    op.add_column("phase", sa.Column("receipts", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "receipt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("at", WHEN, nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_receipt_phase_id_phase")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_receipt_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt")),
        sa.UniqueConstraint("seat_id", "number", name="uq_receipt_seat_number"),
    )
    op.create_index(op.f("ix_receipt_phase_id"), "receipt", ["phase_id"])
    op.create_index(op.f("ix_receipt_seat_id"), "receipt", ["seat_id"])


def downgrade() -> None:
    op.drop_table("receipt")
    op.drop_column("phase", "receipts")
    op.drop_column("game", "imported")
