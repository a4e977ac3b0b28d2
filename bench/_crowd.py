"""A crowd that writes all the time, as mail servers and browsers do, and keeps a journal of what it was promised.

A letter that was not answered with 250 is offered again, as any mail server would do, the same bytes to whichever
server is there. A page that gave no answer is asked for again; what was sent with it is not sent twice.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import monotonic, sleep, time

from bench._players import CUT_OFF, Person, post, wishes
from bench._servers import Server
from bench._sink import Sink
from pbem.storage.database import Store

WORKERS = 10
PATIENCE = 180
"""Seconds for which a letter is offered again."""
AGAIN = 0.3
READY = 0.3
"""How often somebody says with his orders that he needs no more time."""
SECOND_THOUGHTS = 0.2
FRESH = 0.5
"""How often a letter is no answer, and so speaks of no phase."""


@dataclass
class Letter:
    """One letter of the journal, and which one it answers. `code` is the last answer to it, 0 if there was none."""

    message_id: str
    seat_id: int
    kind: str
    answers: str
    code: int = 0
    tries: int = 0
    offered: float = 0
    accepted: float = 0


@dataclass
class PostedForm:
    """One form that was sent; `mark` stands in its text. `status` is 0 if there was no answer."""

    mark: str
    seat_id: int
    kind: str
    status: int = 0
    seconds: float = 0


@dataclass
class Journal:
    """What the crowd did and was answered. `pages` are the seconds of each page it got, `odd` what it did not get."""

    letters: list[Letter] = field(default_factory=list)
    posts: list[PostedForm] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)


class Crowd:
    """So many actions a second, by mail and web, of people chosen by chance."""

    def __init__(
        self,
        store: Store,
        sink: Sink,
        servers: Sequence[Server],
        people: Sequence[Person],
        seed: int,
        workers: int = WORKERS,
    ) -> None:
        self.store, self.sink, self.servers, self.people = store, sink, servers, people
        self.workers = workers
        self.journal, self.numbers, self.random = Journal(), count(1), Random(seed)
        self.busy = {person.address: threading.Lock() for person in people}
        self.ended = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self, rate: float) -> None:
        """Begins with about `rate` actions a second in all."""
        for _ in range(self.workers):
            work = threading.Thread(
                target=self.work, args=(Random(self.random.random()), rate / self.workers), daemon=True
            )
            self.threads.append(work)
            work.start()

    def stop(self) -> bool:
        """Begins nothing new; whether everything begun came to an end."""
        self.ended.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        return not any(thread.is_alive() for thread in self.threads)

    def work(self, random: Random, rate: float) -> None:
        following = monotonic()
        while not self.ended.wait(max(0, following - monotonic())):
            following = max(following + random.expovariate(rate), monotonic() - 5)
            person = random.choice(self.people)
            if self.busy[person.address].acquire(blocking=False):
                try:
                    self.act(person, random)
                except CUT_OFF as error:
                    self.journal.odd.append(f"cut off: {type(error).__name__}")
                except Exception as error:
                    self.journal.odd.append(f"{type(error).__name__}: {error}")
                finally:
                    self.busy[person.address].release()

    def act(self, person: Person, random: Random) -> None:
        """One thing that somebody does."""
        dice = random.random()
        if dice < 0.65:
            self.order_by_mail(person, random)
            if random.random() < SECOND_THOUGHTS:
                self.order_by_mail(person, random)
        elif dice < 0.92:
            self.order_on_the_web(person, random)
        elif dice < 0.96:
            self.ready_on_the_web(person, random)
        elif dice < 0.98:
            self.press_on_the_web(person, random)
        else:
            mark = self.mark("press")
            self.mail(person, random, "press", mark, f"broadcast\nmy word {mark}\nendbroadcast\n")

    def mark(self, kind: str) -> str:
        return f"{kind}-{next(self.numbers)}"

    def lines(self, person: Person, random: Random) -> list[str]:
        with self.store.read_session() as session:
            return wishes(session, person.seat_id, random)

    # --- mail ---

    def order_by_mail(self, person: Person, random: Random) -> None:
        lines = self.lines(person, random)
        if lines:
            more = ["ready"] if random.random() < READY else []
            self.mail(person, random, "orders", self.mark("orders"), "\n".join([*lines, *more, ""]))

    def mail(self, person: Person, random: Random, kind: str, mark: str, text: str) -> None:
        """Writes to the address of the seat, and does not rest before that is accepted."""
        made = person.compose_letter(self.sink, text, f"{mark}.{person.address}", fresh=random.random() < FRESH)
        if made is None:
            return
        entry = Letter(f"<{mark}.{person.address}>", person.seat_id, kind, made.answers, offered=time())
        self.journal.letters.append(entry)
        end = monotonic() + PATIENCE
        while entry.code != 250 and monotonic() < end and not 500 <= entry.code < 600:
            if entry.tries:
                sleep(AGAIN)
            entry.tries += 1
            try:
                entry.code = post(random.choice(self.servers).smtp, person.peer, person.address, made.to, made.raw)
            except CUT_OFF:
                entry.code = 0
        entry.accepted = time()

    # --- web ---

    def port(self, random: Random) -> int:
        return random.choice([s for s in self.servers if s.ready] or list(self.servers)).web

    def order_on_the_web(self, person: Person, random: Random) -> None:
        lines, mark = self.lines(person, random), self.mark("web")
        if lines:
            self.send(person, random, "orders", mark, {"text": "\n".join([f"# {mark}", *lines])})

    def ready_on_the_web(self, person: Person, random: Random) -> None:
        self.send(person, random, "ready", self.mark("ready"), {"ready": random.choice(("yes", "no"))})

    def press_on_the_web(self, person: Person, random: Random) -> None:
        mark = self.mark("press")
        self.send(person, random, "press", mark, {"to": "*", "text": f"my word {mark}"})

    def send(self, person: Person, random: Random, kind: str, mark: str, given: dict[str, str]) -> None:
        """Opens the desk and sends one of its forms, once."""
        page = person.open_desk(self.sink, self.port(random))
        if page.status != 200:
            self.journal.odd.append(f"the desk was answered with {page.status}")
            return
        self.journal.pages.append(page.seconds)
        if page.form(f"/seat/{kind}") is None:
            return
        entry = PostedForm(mark, person.seat_id, kind)
        self.journal.posts.append(entry)
        answer = person.send(self.port(random), page, kind, given)
        if answer is not None:
            entry.status, entry.seconds = answer.status, answer.seconds
