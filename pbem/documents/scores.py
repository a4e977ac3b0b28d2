"""What the end of a game is worth, in words: how it is scored, what an end would bring now, and what it brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sqlmodel import Session

from engines.report import Block, Cell, Column, Heading, Paragraph, Table, make_columns
from pbem.games import games
from pbem.games.results import endings, result, scoring
from pbem.games.results.result import Result
from pbem.storage.models import Game, Phase
from pbem.wording import ENGLISH, Tongue, sentence_family

NAMED = sentence_family(
    "scoring", "draw-size", "sum-of-squares", "c-diplo", "carnage", "tribute", "places", "winner", "points"
)
TOLD = sentence_family(
    "scoring told", "draw-size", "sum-of-squares", "c-diplo", "carnage", "tribute", "places", "winner", "points"
)


def describe_game_scoring(game: Game, say: Tongue = ENGLISH) -> str:
    """Return how a game is scored: "Scored by the size of the draw. There are 100 points …"."""
    return describe_scoring_system(endings.scoring_system(game), say)


def describe_scoring_system(code: str, say: Tongue = ENGLISH) -> str:
    return say("scored by", system=say(NAMED[code]), told=say(TOLD[code]))


def scoring_words(ended: Result | None, say: Tongue = ENGLISH) -> list[str]:
    """Return how a finished game was scored; [] if it was not."""
    return [describe_scoring_system(ended.scoring, say)] if ended and ended.scores else []


@dataclass(frozen=True)
class ScoreProspect:
    """What an end would bring a seat now, and what it brought."""

    seat: str
    drawn: str
    won: str


def format_score(score: Fraction, say: Tongue = ENGLISH) -> str:
    """A score as it is shown, to hundredths: "33.33", "100"."""
    whole, hundredths = divmod(int(scoring.round_score(score) * 100), 100)
    return f"{whole}.{hundredths:02}".rstrip("0").rstrip(".").replace(".", say("decimal"))


def list_score_prospects(session: Session, game: Game, phase: Phase, say: Tongue = ENGLISH) -> list[ScoreProspect]:
    """Return what an end would be worth to each seat that is left."""
    names = {seat.code: say.seat_name(seat) for seat in games.list_game_seats(session, game)}
    found = endings.list_payoffs(session, game, phase)
    return [ScoreProspect(names[one.seat], format_score(one.drawn, say), format_score(one.won, say)) for one in found]


def scores_by_seat(ended: Result | None, names: Mapping[str, str], say: Tongue = ENGLISH) -> list[tuple[str, str]]:
    """Return what a finished game was worth to each seat, the most first. `names`: what seats are called, by their
    codes."""
    return [(names[code], format_score(score, say)) for code, score in rank_scores(ended, names)]


def rank_scores(ended: Result | None, names: Mapping[str, str]) -> list[tuple[str, Fraction]]:
    """The scores of seats that have a name, the most first."""
    found = ended.scores if ended else {}
    return sorted(((code, score) for code, score in found.items() if code in names), key=lambda one: -one[1])


def iter_score_blocks(session: Session, game: Game, say: Tongue = ENGLISH) -> Iterator[Block]:
    """The scores of a finished game, for a report; nothing if it was not scored."""
    names, ended = (
        {seat.code: say.seat_name(seat) for seat in games.list_game_seats(session, game)},
        result.find_result(game),
    )
    if found := rank_scores(ended, names):
        rows = tuple((Cell(names[code], seat=code), format_score(score, say)) for code, score in found)
        yield Heading(say("scores"))
        yield from (Paragraph(line, quiet=True) for line in scoring_words(ended, say))
        yield Table("scores", make_columns(say("seat"), Column(say("score"), "r")), rows)
