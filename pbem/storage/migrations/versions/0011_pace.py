"""Who is away, how often a deadline was moved, and where a player's calendar is read; quiet days get their one name."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("asked_at", WHEN, nullable=False),
        sa.Column("ended_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_absence_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
    )
    op.create_index(op.f("ix_absence_player_id"), "absence", ["player_id"])
    op.add_column("phase", sa.Column("moves", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("player", sa.Column("calendar", sa.Integer(), nullable=False, server_default="0"))
    name_quiet_days()


def name_quiet_days() -> None:
    """Any word that began like a day of the week was taken for it; now it must be one."""
    game = sa.table("game", sa.column("id", sa.Integer), sa.column("rules", sa.Text))
    for number, text in op.get_bind().execute(sa.select(game.c.id, game.c.rules)).all():
        rules = json.loads(text)
        named = [word.strip().lower()[:3] for word in rules.get("quiet", ())]
        quiet = [day if day in WEEK else word for day, word in zip(named, rules.get("quiet", ()), strict=True)]
        if quiet != rules.get("quiet", []):
            kept = json.dumps({**rules, "quiet": quiet}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            op.execute(sa.update(game).where(game.c.id == number).values(rules=kept))


def downgrade() -> None:
    op.drop_column("player", "calendar")
    op.drop_column("phase", "moves")
    op.drop_table("absence")
