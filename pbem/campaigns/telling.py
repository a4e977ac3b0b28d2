"""A campaign as its page and its letter tell it: how far it is, who stands where, and the games of the round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from sqlmodel import Session

from engines.report import Block, Cell, Column, Table, Text, columns
from pbem import chronicle, ical
from pbem.campaigns import opening, results
from pbem.models import Campaign, Game, Player
from pbem.play import games
from pbem.play.rules import loaded, names_told
from pbem.wording import Tongue, family

KINDS = family("campaign", "league", "knockout", "duplicate", "series")
STATES = family("campaign is", "open", "running", "asking", "finished")
HEADS = family("campaign", "place", "player", "points", "wins", "games", "game", "at table", "stands")


def lead(session: Session, campaign: Campaign, say: Tongue) -> str:
    """How far it is, in a sentence."""
    if campaign.status == "finished":
        first = [named(session, player, say) for player in results.leaders(session, campaign)]
        return say("campaign won" if first else "campaign unplayed", title=campaign.title, players=first)
    found = opening.games_of(session, campaign, campaign.round) if campaign.round else []
    over = sum(game.status == "finished" for game in found)
    entered = len(opening.playing(session, campaign))
    return say(
        STATES[campaign.status],
        round=campaign.round,
        rounds=say("campaign of rounds", count=campaign.rounds) if campaign.rounds else "",
        over=over,
        count=len(found),
        entered=entered,
        needed=len(opening.seats_of(campaign)),
    )


def blocks(session: Session, campaign: Campaign, zone: ZoneInfo, say: Tongue) -> list[Block]:
    """The table of all who take part, and the games of the newest round; nothing before the first."""
    if not campaign.round:
        return []
    found: list[Block] = [standings(session, campaign, say), tables(session, campaign, zone, say)]
    if rests := results.resting(session, campaign, campaign.round):
        found.append(Text(say("campaign rests", players=[named(session, player, say) for player in rests])))
    return found


def standings(session: Session, campaign: Campaign, say: Tongue) -> Table:
    rows = [
        (row.place, Cell(named(session, row.player, say)), figure(row.points), row.wins, len(row.rounds))
        for row in results.standings(session, campaign)
    ]
    heads = [say(HEADS[head]) for head in ("place", "player", "points", "wins", "games")]
    told = columns(Column(heads[0], "r"), Column(heads[1], "l"), Column(heads[2], "r"), *heads[3:])
    return Table("campaign", told, tuple(rows), say("campaign standings"))


def tables(session: Session, campaign: Campaign, zone: ZoneInfo, say: Tongue) -> Table:
    """Who plays where, if all may know."""
    found = opening.games_of(session, campaign, campaign.round)
    rows = [(Cell(game.slug), players(session, game, say), state(session, game, zone, say)) for game in found]
    heads = columns(*(Column(say(HEADS[head]), "l") for head in ("game", "at table", "stands")))
    return Table("tables", heads, tuple(rows), say("campaign round", round=campaign.round))


def players(session: Session, game: Game, say: Tongue) -> str:
    if not names_told(game):
        return say("campaign hidden")
    seats = games.seats(session, game)
    held = [(say.name(seat), named(session, seat.player_id, say)) for seat in seats if seat.player_id is not None]
    return ", ".join(f"{who} ({seat})" for seat, who in held)


def state(session: Session, game: Game, zone: ZoneInfo, say: Tongue) -> str:
    """How a game ended, or when orders are due in it."""
    if ending := chronicle.ending(session, game, say):
        return ending.sentence
    phase = games.current(session, game)
    if phase is None or phase.deadline is None:
        return say.status(game.status)
    return say("campaign due", phase=games.called(phase), when=say.calendar.short(phase.deadline, zone))


def named(session: Session, player_id: int, say: Tongue) -> str:
    return chronicle.called(session.get_one(Player, player_id)) or say("campaign nameless")


def figure(points: Fraction) -> str:
    """Points as one reads them: whole, or with two places."""
    return str(points) if points.denominator == 1 else f"{float(points):.2f}"


def kind(campaign: Campaign, say: Tongue) -> str:
    return say(KINDS[campaign.kind])


def secret_of(campaign: Campaign) -> str:
    """What the tables were drawn with, once that is no advantage to anybody; never where it would tell who held what in
    games that keep names."""
    rules = loaded(campaign.rules)
    keeps = rules.anonymous and rules.names == "kept"
    return campaign.secret if campaign.status == "finished" and not keeps else ""


def lines(session: Session, some: Sequence[Campaign], say: Tongue) -> list[str]:
    """A line for each campaign, as a letter lists them."""
    return [
        say(
            "campaign line",
            slug=one.slug,
            title=one.title,
            kind=kind(one, say),
            game=games.named_engine(one.engine).title,
            lead=lead(session, one, say),
        )
        for one in some
    ]


def calendar(session: Session, campaign: Campaign, host: str, now: datetime) -> bytes:
    """The open deadlines of its games as a calendar file."""
    entries = [
        ical.Entry(
            uid=f"phase-{phase.id}@{host}",
            revision=phase.moves,
            at=phase.deadline,
            title=f"{game.slug}: {games.called(phase)}",
        )
        for game in opening.games_of(session, campaign)
        if (phase := games.current(session, game)) and phase.deadline and game.status == "running"
    ]
    return ical.written(campaign.title, entries, now)
