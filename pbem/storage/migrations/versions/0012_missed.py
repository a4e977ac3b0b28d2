"""What stands in for who does not write, and how absences are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)
HELD = """UPDATE turn SET player_id = (
    SELECT seat.player_id FROM seat JOIN phase ON phase.id = turn.phase_id
    WHERE seat.id = turn.seat_id AND phase.resolved_at IS NOT NULL AND seat.joined_at <= phase.opened_at
) WHERE turn.due"""
"""Who had a seat before its player is not known any more: what became of those turns counts for nobody."""
JUDGED = "UPDATE turn SET verdict = CASE WHEN missed THEN 'missed' ELSE 'taken' END WHERE player_id IS NOT NULL"
BY_PLAYER = "UPDATE turn SET given_by = 'player' WHERE given"
MISSED = "UPDATE turn SET missed = (verdict = 'missed')"
COUNTED = "UPDATE seat SET missed = (SELECT count(*) FROM turn WHERE turn.seat_id = seat.id AND turn.missed)"


def upgrade() -> None:
    op.add_column("game", sa.Column("roll_call_until", WHEN, nullable=True))
    op.create_index(op.f("ix_game_roll_call_until"), "game", ["roll_call_until"])
    op.add_column("phase", sa.Column("guarded", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("phase", sa.Column("undone", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("stand_ins", sa.String(), nullable=False, server_default=""))
    op.add_column("seat", sa.Column("extra_used", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("here_at", WHEN, nullable=True))
    with op.batch_alter_table("turn") as table:
        table.add_column(sa.Column("given_at", WHEN, nullable=True))
        table.add_column(sa.Column("given_by", sa.String(), nullable=False, server_default=""))
        table.add_column(sa.Column("verdict", sa.String(), nullable=False, server_default=""))
        table.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        table.create_foreign_key(op.f("fk_turn_player_id_player"), "player", ["player_id"], ["id"])
        table.create_index(op.f("ix_turn_player_id"), ["player_id"])
    for statement in (HELD, JUDGED, BY_PLAYER):
        op.execute(statement)
    op.drop_column("turn", "missed")
    op.drop_column("seat", "missed")
    op.create_table(
        "later",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kept_at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_later_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_later")),
    )
    op.create_index(op.f("ix_later_seat_id"), "later", ["seat_id"])


def downgrade() -> None:
    op.drop_table("later")
    op.add_column("seat", sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("turn", sa.Column("missed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(MISSED)
    op.execute(COUNTED)
    with op.batch_alter_table("turn") as table:
        table.drop_index(op.f("ix_turn_player_id"))
        table.drop_constraint(op.f("fk_turn_player_id_player"), type_="foreignkey")
        for name in ("given_at", "given_by", "verdict", "player_id"):
            table.drop_column(name)
    for name in ("stand_ins", "extra_used", "here_at"):
        op.drop_column("seat", name)
    op.drop_column("phase", "undone")
    op.drop_column("phase", "guarded")
    op.drop_index(op.f("ix_game_roll_call_until"), "game")
    op.drop_column("game", "roll_call_until")
