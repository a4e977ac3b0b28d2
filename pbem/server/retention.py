"""What is kept how long: `prune_store` empties or deletes what has been kept long enough (the setting `keep`).

Submissions and press are the game and stay for ever; so do the rows of letters that were acted on, which know a letter
again that comes twice. What goes is the bytes of letters, what was told to people, and what is known of people who
never answered. It goes in small batches, each judged again in the transaction that takes it: any number of processes
may do it at once, and any of them may die. The newest row of a table always stays: SQLite would give its number away
again, and addresses and keys are made of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, col

from pbem.documents.gamebook.making import KEPT
from pbem.games.waiting_for_yes import HELD_LETTER_WAITS
from pbem.settings.config import Config
from pbem.settings.mail_addresses import ADDRESS_KINDS
from pbem.storage.database import Store
from pbem.storage.models import (
    Deputy,
    Game,
    GameBook,
    Gift,
    Invitation,
    MailIn,
    Outbox,
    Picture,
    Player,
    Seat,
    SignIn,
    Submission,
    Tally,
    Tenure,
    Watcher,
    WebSession,
    Wish,
)

STRANGERS = HELD_LETTER_WAITS
"""How long the bytes are kept of letters on which nothing was done or that took no secret to send, unless `keep` is
shorter: until nobody can be asked about them any more."""
PRUNE_BATCH = 200

log = structlog.get_logger()


@dataclass(frozen=True)
class RetentionRule:
    """Rows that have been kept long enough: `values` empties them, None deletes them (never the newest) with what hangs
    on them (`also`: tables by the column that names the row)."""

    table: type[SQLModel]
    old: sa.ColumnElement[bool]
    values: Mapping[str, Any] | None = None
    also: tuple[tuple[type[SQLModel], str], ...] = ()

    @property
    def ripe_clause(self) -> sa.ColumnElement[bool]:
        return self.old if self.values is not None else self.old & ~newest_clause(self.table)


def iter_retention_rules(config: Config, now: datetime) -> Iterator[RetentionRule]:
    """All that goes, in the order in which it goes."""
    old, strangers = now - config.keep, now - min(config.keep, STRANGERS)
    status, came, kept = col(MailIn.status), col(MailIn.received_at), sa.func.length(MailIn.raw) > 0
    anybodys = sa.and_(*(~col(MailIn.recipient).startswith(f"{kind}+") for kind in ADDRESS_KINDS))
    expired = {"status": "ignored", "note": "expired: nobody confirmed it", "raw": b"", "ready_at": None}
    settled = kept & status.in_(("done", "parked", "ignored"))
    yield RetentionRule(MailIn, settled & (came < old), {"raw": b""})
    yield RetentionRule(MailIn, settled & ((status == "ignored") | anybodys) & (came < strangers), {"raw": b""})
    yield RetentionRule(MailIn, (status == "ignored") & (came < old) & ~named_by_clause(Submission, "mail_id", MailIn))
    yield RetentionRule(MailIn, (status == "held") & (came < strangers), expired | {"player_id": None})
    told = col(Outbox.ready_at).is_(None) & (col(Outbox.created_at) < old)
    yield RetentionRule(Outbox, told & col(Outbox.letter).is_not(None), {"letter": None})
    # the data of press names the press: an answer to it goes to the same people, however late
    yield RetentionRule(Outbox, told & (col(Outbox.data) != "{}") & (col(Outbox.kind) != "press"), {"data": "{}"})
    yield RetentionRule(GameBook, col(GameBook.asked_at) < now - KEPT)
    yield RetentionRule(Picture, col(Picture.painted_at) < old)
    yield RetentionRule(SignIn, col(SignIn.expires_at) < now - timedelta(days=1))
    yield RetentionRule(WebSession, col(WebSession.expires_at) <= now)
    yield RetentionRule(Tally, col(Tally.ends_at) <= now)
    yield RetentionRule(Deputy, col(Deputy.accepted_at).is_(None) & (col(Deputy.ends_at) < old))
    yield RetentionRule(Gift, col(Gift.accepted_at).is_(None) & (col(Gift.offered_at) < old))
    yield RetentionRule(Invitation, col(Invitation.invited_at) < old)
    yield RetentionRule(Player, stranger_clause(old), also=((Outbox, "player_id"),))


def stranger_clause(old: datetime) -> sa.ColumnElement[bool]:
    """People who never answered, hold nothing, and were told nothing lately."""
    lately = (col(Outbox.created_at) >= old) | col(Outbox.ready_at).is_not(None) | newest_clause(Outbox)
    return (
        col(Player.answered_at).is_(None)
        & (col(Player.bot) == "")
        & (col(Player.created_at) < old)
        & ~named_by_clause(Seat, "player_id", Player)
        & ~named_by_clause(Tenure, "player_id", Player)
        & ~named_by_clause(Wish, "player_id", Player)
        & ~named_by_clause(Invitation, "player_id", Player)
        & ~named_by_clause(Deputy, "player_id", Player)
        & ~named_by_clause(Gift, "taker_id", Player)
        & ~named_by_clause(Watcher, "player_id", Player)
        & ~named_by_clause(Game, "master_id", Player)
        & ~named_by_clause(MailIn, "player_id", Player)
        & ~named_by_clause(SignIn, "player_id", Player)
        & ~named_by_clause(WebSession, "player_id", Player)
        & ~named_by_clause(Outbox, "player_id", Player, lately)
    )


def named_by_clause(
    table: type[SQLModel], column: str, row: type[SQLModel], *narrower: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    """Return whether a row of `table` names this one in its `column`."""
    names = getattr(table, column) == row.id  # type: ignore[attr-defined]
    return sa.exists().where(names, *narrower).correlate(row)


def newest_clause(table: type[SQLModel]) -> sa.ColumnElement[bool]:
    number = col(table.id)  # type: ignore[attr-defined]
    return number == sa.select(sa.func.max(number)).correlate(None).scalar_subquery()


def prune_store(store: Store, config: Config, now: datetime) -> int:
    """Does what the rules say; how many rows were emptied or deleted."""
    done = sum(sweep_rule(store, rule) for rule in iter_retention_rules(config, now))
    if done:
        log.info("what was kept long enough is gone", rows=done)
    return done


def sweep_rule(store: Store, rule: RetentionRule) -> int:
    done = last = 0
    while ids := find_ripe_ids(store, rule, last):
        try:
            done += sweep_rows(store, rule, ids)
        except IntegrityError:  # somebody has come to need a row meanwhile: next time, if at all
            log.info("kept because it is needed", table=rule.table.__tablename__)
        last = ids[-1]
    return done


def find_ripe_ids(store: Store, rule: RetentionRule, last: int) -> list[int]:
    number = col(rule.table.id)  # type: ignore[attr-defined]
    with store.read_session() as session:
        return list(
            session.execute(
                sa.select(number).where(number > last, rule.ripe_clause).order_by(number).limit(PRUNE_BATCH)
            ).scalars()
        )


def sweep_rows(store: Store, rule: RetentionRule, ids: list[int]) -> int:
    """Empties or deletes those of these rows that are still old; how many."""
    number = col(rule.table.id)  # type: ignore[attr-defined]
    with store.write_session() as session:
        locked = (
            sa.select(number)
            .where(number.in_(ids), rule.ripe_clause)
            .order_by(number)
            .with_for_update(skip_locked=True)
        )
        mine = list(session.execute(locked).scalars())
        for table, column in rule.also:
            session.execute(sa.delete(table).where(getattr(table, column).in_(mine)))
        change = sa.delete(rule.table) if rule.values is None else sa.update(rule.table).values(**rule.values)
        session.execute(change.where(number.in_(mine)))
    return len(mine)
