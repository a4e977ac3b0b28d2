"""The seats that were opened in a season: who heard of each, where it was offered, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bench._proof import Finding
from bench.season.count import Tenure
from bench.season.journal import Letter
from bench.season.people import FREE
from bench.season.verdict import Evidence

AT_ONCE = timedelta(minutes=1)


@dataclass(frozen=True)
class Vacancy:
    """A seat that was opened. `untold`: who plays there and did not hear of it; `unlisted`: letters with the list of
    games that lack it; `lists`: how many such letters were sent while it was free."""

    slug: str
    seat: str
    at: datetime
    untold: Sequence[str]
    unlisted: Sequence[int]
    lists: int
    became: str


@dataclass(frozen=True)
class Listing:
    """A list of games in a letter: the seats that it offers, with their games."""

    number: int
    written: datetime
    offers: frozenset[tuple[str, str]]


def listings(seen: Evidence) -> Iterator[Listing]:
    for letter in seen.journal.letters("out AND head LIKE '%auto-replied%'"):
        if "; free: " in letter.text:
            found = ((game[1], seat) for game in FREE.finditer(letter.text) for seat in game[2].split(", "))
            yield Listing(letter.number, letter.written_at, frozenset(found))


def vacancies(seen: Evidence) -> list[Vacancy]:
    """Every seat that was taken from a silent player, in the order in which that happened."""
    lists = list(listings(seen))
    notices = list(seen.journal.letters("out AND (head LIKE '%seat is free%' OR head LIKE '%seats are free%')"))
    ended = sorted((one for one in seen.count.tenures if one.until), key=lambda one: str(one.until))
    return [vacancy(seen, one, one.until, lists, notices) for one in ended if one.until]


def vacancy(seen: Evidence, held: Tenure, at: datetime, lists: Sequence[Listing], notices: Sequence[Letter]) -> Vacancy:
    of_game = [one for one in seen.count.tenures if one.slug == held.slug]
    after = [one for one in of_game if one.seat == held.seat and one.since >= at]
    told = {one.recipient for one in notices if one.slug == held.slug and abs(one.written_at - at) < AT_ONCE}
    playing = {one.address for one in of_game if one.since < at and (one.until is None or one.until > at)}
    free_until = after[0].since if after else seen.count.over.get(held.slug, seen.now)
    meanwhile = [one for one in lists if at < one.written < free_until]
    return Vacancy(
        held.slug,
        held.seat,
        at,
        sorted(playing - told),
        [one.number for one in meanwhile if (held.slug, held.seat) not in one.offers],
        len(meanwhile),
        describe_seat_fate(seen, held, after),
    )


def describe_seat_fate(seen: Evidence, held: Tenure, after: Sequence[Tenure]) -> str:
    if after:
        return "taken back" if after[0].address == held.address else "taken over"
    return "free when the game ended" if held.slug in seen.count.over else "free still"


def vacancy_findings(seen: Evidence) -> list[Finding]:
    found = vacancies(seen)
    untold = [f"{one.slug} {one.seat} {one.at:%d %b}: {', '.join(one.untold)}" for one in found if one.untold]
    unlisted = [f"{one.slug} {one.seat} {one.at:%d %b}: {one.unlisted}" for one in found if one.unlisted]
    return [
        Finding("every seat that was opened was told to all who play there", len(found), untold),
        Finding("every one stands in every list of games until it is taken", sum(one.lists for one in found), unlisted),
    ]
