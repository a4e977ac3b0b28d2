"""A hostile day: one `pbem serve` under attack, and beside it fifty ordinary players whose waiting is measured.

    python -m bench.hostile [--minutes 60] [--intensity 1.0] [--seed 1] [--json FILE]

The attackers are a process of their own, each attack at a fixed rate, so that what is measured is the server and not
who attacks it. Ends with 1 if a goal of docs/chaos.md is missed. Only loopback is used.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep, time
from typing import Any

from sqlmodel import col, select

from bench._attackers import Insider, Plan, Tally
from bench._crowd import Crowd
from bench._players import Person
from bench._proof import SILENT
from bench._servers import MAIL_HOST, Server, all_stopped, furnish_instance, until
from bench._sink import Sink, TakenLetter, reply_to
from bench._tables import open_table, wait_until_reached
from engines import language
from engines.all import list_own_engines
from engines.base import Engine
from engines.language.grammar import OrderGrammar
from pbem.games import games
from pbem.games.orders import orders
from pbem.settings import config as configuration
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Seat

BOTS = {"diplomacy": 2}
"""Seats of bots in a game of ordinary players; in the games of ill-disposed players all others are bots'."""
EVERY = 75.0
"""Seconds after which an ordinary player does something again, on average."""
SAMPLED = 10.0
"""Seconds between two looks at memory and disk."""
LAST = 120
"""Seconds in which the receipts of the last letters may come."""
SIZE = 39_000
"""Characters of an adversarial text; a letter has six of them."""
NOTHING = '{"cpu": 0, "attacks": {}}'
"""What attackers tell who had to be killed."""
GOAL = 2.0
"""Seconds from 250 to the receipt, 95th percentile."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--intensity", type=float, default=1.0, help="0 is a peaceful day, to compare with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write all figures there")
    parser.add_argument("--keep", action="store_true", help="leave the folder with database and log")
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="pbem-hostile-"))
    day = Day(folder, asked.minutes, asked.intensity, asked.seed)
    figures = day.run()
    show(figures)
    if asked.json:
        asked.json.write_text(json.dumps({**vars(asked), **figures}, indent=1, default=str))
    if asked.keep:
        print(f"kept: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(bool(figures["missed goals"]))


@dataclass
class Sample:
    """The server at one moment: seconds since the beginning, megabytes."""

    at: float
    memory: float
    disk: float


@dataclass
class Day:
    """One run: the server, its relay, the games, the crowd and the attackers."""

    folder: Path
    minutes: float
    intensity: float
    seed: int
    samples: list[Sample] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sink = Sink()
        self.sink.start()
        furnish_instance(self.folder, {}, relay=f"smtp://127.0.0.1:{self.sink.port}")
        self.server = Server(self.folder, 1)
        self.config: Config = configuration.load_config(self.folder, {})
        self.store = Store(self.config.database)
        self.begun = monotonic()

    def run(self) -> dict[str, Any]:
        with all_stopped([self.server]):
            self.server.start()
            if not until(lambda: self.server.ready, 60):
                raise SystemExit(f"the server does not start:\n{self.server.last_words()}")
            ordinary, ill = self.seat_people()
            crowd = Crowd(self.store, self.sink, [self.server], ordinary, self.seed, workers=16)
            plan = self.write_plan(ordinary, ill)
            since, used = time(), self.server.cpu()
            crowd.start(len(ordinary) / EVERY)
            attack = self.run_attackers(plan)
            told = attack.communicate()[0]
            crowd.stop()
            used = self.server.cpu() - used
            until(lambda: all(x.message_id in self.sink.answered for x in crowd.journal.letters if x.code == 250), LAST)
            alive = self.server.running
            end = self.server.stop(30)
        self.sink.stop()
        known = {person.address for person in (*ordinary, *ill)}
        figures = Figures(self, crowd, json.loads(told or NOTHING), since, known).all()
        self.store.close()
        missed = figures["missed goals"] + ([] if alive else [f"the server ended:\n{self.server.last_words()}"])
        return {**figures, "server: seconds of CPU": used, "server: seconds to end": end, "missed goals": missed}

    def say(self, text: str) -> None:
        print(f"{monotonic() - self.begun:7.1f} s  {text}", flush=True)

    # --- before ---

    def seat_people(self) -> tuple[list[Person], list[Person]]:
        """Ordinary players, and one of ill will in a game of each engine."""
        numbers, ordinary, ill = count(1), list[Person](), list[Person]()
        pace = f"{round(min(10, max(1, self.minutes / 6)))}m"
        for engine in list_own_engines():
            few, all_but_one = (
                BOTS.get(engine.code, 0),
                len(engine.seats(language.parse_orders(engine.setup, "").orders)) - 1,
            )
            for slug, bots, people in (("1", few, ordinary), ("2", few, ordinary), ("ill", all_but_one, ill)):
                people += open_table(self.store, engine.code, "", f"{engine.code}-{slug}", pace, "robot", bots, numbers)
        wait_until_reached(self.sink, [*ordinary, *ill])
        self.say(f"{len(ordinary)} ordinary players have their letters, {len(ill)} of ill will too")
        return ordinary, ill

    def write_plan(self, ordinary: Sequence[Person], ill: Sequence[Person]) -> Path:
        """Writes down for the attackers what they need to know."""
        plan = Plan(
            smtp=self.server.smtp,
            web=self.server.web,
            host=MAIL_HOST,
            seconds=self.minutes * 60,
            intensity=self.intensity,
            seed=self.seed,
            victims=[person.address for person in ordinary],
            slugs=sorted({person.slug for person in ordinary}),
            insiders=[self.insider(person) for person in ill],
        )
        path = self.folder / "plan.json"
        path.write_text(json.dumps(asdict(plan)))
        return path

    def insider(self, person: Person) -> Insider:
        """Somebody who holds a seat, signs in as anybody does, and has bad texts ready for his game."""
        page = person.open_desk(self.sink, self.server.web)
        form = page.form("/commands/desk") or {}
        with self.store.read_session() as session:
            engine = games.get_engine(games.get_game(session, person.slug))
            grammar = orders.find_seat_grammar(session, session.get_one(Seat, person.seat_id))
        cookie = "; ".join(f"{key}={value}" for key, value in person.browser.cookies.items())
        to = reply_to(self.sink.seat[person.address]).rpartition("<")[2].rstrip(">")
        texts = bad_texts(engine, grammar) if grammar else ["x\n" * 20_000]
        return Insider(person.address, person.peer, to, person.desk, cookie, form.get("csrf_token", ""), texts)

    # --- under attack ---

    def run_attackers(self, plan: Path) -> subprocess.Popen[str]:
        """The attackers at work until they end; meanwhile memory and disk are looked at."""
        command = [sys.executable, "-m", "bench._attackers", str(plan)]
        attack = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        start, told = monotonic(), 0
        while attack.poll() is None and monotonic() - start < self.minutes * 60 + LAST:
            self.samples.append(Sample(monotonic() - start, self.server.memory(), self.disk()))
            if monotonic() - start > (told + 1) * 60:
                told += 1
                self.say(f"{self.samples[-1].memory:.0f} MB of memory, {self.samples[-1].disk:.0f} MB on disk")
            sleep(SAMPLED if self.minutes > 5 else 1)
        if attack.poll() is None:
            attack.kill()
        return attack

    def disk(self) -> float:
        return sum(path.stat().st_size for path in self.folder.glob("pbem.db*")) / 1e6


def bad_texts(engine: Engine[Any], grammar: OrderGrammar) -> list[str]:
    """The corpus of the tests: texts that are dear to read, made of what a seat can really say."""
    sys.path.append("docs/example")  # the corpus knows the game of the docs as well
    from tests.attacks.adversarial import Desk

    return list(Desk(engine, "now", grammar).texts(SIZE).values())


# --- figures -----------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What is told of a day. `known`: the addresses of all who hold seats; letters to others went to strangers."""

    day: Day
    crowd: Crowd
    attack: dict[str, Any]
    since: float
    known: set[str]

    def all(self) -> dict[str, Any]:
        journal = self.crowd.journal
        accepted = [one for one in journal.letters if one.code == 250]
        answered = self.day.sink.answered
        waits = [answered[one.message_id] - one.accepted for one in accepted if one.message_id in answered]
        limited = self.list_limited_letters()
        silent = [x.message_id for x in accepted if x.message_id not in answered and x.message_id not in limited]
        attacks = {name: Tally(**tally) for name, tally in self.attack["attacks"].items()}
        minutes = self.day.minutes
        late = spread([max(0.0, wait) for wait in waits])
        missed = [f"receipts: 95th percentile {late['95th']} s, not {GOAL}"] if late["95th"] > GOAL else []
        missed += [f"{len(silent)} letters without a receipt, {silent[0]} for one"] if silent else []
        return {
            "ordinary: letters accepted": len(accepted),
            "ordinary: of these not accepted at the first try": sum(one.tries > 1 for one in accepted),
            "ordinary: letters over a limit, without a receipt": len(limited),
            "ordinary: letters never accepted": Counter(str(one.code) for one in journal.letters if one.code != 250),
            "ordinary: seconds from 250 to receipt": late,
            "ordinary: seconds from offer to 250": spread([one.accepted - one.offered for one in accepted]),
            "ordinary: seconds to a page": spread(journal.pages),
            "ordinary: seconds to the answer to a form": spread(
                [post.seconds for post in journal.posts if post.status]
            ),
            "ordinary: forms, by answer": Counter(f"{post.kind} {post.status}" for post in journal.posts),
            "ordinary: what they did not get": Counter(journal.odd),
            "ordinary: seconds from deadline to report": spread(list(self.reports())),
            "attackers: requests a second offered": sum(t.offered for t in attacks.values()) / minutes / 60,
            "attackers: seconds of CPU": self.attack["cpu"],
            "attackers: answers": {
                name: f"{t.offered} offered, {t.held_back} held back: "
                + ", ".join(f"{n} × {code}" for code, n in sorted(t.answers.items()))
                for name, t in attacks.items()
            },
            "strangers: letters to them": len(self.strangers()),
            "strangers: most to one of them": max(Counter(t.recipient for t in self.strangers()).values(), default=0),
            "strangers: kilobytes to them": sum(t.size for t in self.strangers()) / 1000,
            "server: MB of memory at the beginning, most, at the end": self.extremes("memory"),
            "server: MB on disk at the beginning, most, at the end": self.extremes("disk"),
            "server: warnings": self.day.server.events,
            "samples": [asdict(sample) for sample in self.day.samples],
            "missed goals": missed,
        }

    def list_limited_letters(self) -> set[str]:
        """Letters that were read and done, and not answered because a limit was reached."""
        query = select(MailIn.message_id).where(col(MailIn.note).startswith(SILENT))
        with self.day.store.read_session() as session:
            return set(session.exec(query)) & {one.message_id for one in self.crowd.journal.letters}

    def strangers(self) -> list[TakenLetter]:
        return [one for one in self.day.sink.taken if one.recipient not in self.known]

    def extremes(self, what: str) -> str:
        values = [getattr(sample, what) for sample in self.day.samples] or [0.0]
        return f"{values[0]:.0f}, {max(values):.0f}, {values[-1]:.0f}"

    def reports(self) -> Iterator[float]:
        """For each report of the day: how long after its phase was due the relay had it."""
        first: dict[int, float] = {}
        for one in self.day.sink.taken:
            if read := mail_addresses.parse_address(self.day.config.secret_key, "bounce", one.sender):
                first.setdefault(read[0], one.at)
        query = select(Outbox.id, Phase.opened_at).join(Phase, col(Outbox.phase_id) == Phase.id)
        with self.day.store.read_session() as session:
            rows = session.exec(query.join(Game, col(Phase.game_id) == Game.id).where(Outbox.kind == "report")).all()
        for row, due in rows:
            if row in first and due.timestamp() >= self.since:
                yield first[row] - due.timestamp()


def spread(values: Sequence[float]) -> dict[str, float]:
    """Number, median, 95th percentile and maximum, in seconds."""
    ordered = sorted(values) or [0.0]
    return {
        "number": len(values),
        "median": round(ordered[len(ordered) // 2], 3),
        "95th": round(ordered[int((len(ordered) - 1) * 0.95)], 3),
        "most": round(ordered[-1], 3),
    }


def show(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        if name == "samples":
            continue
        if isinstance(value, Counter):
            value = [f"{n} × {what}" for what, n in value.most_common()] or ["none"]
        elif isinstance(value, dict):
            value = [f"{key}: {what}" for key, what in value.items()]
        rows = value if isinstance(value, list) else [f"{value:.1f}" if isinstance(value, float) else value]
        print(f"{name:58} {(chr(10) + ' ' * 59).join(map(str, rows)) or 'none'}")


if __name__ == "__main__":
    main()
