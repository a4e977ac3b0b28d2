"""The letter about a campaign: once a week to everybody in it, and at its end."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.campaigns import opening
from pbem.games.notify import Kind, queue_letter
from pbem.storage.models import Campaign, Player

WEEK = timedelta(days=7)


def next_letter(campaign: Campaign) -> datetime:
    return campaign.told_at + WEEK


def write_weekly_letter(session: Session, campaign: Campaign, now: datetime) -> None:
    """Tells everybody how it stands, if the last such letter was a week ago; none before the first round."""
    if campaign.round and next_letter(campaign) <= now:
        campaign.told_at = now
        session.add(campaign)
        tell_all_entrants(session, campaign, f"campaign:{campaign.id}:{now:%Y%m%d}", now)


def tell_all_entrants(session: Session, campaign: Campaign, key: str, now: datetime) -> None:
    """To everybody who takes part or took part, and to the master. What it says is looked up when it is painted."""
    players = {one.player_id for one in opening.list_entrants(session, campaign)}
    for player_id in sorted(players | ({campaign.master_id} if campaign.master_id else set())):
        player = session.get_one(Player, player_id)
        queue_letter(session, Kind.CAMPAIGN, player, f"{key}:{player_id}", data={"campaign": campaign.slug}, now=now)
