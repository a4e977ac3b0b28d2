"""A campaign as its page and its letter tell it: how far it is, who stands where, and the games of the round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from sqlmodel import Session

from engines.report import Block, Cell, Column, Paragraph, Table, make_columns
from pbem.campaigns import opening, results
from pbem.documents import game_summary, icalendar_files
from pbem.games import games
from pbem.games.rules import are_names_told, load_rules
from pbem.storage.models import Campaign, Game, Player
from pbem.wording import Tongue, sentence_family

KINDS = sentence_family("campaign", "league", "knockout", "duplicate", "series")
STATES = sentence_family("campaign is", "open", "running", "asking", "finished")
HEADS = sentence_family("campaign", "points", "wins", "games", "game", "at table", "stands")


def campaign_lead(session: Session, campaign: Campaign, say: Tongue) -> str:
    """Return how far it is, in a sentence."""
    if campaign.status == "finished":
        first = [
            campaign_player_name(session, player, say) for player in results.list_campaign_leaders(session, campaign)
        ]
        return say("campaign won" if first else "campaign unplayed", title=campaign.title, players=first)
    found = opening.list_campaign_games(session, campaign, campaign.round) if campaign.round else []
    over = sum(game.status == "finished" for game in found)
    entered = len(opening.list_playing_entrants(session, campaign))
    return say(
        STATES[campaign.status],
        round=campaign.round,
        rounds=say("campaign of rounds", count=campaign.rounds) if campaign.rounds else "",
        over=over,
        count=len(found),
        entered=entered,
        needed=len(opening.list_table_seats(campaign)),
    )


def build_campaign_blocks(session: Session, campaign: Campaign, zone: ZoneInfo, say: Tongue) -> list[Block]:
    """The table of all who take part, and the games of the newest round; nothing before the first."""
    if not campaign.round:
        return []
    found: list[Block] = [
        build_campaign_standings(session, campaign, say),
        build_round_table(session, campaign, zone, say),
    ]
    if rests := results.list_resting_players(session, campaign, campaign.round):
        found.append(
            Paragraph(say("campaign rests", players=[campaign_player_name(session, player, say) for player in rests]))
        )
    return found


def build_campaign_standings(session: Session, campaign: Campaign, say: Tongue) -> Table:
    rows = [
        (
            row.place,
            Cell(campaign_player_name(session, row.player, say)),
            format_points(row.points),
            row.wins,
            len(row.rounds),
        )
        for row in results.list_placings(session, campaign)
    ]
    heads = [say("rank"), say("player"), *(say(HEADS[head]) for head in ("points", "wins", "games"))]
    told = make_columns(Column(heads[0], "r"), Column(heads[1], "l"), Column(heads[2], "r"), *heads[3:])
    return Table("campaign", told, tuple(rows), say("campaign standings"))


def build_round_table(session: Session, campaign: Campaign, zone: ZoneInfo, say: Tongue) -> Table:
    """Return who plays where, if all may know."""
    found = opening.list_campaign_games(session, campaign, campaign.round)
    rows = [
        (Cell(game.slug), describe_table_players(session, game, say), describe_table_state(session, game, zone, say))
        for game in found
    ]
    heads = make_columns(*(Column(say(HEADS[head]), "l") for head in ("game", "at table", "stands")))
    return Table("tables", heads, tuple(rows), say("campaign round", round=campaign.round))


def describe_table_players(session: Session, game: Game, say: Tongue) -> str:
    if not are_names_told(game):
        return say("campaign hidden")
    seats = games.list_game_seats(session, game)
    held = [
        (say.seat_name(seat), campaign_player_name(session, seat.player_id, say))
        for seat in seats
        if seat.player_id is not None
    ]
    return ", ".join(f"{who} ({seat})" for seat, who in held)


def describe_table_state(session: Session, game: Game, zone: ZoneInfo, say: Tongue) -> str:
    """Return how a game ended, or when orders are due in it."""
    if ending := game_summary.find_game_ending(session, game, say):
        return ending.sentence
    phase = games.find_current_phase(session, game)
    if phase is None or phase.deadline is None:
        return say.describe_status(game.status)
    return say(
        "campaign due", phase=games.phase_title(phase), when=say.calendar.format_short_moment(phase.deadline, zone)
    )


def campaign_player_name(session: Session, player_id: int, say: Tongue) -> str:
    return game_summary.shown_player_name(session.get_one(Player, player_id)) or say("nameless")


def format_points(points: Fraction) -> str:
    """Points as one reads them: whole, or with two places."""
    return str(points) if points.denominator == 1 else f"{float(points):.2f}"


def campaign_kind_words(campaign: Campaign, say: Tongue) -> str:
    return say(KINDS[campaign.kind])


def disclosed_secret(campaign: Campaign) -> str:
    """Return what the tables were drawn with, once that is no advantage to anybody; never where it would tell who held
    what in games that keep names."""
    rules = load_rules(campaign.rules)
    keeps = rules.anonymous and rules.names == "kept"
    return campaign.secret if campaign.status == "finished" and not keeps else ""


def list_campaign_lines(session: Session, some: Sequence[Campaign], say: Tongue) -> list[str]:
    """A line for each campaign, as a letter lists them."""
    return [
        say(
            "campaign line",
            slug=one.slug,
            title=one.title,
            kind=campaign_kind_words(one, say),
            game=games.get_engine_by_code(one.engine).title,
            lead=campaign_lead(session, one, say),
        )
        for one in some
    ]


def render_campaign_calendar(session: Session, campaign: Campaign, host: str, now: datetime) -> bytes:
    """The open deadlines of its games as a calendar file."""
    entries = [
        icalendar_files.CalendarEvent(
            uid=f"phase-{phase.id}@{host}",
            revision=phase.moves,
            at=phase.deadline,
            title=f"{game.slug}: {games.phase_title(phase)}",
        )
        for game in opening.list_campaign_games(session, campaign)
        if (phase := games.find_current_phase(session, game)) and phase.deadline and game.status == "running"
    ]
    return icalendar_files.format_calendar(campaign.title, entries, now)
