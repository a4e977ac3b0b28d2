"""The mail server of docs/hosting/mail.md: a real Postfix between the world, `pbem serve`, and the world again.

The world is a relay that takes every letter. A header that Postfix adds stands in for the milters that say who wrote a
letter: there is no DNS here to ask.
"""

from __future__ import annotations

import json
import shutil
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest
from sqlmodel import col, select

from pbem.mail.inbound.letter import parse_letter
from pbem.mail.inbound.transit import first_server_time
from pbem.settings.config import Config, load_config
from pbem.storage.database import Store
from pbem.storage.models import MailIn
from tests.hosting import PATIENCE, Host, Relay, free_port, wait_until_it_holds
from tests.recipes.servers import NAME, Postfix, postfix, recipe, replace_words

pytestmark = pytest.mark.slow

OUR_WORD = "/^From:/ PREPEND Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"
"""What stands in for OpenDKIM and OpenDMARC."""
MILTERS = "smtpd_milters = inet:127.0.0.1:8891, inet:127.0.0.1:8893"
STRANGER = "127.0.0.5"


class World:
    """A host with his mail server; letters from outside come in at `post`, and all that leaves arrives at `relay`."""

    def __init__(self, folder: Path, relay: Relay) -> None:
        self.port, self.relay = free_port(), relay
        self.host = Host(
            folder / "instance",
            settings={
                "mail_host": NAME,
                "mail_servers": "127.0.0.1",
                "mail_authority": "mx.example.org",
                "relay": f"smtp://127.0.0.1:{self.port}",
            },
        )

    @property
    def config(self) -> Config:
        return load_config(self.host.folder, self.host.environment)

    @contextmanager
    def postfix(self) -> Iterator[Postfix]:
        """Postfix as the page says; what it sends on to the world goes to the relay."""
        main = replace_words(
            recipe("mail.md", "/etc/postfix/main.cf"),
            {
                "[127.0.0.1]:2525": f"[127.0.0.1]:{self.host.smtp}",
                MILTERS: f"relayhost = [127.0.0.1]:{self.relay.port}",
            },
        )
        with self.running(main) as found:
            yield found

    @contextmanager
    def lmtp(self) -> Iterator[Postfix]:
        """The same, but that it hands letters over by LMTP, as the page says."""
        line = recipe("mail.md", "/etc/postfix/main.cf, by LMTP").splitlines()[-1]
        others = [
            each for each in recipe("mail.md", "/etc/postfix/main.cf").splitlines() if "transport_maps" not in each
        ]
        self.host.settings["lmtp_listen"] = f"127.0.0.1:{free_port()}"
        main = replace_words(
            "\n".join([*others, line, ""]),
            {
                "127.0.0.1:2424": self.host.settings["lmtp_listen"],
                MILTERS: f"relayhost = [127.0.0.1]:{self.relay.port}",
            },
        )
        with self.running(main) as found:
            yield found

    @contextmanager
    def running(self, main: str) -> Iterator[Postfix]:
        checks = recipe("mail.md", "/etc/postfix/header_checks") + OUR_WORD
        with postfix(self.port, main, {"header_checks": checks}, "lmtp unix - - n - - lmtp\n") as found:
            yield found

    def door(self) -> smtplib.SMTP:
        """A mail server of the world has connected, and said hello."""
        connection = smtplib.SMTP("127.0.0.1", self.port, "client.example.net", PATIENCE, (STRANGER, 0))
        connection.ehlo()
        return connection

    def door_answer(self, recipient: str, sender: str = "anna@example.org") -> tuple[int, str]:
        """Return what is said to a recipient at the door."""
        with self.door() as connection:
            connection.mail(sender)
            code, text = connection.rcpt(recipient)
            return code, text.decode()

    def post(self, sender: str, recipient: str, *lines: str) -> None:
        letter = "\r\n".join(
            (*lines, f"From: {sender or 'daemon@example.org'}", f"To: {recipient}", "Subject: x", "", "games", "")
        )
        with self.door() as connection:
            connection.sendmail(sender, [recipient], letter)

    def list_kept_letters(self) -> list[MailIn]:
        store = Store(f"sqlite:///{self.host.folder / 'pbem.db'}")
        with store.read_session() as session:
            found = list(session.exec(select(MailIn).order_by(col(MailIn.id))))
        store.close()
        return found


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    relay = Relay()
    relay.controller.start()
    yield World(tmp_path, relay)
    relay.controller.stop()


def list_queued_recipients(mta: Postfix) -> list[str]:
    """The recipients of the letters that Postfix could not hand over."""
    rows = [json.loads(line) for line in mta.command("postqueue", "-j").splitlines()]
    return [to["address"] for row in rows if row["queue_name"] == "deferred" for to in row["recipients"]]


def test_postfix_beside_a_server(world: World) -> None:
    """S28: what the server does not know is refused while the sender is on the line, so that nobody who did not write
    gets a bounce; what others claim in the server's name is taken out; a letter that comes while the server is away
    waits."""
    with world.postfix() as mta:
        with world.host.serving():
            for unknown in ("nobody", "orders+" + "a" * 24):
                code, text = world.door_answer(f"{unknown}@{NAME}", "victim@example.org")
                assert code == 550 and "No such address" in text
            assert world.door_answer("someone@elsewhere.example")[0] == 554
            with world.door() as connection:
                assert connection.mail("anna@example.org", ["SIZE=1000001"])[0] == 552

            forged = "Authentication-Results: mx.example.org; dmarc=pass header.from=bank.example"
            world.post("", f"pbem@{NAME}", forged, "Auto-Submitted: auto-replied")
            world.post("anna@example.org", f"pbem@{NAME}", forged, forged.replace("mx.", "(x) mx.").replace(":", " :"))
            world.relay.wait_for_letter("anna@example.org")
            for letter in world.list_kept_letters():
                head = letter.raw.partition(b"\r\n\r\n")[0]
                assert head.count(b"Authentication-Results") == 1 and b"bank.example" not in head
                assert b"dmarc=pass header.from=example.org" in head
            assert [letter.sender for letter in world.list_kept_letters()] == ["<>", "anna@example.org"]
            assert all(letter.vouched for letter in world.list_kept_letters())

        world.post("bert@example.org", f"pbem@{NAME}")
        wait_until_it_holds(lambda: list_queued_recipients(mta) == [f"pbem@{NAME}"])
        assert world.door_answer(f"help@{NAME}")[0] == 450
        with world.host.serving():
            mta.command("postqueue", "-f")
            world.relay.wait_for_letter("bert@example.org")
        last = world.list_kept_letters()[-1]
        assert first_server_time(world.config, last, parse_letter(last.raw)) < last.received_at, (
            "it counts as of when Postfix had it"
        )
        others = [(sender, to) for sender, to, _ in world.relay.letters if not to.startswith("probe+")]
        got, senders = {to for _, to in others}, {sender for sender, _ in others}
    assert got == {"anna@example.org", "bert@example.org"}
    assert senders and all(sender.startswith("bounce+") and sender.endswith(f"@{NAME}") for sender in senders)


def test_postfix_hands_letters_over_by_lmtp(world: World) -> None:
    """Addresses are asked for beforehand; of one letter to two of them, that which has had enough waits at Postfix, and
    the other has it at once; Postfix is believed about who wrote it."""
    world.host.settings |= {"limits_stranger_letters_kept": "1", "limits_newcomers": "0"}  # in a whole hour of UTC
    with world.lmtp() as mta, world.host.serving():
        assert world.door_answer(f"nobody@{NAME}", "victim@example.org")[0] == 550
        with world.door() as connection:
            letter = f"From: bert@example.org\r\nTo: help@{NAME}\r\nSubject: x\r\n\r\ngames\r\n"
            connection.sendmail("bert@example.org", [f"help@{NAME}", f"postmaster@{NAME}"], letter)
        wait_until_it_holds(lambda: len(list_queued_recipients(mta)) == 1)
        [kept] = world.list_kept_letters()
        assert kept.vouched and {*list_queued_recipients(mta), kept.recipient} == {f"help@{NAME}", f"postmaster@{NAME}"}


COMMAND = """#!/bin/sh
cat >> "{folder}/said"; echo "$@" >> "{folder}/said"
exit $(cat "{folder}/code")
"""


@pytest.fixture
def own() -> Iterator[Path]:
    """A folder in which any user may write."""
    folder = Path(mkdtemp(prefix="pbem-pipe-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def test_postfix_with_a_pipe(world: World, own: Path) -> None:
    """S18: what the exit codes of `pbem mail receive` make Postfix do, and what that command is told; a command that
    ends as it is told stands in for it, since Postfix runs no command as the user who runs these tests."""
    lines = recipe("mail.md", "/etc/postfix/main.cf, with a pipe").splitlines()
    smtp = recipe("mail.md", "/etc/postfix/main.cf").splitlines()
    piped = {line.partition(" =")[0]: line for line in lines if " = " in line}
    main = "\n".join([line for line in smtp if line.partition(" =")[0] not in piped] + list(piped.values())) + "\n"
    main = replace_words(main, {MILTERS: f"relayhost = [127.0.0.1]:{world.relay.port}"})
    files = {
        "pbem_recipients": recipe("mail.md", "/etc/postfix/pbem_recipients"),
        "header_checks": recipe("mail.md", "/etc/postfix/header_checks"),
    }
    command, code, said = own / "pbem", own / "code", own / "said"
    command.write_text(COMMAND.format(folder=own))
    command.chmod(0o755)
    service = replace_words(
        recipe("mail.md", "/etc/postfix/master.cf"),
        {"/srv/pbem/venv/bin/pbem": str(command), "user=pbem": "user=nobody"},
    )
    with postfix(world.port, main, files, service) as mta:
        assert world.door_answer(f"nobody@{NAME}")[0] == 550
        code.write_text("75")
        world.post("", f"pbem@{NAME}")
        wait_until_it_holds(lambda: list_queued_recipients(mta) == [f"pbem@{NAME}"])
        code.write_text("0")
        mta.command("postqueue", "-f")
        wait_until_it_holds(lambda: not mta.command("postqueue", "-j"))
        assert f"mail receive --to pbem@{NAME} --from <>" in said.read_text()
        code.write_text("67")
        world.post("anna@example.org", f"orders+{'a' * 32}@{NAME}")
        assert "user unknown" in str(world.relay.wait_for_letter("anna@example.org"))
