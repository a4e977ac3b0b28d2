"""Who wishes for which seat, who is invited, who stands in, who watches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)
TABLES = ("tenure", "wish", "invitation", "deputy", "gift", "watcher")


def upgrade() -> None:
    op.add_column("game", sa.Column("word_seed", sa.String(), nullable=False, server_default=""))
    op.add_column("game", sa.Column("draw", sa.Text(), nullable=False, server_default=""))
    table(
        "tenure",
        ("seat", "player"),
        sa.Column("began_at", WHEN, nullable=False),
        sa.Column("ended_at", WHEN, nullable=True),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("leaves_press", sa.Boolean(), nullable=False),
    )
    table(
        "wish",
        ("player",),
        sa.Column("seats", sa.String(), nullable=False),
        sa.Column("contribution", sa.String(), nullable=False),
        sa.Column("wished_at", WHEN, nullable=False),
        sa.UniqueConstraint("game_id", "player_id", name="uq_wish_game_player"),
    )
    table(
        "invitation",
        ("player",),
        sa.Column("invited_at", WHEN, nullable=False),
        sa.UniqueConstraint("game_id", "player_id", name="uq_invitation_game_player"),
    )
    table(
        "deputy",
        ("seat", "player", "holder"),
        sa.Column("named_at", WHEN, nullable=False),
        sa.Column("begins_at", WHEN, nullable=False),
        sa.Column("ends_at", WHEN, nullable=False),
        sa.Column("accepted_at", WHEN, nullable=True),
        sa.Column("ended_at", WHEN, nullable=True),
        sa.Column("told", sa.String(), nullable=False),
    )
    table(
        "gift",
        ("seat", "giver", "taker"),
        sa.Column("offered_at", WHEN, nullable=False),
        sa.Column("accepted_at", WHEN, nullable=True),
        sa.Column("closed_at", WHEN, nullable=True),
    )
    table(
        "watcher",
        ("player",),
        sa.Column("since", WHEN, nullable=False),
        sa.UniqueConstraint("game_id", "player_id", name="uq_watcher_game_player"),
    )
    # Who held a seat before its last player is not known; so their tenure reaches back to when they took it.
    op.execute(
        "INSERT INTO tenure (game_id, seat_id, player_id, began_at, how, leaves_press) "
        "SELECT seat.game_id, seat.id, seat.player_id, COALESCE(seat.joined_at, game.created_at), '', false "
        "FROM seat JOIN game ON game.id = seat.game_id WHERE seat.player_id IS NOT NULL"
    )


def table(name: str, whose: tuple[str, ...], *columns: sa.Column[object] | sa.UniqueConstraint) -> None:
    """A table of a game, and of the seat and the players that it names."""
    owners = {"game": "game", **{one: "seat" if one == "seat" else "player" for one in whose}}
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(f"{one}_id", sa.Integer(), nullable=False) for one in owners),
        *columns,
        *(
            sa.ForeignKeyConstraint([f"{one}_id"], [f"{of}.id"], name=op.f(f"fk_{name}_{one}_id_{of}"))
            for one, of in owners.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    for one in owners:
        op.create_index(op.f(f"ix_{name}_{one}_id"), name, [f"{one}_id"])


def downgrade() -> None:
    for name in reversed(TABLES):
        op.drop_table(name)
    op.drop_column("game", "draw")
    op.drop_column("game", "word_seed")
