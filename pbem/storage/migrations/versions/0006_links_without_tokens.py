"""Sign-in links are not kept with anything that signs in; sessions take the place of epochs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def links(*kept: sa.Column[str]) -> None:
    """The table anew: links live for half an hour, and whoever has one under way asks for another."""
    op.drop_table("sign_in")
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        *kept,
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("browser_hash", sa.String(), nullable=False),
        sa.Column("expires_at", WHEN, nullable=False),
        sa.Column("used_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sign_in_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        *[sa.UniqueConstraint(c.name, name=op.f(f"uq_sign_in_{c.name}")) for c in kept],
    )
    op.execute("UPDATE outbox SET data = '{}', ready_at = NULL WHERE kind = 'signin'")


def upgrade() -> None:
    links()
    op.drop_column("player", "epoch")


def downgrade() -> None:
    links(sa.Column("token_hash", sa.String(), nullable=False))
    op.add_column("player", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
