"""Of several transactions that write letters at once, one tells whoever listens (PostgreSQL; see `pbem.wake`)."""

from __future__ import annotations

from alembic import op

revision = "0024"
down_revision = "0019"
branch_labels = None
depends_on = None

BEFORE = "PERFORM pg_notify('pbem', TG_TABLE_NAME);"
NOW = f"IF pg_try_advisory_xact_lock({0x7062656E}, TG_RELID::integer) THEN {BEFORE} END IF;"


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
