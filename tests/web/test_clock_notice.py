"""Pages say when nothing is resolved, whatever it is that does not run."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.health import clock_check
from pbem.health.clock_check import Beat
from pbem.storage.models import Pulse
from tests.games.party import start_party
from tests.web.conftest import Site

WORDS = "not resolving turns at present"


@pytest.mark.parametrize(("who", "away"), [(None, False), *((who, True) for who in Beat)])
def test_pages_tell_which_duty_ever_is_away(site: Site, present: datetime, who: Beat | None, away: bool) -> None:
    """The clock, or the sender or the door for which it waits."""
    start_party(site.store, present)
    for one in Beat:
        clock_check.beat_duty(site.store, one, present)
    with site.store.write_session() as session:
        for row in session.exec(select(Pulse).where(Pulse.id == who)):
            row.beat_at = present - timedelta(days=2)
    browser = site.browser()
    browser.get("/games/verdun")
    assert (WORDS in browser.words) == away
