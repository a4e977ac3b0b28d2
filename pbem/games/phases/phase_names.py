"""Which phase people mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.storage.models import Phase


def list_named_phases(known: Sequence[Phase], name: str, called: Callable[[Phase], str]) -> list[Phase]:
    """The phases of a name, of a number, or of the words by which they are `called`; all of them without a name."""
    found = [p for p in known if name.lower() in ("", p.name.lower(), str(p.number))]
    return found or list_titled_phases(known, name, called)


def list_titled_phases(known: Sequence[Phase], name: str, called: Callable[[Phase], str]) -> list[Phase]:
    """The phases that are called so: by the beginning of what they are called, else by words of it. None by a name
    without a word in it, with which every one would begin."""
    wanted, titles = title_words(name), [(phase, title_words(called(phase))) for phase in known]
    if not wanted:
        return []
    begun = [title for _, title in titles if title[: len(wanted)] == wanted]
    some = begun or [title for _, title in titles if {*wanted} <= {*title}]
    return [phase for phase, title in titles if title in some[:1]]


def title_words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
