"""What was made of a text is kept for the next who says the same, if the text is short: players and reports say the
same things again and again, but what somebody writes at length could fill the memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

Make = TypeVar("Make", bound=Callable[..., Any])
LONGEST = 400
"""Letters of a text that is worth keeping."""


def remembered(most: int, longest: int = LONGEST) -> Callable[[Make], Make]:
    """Keeps what a function made of the last `most` texts of at most `longest` letters, which are given to it first."""

    def remembering(make: Make) -> Make:
        kept = lru_cache(maxsize=most)(make)

        @wraps(make)
        def of(text: str, *how: Any) -> Any:  # nothing by its name: the way is hot
            return kept(text, *how) if len(text) <= longest else make(text, *how)

        return of  # type: ignore[return-value]

    return remembering
