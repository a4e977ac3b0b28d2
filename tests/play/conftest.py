"""The toy game is an engine like any other here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import kept


@pytest.fixture(autouse=True)
def sharing(request: pytest.FixtureRequest) -> Iterator[None]:
    """Games of the same kind begin as copies of one."""
    kept.share_games(request)
    yield
    kept.SHARING["games"] = False


@pytest.fixture(autouse=True)
def installed(toy: None) -> None:
    """Every test in this folder may open games of it."""
