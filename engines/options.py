"""What games ask for before they begin: an option a line, ON and OFF, and how what was said becomes a dataclass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from engines.language.grammar import GrammarPart, Order, OrderPattern, Pick, Word
from engines.language.names import Choice

T = TypeVar("T")
Args: TypeAlias = Mapping[str, Any]
Setters: TypeAlias = Mapping[str, Callable[[Args], dict[str, Any]]]
"""For each verb, the fields that its arguments set."""
Switches: TypeAlias = Mapping[str, tuple[str, str]]
"""For each verb the field it sets ON or OFF, and its help."""
ON_OFF = (Choice("ON", names=("yes",)), Choice("OFF", names=("no",)))


def option_line(verb: str, help_: str, *parts: GrammarPart) -> OrderPattern:
    """An option of the word and what follows it."""
    return OrderPattern(verb, (Word(verb), *parts), verb.lower(), help_)


def switch_lines(switches: Switches) -> tuple[OrderPattern, ...]:
    """A line for each switch."""
    return tuple(option_line(verb, help_, Pick("flag", ON_OFF)) for verb, (_, help_) in switches.items())


def apply_options(usual: T, said: Sequence[Order], setters: Setters, switches: Switches) -> T:
    """The usual options with those that were said."""
    found: Any = usual
    for order in said:
        if order.verb in switches:
            found = replace(found, **{switches[order.verb][0]: order.args["flag"] == "ON"})
        elif order.verb in setters:
            found = replace(found, **setters[order.verb](order.args))
    result: T = found
    return result


def first_argument(said: Sequence[Order], verb: str, usual: Any) -> Any:
    """The one argument of an option."""
    return next((next(iter(order.args.values())) for order in said if order.verb == verb), usual)
