"""A plan with its people, on a world: who does what from the first day to the last."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from time import monotonic

from bench.season.journal import Letter
from bench.season.people import FRONT, Person, habits
from bench.season.plan import Plan, Table
from bench.season.world import World
from pbem.campaigns import opening
from pbem.games import rules
from pbem.games.people import people
from pbem.pace import QuietTimes
from pbem.settings.installed_engines import ENGINES

WEEK = timedelta(days=7)
Say = Callable[[str], None]


class Club:
    """Everybody who plays in a season."""

    def __init__(self, world: World, plan: Plan, seed: int) -> None:
        self.world, self.plan, self.luck = world, plan, Random(seed)
        self.people = {
            one.address: Person(
                world, one, habits(one, plan.begins, plan.ends, self.luck), Random(f"{seed} {one.name}")
            )
            for one in plan.members
        }
        world.fate, world.hears = self.fate, self.hears

    def fate(self, address: str) -> str:
        """Return what becomes of a letter to somebody: half of those who cannot be reached are refused, half
        returned."""
        person = self.people.get(address)
        if person is None or not person.is_lost(self.world.now):
            return "taken"
        return "refused" if int(person.member.name[1:]) % 2 else "returned"

    def hears(self, letter: Letter) -> None:
        if person := self.people.get(letter.recipient):
            person.hears(letter)

    # --- what is settled before ---

    def prepare(self) -> None:
        """Settles who does what when without being asked."""
        for person in self.people.values():
            person.plans()
        for table in self.plan.tables:
            self.gather(table)
        self.gather_league()

    def gather(self, table: Table) -> None:
        """Its master opens a game by letter; then all join by letter, himself among them."""
        players = [self.people[member.address] for member in table.players]
        text = "\n".join([f"create {table.slug} {table.engine}", *table.lines, "end"])
        self.world.schedule(players[0].awake(table.opens), lambda: players[0].writes(FRONT, "", text))
        for person in players:
            self.writes(person, table.opens + timedelta(hours=self.luck.uniform(30, 102)), f"join {table.slug}")

    def gather_league(self) -> None:
        league = self.plan.league
        lead = self.people[league.entrants[0].address]
        self.world.schedule(league.opens, self.open_league)
        for member in league.entrants:
            at = league.opens + timedelta(hours=self.luck.uniform(1, 60))
            self.writes(self.people[member.address], at, f"enter {league.slug}")
        self.writes(lead, league.opens + timedelta(days=5), f"begin {league.slug}")

    def writes(self, person: Person, at: datetime, line: str) -> None:
        """Has somebody write a line to the address that everybody knows."""
        self.world.schedule(person.awake(at), lambda: person.does(lambda: person.writes(FRONT, "", line)))

    def open_league(self) -> None:
        """As `pbem campaign new` does."""
        league, now = self.plan.league, self.world.now
        engine = ENGINES[league.box.engine]
        said = rules.parse_rules("\n".join(league.rules), engine.kinds, rules.usual_rules(engine))
        with self.world.store.write_session() as session:
            lead = people.get_or_register_player(session, league.entrants[0].address, now)
            people.mark_address_proved(session, lead, now)
            opening.create_campaign(
                session,
                league.box.engine,
                "\n".join(league.box.options),
                slug=league.slug,
                title="The league",
                kind="league",
                rounds=league.rounds,
                master=lead,
                pace=league.pace,
                zone=league.zone,
                rules=replace(said, quiet=QuietTimes.parse_line(league.quiet).item_texts),
                now=now,
            )

    # --- and how it goes ---

    def play(self, say: Say) -> None:
        """From the first day to the last, with the outages on their days."""
        for at, span, restarted in self.plan.outages:
            self.pass_time(at, say)
            self.world.outage(span, restarted=restarted)
            say(f"{self.world.now:%d %b}: the server was away for {span}")
        self.pass_time(self.plan.ends, say)

    def pass_time(self, end: datetime, say: Say) -> None:
        """Lets time pass, week by week; what is needed to look at a season that was broken off is written down."""
        while self.world.now < end:
            start = monotonic()
            self.world.until(min(end, self.world.now + WEEK))
            state = [self.world.now.isoformat(), self.world.warned]
            (self.world.folder / "state.json").write_text(json.dumps(state))
            say(f"{self.world.now:%d %b}: {self.world.journal.count()} letters, {monotonic() - start:.0f} s")
