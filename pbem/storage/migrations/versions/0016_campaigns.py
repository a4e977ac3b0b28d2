"""Games under one name, and games that follow from games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("master_id", sa.Integer(), nullable=True),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("created_at", WHEN, nullable=False),
        sa.Column("finished_at", WHEN, nullable=True),
        sa.Column("told_at", WHEN, nullable=False),
        sa.Column("asks_until", WHEN, nullable=True),
        sa.Column("due_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["master_id"], ["player.id"], name=op.f("fk_campaign_master_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("slug", name=op.f("uq_campaign_slug")),
    )
    op.create_index(op.f("ix_campaign_due_at"), "campaign", ["due_at"])
    op.create_table(
        "entrant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("entered_at", WHEN, nullable=False),
        sa.Column("out_at", WHEN, nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_entrant_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_entrant_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrant")),
        sa.UniqueConstraint("campaign_id", "player_id", name="uq_entrant_campaign_player"),
    )
    op.create_index(op.f("ix_entrant_campaign_id"), "entrant", ["campaign_id"])
    op.create_index(op.f("ix_entrant_player_id"), "entrant", ["player_id"])
    op.create_table(
        "rest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrant.id"], name=op.f("fk_rest_entrant_id_entrant")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rest")),
        sa.UniqueConstraint("entrant_id", "round", name="uq_rest_entrant_round"),
    )
    op.create_index(op.f("ix_rest_entrant_id"), "rest", ["entrant_id"])
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("campaign_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("round", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("board", sa.Integer(), nullable=False, server_default="0"))
        table.create_foreign_key(op.f("fk_game_campaign_id_campaign"), "campaign", ["campaign_id"], ["id"])
    op.create_index(op.f("ix_game_campaign_id"), "game", ["campaign_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_game_campaign_id"), "game")
    with op.batch_alter_table("game") as table:
        table.drop_constraint(op.f("fk_game_campaign_id_campaign"), type_="foreignkey")
        table.drop_column("campaign_id")
        table.drop_column("round")
        table.drop_column("board")
    op.drop_table("rest")
    op.drop_table("entrant")
    op.drop_table("campaign")
