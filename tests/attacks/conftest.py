"""What attacks are made on: a host's own set-up, with a relay that shows every letter that leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting import Host, Relay
from tests.mail.conftest import office, toy  # noqa: F401  fixtures


@pytest.fixture
def relay() -> Iterator[Relay]:
    """The relay of the host's letters."""
    found = Relay()
    found.controller.start()
    yield found
    found.controller.stop()


@pytest.fixture
def host(tmp_path: Path, relay: Relay) -> Host:
    """A host behind a proxy: a public address, doors on loopback. Tests change `settings` before they serve."""
    return Host(tmp_path / "instance", relay, {"public_url": "https://pbem.test"})
