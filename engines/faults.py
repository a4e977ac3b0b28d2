"""Says in words why a line could not be read: what is wrong, what was understood before it, what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from engines.base import Choice, Many, Number, OneOf, Part, Pick, Remark, Word
from engines.names import SHORTEST, Token, fold, words
from engines.reading import Obstacle, Reader, Refused, lexicon_of, spellings

SHOWN = 8
"""Choices named in one answer; the rest are counted."""
CLOSE = 0.68
"""How alike two words must be for one to be offered in place of the other (0 to 1, as difflib measures)."""


@dataclass(frozen=True)
class Guess:
    """A word probably meant: what was understood before it, its canonical form, how many tokens it stands for."""

    said: tuple[str, ...]
    code: str
    size: int


def fault(reader: Reader, line: str, example: str, again: Callable[[str], str | Remark]) -> Remark:
    """The error for a line nothing could be made of. `example` is an order that would do; `again` reads a corrected
    line and gives its canonical form, or its error."""
    obstacle = reader.obstacle
    if not reader.line:
        return Remark("error", "There are no words in this line.", line)
    if obstacle.refused and (obstacle.at >= len(reader.line) or not obstacle.wanted):
        return at_tokens(reader, obstacle.span, line, " ".join(refusals(reader, obstacle)))
    if obstacle.could:
        start, end = obstacle.span
        text = f"{quoted(reader.line[start:end])} could be {either(map(full, obstacle.could[:5]))}. Say which."
        return at_tokens(reader, obstacle.span, line, text)
    if obstacle.over and obstacle.at < len(reader.line):
        rest = (obstacle.at, len(reader.line))
        text = f"“{obstacle.over}” is a whole order; {quoted(reader.line[obstacle.at :])} after it is not understood."
        return at_tokens(reader, rest, line, f"{text} Write one order on a line, and nothing else.")
    if obstacle.at >= len(reader.line):
        return at_tokens(reader, (obstacle.at - 1, obstacle.at), line, unfinished(obstacle))
    if told := number_refused(reader, obstacle):
        return at_tokens(reader, (obstacle.at, obstacle.at + 1), line, told)
    guess = nearest(reader, obstacle)
    size = guess.size if guess else 1
    span = (obstacle.at, obstacle.at + size)
    right = meant(reader, obstacle, guess, again) if guess or obstacle.at else [f"An order looks like this: {example}"]
    text = " ".join([strange(reader, obstacle, size), *right])
    return at_tokens(reader, span, line, text)


def at_tokens(reader: Reader, span: tuple[int, int], line: str, text: str) -> Remark:
    start, end = max(0, span[0]), min(span[1], len(reader.line))
    return Remark("error", text, line, reader.line[start].start, reader.line[max(start, end - 1)].end)


# --- names that are not allowed here ----------------------------------------------------------------------------


def refusals(reader: Reader, obstacle: Obstacle) -> Iterator[str]:
    """The refusal that fits the line best, then what would be possible instead."""
    same = [one for one in obstacle.refused if one.pick.name == obstacle.refused[0].pick.name]
    goes_on = obstacle.at < len(reader.line)
    text = refusal(same[-1] if goes_on else same[0])
    yield text
    instead = dict.fromkeys(" ".join((*one.said, c.code)) for one in same for c in possible(one.pick))
    if not all(each in text for each in instead):
        yield f"Possible: {listed(instead)}."


def refusal(one: Refused) -> str:
    pick, known = one.pick, one.known
    name = known.label or known.code
    choices = listed(c.code for c in possible(pick)) or "none"
    text = pick.refusal.format(label=name, code=known.code, choices=choices)
    return text or f"{name} is not possible here."


def possible(pick: Pick) -> list[Choice]:
    return [c for c in pick.choices if not c.why_not]


def number_refused(reader: Reader, obstacle: Obstacle) -> str:
    """What is said to a number that is not allowed; "" if something else is wrong."""
    typed = reader.texts[obstacle.at].isdecimal()
    return next((p.refusal for p, _ in obstacle.wanted if typed and isinstance(p, Number) and p.refusal), "")


# --- words that mean nothing here -------------------------------------------------------------------------------


def strange(reader: Reader, obstacle: Obstacle, size: int) -> str:
    """What was not understood, and what before it was."""
    word = quoted(reader.line[obstacle.at : obstacle.at + size])
    before = so_far(obstacle) if obstacle.at else ""
    return f"{word} is not understood after “{before}”." if before else f"{word} begins no order that is possible now."


def so_far(obstacle: Obstacle) -> str:
    """The text that was understood before the obstacle; without words that may be left out and were."""
    return min((" ".join(said) for _, said in obstacle.wanted), key=len, default="")


def unfinished(obstacle: Obstacle) -> str:
    before = so_far(obstacle)
    return f"The line stops too early: after “{before}” it needs {either(needs(obstacle))}."


def meant(
    reader: Reader, obstacle: Obstacle, guess: Guess | None, again: Callable[[str], str | Remark]
) -> Iterator[str]:
    """What would be right: the line with the guessed word, or else what could stand there."""
    if guess is not None:
        rest = (t.raw for t in reader.line[obstacle.at + guess.size :])
        better = again(" ".join([*guess.said, guess.code, *rest]))
        if isinstance(better, str):
            yield f"Did you mean “{better}”?"
        else:
            yield f"If “{' '.join([*guess.said, guess.code])}” is meant: {better.text}"
    else:
        yield f"There it needs {either(needs(obstacle))}."


def needs(obstacle: Obstacle) -> list[str]:
    """What could stand at the obstacle, each thing once; names of the game last, since there may be many."""
    parts = sorted((part for part, _ in obstacle.wanted), key=lambda part: isinstance(part, Pick))
    found = list(dict.fromkeys(text for part in parts for text in wanted(part)))
    return found[:SHOWN] + ([f"… ({len(found) - SHOWN} more)"] if len(found) > SHOWN else [])


def wanted(part: Part) -> Iterator[str]:
    match part:
        case Word():
            yield part.text or (part.also[0] if part.also else "")
        case Number():
            steps = f" in steps of {part.step}" if part.step > 1 else ""
            yield f"a number from {part.low} to {part.high}{steps}"
        case Pick():
            yield from (full(c) for c in possible(part))
        case Many() | OneOf():
            yield part.name


def nearest(reader: Reader, obstacle: Obstacle) -> Guess | None:
    """The word that looks most like what stands at the obstacle: first of what is possible, then of all names."""
    for all_names in (False, True) if obstacle.at else (False,):
        best: tuple[float, Guess] | None = None
        for size in range(min(3, len(reader.line) - obstacle.at), 0, -1):
            typed = " ".join(t.text for t in reader.line[obstacle.at : obstacle.at + size])
            if len(typed) < SHORTEST:
                continue
            for alike, name, said, code in likenesses(typed, obstacle, all_names):
                if len(name) > 1 and (best is None or alike > best[0]):
                    best = alike, Guess(said, code, size)
        if best is not None:
            return best[1]
    return None


def likenesses(typed: str, obstacle: Obstacle, all_names: bool) -> Iterator[tuple[float, str, tuple[str, ...], str]]:
    met: dict[int, dict[str, str]] = {}
    for part, said in obstacle.wanted:
        names = spellings_of(part, all_names)
        if id(names) in met:  # many parts share one lexicon, and comparing is dear
            continue
        met[id(names)] = names
        for name in difflib.get_close_matches(typed, names, 2, CLOSE):
            yield difflib.SequenceMatcher(None, name, typed).ratio(), name, said, names[name]


def spellings_of(part: Part, all_names: bool) -> dict[str, str]:
    """Spellings that would do for a part, with their canonical form. One object for all parts with the same names."""
    if isinstance(part, Pick):
        return names_of(lexicon_of(part).choices if all_names else tuple(possible(part)))
    return {" ".join(s): part.text for s in spellings(part)} if isinstance(part, Word) else {}


@lru_cache(maxsize=512)
def names_of(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {" ".join(words(name)): c.code for c in choices for name in (c.code, c.label, *c.names) if fold(name)}


# --- words of the answers ---------------------------------------------------------------------------------------


def quoted(run: Iterable[Token]) -> str:
    return f"“{' '.join(t.raw for t in run)}”"


def full(choice: Choice) -> str:
    """A choice with its full name: "BUR (Burgundy)"."""
    plain = not choice.label or fold(choice.label) == fold(choice.code)
    return choice.code if plain else f"{choice.code} ({choice.label})"


def either(texts: Iterable[str]) -> str:
    every = [t for t in texts if t]
    return " or ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every) or "something else"


def listed(texts: Iterable[str]) -> str:
    every = list(texts)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more
