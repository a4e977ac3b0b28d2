"""What the server says, by name, in the language of whoever reads it. Each language is a folder here; what letters and
pages are built of are templates, which say sentences by their names.

`Tongue` says a sentence: `say("ready", phase="Spring 1901")`. What `play` refuses, what the ledger holds and why a
deadline is when it is are said by their codes. A language that lacks a sentence is refused when this is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from markupsafe import Markup, escape
from sqlmodel import Session

from engines.abilities import Linguist
from engines.language.names import MessageLike, message_code
from pbem.games import Refusal, games
from pbem.pace import reasons, zone_info
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import en, fr
from pbem.wording.calendar import Calendar
from pbem.wording.language import USUAL, Language, check_languages, join_words

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "InstantFormat",
    "Tongue",
    "add_remark_code",
    "current_seat_tongue",
    "join_words",
    "refusal_in_english",
    "seat_tongue",
    "sentence_family",
]

LANGUAGES = check_languages((en.LANGUAGE, fr.LANGUAGE))
if strange := LANGUAGES[USUAL].reasons.keys() ^ reasons.REASON_FACTS.keys():
    raise ValueError(f"a reason without a sentence, or the other way round: {', '.join(strange)}")
InstantFormat = Callable[[datetime], str]
"""Puts an instant into words."""


def sentence_family(prefix: str, *kinds: str) -> dict[str, str]:
    """The names of sentences that differ in one word, by that word. Raises ValueError if there is no such sentence."""
    names = {kind: f"{prefix} {kind}" for kind in kinds}
    if unknown := names.values() - LANGUAGES[USUAL].sentences.keys():
        raise ValueError(f"there is no sentence {', '.join(sorted(unknown))}")
    return names


STATUS = sentence_family("status", "forming", "running", "paused", "stuck", "finished")


class Tongue:
    """One language, and what the seats of a game are called in it. A language that the server does not know is
    English."""

    def __init__(self, code: str, linguist: Linguist | None = None) -> None:
        self.code, self.linguist = code, linguist
        self.language: Language = LANGUAGES.get(code, LANGUAGES[USUAL])

    def __call__(self, name: str, /, **facts: object) -> str:
        return self.language.fill_sentence(self.language.sentences[name], facts)

    def on_page(self, name: str, /, **facts: object) -> Markup:
        """A sentence on a page: one of its own, of this language or else the usual one; or one that letters have too,
        without what it would be in HTML."""
        for language in (self.language, LANGUAGES[USUAL]):
            if name in language.pages:
                return language.fill_page_sentence(language.pages[name], facts)
        return escape(self(name, **facts))

    def explain_refusal(self, error: Refusal) -> str:
        """Return why something cannot be done, and what would be right."""
        zone = zone_info(str(error.facts.get("zone", "UTC")))
        facts = {key: self.fact_in_words(key, fact, zone) for key, fact in error.facts.items()}
        return self.language.fill_sentence(self.language.refusals[error.code], facts)

    def fact_in_words(self, key: str, fact: object, zone: ZoneInfo) -> object:
        """A fact as it is told."""
        if isinstance(fact, datetime):
            return self.calendar.format_moment(fact, zone)
        if isinstance(fact, date):
            return self.calendar.format_date(fact)
        return self.describe_status(str(fact)) if key == "status" else fact

    def ledger_sentence(self, act: str, facts: Mapping[str, object]) -> str:
        """Return what somebody did to a game; one that came in a file and is not known is told by its own word."""
        told = self.language.fill_sentence(self.language.ledger[act], {"act": act, **facts})
        return told[:1].upper() + told[1:]

    def explain_reasons(self, steps: Iterable[reasons.Reason], when: InstantFormat) -> str:
        """Return why a deadline is when it is."""
        return "; ".join(self.reason_sentence(one, when) for one in steps)

    def reason_sentence(self, reason: reasons.Reason, when: InstantFormat) -> str:
        words: Mapping[str, Callable[[Any], object]] = {
            "span": self.format_span,
            "left": self.format_span,
            "since": lambda text: when(datetime.fromisoformat(text)),
            "day": lambda text: self.calendar.format_day(date.fromisoformat(text)),
            "days": lambda numbers: self.language.join_list((self.calendar.days[n] for n in numbers), "or"),
        }
        facts = {name: words[name](fact) if name in words else fact for name, fact in reason.facts.items()}
        if "label" in facts and self.linguist:
            facts["seat"] = self.linguist.name_seat(reason.facts["seat"], self.code)
        elif "label" in facts:
            facts["seat"] = reason.facts["label"]
        if "zone" in facts:
            facts["place"] = self.calendar.format_zone(zone_info(reason.facts["zone"]))
        return self.language.fill_sentence(self.language.reasons[reason.kind], facts)

    def format_span(self, seconds: float) -> str:
        """A length of time."""
        return self.calendar.format_span(timedelta(seconds=seconds))

    def describe_status(self, code: str) -> str:
        """Return how a game stands, from `Game.status`."""
        return self(STATUS[code])

    def join_list(self, items: Iterable[object]) -> str:
        """ "a, b and c"."""
        return self.language.join_list(items)

    @property
    def calendar(self) -> Calendar:
        """Return how instants are told."""
        return self.language.calendar

    def seat_name(self, seat: Seat) -> str:
        """Return what a seat is called: one of another game than the linguist's, for which they have no name, by its
        label."""
        named = self.linguist.name_seat(seat.code, self.code) if self.linguist else seat.code
        return named if named != seat.code else seat.label


ENGLISH = Tongue(USUAL)


def seat_tongue(game: Game, phase: Phase | None, seat: Seat | None) -> Tongue:
    """The language a seat chose; a game that has but one is told in English, and so are bystanders."""
    engine = games.get_engine(game)
    if phase is None or seat is None or not isinstance(engine, Linguist):
        return ENGLISH
    return Tongue(engine.seat_language(games.phase_view(phase, seat.code), seat.code), engine)


def current_seat_tongue(session: Session, game: Game | None, seat: Seat | None) -> Tongue:
    """The language a seat reads as the game stands."""
    if game is None or seat is None or not isinstance(games.get_engine(game), Linguist):
        return ENGLISH
    return seat_tongue(game, games.find_current_phase(session, game), seat)


def refusal_in_english(error: Refusal) -> str:
    """Return what somebody is told whose language is not known."""
    return ENGLISH.explain_refusal(error)


def add_remark_code(text: MessageLike, code: str = "") -> str:
    """Return what a player is told about their orders, with the code under which the rules tell more of it."""
    known = code or message_code(text)
    return f"{text} ({known})" if known else str(text)
