"""Yes or no, as people write it: the answer to a letter that asks whether something is theirs or wanted.

Read in English, French and German, whatever the language of the game: who is asked for the first time has not chosen
one. What is quoted or signed has been cut off before. A yes acts for somebody: it is one only if each sentence is made
of phrases that agree, or stand beside them, from its first word to its last. What is not known is neither yes nor no.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from pbem.mail.absence import AWAY
from pbem.mail.consent_words import (
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
    Part,
)

DRAWN_OUT = re.compile(r"(\w)\1{2,}")
AROUND = "\"'“”«»„*_-–—>.,!¡… \n"
"""What writers put around a word."""
BETWEEN = re.compile(rf"[^\w{ASKED}@+👍✅✔👌🆗]*")
"""What stands between two phrases."""
FIRST, CHARACTERS = 12, 4_000
"""The lines of an answer that count, and what they may be long."""
WRAPPED = re.compile(r"(?m)^(.{60,}[^.!?])\n")
"""A line that a mail program may have broken."""
ENDS = re.compile(r"(?<=[.!?])\s+")
NAME = re.compile(r"[A-ZÀ-ÖØ-Þ\d(+&][\w.,&()'/+-]*|of|and|und|et|von|van|de")
NAMES, ONE = 5, 3
"""Words of a line with somebody's name, and of an answer that is “one word”."""
BEFORE_NAMES = frozenset({Part.STATED, Part.CLOSING, Part.THANKS})


def consent(lines: Iterable[str], names: Collection[str] = ()) -> bool | None:
    """Whether somebody's own lines say yes (True) or no (False) to what they were asked; None if they say neither, or
    both. `names`: what the game, the seat and the like are called that they were asked about."""
    said = opening(lines, names)
    some = [one for line in said for one in line]
    if not some or AWAY.search(" ".join(some)):
        return None
    first, *more = some
    if NO.match(first) or DENIED.search(first):
        return denial(first)
    back = [one for one in more if takes_back(one)]
    if agrees(said):
        return None if back else True
    return False if not begins(first) and any(denial(one) is False for one in back) else None


def one_word(lines: Sequence[str]) -> bool:
    """Whether lines are a yes and nothing beside it but a “please” and their writer's name: as is needed for what
    cannot be undone."""
    said = opening(lines, ())
    if consent(lines) is not True or len(said[0][0].split()) > ONE:
        return False
    return parts(said) <= {Part.YES, Part.BESIDE, Part.THANKS, Part.CLOSING}


def agrees(said: Sequence[Sequence[str]]) -> bool:
    """Whether all of an answer belongs to a yes. A mere nod is one only by itself: with thanks, it may be for the
    letter."""
    found = parts(said)
    if Part.YES in found or Part.STATED in found:
        return Part.STRANGE not in found
    return Part.LOOSE in found and found <= {Part.LOOSE, Part.BESIDE, Part.CLOSING}


def parts(said: Sequence[Sequence[str]]) -> set[Part]:
    """What an answer is made of. Below a line with its writer's name stands what belongs to the name."""
    found, signed = set[Part](), False
    for number, line in enumerate(said):
        if signed and DISCLAIMER.search(" ".join(line)):
            break
        here = {part for place, one in enumerate(line) for part in parts_of(one, first=not (number or place))}
        if signed and Part.STRANGE in here and not any(is_outspoken(one) for one in line):
            here = {Part.CLOSING}
        signed = signed or (number > 0 and here == {Part.CLOSING})
        found |= here
    return found


def parts_of(sentence: str, first: bool) -> set[Part]:
    """What a sentence is made of, from its first word to its last. `first`: it is where the answer stands."""
    if not first and NEXT.fullmatch(sentence):
        return {Part.NEXT}
    found, at = list[Part](), after(sentence, 0)
    while at < len(sentence):
        ends = [(match.end(), part) for part, reader in READERS if (match := reader.match(sentence, at))]
        if not ends:
            return {*found, rest(sentence, at, found, first)}
        end, part = max(ends, key=lambda one: one[0])
        found, at = [*found, part], after(sentence, end)
    return set(found)


def rest(sentence: str, at: int, found: Sequence[Part], first: bool) -> Part:
    """What words are that no phrase knows: behind a greeting, or alone, a name."""
    words = sentence[at:]
    if DOUBT.search(words) or DENIED.search(words):
        return Part.STRANGE
    apart = (
        found[-1] is Part.CLOSING or (found[-1] in BEFORE_NAMES and "," in sentence[:at][-2:]) if found else not first
    )
    return Part.CLOSING if apart and is_name(words) else Part.STRANGE


def is_name(words: str) -> bool:
    """Whether words may be somebody's name: capitals, or one word."""
    some = words.strip(AROUND).split()
    return len(some) <= NAMES and not OUTSPOKEN.search(words) and (len(some) == 1 or all(map(NAME.fullmatch, some)))


def is_outspoken(sentence: str) -> bool:
    """Whether somebody says something with a sentence: then it is no part of a signature."""
    return bool(OUTSPOKEN.search(sentence) or DOUBT.search(sentence) or NO.match(sentence))


def after(sentence: str, at: int) -> int:
    """Where the next phrase begins."""
    found = BETWEEN.match(sentence, at)
    return found.end() if found else at


def denial(sentence: str) -> bool | None:
    """What a sentence means in which something is denied: no, or neither."""
    return None if begins(sentence) or UNSURE.search(sentence) or "?" in sentence else False


def begins(sentence: str) -> bool:
    """Whether a sentence begins as a yes may."""
    return any(reader.match(sentence) for part, reader in READERS if part in (Part.YES, Part.LOOSE))


def takes_back(sentence: str) -> bool:
    """Whether a sentence says that a letter is not its writer's, whatever was said before."""
    return bool(NO.match(sentence) or (DENIED.search(sentence) and BY_ME.search(sentence)))


def opening(lines: Iterable[str], names: Collection[str]) -> list[list[str]]:
    """The first lines after greetings and courtesies, each as its sentences; every name that we have named is “@”."""
    some = [" ".join(line.split()).replace("’", "'") for line in lines if line.strip()][:FIRST]
    whole = DRAWN_OUT.sub(r"\1", "\n".join(some)[:CHARACTERS]).lstrip(AROUND)
    while found := GREETING.match(whole) or COURTESY.match(whole):
        whole = whole[found.end() :].lstrip(AROUND)
    for name in sorted((one for one in names if one and not is_outspoken(one)), key=len, reverse=True):
        whole = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "@", whole, flags=re.I)
    whole = WRAPPED.sub(r"\1 ", HARMLESS.sub("…", whole))
    split = ([one for one in ENDS.split(line) if one.strip(AROUND)] for line in whole.split("\n"))
    return [line for line in split if line]
