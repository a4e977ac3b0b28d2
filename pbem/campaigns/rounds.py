"""Rounds of a campaign: drawn, opened, and followed by the next. `tick_campaigns` looks at what is due.

A campaign is due when somebody entered or answered, when a game of it ended, and once a week for its letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

import structlog
from sqlmodel import Session, col, select

from pbem.campaigns import opening, pairing, results, weekly
from pbem.games import Refusal, games
from pbem.games.notify import Kind, queue_letter
from pbem.games.results import result
from pbem.games.results.result import How, Result
from pbem.games.rules import load_rules
from pbem.games.seating import roll_call, seats, tenures
from pbem.games.waiting_for_yes import NEXT_SEASON
from pbem.storage.database import NEVER, TROUBLE, Clock, Stop, Store, claim_rows
from pbem.storage.models import Campaign, Entrant, Game, Player, Rest

LEASE = timedelta(minutes=2)

log = structlog.get_logger()


def tick_campaigns(store: Store, clock: Clock, stop: Stop = NEVER) -> int:
    """Goes on with every campaign that is due, each in a transaction of its own; how many were looked at."""
    done, now = 0, clock()
    with store.write_session() as session:
        due = claim_rows(session, col(Campaign.due_at), now, now + LEASE, 20)
    for campaign_id in due:
        if stop.is_set():
            break
        try:
            with store.write_session() as session:
                attend_campaign(session, session.get_one(Campaign, campaign_id), clock())
        except TROUBLE as error:
            log.warning("database trouble; the campaign is tried again", error=type(error).__name__)
        except Exception:
            log.exception("a campaign cannot go on; it is tried again", campaign=campaign_id)
        done += 1
    return done


def attend_campaign(session: Session, campaign: Campaign, now: datetime) -> None:
    """Goes on as far as it can, and sets the alarm anew."""
    opening.lock_campaign(session, campaign)
    if campaign.status == "running" and is_round_over(session, campaign):
        continue_after_round(session, campaign, now)
    if campaign.status == "asking":
        next_season(session, campaign, now)
    if campaign.status != "finished":
        weekly.write_weekly_letter(session, campaign, now)
    campaign.due_at = next_look(campaign)
    session.add(campaign)
    session.flush()


def next_look(campaign: Campaign) -> datetime | None:
    """Return when there is something to do without anybody's doing."""
    if campaign.status in ("open", "finished"):
        return None
    at = [weekly.next_letter(campaign), campaign.asks_until if campaign.status == "asking" else None]
    return min(instant for instant in at if instant)


def is_round_over(session: Session, campaign: Campaign) -> bool:
    return all(game.status == "finished" for game in opening.list_campaign_games(session, campaign, campaign.round))


# --- a round ----------------------------------------------------------------------------------------------------


def start_campaign(session: Session, campaign: Campaign, actor: Player | None, now: datetime) -> None:
    """The first round. Raises Refusal "not the master", "campaign closed", "too few entrants"."""
    opening.lock_campaign(session, campaign)
    opening.require_campaign_master(campaign, actor)
    if campaign.status != "open":
        raise Refusal("campaign closed", title=campaign.title)
    size, players = len(opening.list_table_seats(campaign)), opening.list_playing_entrants(session, campaign)
    if len(players) < size:
        raise Refusal("too few entrants", needed=size, entered=len(players))
    open_round(session, campaign, players, now)
    campaign.due_at = next_look(campaign)
    session.add(campaign)


def open_round(session: Session, campaign: Campaign, entrants: list[Entrant], now: datetime) -> None:
    """Draws the tables and opens their games, each with everybody in their seat."""
    campaign.round, campaign.status, campaign.asks_until = campaign.round + 1, "running", None
    drawn = draw_round_tables(session, campaign, campaign.round, [one.player_id for one in entrants])
    for board, table in enumerate(drawn.tables, 1):
        open_table(session, campaign, board, table, now)
    by_player = {one.player_id: one for one in entrants}
    session.add_all(Rest(entrant_id=by_player[player].id, round=campaign.round) for player in drawn.resting)
    session.add(campaign)
    session.flush()


def draw_round_tables(session: Session, campaign: Campaign, number: int, players: list[int]) -> pairing.Round:
    """The tables of a round as anybody can draw them again who knows the secret and what was before."""
    luck = Random(f"{campaign.secret}/{number}")
    return pairing.pair_round(
        players, opening.list_table_seats(campaign), load_past_meetings(session, campaign, number), luck
    )


def load_past_meetings(session: Session, campaign: Campaign, number: int) -> pairing.Meetings:
    """Return who met whom before a round."""
    found = pairing.Meetings()
    for game in opening.list_campaign_games(session, campaign):
        if game.round < number:
            found.add_round(
                [{s.code: s.player_id for s in games.list_game_seats(session, game) if s.player_id is not None}]
            )
    query = select(Rest, Entrant).join(Entrant, col(Rest.entrant_id) == Entrant.id)
    rested = session.exec(query.where(Entrant.campaign_id == campaign.id, Rest.round < number)).all()
    found.add_round((), [entrant.player_id for _, entrant in rested])
    return found


def open_table(session: Session, campaign: Campaign, board: int, table: Mapping[str, int], now: datetime) -> Game:
    """A game of the round, with everybody in their seat; it begins at once."""
    game = games.insert_game(
        session,
        campaign.engine,
        campaign.options,
        slug=games.find_free_slug(session, f"{campaign.slug}-{campaign.round}-{board}"),
        master=session.get(Player, campaign.master_id) if campaign.master_id else None,
        pace=campaign.pace,
        zone=campaign.zone,
        rules=load_rules(campaign.rules),
        now=now,
    )
    game.campaign_id, game.round, game.board = campaign.id, campaign.round, board
    session.add(game)
    for seat in games.list_game_seats(session, game):
        seats.occupy_seat(session, game, seat, session.get_one(Player, table[seat.code]), now)
    roll_call.start_or_call_roll(session, game, now)
    return game


# --- what comes after it ----------------------------------------------------------------------------------------


def continue_after_round(session: Session, campaign: Campaign, now: datetime) -> None:
    """The next round, the question who plays it, or the end."""
    over = campaign.kind == "knockout" and knock_out(session, campaign, now)
    players, size = opening.list_playing_entrants(session, campaign), len(opening.list_table_seats(campaign))
    last = (
        campaign.round >= campaign.rounds > 0
        or len(opening.list_campaign_games(session, campaign, campaign.round)) == 0
    )
    if campaign.kind == "series" and not last:
        ask_next_season(session, campaign, now)
    elif last or over or len(players) < size:
        finish_campaign(session, campaign, now)
    else:
        open_round(session, campaign, players, now)


def knock_out(session: Session, campaign: Campaign, now: datetime) -> bool:
    """Those go on who came off best: so many of each table that full tables are left, at last who came first of one;
    and those who sat the round out, or whose game counts for nobody. Whether it is over: by its last table, or because
    it `leads_nowhere`."""
    tables = opening.list_campaign_games(session, campaign, campaign.round)
    resting = results.list_resting_players(session, campaign, campaign.round)
    last = len(tables) == 1 and not resting
    count = 0 if last else count_going_on(session, campaign)
    stay = {player for game in tables for player in table_survivors(session, game, count)} | {*resting}
    for entrant in opening.list_playing_entrants(session, campaign):
        if entrant.player_id not in stay:
            entrant.out_at = now
            session.add(entrant)
    session.flush()
    return (last and is_round_decided(session, campaign, campaign.round)) or leads_nowhere(session, campaign)


def leads_nowhere(session: Session, campaign: Campaign) -> bool:
    """Return whether the same players would be drawn for ever: a whole round was left unplayed or abandoned, or it is
    the second in a row of which nothing counts."""
    ends = list_round_results(session, campaign, campaign.round)
    if all(one.how in (How.UNPLAYED, How.ABANDONED) for one in ends):
        return True
    last_two = (campaign.round - 1, campaign.round)
    return campaign.round > 1 and not any(is_round_decided(session, campaign, number) for number in last_two)


def is_round_decided(session: Session, campaign: Campaign, number: int) -> bool:
    """Return whether any game of a round counts for somebody."""
    return any(one.ranks for one in list_round_results(session, campaign, number))


def list_round_results(session: Session, campaign: Campaign, number: int) -> list[Result]:
    return [
        ended for game in opening.list_campaign_games(session, campaign, number) if (ended := result.find_result(game))
    ]


def count_going_on(session: Session, campaign: Campaign) -> int:
    """Return how many of each table go on: half of it where there are more tables than one."""
    tables = len(opening.list_campaign_games(session, campaign, campaign.round))
    return max(1, len(opening.list_table_seats(campaign)) // 2) if tables > 1 else 1


def table_survivors(session: Session, game: Game, count: int) -> set[int]:
    """The first of a table: by rank, then by points, then by seat, which the draw gave. `count` 0: who shares the first
    rank. Nobody is knocked out by a game that counts for nobody, also who lost their seat in it."""
    ended = result.find_result(game)
    if ended is None or not ended.ranks:
        return {tenure.player_id for tenure in tenures.list_game_tenures(session, game)}
    held = [(seat.code, seat.player_id) for seat in games.list_game_seats(session, game) if seat.player_id is not None]
    points, ranks = ended.scores, ended.ranks
    best = sorted(held, key=lambda one: (ranks[one[0]], -points[one[0]]))
    return {player for _, player in best[:count]} if count else {player for code, player in best if ranks[code] == 1}


def ask_next_season(session: Session, campaign: Campaign, now: datetime) -> None:
    """Asks everybody who took part whether they play the next season."""
    campaign.status, campaign.asks_until = "asking", now + NEXT_SEASON
    for entrant in opening.list_entrants(session, campaign):
        if entrant.out_at is None:
            entrant.answer = ""
            session.add(entrant)
            player = session.get_one(Player, entrant.player_id)
            data = {"campaign": campaign.slug, "until": campaign.asks_until.isoformat()}
            queue_letter(session, Kind.AGAIN, player, f"again:{entrant.id}:{campaign.round}", data=data, now=now)
    session.add(campaign)
    session.flush()


def next_season(session: Session, campaign: Campaign, now: datetime) -> None:
    """Opens it once everybody has answered, or the time to answer is over, if there are players for a table. Until then
    the campaign stays open to newcomers; without anybody who said yes it ends."""
    waiting = [one for one in opening.list_entrants(session, campaign) if one.out_at is None and not one.answer]
    over = campaign.asks_until is not None and campaign.asks_until <= now
    players = opening.list_playing_entrants(session, campaign)
    if waiting and not over:
        return
    if len(players) >= len(opening.list_table_seats(campaign)):
        open_round(session, campaign, players, now)
    elif not players:
        finish_campaign(session, campaign, now)
    else:
        campaign.asks_until = None


def finish_campaign(session: Session, campaign: Campaign, now: datetime) -> None:
    """Ends a campaign; everybody is told how they came out, and the secret of the draws is shown."""
    campaign.status, campaign.finished_at = "finished", now
    session.add(campaign)
    session.flush()
    weekly.tell_all_entrants(session, campaign, f"campaign:{campaign.id}:end", now)
