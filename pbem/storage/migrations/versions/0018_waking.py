"""The tables of letters tell whoever listens that there is something to do (PostgreSQL; see `pbem.server.wake`)."""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

TABLES = ("mail_in", "outbox")


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(
        "CREATE FUNCTION pbem_wake() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_notify('pbem', TG_TABLE_NAME); RETURN NULL; END $$"
    )
    for table in TABLES:
        op.execute(f"CREATE TRIGGER wake AFTER INSERT ON {table} FOR EACH STATEMENT EXECUTE FUNCTION pbem_wake()")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in TABLES:
        op.execute(f"DROP TRIGGER wake ON {table}")
    op.execute("DROP FUNCTION pbem_wake()")
