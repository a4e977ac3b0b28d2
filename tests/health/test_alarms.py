"""What is wrong with a server, as it tells by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.health import alarms
from pbem.storage.database import Store


def test_a_test_write_works_wherever_the_database_is(store: Store, now: datetime) -> None:
    """PostgreSQL reads instants back in the zone of its server, east of Greenwich as well."""
    east = store.url if store.is_sqlite else store.url.update_query_dict({"options": "-c timezone=Europe/Berlin"})
    there = Store(east.render_as_string(hide_password=False))
    try:
        assert [alarms.explain_unwritable(there, now + timedelta(seconds=n)) for n in range(3)] == [""] * 3
    finally:
        there.close()
