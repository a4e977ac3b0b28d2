"""What strangers and ill-disposed players do to a server, each attack at a rate of its own and never more at once than
so many: `python -m bench._attackers PLAN`. A plan is JSON (see `Plan`); the answers are counted and printed as JSON.

Every attacker has an address of the loopback network of his own, as strangers have in the world.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import urlencode

ANSWER = 60
"""Seconds an attacker waits for an answer."""
BIG = 950_000
SLOW_BYTE = 25
"""Seconds between two bytes of somebody who only wants to hold the line."""
SCANNED = ("/wp-login.php", "/.env", "/.git/config", "/admin", "/mailbox", "/mailbox/send", "/games/x'", "/../etc")


@dataclass(frozen=True)
class Insider:
    """A player of ill will: his seat's address, his desk, what lets his browser in, and what he sends."""

    address: str
    peer: str
    seat_address: str
    desk: str
    cookie: str
    token: str
    texts: Sequence[str]


@dataclass(frozen=True)
class Plan:
    """Whom to attack, for how many seconds, how hard (1.0 is what the docs say), and whose names to borrow."""

    smtp: int
    web: int
    host: str
    seconds: float
    intensity: float
    seed: int
    victims: Sequence[str]
    slugs: Sequence[str]
    insiders: Sequence[Insider]

    @staticmethod
    def read(path: Path) -> Plan:
        data: dict[str, Any] = json.loads(path.read_text())
        return Plan(**{**data, "insiders": [Insider(**one) for one in data["insiders"]]})


@dataclass
class Tally:
    """One attack's doings: how often it was offered, and what the answers were."""

    offered: int = 0
    held_back: int = 0
    answers: Counter[str] = field(default_factory=Counter)


Attack = tuple[str, float, int, Callable[[], Awaitable[str]]]
"""Its name, how often a second, how many at once at most, and one of it, which returns the answer's code."""


class Attackers:
    def __init__(self, plan: Plan) -> None:
        self.plan, self.random = plan, Random(plan.seed)
        self.tallies: dict[str, Tally] = {}
        self.end = monotonic() + plan.seconds
        self.number = 0
        self.phases: dict[str, str] = {}

    async def run(self) -> None:
        """All attacks side by side until the time is over; on a peaceful day there are none."""
        if self.plan.intensity:
            await asyncio.gather(*(self.attack(*each) for each in self.attacks()))
        else:
            await asyncio.sleep(self.plan.seconds)

    def attacks(self) -> list[Attack]:
        found: list[Attack] = [
            ("strangers, help and 400 lines", 2, 20, self.help_),
            ("strangers, join with 30 kB", 0.5, 10, self.join),
            ("forged From of a player, resign", 1, 20, self.resign),
            ("guessed seat addresses", 2, 20, self.guess),
            ("answering machines", 0.5, 10, self.machine),
            ("letters of one peer", 10, 20, self.flood),
            ("0.95 MB of <div>", 0.2, 4, self.divs),
            ("slow lines of one peer", 2, 40, lambda: self.slow("127.0.5.1")),
            ("slow lines of many peers", 0.5, 15, lambda: self.slow(self.peer(5))),
            ("silent connections of one peer", 5, 60, self.silent),
            ("sign-in letters", 3, 20, self.sign_in),
            ("posts of 5 MB", 0.3, 4, self.post_oversized),
            ("scanners", 5, 20, self.scan),
            ("slow requests", 0.5, 20, self.slow_request),
        ]
        if self.plan.insiders:
            found += [
                ("adversarial orders by mail", 0.2, 4, self.adversarial_mail),
                ("adversarial /judge", 3, 8, self.judge),
                ("press floods", 0.2, 4, self.press),
                ("games opened by one player", 0.1, 2, self.new_game),
            ]
        return found

    async def attack(self, name: str, rate: float, at_once: int, one: Callable[[], Awaitable[str]]) -> None:
        tally, working = self.tallies.setdefault(name, Tally()), set[asyncio.Task[None]]()
        while monotonic() < self.end:
            await asyncio.sleep(self.random.expovariate(rate * self.plan.intensity))
            if len(working) >= at_once:
                tally.held_back += 1
                continue
            tally.offered += 1
            task = asyncio.create_task(self.count_answer(tally, one))
            working.add(task)
            task.add_done_callback(working.discard)
        for task in working:
            task.cancel()

    async def count_answer(self, tally: Tally, one: Callable[[], Awaitable[str]]) -> None:
        try:
            tally.answers[await asyncio.wait_for(one(), ANSWER * 2)] += 1
        except TimeoutError:
            tally.answers["no answer"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.answers["cut off" if not isinstance(error, ConnectionRefusedError) else "refused"] += 1
        except Exception as error:
            tally.answers[f"odd: {type(error).__name__}"] += 1

    # --- letters ---

    def peer(self, net: int) -> str:
        return f"127.0.{net}.{self.random.randrange(2, 12)}"

    def stranger(self) -> str:
        return f"stranger{self.random.randrange(10_000)}@elsewhere.example"

    async def mail(self, peer: str, sender: str, recipient: str, text: str, *more: str, null: bool = False) -> str:
        """One letter, as plainly as a program would do it; the code of the last answer."""
        self.number += 1
        head = [
            f"From: {sender}",
            f"To: {recipient}",
            f"Message-ID: <{self.number}.{self.plan.seed}@elsewhere.example>",
        ]
        raw = "\r\n".join([*head, *more, "", text, ""]).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.smtp, local_addr=(peer, 0))
        try:
            code = await read_reply_code(reader)
            envelope = "" if null else sender
            for line in ("EHLO elsewhere.example", f"MAIL FROM:<{envelope}>", f"RCPT TO:<{recipient}>", "DATA"):
                if code >= "400":
                    return code
                writer.write(f"{line}\r\n".encode())
                code = await read_reply_code(reader)
            if code == "354":
                writer.write(raw.replace(b"\r\n.", b"\r\n..") + b"\r\n.\r\n")
                await writer.drain()
                code = await read_reply_code(reader)
            return code
        finally:
            writer.close()

    @property
    def front(self) -> str:
        return f"pbem@{self.plan.host}"

    async def help_(self) -> str:
        text = "help\r\n" + "see http://evil.example\r\n" * 400
        return await self.mail(self.peer(2), self.stranger(), self.front, text, "Subject: You have won")

    async def join(self) -> str:
        text = f"join {self.random.choice(self.plan.slugs)} as {'evil ' * 6000}"
        return await self.mail(self.peer(2), self.stranger(), self.front, text)

    async def resign(self) -> str:
        slug = self.random.choice(self.plan.slugs)
        text = f"resign {slug}\r\nclear\r\n"
        return await self.mail(
            self.peer(2), self.random.choice(self.plan.victims), self.front, text, f"Subject: {slug}"
        )

    async def guess(self) -> str:
        token = "".join(self.random.choices("abcdefghijklmnopqrstuvwxyz234567", k=24))
        kind = self.random.choice(("orders", "reply", "bounce"))
        to = f"{kind}+{token}@{self.plan.host}"
        return await self.mail(self.peer(2), self.random.choice(self.plan.victims), to, "clear", null=kind == "bounce")

    async def machine(self) -> str:
        text = "I am away. Status of your letter: unread.\r\nStatus\r\nHelp\r\n"
        return await self.mail(self.peer(2), self.stranger(), self.front, text, "Subject: Automatic answer")

    async def flood(self) -> str:
        return await self.mail("127.0.3.1", self.stranger(), self.front, "buy this\r\n" * 2000)

    async def divs(self) -> str:
        return await self.mail(
            self.peer(4), self.stranger(), self.front, f"{'<div>' * 100}\r\n" * (BIG // 502), "Content-Type: text/html"
        )

    async def slow(self, peer: str) -> str:
        """A byte now and then, as long as one is listened to."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.smtp, local_addr=(peer, 0))
        try:
            code = await read_reply_code(reader)
            if code >= "400":
                return code
            for letter in "EHLO elsewhere.example":
                writer.write(letter.encode())
                with suppress(TimeoutError):
                    return await asyncio.wait_for(read_reply_code(reader), SLOW_BYTE)
            return "held on"
        finally:
            writer.close()

    async def silent(self) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.smtp, local_addr=("127.0.6.1", 0))
        try:
            code = await read_reply_code(reader)
            if code < "400":
                with suppress(TimeoutError):
                    return await asyncio.wait_for(read_reply_code(reader), ANSWER / 2)
            return code
        finally:
            writer.close()

    # --- pages ---

    async def http(self, peer: str, method: str, path: str, body: bytes = b"", *more: str) -> str:
        """One request; the status of the answer."""
        return (await self.page(peer, method, path, body, *more)).partition(b" ")[2][:3].decode("latin-1") or "cut off"

    async def page(self, peer: str, method: str, path: str, body: bytes = b"", *more: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.web, local_addr=(peer, 0))
        host = () if any(line.startswith("Host:") for line in more) else ("Host: 127.0.0.1",)
        lines = [f"{method} {path} HTTP/1.1", *host, "Connection: close", f"Content-Length: {len(body)}", *more]
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            with suppress(ConnectionError):
                await writer.drain()
            return await reader.read()
        finally:
            writer.close()

    async def sign_in(self) -> str:
        """Asks for a letter to somebody's address, with a form that was really fetched."""
        peer = self.peer(7)
        answer = (await self.page(peer, "GET", "/sign-in")).decode("latin-1")
        cookie = between(answer, "Set-Cookie: ", ";")
        address = self.random.choice(self.plan.victims) if self.random.random() < 0.3 else self.stranger()
        fields = {
            "csrf_token": between(answer, 'name="csrf_token" value="', '"'),
            "address": address,
            "next": "/%09/evil",
        }
        return await self.http(peer, "POST", "/sign-in", urlencode(fields).encode(), FORM, f"Cookie: {cookie}")

    async def post_oversized(self) -> str:
        return await self.http(self.peer(8), "POST", "/sign-in", b"address=" + b"x" * 5_000_000, FORM)

    async def scan(self) -> str:
        evil = ("Host: evil.example",) if self.random.random() < 0.2 else ()
        return await self.http(self.peer(9), "GET", self.random.choice(SCANNED), b"", *evil)

    async def slow_request(self) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.plan.web, local_addr=("127.0.10.1", 0))
        try:
            for letter in "GET / HTT":
                writer.write(letter.encode())
                with suppress(TimeoutError):
                    return (await asyncio.wait_for(reader.read(), 10))[9:12].decode("latin-1") or "cut off"
            return "held on"
        finally:
            writer.close()

    # --- players of ill will ---

    def insider(self) -> tuple[Insider, str]:
        one = self.random.choice(self.plan.insiders)
        return one, self.random.choice(one.texts)

    async def adversarial_mail(self) -> str:
        one, text = self.insider()
        return await self.mail(one.peer, one.address, one.seat_address, f"{text}\r\n" * 6)

    async def post_form(self, one: Insider, path: str, **fields: str) -> str:
        """A form of an insider's, for the phase he last saw; one that was of an earlier phase makes him look again."""
        fields = {"csrf_token": one.token, "phase": self.phases.get(one.address, "1"), **fields}
        code = await self.http(one.peer, "POST", path, urlencode(fields).encode(), FORM, f"Cookie: {one.cookie}")
        if code == OUTDATED:
            desk = await self.page(one.peer, "GET", one.desk, b"", f"Cookie: {one.cookie}")
            self.phases[one.address] = between(desk.decode("latin-1"), 'name="phase" value="', '"')
        return code

    async def judge(self) -> str:
        one, text = self.insider()
        return await self.post_form(one, f"{one.desk}/judge", text=text)

    async def press(self) -> str:
        one, _ = self.insider()
        self.number += 1
        return await self.post_form(one, f"{one.desk}/press", to="*", text="noise " * 3000, key=f"flood{self.number}")

    async def new_game(self) -> str:
        one = self.plan.insiders[0]
        self.number += 1
        return await self.post_form(one, "/new", engine="diplomacy", slug=f"flood-{self.number}", pace="48h")


FORM = "Content-Type: application/x-www-form-urlencoded"
OUTDATED = "409"


async def read_reply_code(reader: asyncio.StreamReader) -> str:
    """The code of an answer of one or more lines. Raises ConnectionResetError if the line is closed."""
    while line := await asyncio.wait_for(reader.readline(), ANSWER):
        if line[3:4] != b"-":
            return line[:3].decode("latin-1")
    raise ConnectionResetError


def between(text: str, before: str, after: str) -> str:
    return text.partition(before)[2].partition(after)[0]


def main() -> None:
    attackers = Attackers(Plan.read(Path(sys.argv[1])))
    asyncio.run(attackers.run())
    used = resource.getrusage(resource.RUSAGE_SELF)
    tallies = {name: vars(tally) for name, tally in attackers.tallies.items()}
    print(json.dumps({"cpu": used.ru_utime + used.ru_stime, "attacks": tallies}))


if __name__ == "__main__":
    main()
