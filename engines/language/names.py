"""Names as people type them: folding, tokens, and lexicons that find what is meant.

A line is cut into runs of letters, runs of digits, and the few signs that carry meaning (-, ->, <, >, =, +, *).
Everything else (blanks, commas, full stops, brackets, slashes, colons) only separates, so that "stp(sc)", "StP/sc" and
"stp sc" are the same two words.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from engines.memo import memoize_texts

TOKEN_PATTERN = re.compile(
    r"(?P<letters>[^\W\d_]+)|(?P<digits>\d+)|(?P<arrow>[-=]+>|[→⇒➔➜])|(?P<dash>[-‐‑‒–—―−]+)|[<>]=?|[=+*]"
)
LONGEST_NAME = 60
"""Characters; longer texts are no names, and what is made of them is not remembered."""
MIN_PREFIX_LENGTH = 3
"""Fewer letters than this are no beginning of a word: they would be understood as anything."""
SORTS_LAST = "\U0010ffff"
"""Sorts after all that is written in names."""


class TextToken(NamedTuple):
    """One word or sign: folded for comparing, as written, and where it stands in the cleaned line."""

    text: str
    raw: str
    start: int
    end: int


def clean_line(text: str) -> str:
    """One line without control and invisible characters, wide letters made ordinary, each run of blanks one blank."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    normal = unicodedata.normalize("NFKC", text)
    shown = "".join(" " if unicodedata.category(c) == "Cc" else c for c in normal if unicodedata.category(c) != "Cf")
    return " ".join(shown.split())


@memoize_texts(4096, LONGEST_NAME)
def fold_text(text: str) -> str:
    """Without case and accents: "Édouard" and "EDOUARD" are the same."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def tokenize_line(line: str) -> list[TextToken]:
    """The tokens of a cleaned line."""
    found = []
    for m in TOKEN_PATTERN.finditer(line):
        kind = m.lastgroup
        text = "->" if kind == "arrow" else "-" if kind == "dash" else fold_text(m[0]) if kind == "letters" else m[0]
        found.append(TextToken(text, m[0], m.start(), m.end()))
    return found


@memoize_texts(16384, LONGEST_NAME)
def name_words(name: str) -> tuple[str, ...]:
    """The folded tokens of a name."""
    return tuple(t.text for t in tokenize_line(clean_line(name)))


@memoize_texts(4096, LONGEST_NAME)
def raw_words(name: str) -> tuple[str, ...]:
    """The tokens of a name with their case: for the few names where r and R differ."""
    return tuple(t.raw for t in tokenize_line(clean_line(name)))


@dataclass(frozen=True)
class Message:
    """A sentence for the player, and the code under which the rules tell more of it ("X03")."""

    text: str
    code: str = ""

    def format(self, **facts: object) -> Message:
        """With facts in place of what stands in braces."""
        return Message(self.text.format(**facts), self.code)

    def __str__(self) -> str:
        return self.text


MessageLike: TypeAlias = str | Message
"""What a player is told; a plain text has no code. `str` gives the text of both."""


def message_code(told: MessageLike) -> str:
    return told.code if isinstance(told, Message) else ""


def join_messages(told: Iterable[MessageLike]) -> Message:
    """Sentences one behind the other, with the first code among them."""
    every = list(told)
    return Message(" ".join(map(str, every)), next(filter(None, map(message_code, every)), ""))


@dataclass(frozen=True)
class Choice:
    """One thing that can be picked.

    `code` is what is stored and printed ("PAR"), `label` its full name ("Paris"), `names` what is understood besides.
    `why_not` refuses it now, in words for the player; `hint` accepts it with that warning. `note` is a fact that helps
    to choose ("2 coins", "66 in 100"), `group` a heading under which it is folded away with others of its kind. `at`
    lists what it stands for of what is drawn, regions or cards, so that a click can pick it.
    """

    code: str
    label: str = ""
    names: tuple[str, ...] = ()
    why_not: MessageLike = ""
    hint: MessageLike = ""
    at: tuple[str, ...] = ()
    note: str = ""
    group: str = ""


class Lexicon:
    """Everything that has a name in one corner of a game, found by code, label, other names and unique beginnings."""

    def __init__(self, choices: Iterable[Choice], exact: bool = False) -> None:
        self.choices = tuple(choices)
        self.exact = exact
        self.choices_by_name: dict[tuple[str, ...], list[Choice]] = {}
        for choice in self.choices:
            for name in {c: None for c in (choice.code, choice.label, *choice.names) if c}:
                entry = self.choices_by_name.setdefault((raw_words if exact else name_words)(name), [])
                if choice not in entry:
                    entry.append(choice)
        self.choices_by_name.pop((), None)
        self.lengths: dict[str, list[int]] = {}
        for key in self.choices_by_name:
            sizes = self.lengths.setdefault(key[0], [])
            if len(key) not in sizes:
                sizes.append(len(key))
                sizes.sort(reverse=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicon) and (self.choices, self.exact) == (other.choices, other.exact)

    def __hash__(self) -> int:
        return hash((self.choices, self.exact))

    def __repr__(self) -> str:
        return f"Lexicon({len(self.choices)} choices)"

    def get(self, code: str) -> Choice:
        """The choice with this code; KeyError if there is none."""
        return self.by_code[code]

    @cached_property
    def by_code(self) -> dict[str, Choice]:
        return {c.code: c for c in self.choices}

    @cached_property
    def sorted_names(self) -> list[tuple[str, ...]]:
        """All names, so that those with the same beginning stand together. A table of all beginnings would be thirty
        times as long, and a server keeps many lexicons."""
        return sorted(self.choices_by_name)

    def choices_by_prefix(self, key: tuple[str, ...]) -> list[Choice]:
        """Return what a beginning of a name could mean: ("lond",) and ("english", "cha") among others."""
        if len(key) == 1 and len(key[0]) < MIN_PREFIX_LENGTH:
            return []
        first = bisect_right(self.sorted_names, key)
        after = bisect_left(self.sorted_names, (*key[:-1], key[-1] + SORTS_LAST), first)
        found = {c.code for name in self.sorted_names[first:after] for c in self.choices_by_name[name]}
        return [c for c in self.choices if c.code in found] if found else []

    def find(self, line: Sequence[TextToken], at: int) -> list[tuple[int, Choice]]:
        """Return what the tokens from `at` on can name: pairs of the place after it and the choice, longest first."""
        if at >= len(line):
            return []
        first = line[at].raw if self.exact else line[at].text
        hits = [
            (at + size, choice)
            for size in self.lengths.get(first, ())
            if at + size <= len(line)
            for choice in self.choices_by_name.get(self.token_key(line, at, size), ())
        ]
        if hits or self.exact:
            return hits
        size, meant = self.longest_prefix(line, at)
        return [(at + size, meant[0])] if len(meant) == 1 else []

    def longest_prefix(self, line: Sequence[TextToken], at: int) -> tuple[int, list[Choice]]:
        """The longest run of tokens that begins a name, and all it could mean."""
        best: tuple[int, list[Choice]] = (0, [])
        for size in range(1, min(4, len(line) - at) + 1):
            meant = self.choices_by_prefix(self.token_key(line, at, size))
            if not meant:
                break
            best = size, meant
        return best

    def token_key(self, line: Sequence[TextToken], at: int, size: int) -> tuple[str, ...]:
        part = line[at : at + size]
        return tuple(t.raw for t in part) if self.exact else tuple(t.text for t in part)

    def nearest_choices(self, word: str, among: Iterable[Choice] | None = None, most: int = 3) -> list[Choice]:
        """The choices whose names look most like a word."""
        names = {" ".join(name_words(n)): c for c in (among or self.choices) for n in (c.code, c.label, *c.names) if n}
        close = difflib.get_close_matches(fold_text(word), names, most * 2, 0.6)
        return list({names[n].code: names[n] for n in close}.values())[:most]


def join_english_list(texts: Sequence[str]) -> str:
    """ "A, B and C"."""
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
