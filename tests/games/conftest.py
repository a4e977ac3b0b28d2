"""The toy game is an engine like any other here."""

from __future__ import annotations

import pytest

from tests.kept import sharing as sharing


@pytest.fixture(autouse=True)
def installed(toy: None) -> None:
    """Every test in this folder may open games of it."""
