"""A language of the server: every sentence by its name, and how it says instants and lists. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from types import ModuleType
from typing import Any

from markupsafe import Markup, escape

from pbem.wording.calendar import Calendar

USUAL = "en"
"""The language that has every sentence, and is spoken where a language is not known."""


@dataclass(frozen=True)
class Language:
    """`sentences` are said by their name; `refusals` by the code of a `play.Refusal`, `ledger` by the act of an entry
    of the ledger, `reasons` by the kind of a `reasons.Reason`. What stands in braces are the facts of a sentence."""

    code: str
    calendar: Calendar
    sentences: Mapping[str, str]
    refusals: Mapping[str, str]
    ledger: Mapping[str, str]
    reasons: Mapping[str, str]
    pages: Mapping[str, str]
    """What pages say, each a piece of HTML. A language may lack some: pages say them in the usual one then."""

    def fill_sentence(self, sentence: str, facts: Mapping[str, object]) -> str:
        """A sentence with its facts put in."""
        return SentenceFormatter(self).vformat(sentence, (), facts)

    def fill_page_sentence(self, sentence: str, facts: Mapping[str, object]) -> Markup:
        """A sentence of a page with its facts put in: they are escaped, unless they are Markup."""
        return Markup(PageFormatter(self).vformat(sentence, (), facts))

    def join_list(self, items: Iterable[object], last: str = "and") -> str:
        return join_words(items, self.sentences[last])


def build_language(code: str, calendar: Calendar, rooms: Sequence[ModuleType]) -> Language:
    """A language from its rooms, each with what it says. Raises ValueError if two say the same by one name."""
    kinds = ("SENTENCES", "REFUSALS", "LEDGER", "REASONS", "PAGES")
    return Language(code, calendar, *(merge_sentence_tables(rooms, kind) for kind in kinds))


def merge_sentence_tables(rooms: Sequence[ModuleType], kind: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for room in rooms:
        some: Mapping[str, str] = getattr(room, kind, {})
        if twice := found.keys() & some.keys():
            raise ValueError(f"{room.__name__}: {', '.join(sorted(twice))} is there twice")
        found |= some
    return found


class SentenceFormatter(Formatter):
    """Lists become “a, b and c”; the format “near” makes “ Did you mean a or b?” of a list, or nothing."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "near":
            meant = self.language.join_list(value, "or")
            return self.language.sentences["did you mean"].format(choices=meant) if value else ""
        if isinstance(value, (list, tuple, set, frozenset)):
            return self.language.join_list(value)
        return str(super().format_field(value, spec))


class PageFormatter(SentenceFormatter):
    """Nothing that is put in becomes HTML, unless it is Markup."""

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, (list, tuple)):
            return str(self.language.join_list([escape(item) for item in value]))
        return str(value if isinstance(value, Markup) else escape(super().format_field(value, spec)))


def join_words(items: Iterable[object], last: str = "and") -> str:
    """ "a, b and c"; sentences are only put one after the other."""
    words = [str(item) for item in items]
    if any(word.endswith(".") for word in words):
        return " ".join(words)
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def sentence_facts(sentence: str) -> frozenset[str]:
    """The names of what is put into a sentence."""
    return frozenset(name.partition("[")[0] for _, name, _, _ in Formatter().parse(sentence) if name)


# --- languages beside each other -----------------------------------------------------------------------------------


def check_languages(languages: Iterable[Language]) -> dict[str, Language]:
    """Languages by code. Raises ValueError if one lacks a sentence that another has, or puts in what others do not."""
    found = {one.code: one for one in languages}
    faults = [fault for one in found.values() for fault in iter_language_faults(one, found[USUAL])]
    if faults:
        raise ValueError("; ".join(faults))
    return found


def iter_language_faults(one: Language, usual: Language) -> Iterator[str]:
    """Yield how the sentences of a language do not fit those of the usual one."""
    for table in ("sentences", "refusals", "ledger", "reasons"):
        own, wanted = getattr(one, table), getattr(usual, table)
        yield from (f"{one.code} lacks {table} “{name}”" for name in wanted.keys() - own.keys())
        yield from (f"{one.code} alone has {table} “{name}”" for name in own.keys() - wanted.keys())
        for name in own.keys() & wanted.keys():
            if strange := sentence_facts(own[name]) - sentence_facts(wanted[name]):
                yield f"{one.code} {table} “{name}”: {', '.join(sorted(strange))} is no fact of it"
