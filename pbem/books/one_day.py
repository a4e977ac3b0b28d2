"""What can be said in a game one day, whatever the position: for words that are written before their phase opens.

It is gathered from the engine's own asks, as the order reference is, in a game in which half of what is said is said at
random: that brings kinds of phases which sensible players avoid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import structlog

from engines import language
from engines.base import Engine
from engines.language.grammar import OrderGrammar
from engines.language.loosening import merge_grammars
from engines.memo import memoize
from pbem.books.sentences import play_phases

PHASES = 12
"""Phases that are played."""
HEEDED = 0.5

log = structlog.get_logger()


@dataclass(frozen=True)
class Sayable:
    """All sentences that were met, freed of their positions; the kinds of phases in which, and for each phase its name
    and what it is called."""

    grammar: OrderGrammar
    kinds: frozenset[str]
    phases: frozenset[tuple[str, ...]]


def find_sayable(engine: Engine[Any], option_text: str) -> Sayable | None:
    """Return what can be said one day in a game with these options; None where that cannot be told."""
    one: Any = engine  # an object like any other, which can be looked up
    return gather_sayable(one, option_text)


@memoize(16)
def gather_sayable(engine: Engine[Any], option_text: str) -> Sayable | None:
    """The same, worked out."""
    try:
        options = language.parse_orders(engine.setup, option_text).orders
        every = list(play_phases(engine, options, PHASES, HEEDED))
    except Exception:  # whatever another package's engine may raise
        log.exception("it cannot be told what can be said one day", engine=engine.code)
        return None
    if not every:
        return None
    loose = merge_grammars([one.grammar for one in every])
    return Sayable(loose, frozenset(one.kind for one in every), frozenset((one.phase, *one.titles) for one in every))
