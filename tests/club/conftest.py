"""The club's server and the relay that takes its letters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.members import Club
from tests.hosting import Host, Relay


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    relay = Relay()
    relay.controller.start()
    yield Club(Host(tmp_path / "instance", relay), relay)
    relay.controller.stop()
