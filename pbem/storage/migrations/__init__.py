"""The history of the tables, run by Alembic through `Store.migrate`."""
