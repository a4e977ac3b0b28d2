"""Of several transactions that write letters at once, one tells whoever listens to their table (PostgreSQL; see
`pbem.server.wake`)."""

from __future__ import annotations

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

BEFORE = "PERFORM pg_notify('pbem', TG_TABLE_NAME);"
ALONE = f"pg_try_advisory_xact_lock({0x7062656E}, TG_RELID::integer)"
NOW = f"IF {ALONE} THEN PERFORM pg_notify('pbem_' || TG_TABLE_NAME, ''); END IF;"


def upgrade() -> None:
    wakes(NOW)


def downgrade() -> None:
    wakes(BEFORE)


def wakes(how: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE OR REPLACE FUNCTION pbem_wake() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {how} RETURN NULL; END $$"
        )
