"""Who has answered, what can be reached, where a letter came from, sessions that end, salted hashes, tallies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("player", sa.Column("answered_at", WHEN, nullable=True))
    op.add_column("player", sa.Column("bounces", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("player", sa.Column("bounced_at", WHEN, nullable=True))
    op.add_column("player", sa.Column("unreachable_at", WHEN, nullable=True))
    op.execute("UPDATE player SET answered_at = created_at")  # whoever plays by now has shown that they want letters
    op.add_column("phase", sa.Column("salted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("phase", sa.Column("given_back", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("mail_in", sa.Column("peer", sa.String(), nullable=False, server_default=""))
    op.add_column("mail_in", sa.Column("vouched", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "web_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("created_at", WHEN, nullable=False),
        sa.Column("expires_at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_web_session_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_session")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_web_session_token_hash")),
    )
    op.create_index(op.f("ix_web_session_player_id"), "web_session", ["player_id"], unique=False)
    op.create_table(
        "tally",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("ends_at", WHEN, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tally")),
        sa.UniqueConstraint("key", name=op.f("uq_tally_key")),
    )
    op.create_index(op.f("ix_tally_ends_at"), "tally", ["ends_at"], unique=False)


def downgrade() -> None:
    op.drop_table("tally")
    op.drop_table("web_session")
    for column in ("vouched", "peer"):
        op.drop_column("mail_in", column)
    for column in ("given_back", "salted"):
        op.drop_column("phase", column)
    for column in ("unreachable_at", "bounced_at", "bounces", "answered_at"):
        op.drop_column("player", column)
