"""Plays a season and looks at it: see `bench.season`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import monotonic

from bench.season import plan as plans
from bench.season import world as worlds
from bench.season.people import FRONT, Person, habits
from bench.season.plan import Plan
from bench.season.world import World
from bench.season.verdict import Evidence, findings, vacancies
from collections import Counter
from pbem.campaigns import opening
from pbem.installed import ENGINES
from pbem.pace import Quiet
from pbem.play import people, rules


class Season:
    """A plan with its people, on a world."""

    def __init__(self, world: World, plan: Plan, seed: int) -> None:
        self.world, self.plan, self.luck = world, plan, Random(seed)
        self.people = {
            member.address: Person(world, member, habits(member, plan.begins, plan.ends, self.luck), Random(f"{seed} {member.name}"))
            for member in plan.members
        }
        world.fate, world.hears = self.fate, self.hears

    def fate(self, address: str) -> str:
        person = self.people.get(address)
        if person is None or not person.is_lost(self.world.now):
            return "taken"
        return "refused" if int(person.member.name[1:]) % 2 else "returned"

    def hears(self, letter) -> None:
        if person := self.people.get(letter.recipient):
            person.hears(letter)

    def prepare(self) -> None:
        """Settles what is to happen when."""
        for person in self.people.values():
            person.plans()
        for table in self.plan.tables:
            self.open_table(table)
        self.open_league()

    def open_table(self, table: plans.Table) -> None:
        lead, *others = (self.people[member.address] for member in table.players)
        text = "\n".join([f"create {table.slug} {table.engine}", *table.lines, "end"])
        self.world.at(lead.awake(table.opens), lambda: lead.writes(FRONT, "", text))
        for person in (lead, *others):
            at = table.opens + timedelta(hours=30) + timedelta(hours=self.luck.uniform(0, 72))
            self.world.at(
                person.awake(at), lambda one=person: one.does(lambda: one.writes(FRONT, "", f"join {table.slug}"))
            )

    def open_league(self) -> None:
        league = self.plan.league
        lead, engine = self.people[league.entrants[0].address], ENGINES[league.box.engine]

        def opens() -> None:
            """As `pbem campaign new` does."""
            said = rules.read("\n".join(league.rules), engine.kinds, rules.usual(engine))
            said = replace(said, quiet=Quiet.read(league.quiet).items)
            with self.world.store.write() as session:
                master = people.player(session, lead.member.address, self.world.now)
                people.answered(session, master, self.world.now)
                opening.create(
                    session, league.box.engine, "\n".join(league.box.options), slug=league.slug, title="The league",
                    kind="league", rounds=league.rounds, master=master, pace=league.pace, zone=league.zone, rules=said,
                    now=self.world.now,
                )  # fmt: skip

        self.world.at(league.opens, opens)
        for member in league.entrants:
            person = self.people[member.address]
            at = league.opens + timedelta(hours=self.luck.uniform(1, 60))
            self.world.at(person.awake(at), lambda one=person: one.writes(FRONT, "", f"enter {league.slug}"))
        self.world.at(lead.awake(league.opens + timedelta(days=5)), lambda: lead.writes(FRONT, "", f"begin {league.slug}"))

    def play(self, say) -> None:
        for at, span, restarted in self.plan.outages:
            self.pass_time(at, say)
            self.world.outage(span, restarted=restarted)
        self.pass_time(self.plan.ends, say)

    def pass_time(self, end, say) -> None:
        while self.world.now < end:
            start = monotonic()
            self.world.until(min(end, self.world.now + timedelta(days=7)))
            say(f"{self.world.now:%d %b}: {self.world.journal.count()} letters, {monotonic() - start:.1f} s")


def main(args=None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench season")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--months", type=float, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args(args)
    folder = Path(mkdtemp(prefix="pbem-season-"))
    print(folder)
    plan = plans.drawn(asked.games, asked.months, asked.seed)
    with worlds.opened(folder, plan.begins) as world:
        season = Season(world, plan, asked.seed)
        season.prepare()
        season.play(print)
        import pickle
        (folder / "plan.pickle").write_bytes(pickle.dumps((plan, world.now, world.warned)))
        shown(Evidence(plan, world.store, world.journal, world.now, world.warned))


def shown(seen: Evidence) -> None:
    print(Counter(game.status for game in seen.games))
    pairs = Counter((seen.verdicts.get(key, "-"), seen.judged[key].verdict if key in seen.judged else "-") for key in seen.verdicts | seen.judged)
    for pair, n in pairs.most_common():
        print(n, pair)
    for finding in findings(seen):
        print(f"{finding.promise:76} {finding.looked_at:>9} {len(finding.faults):>7}")
        for fault in finding.faults[:12]:
            print("    ", fault[:300])
    print(Counter(one.became for one in vacancies(seen)))


if __name__ == "__main__":
    main()
