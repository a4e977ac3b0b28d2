"""The toy game is an engine like any other here."""

from __future__ import annotations

import pytest

from engines import all as installed
from tests.play.toy import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed.ENGINES, "toy", TOY)
