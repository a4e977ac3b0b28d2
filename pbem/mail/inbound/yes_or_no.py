"""Yes or no, as people write it: the answer to a letter that asks whether something is theirs or wanted.

Read in English, French and German, whatever the language of the game: who is asked for the first time has not chosen
one. What is quoted or signed has been cut off before. A yes acts for somebody: it is one only if each sentence is made
of phrases that agree, or stand beside them, from its first word to its last. What is not known is neither yes nor no.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from pbem.commands.lines import AWAY_WORDS
from pbem.mail.inbound.yes_or_no_words import (
    ASKED,
    BY_ME,
    COURTESY,
    DENIED,
    DISCLAIMER,
    DOUBT,
    GREETING,
    HARMLESS,
    NEXT,
    NO,
    OUTSPOKEN,
    READERS,
    UNSURE,
    ConsentPart,
)

DRAWN_OUT = re.compile(r"(\w)\1{2,}")
AROUND = "\"'“”«»„*_-–—>.,!¡… \n"
"""What writers put around a word."""
BETWEEN = re.compile(rf"[^\w{ASKED}@+👍✅✔👌🆗]*")
"""What stands between two phrases."""
FIRST, CHARACTERS = 12, 4_000
"""The lines of an answer that count, and what they may be long."""
WRAPPED_LINE = re.compile(r"(?m)^(.{60,}[^.!?])\n")
"""A line that a mail program may have broken."""
SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
NAME_WORD = re.compile(r"[A-ZÀ-ÖØ-Þ\d(+&][\w.,&()'/+-]*|of|and|und|et|von|van|de")
NAMES, ONE = 5, 3
"""Words of a line with somebody's name, and of an answer that is “one word”."""
BEFORE_NAMES = frozenset({ConsentPart.STATED, ConsentPart.CLOSING, ConsentPart.THANKS})


def parse_yes_or_no(lines: Iterable[str], names: Collection[str] = ()) -> bool | None:
    """Return whether somebody's own lines say yes (True) or no (False) to what they were asked; None if they say
    neither, or both. `names`: what the game, the seat and the like are called that they were asked about."""
    said = answer_sentences(lines, names)
    some = [one for line in said for one in line]
    if not some or AWAY_WORDS.search(" ".join(some)):
        return None
    first, *more = some
    if NO.match(first) or DENIED.search(first):
        return read_denial(first)
    back = [one for one in more if takes_yes_back(one)]
    if is_agreement(said):
        return None if back else True
    return False if not begins_as_yes(first) and any(read_denial(one) is False for one in back) else None


def is_single_yes(lines: Sequence[str]) -> bool:
    """Return whether lines are a yes and nothing beside it but a “please” and their writer's name: as is needed for
    what cannot be undone."""
    said = answer_sentences(lines, ())
    if parse_yes_or_no(lines) is not True or len(said[0][0].split()) > ONE:
        return False
    return answer_parts(said) <= {ConsentPart.YES, ConsentPart.BESIDE, ConsentPart.THANKS, ConsentPart.CLOSING}


def is_agreement(said: Sequence[Sequence[str]]) -> bool:
    """Return whether all of an answer belongs to a yes. A mere nod is one only by itself: with thanks, it may be for
    the letter."""
    found = answer_parts(said)
    if ConsentPart.YES in found or ConsentPart.STATED in found:
        return ConsentPart.STRANGE not in found
    return ConsentPart.LOOSE in found and found <= {ConsentPart.LOOSE, ConsentPart.BESIDE, ConsentPart.CLOSING}


def answer_parts(said: Sequence[Sequence[str]]) -> set[ConsentPart]:
    """Return what an answer is made of. Below a line with its writer's name stands what belongs to the name."""
    found, signed = set[ConsentPart](), False
    for number, line in enumerate(said):
        if signed and DISCLAIMER.search(" ".join(line)):
            break
        here = {part for place, one in enumerate(line) for part in sentence_parts(one, first=not (number or place))}
        if signed and ConsentPart.STRANGE in here and not any(is_outspoken(one) for one in line):
            here = {ConsentPart.CLOSING}
        signed = signed or (number > 0 and here == {ConsentPart.CLOSING})
        found |= here
    return found


def sentence_parts(sentence: str, first: bool) -> set[ConsentPart]:
    """Return what a sentence is made of, from its first word to its last. `first`: it is where the answer stands."""
    if not first and NEXT.fullmatch(sentence):
        return {ConsentPart.NEXT}
    found, at = list[ConsentPart](), next_phrase_start(sentence, 0)
    while at < len(sentence):
        ends = [(match.end(), part) for part, reader in READERS if (match := reader.match(sentence, at))]
        if not ends:
            return {*found, classify_rest(sentence, at, found, first)}
        end, part = max(ends, key=lambda one: one[0])
        found, at = [*found, part], next_phrase_start(sentence, end)
    return set(found)


def classify_rest(sentence: str, at: int, found: Sequence[ConsentPart], first: bool) -> ConsentPart:
    """Return what words are that no phrase knows: behind a greeting, or alone, a name."""
    words = sentence[at:]
    if DOUBT.search(words) or DENIED.search(words):
        return ConsentPart.STRANGE
    apart = (
        found[-1] is ConsentPart.CLOSING or (found[-1] in BEFORE_NAMES and "," in sentence[:at][-2:])
        if found
        else not first
    )
    return ConsentPart.CLOSING if apart and may_be_name(words) else ConsentPart.STRANGE


def may_be_name(words: str) -> bool:
    """Return whether words may be somebody's name: capitals, or one word."""
    some = words.strip(AROUND).split()
    return (
        len(some) <= NAMES and not OUTSPOKEN.search(words) and (len(some) == 1 or all(map(NAME_WORD.fullmatch, some)))
    )


def is_outspoken(sentence: str) -> bool:
    """Return whether somebody says something with a sentence: then it is no part of a signature."""
    return bool(OUTSPOKEN.search(sentence) or DOUBT.search(sentence) or NO.match(sentence))


def next_phrase_start(sentence: str, at: int) -> int:
    """Return where the next phrase begins."""
    found = BETWEEN.match(sentence, at)
    return found.end() if found else at


def read_denial(sentence: str) -> bool | None:
    """Return what a sentence means in which something is denied: no, or neither."""
    return None if begins_as_yes(sentence) or UNSURE.search(sentence) or "?" in sentence else False


def begins_as_yes(sentence: str) -> bool:
    """Return whether a sentence begins as a yes may."""
    return any(reader.match(sentence) for part, reader in READERS if part in (ConsentPart.YES, ConsentPart.LOOSE))


def takes_yes_back(sentence: str) -> bool:
    """Return whether a sentence says that a letter is not its writer's, whatever was said before."""
    return bool(NO.match(sentence) or (DENIED.search(sentence) and BY_ME.search(sentence)))


def answer_sentences(lines: Iterable[str], names: Collection[str]) -> list[list[str]]:
    """The first lines after greetings and courtesies, each as its sentences; every name that we have named is “@”."""
    some = [" ".join(line.split()).replace("’", "'") for line in lines if line.strip()][:FIRST]
    whole = DRAWN_OUT.sub(r"\1", "\n".join(some)[:CHARACTERS]).lstrip(AROUND)
    while found := GREETING.match(whole) or COURTESY.match(whole):
        whole = whole[found.end() :].lstrip(AROUND)
    for name in sorted((one for one in names if one and not is_outspoken(one)), key=len, reverse=True):
        whole = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "@", whole, flags=re.I)
    whole = WRAPPED_LINE.sub(r"\1 ", HARMLESS.sub("…", whole))
    split = ([one for one in SENTENCE_ENDS.split(line) if one.strip(AROUND)] for line in whole.split("\n"))
    return [line for line in split if line]
