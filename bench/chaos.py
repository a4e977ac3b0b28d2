"""Servers killed at random moments while letters and pages pour in, the database crashes and the relay is in its moods;
and the proof that nobody noticed.

    python -m bench.chaos --kills 500 --database sqlite|postgresql [--processes 3] [--seed 1] [--json FILE]

Several `pbem serve` share one database. They are killed (SIGKILL) and started again while people write by SMTP and
HTTP and deadlines pass. PostgreSQL crashes now and then, and for seconds at a time the relay is shut, puts letters off,
hangs up, or is slow. Then the servers run on until everything is read and sent, leases included, and every promise of
docs/chaos.md is checked. Ends with 1 if one is broken. Only loopback is used.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import median
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Any

from sqlmodel import col, func, select

from bench._crowd import Crowd
from bench._moods import Mood, MoodySink
from bench._players import Person
from bench._proof import Evidence, Finding, gather_evidence, proof
from bench._servers import Server, all_stopped, furnish_instance, until
from bench._tables import open_table, wait_until_reached
from pbem.games import Refusal, games
from pbem.games.leading import master
from pbem.settings import config as configuration
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Player
from tests import postgres

TABLES = (("diplomacy", "", "2m", 6, 2), ("cantillon", "PLAYERS 3\nABSENT 0", "1m", 20, 1))
"""Engine, options, pace, how many games, and how many of the seats are bots'."""
LIFTED = ("seat_letters", "seat_bytes", "receipts", "idle_receipts", "same_receipts", "messages", "sign_ins_to_one")
LIMITS = dict.fromkeys(LIFTED, 1_000_000_000)
"""The crowd writes more in an hour than people may: limits are another matter."""
RATE = 8.0
"""Actions of the crowd a second."""
PAUSES = (0.1, 1.7)
"""Seconds between two kills, at least and at most."""
ALL_AT_ONCE = 0.03
"""How often all servers are killed at one moment."""
STARTING = 0.15
"""How often one is killed that has not yet opened its doors, if there is one."""
CRASHING = 0.12
"""How often the database crashes as well when a server is killed, where it is a server of its own."""
AWAY = (0.0, 6.0)
"""Seconds for which the database is away then, at least and at most."""
SPELLS = (2.0, 9.0)
"""Seconds for which the relay is in one mood, at least and at most."""
MOODY = 0.5
"""How often its next mood is a bad one."""
QUIET = 1200
"""Seconds given to the servers in the end: leases of five minutes must run out, some of them twice, and a letter that
was put off twice waits for five minutes as well."""
IN_ORDER = 30
SHOWN = 5
"""Faults of each promise that are printed; the JSON has all."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write figures and faults there")
    parser.add_argument("--keep", action="store_true", help="leave the folder with database and logs")
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="pbem-chaos-"))
    with database(asked.database) as cluster:
        findings, figures = Chaos(folder, cluster, asked.processes, asked.seed).run(asked.kills)
    show(findings, figures)
    if asked.json:
        found = {**vars(asked), "figures": figures, "findings": [asdict(finding) for finding in findings]}
        asked.json.write_text(json.dumps(found, indent=1, default=str))
    if asked.keep:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(any(finding.faults for finding in findings))


@contextmanager
def database(kind: str) -> Iterator[postgres.Cluster | None]:
    """PostgreSQL's own server, if that is wanted."""
    if kind == "sqlite":
        yield None
    else:
        with postgres.cluster() as found:
            yield found


class Chaos:
    """One run: servers, their relay, the games and the crowd."""

    def __init__(self, folder: Path, cluster: postgres.Cluster | None, processes: int, seed: int) -> None:
        self.folder, self.cluster, self.random, self.seed = folder, cluster, Random(seed), seed
        self.sink = MoodySink()
        self.sink.start()
        url = cluster.url if cluster else f"sqlite:///{folder / 'pbem.db'}"
        furnish_instance(folder, LIMITS, database=url, relay=f"smtp://127.0.0.1:{self.sink.port}")
        self.servers = [Server(folder, number) for number in range(1, processes + 1)]
        self.config: Config = configuration.load_config(folder, {})
        self.store = Store(self.config.database)
        self.deaths: list[str] = []
        self.kills = self.crashes = 0
        self.moods: Counter[str] = Counter()
        self.begun = monotonic()

    def run(self, kills: int) -> tuple[list[Finding], dict[str, Any]]:
        with all_stopped(self.servers):
            self.open_doors()
            crowd = Crowd(self.store, self.sink, self.servers, self.seat_players(), self.seed)
            crowd.start(RATE)
            self.say("the crowd writes")
            killing = self.kill(kills)
            if not crowd.stop():
                self.deaths.append("the crowd did not come to an end")
            quiet = self.settle()
            ends = [server.stop(IN_ORDER) for server in self.servers]
        self.sink.stop()
        self.say("looking at what is left")
        evidence = gather_evidence(self.store, self.config, self.folder, crowd.journal, self.sink.taken)
        findings = [*proof(evidence), Finding("no server ended by itself", self.kills, self.deaths)]
        figures = {"seconds of killing": killing, "seconds of settling": quiet, "seconds to end in order": ends}
        self.store.close()
        return findings, {**figures, **self.count_events(evidence)}

    def say(self, text: str) -> None:
        print(f"{monotonic() - self.begun:7.1f} s  {text}", flush=True)

    # --- before ---

    def open_doors(self) -> None:
        """All servers start together on an empty database."""
        for server in self.servers:
            server.start()
        for server in self.servers:
            until(lambda server=server: server.ready or not server.running, 60)  # type: ignore[misc]
        self.revive()
        if not until(lambda: all(server.ready for server in self.servers), 60):
            raise SystemExit(f"the servers do not start: {self.deaths or self.servers[0].last_words()}")

    def seat_players(self) -> list[Person]:
        """Opens the games; everybody gets his letter, and signs in."""
        numbers, found = count(1), list[Person]()
        for engine, options, pace, many, bots in TABLES:
            for number in range(1, many + 1):
                slug = f"{engine}-{number}"
                found += open_table(self.store, engine, options, slug, pace, "random", bots, numbers)
        wait_until_reached(self.sink, found)
        with ThreadPoolExecutor(8) as pool:
            pages = list(pool.map(lambda one: one[0].open_desk(self.sink, one[1].web), zip(found, cycle(self.servers))))
        self.say(f"{len(found)} people have their letters, {sum(page.status == 200 for page in pages)} are signed in")
        return found

    # --- kills ---

    def kill(self, kills: int) -> float:
        """Kills one server after the other, rarely all at once, while the relay has its moods; the seconds it took."""
        start, said, spell = monotonic(), 0, 0.0
        while self.kills < kills:
            sleep(self.random.uniform(*PAUSES))
            self.revive()
            if monotonic() > spell:
                spell = monotonic() + self.random.uniform(*SPELLS)
                self.sour()
            victims = self.victims()
            if self.cluster and victims and self.random.random() < CRASHING:
                self.crash(self.cluster, victims)
            else:
                self.strike(victims)
            if self.kills >= said + 25:
                said = self.kills
                self.say(f"{self.kills} kills, {len(self.sink.taken)} letters out")
        self.sink.feel(Mood.WELL)
        return monotonic() - start

    def strike(self, victims: Sequence[Server]) -> None:
        for victim in victims:
            victim.kill()
            victim.start()
            self.kills += 1

    def crash(self, cluster: postgres.Cluster, victims: Sequence[Server]) -> None:
        """The database is away for a while, in which servers are killed and started."""
        cluster.crash()
        sleep(self.random.uniform(*AWAY))
        self.strike(victims)
        sleep(self.random.uniform(*AWAY) / 2)
        cluster.start()
        self.store.close()  # its connections are dead
        self.crashes += 1

    def sour(self) -> None:
        """Gives the relay its next mood."""
        bad = [mood for mood in Mood if mood is not Mood.WELL]
        mood = self.random.choice(bad) if self.random.random() < MOODY else Mood.WELL
        self.sink.feel(mood)
        self.moods[mood] += 1

    def victims(self) -> Sequence[Server]:
        """Return who is killed next: mostly one that works; sometimes one that only starts; rarely all of them. Nobody,
        while the others are not up again."""
        dice = self.random.random()
        working = [server for server in self.servers if server.ready]
        starting = [server for server in self.servers if server not in working]
        if len(working) < 2:
            return []
        if dice < ALL_AT_ONCE:
            return self.servers
        return [self.random.choice(starting if dice < ALL_AT_ONCE + STARTING and starting else working)]

    def revive(self) -> None:
        """Starts servers that ended by themselves, which is a fault."""
        for server in self.servers:
            if not server.running:
                self.deaths.append(f"a server ended by itself:\n{server.last_words()}")
                server.start()

    # --- afterwards ---

    def settle(self) -> float:
        """Lets the servers work until all is read; stops the clocks of all games; and lets them send all that is left.
        The seconds it took."""
        start = monotonic()
        self.say(f"the crowd is silent; {self.count_waiting()} letters wait")
        until(lambda: not self.unread(), QUIET, 1)
        self.say("all is read")
        for slug in self.slugs():
            with self.store.write_session() as session:
                try:
                    master.pause_game(session, games.get_game(session, slug), None, datetime.now(UTC))
                except Refusal as error:
                    self.say(f"{slug} cannot be paused: {error.code}")
        until(lambda: not self.count_waiting(), QUIET, 1)
        self.revive()
        self.say(f"{self.count_waiting()} letters wait")
        return monotonic() - start

    def slugs(self) -> list[str]:
        with self.store.read_session() as session:
            return list(session.exec(select(Game.slug).where(Game.status == "running")))

    def unread(self) -> int:
        with self.store.read_session() as session:
            return session.exec(select(func.count()).where(col(MailIn.ready_at).is_not(None))).one()

    def count_waiting(self) -> int:
        """Letters that are to be read or sent."""
        with self.store.read_session() as session:
            unsent = select(func.count()).where(col(Outbox.ready_at).is_not(None))
            return session.exec(unsent).one() + self.unread()

    def count_events(self, evidence: Evidence) -> dict[str, Any]:
        """Return what happened, in figures."""
        journal, copies = evidence.journal, [len(found) for found in evidence.copies.values()]
        kept = [mail for mails in evidence.mails.values() for mail in mails]
        with Store(self.config.database).read_session() as session:
            resolved = session.exec(select(func.count()).where(col(Phase.resolved_at).is_not(None))).one()
            bots = session.exec(select(func.count()).where(Player.bot != "")).one()
        return {
            "kills": self.kills,
            "crashes of the database": self.crashes,
            "moods of the relay": self.moods,
            "letters that had to do with them": self.sink.had,
            "letters accepted": len(evidence.letters()),
            "of these offered more than once": sum(letter.tries > 1 for letter in evidence.letters()),
            "never accepted, by answer": Counter(str(one.code) for one in journal.letters if one.code != 250),
            "letters read at the second try or later": sum(mail.attempts > 1 for mail in kept),
            "most tries at one letter": max((mail.attempts for mail in kept), default=0),
            "forms sent, by answer": Counter(f"{post.kind} {post.status}" for post in journal.posts),
            "pages": len(journal.pages),
            "seconds to a page, median": round(median(journal.pages or [0]), 3),
            "phases resolved": resolved,
            "bots": bots,
            "letters sent": len(copies),
            "of these sent more than once": sum(n > 1 for n in copies),
            "copies of one letter, at most": max(copies, default=0),
            "the crowd's own trouble": Counter(journal.odd),
            "warnings of the servers": sum((server.events for server in self.servers), Counter[str]()),
        }


def show(findings: Sequence[Finding], figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        shown = [f"{n} × {what}" for what, n in value.items()] if isinstance(value, Counter) else [value]
        print(f"{name:42} {(chr(10) + ' ' * 43).join(map(str, shown))}")
    print(f"\n{'promise':76} {'looked at':>9} {'faults':>7}")
    for finding in findings:
        print(f"{finding.promise:76} {finding.looked_at:>9} {len(finding.faults):>7}")
    for finding in findings:
        for fault in finding.faults[:SHOWN]:
            print(f"  {finding.promise}: {fault}")


if __name__ == "__main__":
    main()
