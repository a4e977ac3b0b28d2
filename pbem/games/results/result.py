"""The result of a game: how it ended, who came where, and what that is worth.

There is one for each game that is over. `pbem.games.results.endings` makes it, `Game.outcome` keeps it, and
`find_result` alone reads it back: sentences, places, scores, ratings, campaigns and records all ask it, so that they
cannot tell different ends. A draft of one says what an end would bring now.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engines.base import Seat
from pbem.games.results import scoring
from pbem.games.results.scoring import Scores
from pbem.storage.models import Game, canonical_json


class How(StrEnum):
    """The ways in which a game ends."""

    PLAYED = "played"
    """By its own rules: somebody has won it, or several have."""
    TIME = "time"
    """Its last year or round is over, and nobody has won it before."""
    DRAW = "draw"
    CONCESSION = "concession"
    ABANDONED = "abandoned"
    """Nobody was left to play it."""
    CANCELLED = "cancelled"
    """Who leads it has called it off."""
    UNPLAYED = "unplayed"
    """It came to its end, and nobody ever gave orders."""


@dataclass(frozen=True)
class Result:
    """`ranks`: who came where, of every seat, 1 the best; nobody anywhere if the game counts for nobody. `scoring`: the
    system by which `scores` were shared out; "" and none in a game that counts for nobody."""

    how: How
    ranks: Mapping[Seat, int] = field(default_factory=dict)
    scoring: str = ""
    scores: Scores = field(default_factory=dict)

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """Return who came first: whom sentences name."""
        return tuple(seat for seat, rank in self.ranks.items() if rank == 1)

    @property
    def sole_winner(self) -> Seat | None:
        """Return who came first alone."""
        return self.first_seats[0] if len(self.first_seats) == 1 else None

    @property
    def result_facts(self) -> dict[str, Any]:
        """As JSON can hold it: in the game, in its ledger, in letters about its end."""
        told = {"how": self.how.value, "ranks": dict(self.ranks), "seats": [*self.first_seats]}
        return told | ({"scoring": self.scoring, "scores": scoring.dump_scores(self.scores)} if self.scores else {})


def parse_result(facts: Mapping[str, Any]) -> Result:
    """A result from its facts. Raises ValueError for what is none."""
    try:
        ranks = {str(seat): int(rank) for seat, rank in facts["ranks"].items()}
        return Result(How(facts["how"]), ranks, facts.get("scoring", ""), scoring.load_scores(facts.get("scores", {})))
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError("this is not the result of a game") from error


def store_result(game: Game, result: Result) -> None:
    """Writes down how a game ended."""
    game.outcome = canonical_json(result.result_facts)


def find_result(game: Game) -> Result | None:
    """Return how a game ended; None while it goes on."""
    return parse_result(json.loads(game.outcome)) if game.outcome else None
