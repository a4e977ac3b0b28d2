"""What was made for one is kept for the next who asks the same, up to a bound, and may be forgotten at any time.

Each function that keeps something has a bound of its own, and among what it keeps is much that nobody asks for any
more. All of it is forgotten together, when the server says so: what is asked for again is made again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache, wraps
from typing import Any, TypeVar

T = TypeVar("T")
Make = TypeVar("Make", bound=Callable[..., Any])
MAX_TEXT_LENGTH = 400
"""Letters of a text that is worth keeping."""
CACHES: list[_lru_cache_wrapper[Any]] = []
"""All functions that do."""


def memoize(most: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Keeps what a function made the last `most` times. What it makes is only looked at, never changed, and is as good
    as another that is equal to it. For functions of modules: whatever was told to keep is never let go."""

    def decorate(make: Callable[..., T]) -> _lru_cache_wrapper[T]:
        found = lru_cache(maxsize=most)(make)
        CACHES.append(found)
        return found

    return decorate


def memoize_texts(most: int, longest: int = MAX_TEXT_LENGTH) -> Callable[[Make], Make]:
    """Keeps what a function made of the last `most` texts of at most `longest` letters, which are given to it first.
    Players and reports say the same things again and again, but what somebody writes at length would fill the memory.
    """

    def decorate(make: Make) -> Make:
        found = memoize(most)(make)

        @wraps(make)
        def look_up(text: str, *how: Any) -> Any:  # nothing by its name: the way is hot
            return found(text, *how) if len(text) <= longest else make(text, *how)

        return look_up  # type: ignore[return-value]

    return decorate


def clear_caches() -> None:
    """Forgets what all functions kept."""
    for one in CACHES:
        one.cache_clear()
