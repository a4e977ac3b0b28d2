"""Says in words why a line could not be read: what is wrong, what was understood before it, what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from engines.language.grammar import GrammarPart, Number, OneOf, Pick, Remark, Repeat, Word, make_remark
from engines.language.names import (
    MIN_PREFIX_LENGTH,
    Choice,
    MessageLike,
    TextToken,
    fold_text,
    join_messages,
    name_words,
)
from engines.language.phrases import MAX_SHOWN, Phrases
from engines.language.reader import LineReader, Obstacle, RefusedName, pick_lexicon, word_spellings
from engines.memo import memoize

CLOSE_ENOUGH = 0.68
"""How alike two words must be for one to be offered in place of the other (0 to 1, as difflib measures)."""


@dataclass(frozen=True)
class Guess:
    """A word probably meant: what was understood before it, its canonical form, how many tokens it stands for."""

    said: tuple[str, ...]
    code: str
    size: int


def explain_line(
    reader: LineReader,
    line: str,
    example: str,
    again: Callable[[str], str | Remark],
    say: Phrases,
    clauses: Mapping[str, MessageLike],
) -> Remark:
    """The error for a line nothing could be made of. `example` is an order that would do; `again` reads a corrected
    line and gives its canonical form, or its error. `clauses`: see `OrderGrammar`."""
    if not reader.line:
        return Remark("error", say("no words"), line)
    settle_obstacle(reader)
    (start, end), told = find_reason(reader, example, again, say)
    behind = (at for at in range(min(start, len(reader.line))) if reader.texts[at] in clauses)
    before = [clause_message(reader, at, clauses, say) for at in behind]
    return remark_at_tokens(reader, (start, end), line, join_messages([*before[:1], *told]))


def settle_obstacle(reader: LineReader) -> None:
    """What was written as it is meant comes before what was accepted with a warning; and where a name is taken by one
    sentence it is no fault that others refuse it."""
    obstacle = reader.obstacle
    obstacle.wanted.sort(key=lambda wanted: name_words(" ".join(wanted[1])) != reader.texts[: obstacle.at])
    taken = [said for _, said in obstacle.wanted]
    obstacle.refused = [one for one in obstacle.refused if not any(goes_on_behind(said, one) for said in taken)]


def goes_on_behind(said: tuple[str, ...], refused: RefusedName) -> bool:
    """Return whether a sentence went on behind the name, at its place."""
    place = len(refused.said)
    return said[place : place + 1] == (refused.known.code,)


def clause_message(reader: LineReader, at: int, clauses: Mapping[str, MessageLike], say: Phrases) -> MessageLike:
    """Return what is said of a part of a sentence that cannot be read."""
    return clauses[reader.texts[at]].format(text=quote_tokens(reader.line[at + 1 :], say))


def find_reason(
    reader: LineReader, example: str, again: Callable[[str], str | Remark], say: Phrases
) -> tuple[tuple[int, int], Sequence[MessageLike]]:
    """Between which tokens something is wrong, and what."""
    obstacle = reader.obstacle
    if obstacle.refused and (obstacle.at >= len(reader.line) or not obstacle.wanted):
        return obstacle.span, list(iter_refusals(reader, obstacle, say))
    if obstacle.could:
        word = quote_tokens(reader.line[slice(*obstacle.span)], say)
        return obstacle.span, [
            say.get_message("ambiguous", word=word, choices=say.join_with_or(map(full_choice_name, obstacle.could[:5])))
        ]
    if obstacle.over and obstacle.at < len(reader.line) and not unknown_name_message(obstacle):
        rest = quote_tokens(reader.line[obstacle.at :], say)
        return (obstacle.at, len(reader.line)), [say.get_message("over", text=obstacle.over, word=rest)]
    if obstacle.at >= len(reader.line):
        text = say.get_message(
            "short", text=understood_text(obstacle), needs=say.join_with_or(needed_parts(obstacle, say))
        )
        return (obstacle.at - 1, obstacle.at), [text]
    if told := number_refusal(reader, obstacle):
        return (obstacle.at, obstacle.at + 1), [told]
    guess = nearest_guess(reader, obstacle)
    size = guess.size if guess else 1
    right = (
        suggest_meant(reader, obstacle, guess, again, say)
        if guess or obstacle.at
        else [say("example", example=example)]
    )
    return (obstacle.at, obstacle.at + size), [strange_word_message(reader, obstacle, size, say), *right]


def remark_at_tokens(reader: LineReader, span: tuple[int, int], line: str, told: MessageLike) -> Remark:
    start, end = max(0, span[0]), min(span[1], len(reader.line))
    return make_remark("error", told, line, reader.line[start].start, reader.line[max(start, end - 1)].end)


# --- names that are not allowed here ----------------------------------------------------------------------------


def iter_refusals(reader: LineReader, obstacle: Obstacle, say: Phrases) -> Iterator[MessageLike]:
    """The refusal that fits the line best, then what would be possible instead."""
    same = [one for one in obstacle.refused if one.pick.name == obstacle.refused[0].pick.name]
    goes_on = obstacle.at < len(reader.line)
    told = refusal_message(same[-1] if goes_on else same[0], say)
    yield told
    instead = dict.fromkeys(" ".join((*one.said, c.code)) for one in same for c in allowed_choices(one.pick))
    if not all(each in str(told) for each in instead):
        yield say("instead", choices=say.join_shortened(instead))


def refusal_message(one: RefusedName, say: Phrases) -> MessageLike:
    pick, known = one.pick, one.known
    name = known.label or known.code
    choices = say.join_shortened(c.code for c in allowed_choices(pick)) or say("none")
    told = pick.refusal.format(label=name, code=known.code, choices=choices)
    return told or say("not here", name=name)


def allowed_choices(pick: Pick) -> list[Choice]:
    return [c for c in pick.choices if not c.why_not]


def number_refusal(reader: LineReader, obstacle: Obstacle) -> MessageLike:
    """Return what is said to a number that is not allowed; "" if something else is wrong."""
    sign = reader.texts[obstacle.at] == "-" and len(reader.texts) > obstacle.at + 1
    typed = reader.texts[obstacle.at + sign].isdecimal()
    return next((p.refusal for p, _ in obstacle.wanted if typed and isinstance(p, Number) and p.refusal), "")


# --- words that mean nothing here -------------------------------------------------------------------------------


def strange_word_message(reader: LineReader, obstacle: Obstacle, size: int, say: Phrases) -> MessageLike:
    """Return what was not understood, and what before it was; or what a pick says of names it does not know."""
    word = quote_tokens(reader.line[obstacle.at : obstacle.at + size], say)
    before = understood_text(obstacle) if obstacle.at else ""
    if before and unknown_name_message(obstacle):
        return unknown_name_message(obstacle).format(word=word)
    return say.get_message("strange", word=word, text=before) if before else say.get_message("begins", word=word)


def unknown_name_message(obstacle: Obstacle) -> MessageLike:
    """Return what the picks that could stand there say of names they do not know; "" if they say nothing."""
    return next((part.unknown for part, _ in obstacle.wanted if isinstance(part, Pick) and part.unknown), "")


def understood_text(obstacle: Obstacle) -> str:
    """The text that was understood before the obstacle; without words that may be left out and were."""
    return min((" ".join(said) for _, said in obstacle.wanted), key=len, default="")


def suggest_meant(
    reader: LineReader, obstacle: Obstacle, guess: Guess | None, again: Callable[[str], str | Remark], say: Phrases
) -> Iterator[str]:
    """Yield what would be right: the line with the guessed word, or else what could stand there."""
    if guess is not None:
        rest = (t.raw for t in reader.line[obstacle.at + guess.size :])
        better = again(" ".join([*guess.said, guess.code, *rest]))
        if isinstance(better, str):
            yield say("meant", text=better)
        else:
            yield say("meant but", text=" ".join([*guess.said, guess.code]), told=better.text)
    elif not unknown_name_message(obstacle):
        yield say("needed", needs=say.join_with_or(needed_parts(obstacle, say)))


def needed_parts(obstacle: Obstacle, say: Phrases) -> list[str]:
    """Return what could stand at the obstacle, each thing once; names of the game last, since there may be many."""
    parts = sorted((part for part, _ in obstacle.wanted), key=lambda part: isinstance(part, Pick))
    found = list(dict.fromkeys(text for part in parts for text in describe_wanted(part, say)))
    return found[:MAX_SHOWN] + ([say("more", count=len(found) - MAX_SHOWN)] if len(found) > MAX_SHOWN else [])


def describe_wanted(part: GrammarPart, say: Phrases) -> Iterator[str]:
    match part:
        case Word():
            yield part.text or (part.also[0] if part.also else "")
        case Number():
            steps = say("steps", step=part.step) if part.step > 1 else ""
            yield say("number", low=part.low, high=part.high) + steps
        case Pick():
            yield from (full_choice_name(c) for c in allowed_choices(part))
        case Repeat() | OneOf():
            yield part.name


def nearest_guess(reader: LineReader, obstacle: Obstacle) -> Guess | None:
    """The word that looks most like what stands at the obstacle: first of what is possible, then of all names."""
    for all_names in (False, True) if obstacle.at else (False,):
        best: tuple[float, Guess] | None = None
        for size in range(min(3, len(reader.line) - obstacle.at), 0, -1):
            typed = " ".join(t.text for t in reader.line[obstacle.at : obstacle.at + size])
            if len(typed) < MIN_PREFIX_LENGTH:
                continue
            for alike, name, said, code in iter_likenesses(typed, obstacle, all_names):
                if len(name) > 1 and (best is None or alike > best[0]):
                    best = alike, Guess(said, code, size)
        if best is not None:
            return best[1]
    return None


def iter_likenesses(
    typed: str, obstacle: Obstacle, all_names: bool
) -> Iterator[tuple[float, str, tuple[str, ...], str]]:
    met: dict[int, dict[str, str]] = {}
    matcher = difflib.SequenceMatcher(b=typed)
    for part, said in obstacle.wanted:
        names = part_spellings(part, all_names)
        if id(names) in met:  # many parts share one lexicon, and comparing is dear
            continue
        met[id(names)] = names
        for alike, name in closest_names(matcher, len(typed), names):
            yield alike, name, said, names[name]


def closest_names(matcher: difflib.SequenceMatcher[str], length: int, names: Iterable[str]) -> list[tuple[float, str]]:
    """The two names that are most like a text of such a length, with how alike. (`difflib.get_close_matches` finds the
    same; it prepares the text anew for each list of names, and asks more of names that are much longer or shorter.)"""
    found = []
    for name in names:
        if 2.0 * min(len(name), length) / (len(name) + length) >= CLOSE_ENOUGH:
            matcher.set_seq1(name)
            if matcher.quick_ratio() >= CLOSE_ENOUGH and (alike := matcher.ratio()) >= CLOSE_ENOUGH:
                found.append((alike, name))
    return nlargest(2, found)


def part_spellings(part: GrammarPart, all_names: bool) -> dict[str, str]:
    """Spellings that would do for a part, with their canonical form. One object for all parts with the same names."""
    if isinstance(part, Pick):
        return choice_spellings(pick_lexicon(part).choices if all_names else tuple(allowed_choices(part)))
    return {" ".join(s): part.text for s in word_spellings(part)} if isinstance(part, Word) else {}


@memoize(512)
def choice_spellings(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {
        " ".join(name_words(name)): c.code for c in choices for name in (c.code, c.label, *c.names) if fold_text(name)
    }


# --- words of the answers ---------------------------------------------------------------------------------------


def quote_tokens(run: Iterable[TextToken], say: Phrases) -> str:
    return say("quoted", text=" ".join(t.raw for t in run))


def full_choice_name(choice: Choice) -> str:
    """A choice with its full name: "BUR (Burgundy)"."""
    plain = not choice.label or fold_text(choice.label) == fold_text(choice.code)
    return choice.code if plain else f"{choice.code} ({choice.label})"
