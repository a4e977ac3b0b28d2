"""What a server keeps, and for how long, on a host's own disk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from pbem.storage.database import Store
from pbem.storage.models import MailIn
from tests.hosting import Host

pytestmark = pytest.mark.slow


def test_old_letters_go_from_a_server_that_runs(host: Host) -> None:
    """S11: nothing that was kept was ever deleted. Now it goes after the time the host sets, while the server runs."""
    host.folder.mkdir()
    store = Store(f"sqlite:///{host.folder / 'pbem.db'}")
    store.migrate()
    with store.write_session() as session:
        for status in ("ignored", "done"):
            came = datetime.now(UTC) - timedelta(days=5)
            letter = MailIn(
                digest=status,
                sender="x@y.example",
                recipient="orders+x@localhost",
                raw=b"x" * 100_000,
                received_at=came,
            )
            letter.status = status
            session.add(letter)
    host.settings["keep"] = "4d"
    with host.serving(says="what was kept long enough is gone"), store.read_session() as session:
        assert [(m.digest, m.raw) for m in session.exec(select(MailIn))] == [("done", b"")]
    store.close()
