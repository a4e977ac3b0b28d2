"""Budgets that strangers share: whoever takes much of one takes it from nobody who has had little.

A budget has a total, and of that everybody a share. Once the total is used up, what is kept for newcomers is left: it
is for who has had next to nothing of the budget on that day. A flood can be as long as it wants to: the letter of
somebody else still gets its answer, unless the flood comes from hundreds of networks, or domains, at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection
from sqlmodel import Session

from pbem import peers
from pbem.limits import Cost, Limits, give_back, is_used_up, spend_all


@dataclass(frozen=True)
class Asker:
    """Who asks, as far as that cannot be made up: a network address, a domain that vouches for its senders. `around`:
    whose many sources have a share together, "" if there is no such thing."""

    who: str
    around: str = ""


NOBODY = Asker("")
"""Of whom nothing is known: has no share, and nothing is kept for them."""


def at(peer: str) -> Asker:
    """The source that a network address is, as `peers.counted` names it; "" if it is not known."""
    return Asker(peer, peers.neighbourhood(peer)) if peer else NOBODY


@dataclass(frozen=True)
class SharedBudget:
    """What many have together: its name, the limits of its total, and those of one source."""

    name: str
    total: tuple[str, ...]
    share: tuple[str, ...]


MAIL = SharedBudget("mail", ("stranger_answers", "stranger_answers_daily"), ("peer_answers",))
"""Letters to strangers who wrote and for whom nobody vouches."""
WEB = SharedBudget("web", MAIL.total, MAIL.share)
"""Sign-in letters to strangers."""
VOUCHED = SharedBudget("vouched", ("vouched_answers",), ("domain_answers",))
"""Letters to strangers for whom their domain vouches."""
VISITS = SharedBudget("visits", ("visits",), ("visits_from_one",))
"""Seats at a demonstration."""


def take(session: Session | Connection, limits: Limits, budget: SharedBudget, source: Asker, now: datetime) -> bool:
    """Whether a source may have one more of a budget; if so it is counted."""
    shared: list[Cost] = [(name, f"{budget.name} {source.who}", 1) for name in budget.share] if source.who else []
    total: list[Cost] = [(name, budget.name, 1) for name in budget.total]
    return taken(session, limits, budget.name, source, (shared, total), now) is not None


def taken(
    session: Session | Connection,
    limits: Limits,
    name: str,
    source: Asker,
    costs: tuple[list[Cost], list[Cost]],
    now: datetime,
    *,
    newcomer: bool = True,
) -> list[Cost] | None:
    """What was counted for a source: its share and the total, or, if the total is used up, its share and what is kept
    for newcomers; None if it may have nothing. `newcomer`: whether anything is kept for what is asked."""
    shared, total = costs
    had: list[Cost] = [("firsts", f"{name} {source.who}", 1)] if source.who else []
    around: list[Cost] = [("neighbours", f"{name} {source.around}", 1)] if source.around else []
    little = spend_all(session, limits, had, now) and bool(had)
    ways = [[*shared, *total], *([[*shared, *around, ("newcomers", name, 1)]] if little and newcomer else [])]
    for way in ways:
        if spend_all(session, limits, way, now):
            return [*had, *way]
        give_back(session, limits, way, now)
    give_back(session, limits, had, now)
    return None


def are_used_up(session: Session, limits: Limits, budget: SharedBudget, now: datetime) -> bool:
    """Whether nothing of a budget is left but what is kept for newcomers."""
    return any(is_used_up(session, limits, name, budget.name, now) for name in budget.total)
