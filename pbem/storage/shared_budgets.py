"""Budgets that strangers share: whoever takes much of one takes it from nobody who has had little.

A budget has a total, and of that everybody a share. Once that is used up, what is kept for newcomers is left: it is for
who has had next to nothing of the budget on that day, and there is but a part of it for one neighbourhood or domain. A
domain of which somebody is known here has, besides, something of its own, of which no other domain can take anything.
What it takes to shut the door all the same stands in docs/security.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection
from sqlmodel import Session, col, or_, select

from pbem.settings import networks
from pbem.settings.limits import Limits
from pbem.storage.budgets import Cost, is_used_up, refund_costs, spend_all
from pbem.storage.models import Player


@dataclass(frozen=True)
class Asker:
    """Who asks: a network address, or a mailbox. `around`: what has many of them and can make them up, "" if nothing
    does: a neighbourhood of addresses, or the domain that vouches for a mailbox (then `is_domain`)."""

    who: str
    around: str = ""
    is_domain: bool = False


NOBODY = Asker("")
"""Of whom nothing is known: has no share, and nothing is kept for them."""


def asker_at_peer(peer: str) -> Asker:
    """The source that a network address is, as `peers.peer_bucket` names it; "" if it is not known."""
    return Asker(peer, networks.peer_neighbourhood(peer)) if peer else NOBODY


@dataclass(frozen=True)
class SharedBudget:
    """What many have together: its name, the limits of its total, those of one source, and those of what is around
    it."""

    name: str
    total: tuple[str, ...]
    share: tuple[str, ...]
    around: tuple[str, ...] = ()


MAIL = SharedBudget("mail", ("stranger_answers", "stranger_answers_daily"), ("peer_answers",))
"""Letters to strangers who wrote and for whom nobody vouches."""
WEB = SharedBudget("web", MAIL.total, MAIL.share)
"""Sign-in letters to strangers."""
VOUCHED = SharedBudget("vouched", ("vouched_answers",), MAIL.share, ("domain_answers",))
"""Letters to strangers for whom their domain vouches."""
VISITS = SharedBudget("visits", ("visits",), ("visits_from_one",))
"""Seats at a demonstration."""


def take_share(
    session: Session | Connection, limits: Limits, budget: SharedBudget, source: Asker, now: datetime
) -> bool:
    """Return whether a source may have one more of a budget; if so it is counted."""
    own = one_of_each(budget.share, budget.name, source.who)
    total: list[Cost] = [(name, budget.name, 1) for name in budget.total]
    common = [*one_of_each(budget.around, budget.name, source.around), *total]
    return take_costs(session, limits, budget.name, source, (own, common), now) is not None


def one_of_each(limits: tuple[str, ...], name: str, who: str) -> list[Cost]:
    """One of each limit, of the budget `name`, for somebody; for nobody nothing is counted."""
    return [(limit, f"{name} {who}", 1) for limit in limits] if who else []


def take_costs(
    session: Session | Connection,
    limits: Limits,
    name: str,
    source: Asker,
    costs: tuple[list[Cost], list[Cost]],
    now: datetime,
    *,
    newcomer: bool = True,
) -> list[Cost] | None:
    """Return what was counted for a source: its own share and what it has in common with others, or, if that is used
    up, its own share and what is kept for newcomers; None if it may have nothing. `newcomer`: whether anything is kept
    for what is asked."""
    own, common = costs
    had = one_of_each(("firsts",), name, source.who)
    little = spend_all(session, limits, had, now) and bool(had)
    ways = [common]
    if little and newcomer:
        ways.append([("newcomers", name, 1), *one_of_each(("neighbours",), name, source.around)])
    for way in ways:
        if spend_all(session, limits, [*own, *way], now):
            return [*had, *own, *way]
        refund_costs(session, limits, [*own, *way], now)
    if little and newcomer and (home := take_domain_share(session, limits, name, source, now)):
        return [*had, *home]
    refund_costs(session, limits, had, now)
    return None


def take_domain_share(
    session: Session | Connection, limits: Limits, name: str, source: Asker, now: datetime
) -> list[Cost] | None:
    """Return what was counted of that which a domain has for its own newcomers, None if it has nothing: nobody of it is
    known here. To ask counts as well, or whoever makes up mailboxes has it looked up without end."""
    costs = one_of_each(("domain_newcomers",), name, source.around) if source.is_domain else []
    free = bool(costs) and spend_all(session, limits, costs, now)
    return costs if free and is_home(session, source.around) else None


def is_home(session: Session | Connection, domain: str) -> bool:
    """Return whether somebody of a domain, or of one below it, has answered here."""
    connection = session.connection() if isinstance(session, Session) else session
    theirs = or_(*(col(Player.address).endswith(f"{mark}{domain}", autoescape=True) for mark in "@."))
    found = connection.execute(select(Player.id).where(col(Player.answered_at).is_not(None), theirs).limit(1))
    return found.first() is not None


def are_used_up(session: Session, limits: Limits, budget: SharedBudget, now: datetime) -> bool:
    """Return whether nothing of a budget is left but what is kept for newcomers."""
    return any(is_used_up(session, limits, name, budget.name, now) for name in budget.total)
