"""A campaign opened by lines: its own (“ROUNDS 4”, “BEST 3”, “TITLE Summer league”), and those that open a game, with
which all its games are opened."""

from __future__ import annotations

import re
from datetime import datetime

from sqlmodel import Session

from pbem.campaigns import opening
from pbem.games import games, rules
from pbem.games.leading import terms
from pbem.settings.limits import Limits
from pbem.storage.models import Campaign, Player

OWN = re.compile(r"\s*(?P<what>title|rounds|best)\s+(?P<value>.+?)\s*", re.IGNORECASE)
"""The lines that only a campaign has."""


def open_campaign(
    session: Session,
    kind: str,
    engine_code: str,
    slug: str,
    text: str,
    lead: Player,
    zone: str,
    now: datetime,
    limits: Limits,
) -> Campaign:
    """Opens a campaign as these lines say; the rest is usual. Raises Refusal "no such engine", "bad lines" with what is
    no line of a campaign or a game, and what `opening.create_campaign` raises."""
    own, others = split_campaign_lines(text)
    options, clock, agreed = terms.parse_opening_lines(games.get_engine_by_code(engine_code), others)
    return opening.create_campaign(
        session,
        engine_code,
        options,
        slug=slug,
        title=own.get("title", slug),
        kind=kind,
        rounds=parse_campaign_number(own.get("rounds", "")),
        best=parse_campaign_number(own.get("best", "")),
        master=lead,
        pace=clock.pace or "48h",
        zone=clock.zone or zone,
        rules=agreed,
        now=now,
        limits=limits,
    )


def split_campaign_lines(text: str) -> tuple[dict[str, str], str]:
    """The lines of a campaign's own, by their first word, and the others."""
    found = [(line, OWN.fullmatch(line)) for line in text.splitlines()]
    own = {match["what"].lower(): match["value"] for _, match in found if match}
    return own, "\n".join(line for line, match in found if not match)


def parse_campaign_number(text: str) -> int:
    """A number as written; none is 0, and what is no number is too much to be allowed."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1 if text else 0


def list_campaign_terms(campaign: Campaign) -> tuple[str, ...]:
    """All that was agreed about a campaign and its games, a line each."""
    own = (f"ROUNDS {campaign.rounds}" if campaign.rounds else "", f"BEST {campaign.best}" if campaign.best else "")
    engine, agreed = games.get_engine_by_code(campaign.engine), rules.load_rules(campaign.rules)
    said = terms.format_terms_lines(engine, campaign.pace, campaign.zone, agreed)
    return (*filter(None, own), *campaign.options.splitlines(), *said)
