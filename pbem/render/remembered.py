"""What was made of a text is kept for the next who says the same, if the text is short: reports say the same things
again and again, but what somebody writes at length could fill the memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Make = Callable[Concatenate[str, P], T]
LONGEST = 400
"""Letters of a text that is worth keeping."""


def remembered(most: int) -> Callable[[Make[P, T]], Make[P, T]]:
    """Keeps what a function made of the last `most` short texts, which it is given first."""

    def remembering(make: Make[P, T]) -> Make[P, T]:
        kept: Any = lru_cache(maxsize=most)(make)

        @wraps(make)
        def of(text: str, /, *how: P.args, **more: P.kwargs) -> T:
            found: T = (kept if len(text) <= LONGEST else make)(text, *how, **more)
            return found

        return of

    return remembering
