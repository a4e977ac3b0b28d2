"""Instants that one process comes to know and all shall, kept by name."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, select

from pbem.db import Store, add_new
from pbem.models import Mark

BACKUP = "backup"
"""When the last backup was made."""


def certificate(host: str) -> str:
    """The mark of until when the certificate of a relay is good."""
    return f"certificate of {host}"


def put(store: Store, name: str, at: datetime) -> None:
    with store.write() as session:
        add_new(session, Mark, [{"name": name, "at": at}], "name")
        mark = session.get_one(Mark, name, with_for_update=True)
        mark.at = at
        session.add(mark)


def known(session: Session) -> dict[str, datetime]:
    return {mark.name: mark.at for mark in session.exec(select(Mark))}
