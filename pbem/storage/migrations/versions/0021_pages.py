"""What lists of games ask for: how many seats of each can be taken, and in which list it stands; and indices of what
pages and duties look for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

INVITED = '%"open_to":"invited"%'
FREE = """UPDATE game SET free = (SELECT count(*) FROM seat WHERE seat.game_id = game.id AND seat.player_id IS NULL)
    WHERE status <> 'finished'"""
SHELF = """UPDATE game SET shelf = CASE WHEN rules LIKE :invited THEN 'hidden' WHEN status = 'finished' THEN 'finished'
    WHEN free > 0 AND status <> 'stuck' THEN 'open' ELSE 'running' END"""


def upgrade() -> None:
    op.add_column("game", sa.Column("free", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("shelf", sa.String(), nullable=False, server_default="hidden"))
    op.execute(FREE)
    op.execute(sa.text(SHELF).bindparams(invited=INVITED))
    op.create_index("ix_game_shelf", "game", ["shelf", "id"])
    op.create_index("ix_game_master_id", "game", ["master_id"])
    op.create_index("ix_player_bot", "player", ["bot"])
    op.drop_index("ix_phase_game_id", "phase")  # the unique one of game and number does as well
    op.drop_index("ix_phase_resolved_at", "phase")
    op.create_index("ix_phase_open", "phase", ["game_id", "resolved_at"])
    op.create_table(
        "game_stamp",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stamp", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id"),
    )
    op.execute("INSERT INTO game_stamp SELECT id, 0 FROM game")


def downgrade() -> None:
    op.drop_table("game_stamp")
    op.drop_index("ix_phase_open", "phase")
    op.create_index("ix_phase_resolved_at", "phase", ["resolved_at"])
    op.create_index("ix_phase_game_id", "phase", ["game_id"])
    op.drop_index("ix_player_bot", "player")
    op.drop_index("ix_game_master_id", "game")
    op.drop_index("ix_game_shelf", "game")
    op.drop_column("game", "shelf")
    op.drop_column("game", "free")
