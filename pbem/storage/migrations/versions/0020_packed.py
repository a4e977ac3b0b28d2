"""Positions, orders, receipts and what players wrote lie packed (`pbem.storage.models.packing`); the orders with which
a phase was resolved are kept once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from pbem.storage.models.packing import pack_text, unpack_text

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


TABLES: Mapping[str, Mapping[str, type[sa.String]]] = {
    "phase": {
        **dict.fromkeys(("state", "events", "receipts", "correction", "deadline_why"), sa.Text),
        **dict.fromkeys(("previous_hash", "hash", "standings"), sa.String),
    },
    "turn": {"orders": sa.Text},
    "receipt": {"orders": sa.Text, "digest": sa.String, "hash": sa.String},
    "submission": {"text": sa.Text, "lines": sa.Text},
    "press": {"text": sa.Text},
}
BATCH = 200
"""Rows that are held in memory at a time."""


AS_RESOLVED = """UPDATE receipt SET orders = '='
    WHERE orders <> '' AND orders = (SELECT turn.orders FROM turn JOIN phase ON phase.id = turn.phase_id
        WHERE turn.phase_id = receipt.phase_id AND turn.seat_id = receipt.seat_id AND phase.resolved_at IS NOT NULL)"""
IN_FULL = """UPDATE receipt SET orders = (SELECT turn.orders FROM turn
        WHERE turn.phase_id = receipt.phase_id AND turn.seat_id = receipt.seat_id) WHERE orders = '='"""


def upgrade() -> None:
    op.execute(AS_RESOLVED)
    for table, columns in TABLES.items():
        with op.batch_alter_table(table) as batch:
            for name, kind in columns.items():
                batch.alter_column(name, existing_type=kind(), existing_nullable=False, server_default=None)
                batch.alter_column(
                    name,
                    existing_type=kind(),
                    existing_nullable=False,
                    type_=sa.LargeBinary(),
                    postgresql_using=f"convert_to({name}, 'UTF8')",
                )
        rewrite(table, columns, lambda value: pack_text(value.decode()))


def downgrade() -> None:
    for table, columns in TABLES.items():
        rewrite(table, columns, lambda value: unpack_text(value).encode())
        with op.batch_alter_table(table) as batch:
            for name, kind in columns.items():
                batch.alter_column(
                    name,
                    existing_type=sa.LargeBinary(),
                    existing_nullable=False,
                    type_=kind(),
                    postgresql_using=f"convert_from({name}, 'UTF8')",
                )
    op.execute(IN_FULL)


def rewrite(name: str, columns: Mapping[str, Any], change: Callable[[bytes], bytes]) -> None:
    """Changes every value of some columns, a batch of rows after the other."""
    table = sa.table(name, sa.column("id", sa.Integer), *(sa.column(one, sa.LargeBinary) for one in columns))
    connection, last = op.get_bind(), 0
    query = sa.select(table).order_by(table.c.id).limit(BATCH)
    update = sa.update(table).where(table.c.id == sa.bindparam("row"))
    update = update.values({one: sa.bindparam(f"new_{one}") for one in columns})
    while rows := connection.execute(query.where(table.c.id > last)).mappings().all():
        changed = [{"row": row["id"], **{f"new_{one}": change(row[one]) for one in columns}} for row in rows]
        connection.execute(update, changed)
        last = rows[-1]["id"]
