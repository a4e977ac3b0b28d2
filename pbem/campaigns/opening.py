"""Campaigns: opened, entered, left and found. Each function is one transaction of an open write session."""

from __future__ import annotations

import difflib
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import get_args

from sqlmodel import Session, col, select

from engines.abilities import Duplicable
from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.games.rules import USUAL, Rules, dump_rules, resolve_press_kinds
from pbem.pace import Pace, PaceError, zone_info
from pbem.settings.limits import Limits
from pbem.storage.budgets import spend
from pbem.storage.models import Campaign, Entrant, Game, Player
from pbem.storage.models.words import CampaignKind

KINDS: tuple[CampaignKind, ...] = get_args(CampaignKind)
"""league: everybody plays every round. knockout: who comes off best at their table goes on. duplicate: every table
begins alike, and each is compared with those who held their seat elsewhere. series: a game follows the other, with
those who say yes."""
MOST_ROUNDS = 30
MOST_ENTRANTS = 128
"""Who takes part in one campaign at a time: so many can be drawn to their tables in a second or two."""
LONGEST_TITLE = 80


def create_campaign(
    session: Session,
    engine_code: str,
    option_text: str = "",
    *,
    slug: str,
    title: str,
    kind: str,
    rounds: int = 0,
    best: int = 0,
    master: Player | None = None,
    pace: str = "48h",
    zone: str = "UTC",
    rules: Rules = USUAL,
    now: datetime,
    limits: Limits | None = None,
) -> Campaign:
    """Opens a campaign for players to enter. `rounds` 0: as many as there are players for, in a series without end.

    Without `limits` it is the host who opens it. Raises Refusal: what `games.insert_game` raises of its games, "bad
    campaign".
    """
    found, engine = games.parse_setup(engine_code, option_text), games.get_engine_by_code(engine_code)
    check_slug(session, slug)
    known = parse_campaign_kind(kind, rounds, best, len(found.seats))
    try:
        pace, zone = str(Pace.parse(pace, engine.kinds)), zone_info(zone).key
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    if limits and master and not spend(session, limits, "games_opened", master.id, now):
        raise Refusal("too many games", most=limits.games_opened)
    secret = secrets.token_hex(32)
    campaign = Campaign(
        slug=slug,
        title=" ".join(title.split())[:LONGEST_TITLE] or slug,
        kind=known,
        master_id=master.id if master else None,
        engine=engine_code,
        options="\n".join(order.text for order in found.options),
        pace=pace,
        zone=zone,
        rules=dump_rules(replace(rules, press_kinds=resolve_press_kinds(rules.press_kinds, engine))),
        rounds=rounds or (1 if kind == "duplicate" else 0),
        best=best,
        secret=secret,
        commitment=hashlib.sha256(secret.encode()).hexdigest(),
        created_at=now,
        told_at=now,
    )
    session.add(campaign)
    session.flush()
    if kind == "duplicate" and isinstance(engine, Duplicable):
        share_dice(campaign, engine)
    return campaign


def share_dice(campaign: Campaign, engine: Duplicable) -> None:
    """Has the games of a duplicate throw the same dice where their rules know such a thing."""
    text = f"{campaign.options}\n{engine.duplicate.format(number=campaign.id)}"
    campaign.options = "\n".join(order.text for order in games.parse_setup(campaign.engine, text).options)


def check_slug(session: Session, slug: str) -> None:
    """A campaign's games have a name that begins with its own, so that is short. Raises Refusal."""
    if not games.SLUG.fullmatch(slug) or len(slug) > 30:
        raise Refusal("bad slug", slug=slug[:60])
    if session.exec(select(Campaign.id).where(Campaign.slug == slug)).first():
        raise Refusal("slug taken", slug=slug)


def parse_campaign_kind(kind: str, rounds: int, best: int, size: int) -> CampaignKind:
    """Return what kind it is, if it can have so many rounds. Raises Refusal "bad campaign"."""
    known = next((one for one in KINDS if one == kind), None)
    if known is None or not 0 <= rounds <= MOST_ROUNDS or best < 0 or size < 2 or (known == "league" and not rounds):
        raise Refusal("bad campaign", kinds=KINDS, most=MOST_ROUNDS)
    return known


def get_campaign(session: Session, slug: str) -> Campaign:
    """Raises Refusal "no such campaign" with the nearest names."""
    wanted = slug.strip().lower()
    found = session.exec(select(Campaign).where(Campaign.slug == wanted)).one_or_none()
    if found is None:
        near = difflib.get_close_matches(wanted, session.exec(select(Campaign.slug)).all(), 3, 0.5)
        raise Refusal("no such campaign", slug=wanted[:60], near=near)
    return found


def list_campaigns(session: Session) -> list[Campaign]:
    """All campaigns, the newest first."""
    return list(session.exec(select(Campaign).order_by(col(Campaign.id).desc())))


def lock_campaign(session: Session, campaign: Campaign) -> Campaign:
    """Reads the campaign anew and keeps all others from changing it until the transaction ends."""
    session.refresh(campaign, with_for_update={"key_share": True})
    return campaign


def require_campaign_master(campaign: Campaign, actor: Player | None) -> None:
    """Whether somebody leads a campaign; the host, as None, does. Raises Refusal "not the master"."""
    if actor is not None and actor.id != campaign.master_id:
        raise Refusal("not the master", slug=campaign.slug)


# --- taking part ------------------------------------------------------------------------------------------------


def enter_campaign(session: Session, campaign: Campaign, player: Player, now: datetime) -> Entrant:
    """Takes part from now on. A series is entered at any time, any other campaign before it begins. Only the player in
    person can do this, so their address has answered. Raises Refusal "campaign closed", "entered", "campaign full"."""
    lock_campaign(session, campaign)
    if campaign.status == "finished" or (campaign.kind != "series" and campaign.status != "open"):
        raise Refusal("campaign closed", title=campaign.title)
    people.mark_address_proved(session, player, now)
    entrant = find_entrant(session, campaign, player)
    if entrant and entrant.out_at is None:
        raise Refusal("entered", title=campaign.title)
    if sum(one.out_at is None for one in list_entrants(session, campaign)) >= MOST_ENTRANTS:
        raise Refusal("campaign full", title=campaign.title, most=MOST_ENTRANTS)
    entrant = entrant or Entrant(campaign_id=campaign.id, player_id=player.id, entered_at=now)
    entrant.out_at, entrant.answer = None, "yes"
    campaign.due_at = now
    session.add_all((entrant, campaign))
    session.flush()
    return entrant


def leave_campaign(session: Session, campaign: Campaign, player: Player, now: datetime) -> None:
    """Plays no further round; seats are resigned one by one. Raises Refusal "not entered"."""
    lock_campaign(session, campaign)
    entrant = find_entrant(session, campaign, player)
    if entrant is None or entrant.out_at:
        raise Refusal("not entered", title=campaign.title)
    if campaign.status == "open":
        session.delete(entrant)
    else:
        entrant.out_at, entrant.answer, campaign.due_at = now, "no", now
        session.add_all((entrant, campaign))
    session.flush()


def answer_next_season(session: Session, campaign: Campaign, player: Player, plays: bool, now: datetime) -> None:
    """Says whether somebody plays the next season, too. Raises Refusal "not entered", "campaign closed", "not
    asking"."""
    lock_campaign(session, campaign)
    entrant = find_entrant(session, campaign, player)
    if entrant is None or entrant.out_at:
        raise Refusal("not entered", title=campaign.title)
    if campaign.kind != "series" or campaign.status == "finished":
        raise Refusal("campaign closed", title=campaign.title)
    if campaign.status != "asking":
        raise Refusal("not asking", title=campaign.title)
    entrant.answer, campaign.due_at = "yes" if plays else "no", now
    session.add_all((entrant, campaign))
    session.flush()


def find_entrant(session: Session, campaign: Campaign, player: Player) -> Entrant | None:
    query = select(Entrant).where(Entrant.campaign_id == campaign.id, Entrant.player_id == player.id)
    return session.exec(query).one_or_none()


def list_entrants(session: Session, campaign: Campaign) -> list[Entrant]:
    """Everybody who takes part or took part, the first to enter first."""
    return list(session.exec(select(Entrant).where(Entrant.campaign_id == campaign.id).order_by(col(Entrant.id))))


def list_playing_entrants(session: Session, campaign: Campaign) -> list[Entrant]:
    """Return who plays the next round."""
    return [one for one in list_entrants(session, campaign) if one.out_at is None and one.answer == "yes"]


def list_campaign_games(session: Session, campaign: Campaign, number: int = 0) -> list[Game]:
    """The games of a round (0: of all rounds) in the order of the tables."""
    query = select(Game).where(Game.campaign_id == campaign.id)
    if number:
        query = query.where(Game.round == number)
    return list(session.exec(query.order_by(col(Game.round), col(Game.board), col(Game.id))))


def list_table_seats(campaign: Campaign) -> Sequence[str]:
    """The seats of each of its tables."""
    return [choice.code for choice in games.parse_setup(campaign.engine, campaign.options).seats]
