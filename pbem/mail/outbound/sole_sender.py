"""Whether a sender is alone on its database, which only the system knows: who died has let go of their files.

A SQLite file is used by one machine, so a lock beside it tells. Of senders on one PostgreSQL nobody knows from
elsewhere whether they live; what a dead one had in hand comes back when its lease ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pbem.storage.database import Store


def register_sender(store: Store, if_alone: Callable[[], object]) -> int | None:
    """Notes that a sender runs until what is returned is closed, or the process ends; before that does what only a
    sender may do that is alone. None where nobody can tell."""
    try:
        import fcntl
    except ImportError:  # not a Unix
        return None
    if not store.is_sqlite or store.url.database in (None, "", ":memory:"):
        return None
    mark = os.open(Path(f"{store.url.database}.sender"), os.O_RDWR | os.O_CREAT, 0o600)
    with suppress(BlockingIOError):
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if_alone()
    fcntl.flock(mark, fcntl.LOCK_SH)
    return mark
