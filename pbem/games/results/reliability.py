"""How reliably somebody plays: the share of their turns that they gave in time. docs/reliability.md tells the formula.

Every turn has one verdict, given when its phase is closed (`pbem.games.phases.turn_verdicts`). Turns of games that keep
names secret count once they are over, so that nobody can find out by them who plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from pbem.games import Refusal
from pbem.games.leading import leaders
from pbem.games.people import people
from pbem.games.phases.turn_verdicts import TurnVerdict
from pbem.games.rules import are_names_told, rules_of
from pbem.storage.models import Game, Phase, Player, Tenure, Turn

IN_TIME = frozenset({TurnVerdict.TAKEN})
COUNTED_VERDICTS = frozenset(
    {TurnVerdict.TAKEN, TurnVerdict.LATE, TurnVerdict.STOOD_IN, TurnVerdict.MISSED, TurnVerdict.UNREACHABLE}
)
"""What is counted: not turns that need not be taken, nor those that were excused."""

SHORTEST_SEARCH, MOST_FOUND = 2, 5
"""How much of a name it takes to look for it, and how many are found."""


@dataclass(frozen=True)
class ReliabilityFigures:
    """`turns` that count, `in_time` and `late` of them; `games` that they have played, and `rescued`: seats that others
    had left, and they took over while the game went on; `left`: seats that they left or lost before the end."""

    turns: int = 0
    in_time: int = 0
    late: int = 0
    games: int = 0
    rescued: int = 0
    left: int = 0

    @property
    def percent(self) -> int:
        """Of 100 turns so many in time, rounded down."""
        return 100 * self.in_time // self.turns if self.turns else 100


def reliability_figures(session: Session, player: Player) -> ReliabilityFigures:
    """Return what is known of a player's turns in all games that may be told of."""
    told = {game.id: game for game in list_shown_games(session, player)}
    verdicts = count_verdicts(session, player, list(told))
    tenures = [one for one in list_player_tenures(session, player) if one.game_id in told]
    return ReliabilityFigures(
        turns=sum(verdicts[one] for one in COUNTED_VERDICTS),
        in_time=sum(verdicts[one] for one in IN_TIME),
        late=verdicts[TurnVerdict.LATE],
        games=len(told),
        rescued=sum(is_takeover(one, told[one.game_id]) for one in tenures),
        left=sum(
            one.how in ("resigned", "opened", "ejected") and was_left_after_start(told[one.game_id], one)
            for one in tenures
        ),
    )


def list_shown_games(session: Session, player: Player) -> list[Game]:
    """The games of which it may be told that they play or have played in them; never those that keep names."""
    query = select(Game).where(col(Game.id).in_(select(Tenure.game_id).where(Tenure.player_id == player.id)))
    every = session.exec(query.where(col(Game.started_at).is_not(None)).order_by(col(Game.id)))
    return [game for game in every if are_names_told(game)]


def count_verdicts(session: Session, player: Player, game_ids: list[int]) -> Counter[str]:
    """Return how often there was which verdict; what a rollback has undone counts for nobody."""
    query = select(Turn.verdict, func.count()).join(Phase, col(Turn.phase_id) == Phase.id)
    query = query.where(Turn.player_id == player.id, col(Phase.game_id).in_(game_ids), col(Phase.undone).is_(False))
    return Counter(dict(session.exec(query.group_by(col(Turn.verdict))).all()))


def list_player_tenures(session: Session, player: Player) -> list[Tenure]:
    return list(session.exec(select(Tenure).where(Tenure.player_id == player.id).order_by(col(Tenure.id))))


def is_takeover(tenure: Tenure, game: Game) -> bool:
    """Return whether somebody took a seat over from another while the game went on, and did not leave it again."""
    late = game.started_at is not None and tenure.began_at > game.started_at
    return late and tenure.how not in ("resigned", "opened", "ejected")


def was_left_after_start(game: Game, tenure: Tenure) -> bool:
    """Return whether a seat was left after the game had begun."""
    return game.started_at is not None and tenure.ended_at is not None and tenure.ended_at > game.started_at


def check_reliability(session: Session, game: Game, player: Player) -> None:
    """Whether somebody is reliable enough for a game. Raises Refusal "not reliable", "too new"."""
    rules = rules_of(game)
    if not rules.reliable_percent or player.bot or leaders.leads_game(session, game, player):
        return
    known = reliability_figures(session, player)
    if known.turns < rules.reliable_turns:
        if not rules.newcomers:
            raise Refusal("too new", slug=game.slug, turns=rules.reliable_turns, known=known.turns)
        return
    if known.percent < rules.reliable_percent:
        raise Refusal("not reliable", slug=game.slug, percent=rules.reliable_percent, known=known.percent)


def list_players_by_name(session: Session, name: str) -> list[Player]:
    """Those who bear a name, or one that begins so, and are known by it: they play or played where that is told. The
    first few; nobody is found by an address."""
    wanted = people.clean_name(name).casefold()
    if len(wanted) < SHORTEST_SEARCH or "@" in wanted:
        return []
    begins = sa.func.lower(col(Player.name)).startswith(wanted, autoescape=True)
    query = select(Player).where(begins, ~col(Player.name).contains("@"), col(Player.bot) == "")
    found = session.exec(query.order_by(col(Player.name), col(Player.id)).limit(10 * MOST_FOUND))
    return [one for one in found if list_shown_games(session, one)][:MOST_FOUND]
