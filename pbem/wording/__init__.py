"""What the server says, by name, in the language of whoever reads it. Each language is a file here; whole letters are
templates.

`Tongue` says a sentence: `say("ready", phase="Spring 1901")`. What `play` refuses, what the ledger holds and why a
deadline is when it is are said by their codes. A language that lacks a sentence is refused when this is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from engines.abilities import Linguist
from engines.language.names import Told, code_of
from pbem import reasons
from pbem.models import Game, Phase, Seat
from pbem.pace import zone_info
from pbem.play import Refused, games
from pbem.wording import en, fr
from pbem.wording.calendar import Calendar
from pbem.wording.language import USUAL, Language, checked, listed

__all__ = ["ENGLISH", "LANGUAGES", "Tongue", "When", "coded", "family", "listed", "refusal", "tongue", "tongue_now"]

LANGUAGES = checked((en.LANGUAGE, fr.LANGUAGE))
if strange := LANGUAGES[USUAL].reasons.keys() ^ reasons.FACTS.keys():
    raise ValueError(f"a reason without a sentence, or the other way round: {', '.join(strange)}")
When = Callable[[datetime], str]
"""Puts an instant into words."""


def family(prefix: str, *kinds: str) -> dict[str, str]:
    """The names of sentences that differ in one word, by that word. Raises ValueError if there is no such sentence."""
    names = {kind: f"{prefix} {kind}" for kind in kinds}
    if unknown := names.values() - LANGUAGES[USUAL].sentences.keys():
        raise ValueError(f"there is no sentence {', '.join(sorted(unknown))}")
    return names


STATUS = family("status", "forming", "running", "paused", "stuck", "finished")


class Tongue:
    """One language, and what the seats of a game are called in it. A language that the server does not know is
    English."""

    def __init__(self, code: str, linguist: Linguist | None = None) -> None:
        self.code, self.linguist = code, linguist
        self.language: Language = LANGUAGES.get(code, LANGUAGES[USUAL])

    def __call__(self, name: str, /, **facts: object) -> str:
        return self.language.worded(self.language.sentences[name], facts)

    def refusal(self, error: Refused) -> str:
        """Why something cannot be done, and what would be right."""
        zone = zone_info(str(error.facts.get("zone", "UTC")))
        facts = {key: self.fact(key, fact, zone) for key, fact in error.facts.items()}
        return self.language.worded(self.language.refusals[error.code], facts)

    def fact(self, key: str, fact: object, zone: ZoneInfo) -> object:
        """A fact as it is told."""
        if isinstance(fact, datetime):
            return self.calendar.moment(fact, zone)
        if isinstance(fact, date):
            return self.calendar.date(fact)
        return self.status(str(fact)) if key == "status" else fact

    def entry(self, act: str, facts: Mapping[str, object]) -> str:
        """What somebody did to a game; one that came in a file and is not known is told by its own word."""
        told = self.language.worded(self.language.ledger[act], {"act": act, **facts})
        return told[:1].upper() + told[1:]

    def why(self, steps: Iterable[reasons.Reason], when: When) -> str:
        """Why a deadline is when it is."""
        return "; ".join(self.step(one, when) for one in steps)

    def step(self, reason: reasons.Reason, when: When) -> str:
        words: Mapping[str, Callable[[Any], object]] = {
            "span": self.span,
            "left": self.span,
            "since": lambda text: when(datetime.fromisoformat(text)),
            "day": lambda text: self.calendar.day(date.fromisoformat(text)),
            "days": lambda numbers: self.language.listed((self.calendar.days[n] for n in numbers), "or"),
        }
        facts = {name: words[name](fact) if name in words else fact for name, fact in reason.facts.items()}
        if "label" in facts and self.linguist:
            facts["seat"] = self.linguist.name(reason.facts["seat"], self.code)
        elif "label" in facts:
            facts["seat"] = reason.facts["label"]
        if "zone" in facts:
            facts["place"] = self.calendar.place(zone_info(reason.facts["zone"]))
        return self.language.worded(self.language.reasons[reason.kind], facts)

    def span(self, seconds: float) -> str:
        """A length of time."""
        return self.calendar.span(timedelta(seconds=seconds))

    def status(self, code: str) -> str:
        """How a game stands, from `Game.status`."""
        return self(STATUS[code])

    def listed(self, items: Iterable[object]) -> str:
        """ "a, b and c"."""
        return self.language.listed(items)

    @property
    def calendar(self) -> Calendar:
        """How instants are told."""
        return self.language.calendar

    def name(self, seat: Seat) -> str:
        """What a seat is called: one of another game than the linguist's, for which he has no name, by its label."""
        named = self.linguist.name(seat.code, self.code) if self.linguist else seat.code
        return named if named != seat.code else seat.label


ENGLISH = Tongue(USUAL)


def tongue(game: Game, phase: Phase | None, seat: Seat | None) -> Tongue:
    """The language a seat chose; a game that has but one is told in English, and so are bystanders."""
    engine = games.engine(game)
    if phase is None or seat is None or not isinstance(engine, Linguist):
        return ENGLISH
    return Tongue(engine.language(games.view(phase, seat.code), seat.code), engine)


def tongue_now(session: Session, game: Game | None, seat: Seat | None) -> Tongue:
    """The language a seat reads as the game stands."""
    if game is None or seat is None or not isinstance(games.engine(game), Linguist):
        return ENGLISH
    return tongue(game, games.current(session, game), seat)


def refusal(error: Refused) -> str:
    """What somebody is told whose language is not known."""
    return ENGLISH.refusal(error)


def coded(text: Told, code: str = "") -> str:
    """What a player is told about his orders, with the code under which the rules tell more of it."""
    known = code or code_of(text)
    return f"{text} ({known})" if known else str(text)
