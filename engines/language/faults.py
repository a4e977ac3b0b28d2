"""Says in words why a line could not be read: what is wrong, what was understood before it, what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from engines.kept import keeps
from engines.language.ask import Many, Number, OneOf, Part, Pick, Remark, Word, remark
from engines.language.names import SHORTEST, Choice, Token, Told, fold, together, words
from engines.language.phrases import SHOWN, Phrases
from engines.language.reader import Obstacle, Reader, Refused, lexicon_of, spellings

CLOSE = 0.68
"""How alike two words must be for one to be offered in place of the other (0 to 1, as difflib measures)."""


@dataclass(frozen=True)
class Guess:
    """A word probably meant: what was understood before it, its canonical form, how many tokens it stands for."""

    said: tuple[str, ...]
    code: str
    size: int


def fault(
    reader: Reader,
    line: str,
    example: str,
    again: Callable[[str], str | Remark],
    say: Phrases,
    clauses: Mapping[str, Told],
) -> Remark:
    """The error for a line nothing could be made of. `example` is an order that would do; `again` reads a corrected
    line and gives its canonical form, or its error. `clauses`: see `Ask`."""
    if not reader.line:
        return Remark("error", say("no words"), line)
    settle(reader)
    (start, end), told = reason(reader, example, again, say)
    behind = (at for at in range(min(start, len(reader.line))) if reader.texts[at] in clauses)
    before = [clause(reader, at, clauses, say) for at in behind]
    return at_tokens(reader, (start, end), line, together([*before[:1], *told]))


def settle(reader: Reader) -> None:
    """What was written as it is meant comes before what was accepted with a warning; and where a name is taken by one
    sentence it is no fault that others refuse it."""
    obstacle = reader.obstacle
    obstacle.wanted.sort(key=lambda wanted: words(" ".join(wanted[1])) != reader.texts[: obstacle.at])
    taken = [said for _, said in obstacle.wanted]
    obstacle.refused = [one for one in obstacle.refused if not any(goes_on(said, one) for said in taken)]


def goes_on(said: tuple[str, ...], refused: Refused) -> bool:
    """Whether a sentence went on behind the name, at its place."""
    place = len(refused.said)
    return said[place : place + 1] == (refused.known.code,)


def clause(reader: Reader, at: int, clauses: Mapping[str, Told], say: Phrases) -> Told:
    """What is said of a part of a sentence that cannot be read."""
    return clauses[reader.texts[at]].format(text=quoted(reader.line[at + 1 :], say))


def reason(
    reader: Reader, example: str, again: Callable[[str], str | Remark], say: Phrases
) -> tuple[tuple[int, int], Sequence[Told]]:
    """Between which tokens something is wrong, and what."""
    obstacle = reader.obstacle
    if obstacle.refused and (obstacle.at >= len(reader.line) or not obstacle.wanted):
        return obstacle.span, list(refusals(reader, obstacle, say))
    if obstacle.could:
        word = quoted(reader.line[slice(*obstacle.span)], say)
        return obstacle.span, [say.told("ambiguous", word=word, choices=say.either(map(full, obstacle.could[:5])))]
    if obstacle.over and obstacle.at < len(reader.line) and not stranger(obstacle):
        rest = quoted(reader.line[obstacle.at :], say)
        return (obstacle.at, len(reader.line)), [say.told("over", text=obstacle.over, word=rest)]
    if obstacle.at >= len(reader.line):
        text = say.told("short", text=so_far(obstacle), needs=say.either(needs(obstacle, say)))
        return (obstacle.at - 1, obstacle.at), [text]
    if told := number_refused(reader, obstacle):
        return (obstacle.at, obstacle.at + 1), [told]
    guess = nearest(reader, obstacle)
    size = guess.size if guess else 1
    right = meant(reader, obstacle, guess, again, say) if guess or obstacle.at else [say("example", example=example)]
    return (obstacle.at, obstacle.at + size), [strange(reader, obstacle, size, say), *right]


def at_tokens(reader: Reader, span: tuple[int, int], line: str, told: Told) -> Remark:
    start, end = max(0, span[0]), min(span[1], len(reader.line))
    return remark("error", told, line, reader.line[start].start, reader.line[max(start, end - 1)].end)


# --- names that are not allowed here ----------------------------------------------------------------------------


def refusals(reader: Reader, obstacle: Obstacle, say: Phrases) -> Iterator[Told]:
    """The refusal that fits the line best, then what would be possible instead."""
    same = [one for one in obstacle.refused if one.pick.name == obstacle.refused[0].pick.name]
    goes_on = obstacle.at < len(reader.line)
    told = refusal(same[-1] if goes_on else same[0], say)
    yield told
    instead = dict.fromkeys(" ".join((*one.said, c.code)) for one in same for c in possible(one.pick))
    if not all(each in str(told) for each in instead):
        yield say("instead", choices=say.listed(instead))


def refusal(one: Refused, say: Phrases) -> Told:
    pick, known = one.pick, one.known
    name = known.label or known.code
    choices = say.listed(c.code for c in possible(pick)) or say("none")
    told = pick.refusal.format(label=name, code=known.code, choices=choices)
    return told or say("not here", name=name)


def possible(pick: Pick) -> list[Choice]:
    return [c for c in pick.choices if not c.why_not]


def number_refused(reader: Reader, obstacle: Obstacle) -> Told:
    """What is said to a number that is not allowed; "" if something else is wrong."""
    sign = reader.texts[obstacle.at] == "-" and len(reader.texts) > obstacle.at + 1
    typed = reader.texts[obstacle.at + sign].isdecimal()
    return next((p.refusal for p, _ in obstacle.wanted if typed and isinstance(p, Number) and p.refusal), "")


# --- words that mean nothing here -------------------------------------------------------------------------------


def strange(reader: Reader, obstacle: Obstacle, size: int, say: Phrases) -> Told:
    """What was not understood, and what before it was; or what a pick says of names it does not know."""
    word = quoted(reader.line[obstacle.at : obstacle.at + size], say)
    before = so_far(obstacle) if obstacle.at else ""
    if before and stranger(obstacle):
        return stranger(obstacle).format(word=word)
    return say.told("strange", word=word, text=before) if before else say.told("begins", word=word)


def stranger(obstacle: Obstacle) -> Told:
    """What the picks that could stand there say of names they do not know; "" if they say nothing."""
    return next((part.unknown for part, _ in obstacle.wanted if isinstance(part, Pick) and part.unknown), "")


def so_far(obstacle: Obstacle) -> str:
    """The text that was understood before the obstacle; without words that may be left out and were."""
    return min((" ".join(said) for _, said in obstacle.wanted), key=len, default="")


def meant(
    reader: Reader, obstacle: Obstacle, guess: Guess | None, again: Callable[[str], str | Remark], say: Phrases
) -> Iterator[str]:
    """What would be right: the line with the guessed word, or else what could stand there."""
    if guess is not None:
        rest = (t.raw for t in reader.line[obstacle.at + guess.size :])
        better = again(" ".join([*guess.said, guess.code, *rest]))
        if isinstance(better, str):
            yield say("meant", text=better)
        else:
            yield say("meant but", text=" ".join([*guess.said, guess.code]), told=better.text)
    elif not stranger(obstacle):
        yield say("needed", needs=say.either(needs(obstacle, say)))


def needs(obstacle: Obstacle, say: Phrases) -> list[str]:
    """What could stand at the obstacle, each thing once; names of the game last, since there may be many."""
    parts = sorted((part for part, _ in obstacle.wanted), key=lambda part: isinstance(part, Pick))
    found = list(dict.fromkeys(text for part in parts for text in wanted(part, say)))
    return found[:SHOWN] + ([say("more", count=len(found) - SHOWN)] if len(found) > SHOWN else [])


def wanted(part: Part, say: Phrases) -> Iterator[str]:
    match part:
        case Word():
            yield part.text or (part.also[0] if part.also else "")
        case Number():
            steps = say("steps", step=part.step) if part.step > 1 else ""
            yield say("number", low=part.low, high=part.high) + steps
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
    matcher = difflib.SequenceMatcher(b=typed)
    for part, said in obstacle.wanted:
        names = spellings_of(part, all_names)
        if id(names) in met:  # many parts share one lexicon, and comparing is dear
            continue
        met[id(names)] = names
        for alike, name in closest(matcher, len(typed), names):
            yield alike, name, said, names[name]


def closest(matcher: difflib.SequenceMatcher[str], length: int, names: Iterable[str]) -> list[tuple[float, str]]:
    """The two names that are most like a text of such a length, with how alike. (`difflib.get_close_matches` finds the
    same; it prepares the text anew for each list of names, and asks more of names that are much longer or shorter.)"""
    found = []
    for name in names:
        if 2.0 * min(len(name), length) / (len(name) + length) >= CLOSE:
            matcher.set_seq1(name)
            if matcher.quick_ratio() >= CLOSE and (alike := matcher.ratio()) >= CLOSE:
                found.append((alike, name))
    return nlargest(2, found)


def spellings_of(part: Part, all_names: bool) -> dict[str, str]:
    """Spellings that would do for a part, with their canonical form. One object for all parts with the same names."""
    if isinstance(part, Pick):
        return names_of(lexicon_of(part).choices if all_names else tuple(possible(part)))
    return {" ".join(s): part.text for s in spellings(part)} if isinstance(part, Word) else {}


@keeps(512)
def names_of(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {" ".join(words(name)): c.code for c in choices for name in (c.code, c.label, *c.names) if fold(name)}


# --- words of the answers ---------------------------------------------------------------------------------------


def quoted(run: Iterable[Token], say: Phrases) -> str:
    return say("quoted", text=" ".join(t.raw for t in run))


def full(choice: Choice) -> str:
    """A choice with its full name: "BUR (Burgundy)"."""
    plain = not choice.label or fold(choice.label) == fold(choice.code)
    return choice.code if plain else f"{choice.code} ({choice.label})"
