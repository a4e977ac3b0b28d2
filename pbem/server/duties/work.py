"""Reads letters, closes phases, moves bots, leads campaigns, makes game books, prunes."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import DBAPIError

from pbem.campaigns import rounds
from pbem.documents.gamebook import making
from pbem.games import demo
from pbem.games.results import ratings
from pbem.health.clock_check import Beat
from pbem.mail.inbound import inbox
from pbem.server import bots, clock, downtime, retention
from pbem.server.duties.part import DutyPart, House, Job
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store

log = structlog.get_logger()

AHEAD = timedelta(hours=1)
"""Deadlines that are nearer have an appointment each."""


class Workshop(DutyPart):
    """All that is done by itself. `shown`: the games that are demonstrated."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.shown = list(ENGINES) if house.config.demo else []

    def prepare_work(self) -> None:
        if self.config.demo:  # nobody's deadline is at stake
            downtime.accept_reading(self.store, self.watch.read(), self.config.catch_up)

    def list_jobs(self) -> list[Job]:
        return [
            ("clock", self.tick_clock, 2),
            ("deadlines", self.appoint_deadlines, 60),
            ("clerk", self.read_mail, 2),
            ("campaigns", self.lead_campaigns, 5),
            ("game books", self.make_books, 2),
            ("ratings", self.rate_ended_games, 30),
            ("retention", self.prune_old_rows, 3600),
        ]

    def read_mail(self) -> None:
        if self.watch.anchor and inbox.read_waiting_letters(
            self.store, self.config, self.watch.now, self.house.stopping
        ):
            self.house.hurry("delivery")

    def tick_clock(self) -> None:
        if not self.house.clock_is_right():
            return
        now = self.watch.now
        if self.config.demo:
            self.shown = keep_demonstrations(self.store, self.shown, now(), self.config.demo_patience)
        bots.play_bots(self.store, now, random.Random(), self.house.stopping)
        looked = clock.run_clock_tick(
            self.store,
            now,
            catch_up=self.config.catch_up,
            read_first=self.read_first,
            uptime=self.watch.read().uptime,
            stop=self.house.stopping,
            posted=True,
            needed={Beat.SEND, Beat.RECEIVE} if self.config.has_door else {Beat.SEND},
        )
        if looked:
            self.house.hurry("delivery")

    def appoint_deadlines(self) -> None:
        """Has the clock look at the very instant of each deadline of the next hour; what was moved since is found by
        its next look."""
        if self.watch.anchor:
            for at in clock.list_next_alarms(self.store, self.watch.now(), AHEAD):
                self.house.appoint("clock", at)

    def read_first(self, game_ids: Collection[int], until: datetime) -> Collection[int]:
        return inbox.read_letters_until(self.store, self.config, game_ids, until, self.watch.now, self.house.stopping)

    def prune_old_rows(self) -> None:
        """By the time that is believed: what is gone does not come back when the clock is right again."""
        if self.watch.anchor:
            retention.prune_store(self.store, self.config, self.watch.now())

    def rate_ended_games(self) -> None:
        """The games that ended since."""
        with self.store.write_session() as session:
            ratings.catch_up_ratings(session)

    def lead_campaigns(self) -> None:
        """By the time that is believed: rounds and letters of campaigns."""
        if self.watch.anchor and rounds.tick_campaigns(self.store, self.watch.now, self.house.stopping):
            self.house.hurry("delivery")

    def make_books(self) -> None:
        if self.watch.anchor and making.make_waiting_books(self.store, self.watch.now, self.house.stopping):
            self.house.hurry("delivery")


def keep_demonstrations(
    store: Store, codes: Iterable[str], now: datetime, patience: timedelta = demo.PATIENCE
) -> list[str]:
    """Keeps a demonstration of these games, each in a transaction of its own; gives those that are not at fault."""
    sound = []
    for code in codes:
        try:
            with store.write_session() as session:
                demo.maintain_demo(session, now, code, patience)
                demo.maintain_beginner_game(session, now, code, patience)
        except DBAPIError:
            log.exception("database trouble; a demonstration is tried again", engine=code)
            sound.append(code)
        except Exception:
            log.exception("a game cannot be demonstrated until the server is started anew", engine=code)
        else:
            sound.append(code)
    return sound


PART = Workshop
