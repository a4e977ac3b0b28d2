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
from pbem.limits import Limits
from pbem.models import Campaign, Entrant, Game, Player
from pbem.models.words import CampaignKind
from pbem.pace import Pace, PaceError, zone_info
from pbem.play import Refused, games, people
from pbem.play.rules import USUAL, Rules, dumped, with_press
from pbem.spending import spend

KINDS: tuple[CampaignKind, ...] = get_args(CampaignKind)
"""league: everybody plays every round. knockout: who comes off best at his table goes on. duplicate: every table begins
alike, and each is compared with those who held his seat elsewhere. series: a game follows the other, with those who say
yes."""
MOST_ROUNDS = 30
MOST_ENTRANTS = 128
"""Who takes part in one campaign at a time: so many can be drawn to their tables in a second or two."""
LONGEST_TITLE = 80


def create(
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

    Without `limits` the host himself opens it. Raises Refused: what `games.create` raises of its games, "bad campaign".
    """
    found, engine = games.setting_of(engine_code, option_text), games.named_engine(engine_code)
    check_slug(session, slug)
    known = checked_kind(kind, rounds, best, len(found.seats))
    try:
        pace, zone = str(Pace.parse(pace, engine.kinds)), zone_info(zone).key
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    if limits and master and not spend(session, limits, "games_opened", master.id, now):
        raise Refused("too many games", most=limits.games_opened)
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
        rules=dumped(replace(rules, press_kinds=with_press(rules.press_kinds, engine))),
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
    campaign.options = "\n".join(order.text for order in games.setting_of(campaign.engine, text).options)


def check_slug(session: Session, slug: str) -> None:
    """A campaign's games have a name that begins with its own, so that is short. Raises Refused."""
    if not games.SLUG.fullmatch(slug) or len(slug) > 30:
        raise Refused("bad slug", slug=slug[:60])
    if session.exec(select(Campaign.id).where(Campaign.slug == slug)).first():
        raise Refused("slug taken", slug=slug)


def checked_kind(kind: str, rounds: int, best: int, size: int) -> CampaignKind:
    """What kind it is, if it can have so many rounds. Raises Refused "bad campaign"."""
    known = next((one for one in KINDS if one == kind), None)
    if known is None or not 0 <= rounds <= MOST_ROUNDS or best < 0 or size < 2 or (known == "league" and not rounds):
        raise Refused("bad campaign", kinds=KINDS, most=MOST_ROUNDS)
    return known


def find(session: Session, slug: str) -> Campaign:
    """Raises Refused "no such campaign" with the nearest names."""
    wanted = slug.strip().lower()
    found = session.exec(select(Campaign).where(Campaign.slug == wanted)).one_or_none()
    if found is None:
        near = difflib.get_close_matches(wanted, session.exec(select(Campaign.slug)).all(), 3, 0.5)
        raise Refused("no such campaign", slug=wanted[:60], near=near)
    return found


def listed(session: Session) -> list[Campaign]:
    """All campaigns, the newest first."""
    return list(session.exec(select(Campaign).order_by(col(Campaign.id).desc())))


def lock(session: Session, campaign: Campaign) -> Campaign:
    """Reads the campaign anew and keeps all others from changing it until the transaction ends."""
    session.refresh(campaign, with_for_update={"key_share": True})
    return campaign


def allow(campaign: Campaign, actor: Player | None) -> None:
    """Whether somebody leads a campaign; the host, as None, does. Raises Refused "not the master"."""
    if actor is not None and actor.id != campaign.master_id:
        raise Refused("not the master", slug=campaign.slug)


# --- taking part ------------------------------------------------------------------------------------------------


def enter(session: Session, campaign: Campaign, player: Player, now: datetime) -> Entrant:
    """Takes part from now on. A series is entered at any time, any other campaign before it begins. Only the player
    himself can do this, so his address has answered. Raises Refused "campaign closed", "entered", "campaign full"."""
    lock(session, campaign)
    if campaign.status == "finished" or (campaign.kind != "series" and campaign.status != "open"):
        raise Refused("campaign closed", title=campaign.title)
    people.answered(session, player, now)
    entrant = entrant_of(session, campaign, player)
    if entrant and entrant.out_at is None:
        raise Refused("entered", title=campaign.title)
    if sum(one.out_at is None for one in entrants(session, campaign)) >= MOST_ENTRANTS:
        raise Refused("campaign full", title=campaign.title, most=MOST_ENTRANTS)
    entrant = entrant or Entrant(campaign_id=campaign.id, player_id=player.id, entered_at=now)
    entrant.out_at, entrant.answer = None, "yes"
    campaign.due_at = now
    session.add_all((entrant, campaign))
    session.flush()
    return entrant


def leave(session: Session, campaign: Campaign, player: Player, now: datetime) -> None:
    """Plays no further round; his seats he resigns one by one. Raises Refused "not entered"."""
    lock(session, campaign)
    entrant = entrant_of(session, campaign, player)
    if entrant is None or entrant.out_at:
        raise Refused("not entered", title=campaign.title)
    if campaign.status == "open":
        session.delete(entrant)
    else:
        entrant.out_at, entrant.answer, campaign.due_at = now, "no", now
        session.add_all((entrant, campaign))
    session.flush()


def again(session: Session, campaign: Campaign, player: Player, plays: bool, now: datetime) -> None:
    """Says whether somebody plays the next season, too. Raises Refused "not entered", "campaign closed"."""
    lock(session, campaign)
    entrant = entrant_of(session, campaign, player)
    if entrant is None or entrant.out_at:
        raise Refused("not entered", title=campaign.title)
    if campaign.kind != "series" or campaign.status == "finished":
        raise Refused("campaign closed", title=campaign.title)
    entrant.answer, campaign.due_at = "yes" if plays else "no", now
    session.add_all((entrant, campaign))
    session.flush()


def entrant_of(session: Session, campaign: Campaign, player: Player) -> Entrant | None:
    query = select(Entrant).where(Entrant.campaign_id == campaign.id, Entrant.player_id == player.id)
    return session.exec(query).one_or_none()


def entrants(session: Session, campaign: Campaign) -> list[Entrant]:
    """Everybody who takes part or took part, the first to enter first."""
    return list(session.exec(select(Entrant).where(Entrant.campaign_id == campaign.id).order_by(col(Entrant.id))))


def playing(session: Session, campaign: Campaign) -> list[Entrant]:
    """Who plays the next round."""
    return [one for one in entrants(session, campaign) if one.out_at is None and one.answer == "yes"]


def games_of(session: Session, campaign: Campaign, number: int = 0) -> list[Game]:
    """The games of a round (0: of all rounds) in the order of the tables."""
    query = select(Game).where(Game.campaign_id == campaign.id)
    if number:
        query = query.where(Game.round == number)
    return list(session.exec(query.order_by(col(Game.round), col(Game.board), col(Game.id))))


def seats_of(campaign: Campaign) -> Sequence[str]:
    """The seats of each of its tables."""
    return [choice.code for choice in games.setting_of(campaign.engine, campaign.options).seats]
