"""How much a test proves: `make test` plays a beginning where `make proof` plays the whole."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
WHOLE = bool(os.environ.get("PBEM_TEST_PROOF"))


def size(small: T, whole: T) -> T:
    """One of two sizes of the same proof; a test that has both is marked “proof”."""
    return whole if WHOLE else small
