"""Instants that one process comes to know and all shall, kept by name."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, select

from pbem.storage.database import Store
from pbem.storage.inserting import insert_missing_rows
from pbem.storage.models import Milestone

BACKUP = "backup"
"""When the last backup was made."""
WRITE_TRIED = "test write"
"""When it was last tried whether anything can be written."""


def certificate_milestone(host: str) -> str:
    """The milestone of until when the certificate of a relay is good."""
    return f"certificate of {host}"


def set_instant(store: Store, name: str, at: datetime) -> None:
    with store.write_session() as session:
        insert_missing_rows(session, Milestone, [{"name": name, "at": at}], "name")
        found = session.get_one(Milestone, name, with_for_update=True)
        found.at = at
        session.add(found)


def read_instants(session: Session) -> dict[str, datetime]:
    return {one.name: one.at for one in session.exec(select(Milestone))}
