"""Yes or no, as people write it: the answer to a letter that asks whether something is theirs or wanted.

Read in English, French and German, whatever the language of the game: who is asked for the first time has not chosen
one. What is quoted or signed has been cut off before. A yes acts for somebody, so it is one only without an if, a but,
or much beside it that does not belong to a yes; what follows its first sentence can take it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.mail.absence import AWAY
from pbem.mail.consent_words import (
    ASKING,
    BY_ME,
    COURTESY,
    DENIED,
    DOUBT,
    GREETING,
    HARMLESS,
    LOOSE,
    NO,
    NO_TROUBLE,
    OF_A_YES,
    STATED,
    UNSURE,
    YES,
)

OTHERS = 2
"""How many words beside those of a yes it may have, as the name of a game; none if a question follows."""
DRAWN_OUT = re.compile(r"(\w)\1{2,}")
AROUND = "\"'“”«»„*_-–—>.,!¡ \n"
"""What writers put around a word."""
FIRST, CHARACTERS = 12, 4_000
"""The lines of an answer that count, and what they may be long."""


def consent(lines: Iterable[str]) -> bool | None:
    """Whether somebody's own lines say yes (True) or no (False) to what they were asked; None if they say neither, or
    both."""
    said = opening(lines)
    sentences = [one for one in re.split(r"(?<=[.!?\n])\s*", HARMLESS.sub("…", said)) if one.strip(AROUND)]
    if not sentences or AWAY.search(said):
        return None
    first, *more = sentences
    if NO.match(first) or DENIED.search(first):
        return denial(first)
    asks, back = any("?" in one for one in more), [one for one in more if takes_back(one)]
    if agrees(first, asks) or (NO_TROUBLE.match(said) and not asks):
        return None if back or DOUBT.search(first) else True
    return False if any(denial(one) is False for one in back) else None


def agrees(sentence: str, asks: bool) -> bool:
    """Whether a sentence is a yes: it begins so, and the rest of it belongs to one. `asks`: a question follows it."""
    loose = LOOSE.match(sentence)
    start = loose.end() if loose else 0
    stated, word = STATED.match(sentence, start), YES.match(sentence, start)
    if found := stated or word:
        asked = stated is None and ASKING.match(sentence, found.end())
        return not asked and strange(sentence[found.end() :]) <= (0 if asks else OTHERS)
    return loose is not None and not asks and not strange(sentence[start:])


def strange(words: str) -> int:
    """How many words do not belong to a yes."""
    return sum(word not in OF_A_YES for word in re.findall(r"[^\W_]+", words.casefold()))


def denial(sentence: str) -> bool | None:
    """What a sentence means in which something is denied: no, or neither."""
    if UNSURE.search(sentence) or "?" in sentence or YES.match(sentence) or LOOSE.match(sentence):
        return None
    return False


def takes_back(sentence: str) -> bool:
    """Whether a sentence says that a letter is not its writer's, whatever was said before."""
    return bool(NO.match(sentence) or (DENIED.search(sentence) and BY_ME.search(sentence)))


def opening(lines: Iterable[str]) -> str:
    """The first words after greetings and courtesies, with blanks made single."""
    some = [" ".join(line.split()).replace("’", "'") for line in lines if line.strip()][:FIRST]
    whole = DRAWN_OUT.sub(r"\1", "\n".join(some)[:CHARACTERS]).lstrip(AROUND)
    while found := GREETING.match(whole) or COURTESY.match(whole):
        whole = whole[found.end() :].lstrip(AROUND)
    return whole
