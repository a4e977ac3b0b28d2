"""The requests that would be dangerous, tried at the server's own doors.

They are the doors of the server that runs, or else of one that is opened for the purpose on ports of its own.
"""

from __future__ import annotations

import secrets
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import MappingProxyType
from urllib.parse import quote, urlsplit
from wsgiref.simple_server import WSGIRequestHandler, make_server

from sqlmodel import select

from pbem import create_app
from pbem.mail.inbound.smtp_door import Listener
from pbem.server.doctor.findings import FAULT, OK, WARN, Finding
from pbem.server.doctor.fitting import endpoint_of, is_public
from pbem.settings.config import LOOPBACK, Config
from pbem.settings.networks import is_declared_peer
from pbem.storage.database import Store
from pbem.storage.models import MailIn

SECONDS = 5
"""The longest that anything is waited for."""
STRANGER = "127.0.0.2"
"""An address of this machine that is hardly ever declared: what comes from it is nobody's word."""
ELSEWHERE = "elsewhere.example"
NONE: Mapping[str, str] = MappingProxyType({})
REDIRECTS = (f"//{ELSEWHERE}", f"/\\{ELSEWHERE}", f"/%09/{ELSEWHERE}", f"/\t/{ELSEWHERE}", f"https://{ELSEWHERE}/")


@dataclass(frozen=True)
class ProbedDoor:
    """Where a server listens, as seen from here; `source` is the address spoken from, "" for any."""

    host: str
    port: int
    source: str

    def http(self, path: str, headers: Mapping[str, str] = NONE, method: str = "GET") -> tuple[int, str]:
        """The status of an answer, and all of it as text. Raises OSError or HTTPException."""
        source = (self.source, 0) if self.source else None
        return request_over_http(HTTPConnection(self.host, self.port, SECONDS, source), path, headers, method)

    def smtp(self) -> smtplib.SMTP:
        """Raises OSError or SMTPException."""
        return smtplib.SMTP(self.host, self.port, "doctor.invalid", SECONDS, (self.source, 0) if self.source else None)


def request_over_http(
    connection: HTTPConnection, path: str, headers: Mapping[str, str], method: str
) -> tuple[int, str]:
    try:
        connection.request(method, path, headers=dict(headers))
        answer = connection.getresponse()
        return answer.status, f"{answer.headers}\n{answer.read().decode('utf-8', 'replace')}"
    finally:
        connection.close()


def make_probed_door(listen: str, port: int = 0) -> ProbedDoor:
    host, given = endpoint_of(listen)
    return ProbedDoor(host, port or given, STRANGER if host.startswith("127.") else "")


# --- the web ------------------------------------------------------------------------------------------------------


def try_web_door(config: Config, store: Store) -> Iterator[Finding]:
    """The dangerous requests, at the pages."""
    with web_door(config, store) as found:
        try:
            alive = found.http("/healthz")
        except (OSError, HTTPException) as error:
            yield Finding(FAULT, f"{config.web_listen} is open but gives no answer ({error}). Is it another program's?")
            return
        if alive[0] != 200 or '"ok"' not in alive[1]:
            yield Finding(FAULT, f"Another program answers at {config.web_listen}. Choose another web_listen.")
            return
        yield from no_mailbox(config, found)
        yield from no_other_name(config, found)
        yield from no_way_out(config, found)


@contextmanager
def web_door(config: Config, store: Store) -> Iterator[ProbedDoor]:
    """The running server's; if none runs, one opened on a port of its own."""
    running = make_probed_door(config.web_listen)
    if is_answering(running):
        yield running
        return
    server = make_server("127.0.0.1", 0, create_app(config, store), handler_class=QuietRequestHandler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield make_probed_door("127.0.0.1:0", server.server_port)
    finally:
        server.shutdown()
        thread.join(SECONDS)
        server.server_close()


class QuietRequestHandler(WSGIRequestHandler):
    """Says nothing of the requests that the doctor makes."""

    def log_message(self, *_: object) -> None:
        pass


def is_answering(door: ProbedDoor) -> bool:
    try:
        socket.create_connection((door.host, door.port), SECONDS).close()
    except OSError:
        return False
    return True


def own_name(config: Config) -> str:
    return urlsplit(config.public_url).netloc


def no_mailbox(config: Config, found: ProbedDoor) -> Iterator[Finding]:
    """Nobody reads everybody's letters."""
    if config.mailbox_page:
        yield Finding(OK, "the mailbox page is open to this machine, as set")
        return
    for name in (own_name(config), config.web_listen, "localhost"):
        if any(found.http(path, {"Host": name})[0] == 200 for path in ("/mailbox", "/mailbox/1")):
            yield Finding(
                FAULT, f"GET /mailbox by the name {name} shows everybody's letters. Set mailbox_page = false."
            )


def no_other_name(config: Config, found: ProbedDoor) -> Iterator[Finding]:
    """No other site's name stands in a page or a redirection, whether given by the browser or by who claims to be a
    proxy."""
    mine = {"Host": own_name(config)}
    forged = {"X-Forwarded-Host": ELSEWHERE, "X-Forwarded-For": "198.51.100.7", "Forwarded": f"host={ELSEWHERE}"}
    before = found.http("/sign-in", mine)[0]
    if ELSEWHERE in found.http("/sign-in", {"Host": ELSEWHERE})[1]:
        yield Finding(
            FAULT, "A request for another site's name is answered with links to that site. Install pbem again."
        )
    if not found.source or is_declared_peer(found.source, config.trusted_proxies):
        yield Finding(OK, "forged X-Forwarded headers were not tried: this machine is declared as a proxy")
        return
    status, text = found.http("/sign-in", {**mine, **forged})
    if status != before or ELSEWHERE in text:
        yield Finding(
            FAULT,
            f"Forged X-Forwarded headers from {found.source}, which trusted_proxies does not name, are believed. Does "
            "another program stand before pbem that passes them on?",
        )


def no_way_out(config: Config, found: ProbedDoor) -> Iterator[Finding]:
    """Signing in leads to no other site."""
    for target in REDIRECTS:
        if ELSEWHERE in found.http(f"/sign-in?next={quote(target, safe='')}", {"Host": own_name(config)})[1]:
            yield Finding(
                FAULT, f"/sign-in?next={target!r} leads to another site after signing in. Install pbem again."
            )
            return


def try_public_address(config: Config) -> Iterator[Finding]:
    """The address that players use answers and shows no mailbox, as far as it can be reached from here."""
    if not is_public(config):
        return
    url = urlsplit(config.public_url)
    kind = HTTPSConnection if url.scheme == "https" else HTTPConnection
    try:
        status, text = request_over_http(
            kind(url.hostname or "", url.port, timeout=SECONDS), f"{url.path}/healthz", NONE, "GET"
        )
        if status != 200 or '"ok"' not in text:
            yield Finding(
                WARN, f"{config.public_url} answers, but not from pbem (/healthz: {status}). Does the server run?"
            )
            return
        for path in ("/mailbox", "/mailbox/1"):
            if (
                request_over_http(
                    kind(url.hostname or "", url.port, timeout=SECONDS), f"{url.path}{path}", NONE, "GET"
                )[0]
                == 200
            ):
                yield Finding(FAULT, f"{config.public_url}{path} shows everybody's letters. Set mailbox_page = false.")
    except ssl.SSLError as error:
        yield Finding(WARN, f"{config.public_url}: browsers will refuse its certificate ({error.reason or error}).")
    except (OSError, HTTPException) as error:
        yield Finding(
            WARN, f"{config.public_url} could not be reached from here ({error}). Try it from another machine."
        )


# --- mail ---------------------------------------------------------------------------------------------------------


def try_mail_door(config: Config, store: Store, now: datetime) -> Iterator[Finding]:
    """The dangerous letters, at the SMTP door."""
    with mail_door(config, store, now) as found:
        try:
            with found.smtp() as connection:
                yield from try_envelope_refusals(config, connection)
            yield from try_forged_results(config, store, found)
        except (OSError, smtplib.SMTPException) as error:
            yield Finding(WARN, f"{config.smtp_listen} does not take a letter just now ({error}). Try again later.")


@contextmanager
def mail_door(config: Config, store: Store, now: datetime) -> Iterator[ProbedDoor]:
    """The running server's; if none runs, one opened on a port of its own."""
    if config.smtp_listen and is_answering(running := make_probed_door(config.smtp_listen)):
        yield running
        return
    listener = Listener(store, replace(config, smtp_listen="127.0.0.1:0"), lambda: now)
    listener.start_listening()
    try:
        yield make_probed_door("127.0.0.1:0", listener.port)
    finally:
        listener.stop_listening()


def try_envelope_refusals(config: Config, connection: smtplib.SMTP) -> Iterator[Finding]:
    """Yield what must be refused before a letter is sent."""
    connection.ehlo()
    size = config.max_letter + 1
    code, said = connection.mail("stranger@doctor.invalid", [f"SIZE={size}"])
    if code != 552:
        yield Finding(FAULT, f"A letter of {size} bytes is not refused with 552 ({code} {said!r}); max_letter is less.")
    connection.rset()
    connection.mail("stranger@doctor.invalid")
    refused = {
        f"someone@{ELSEWHERE}": "Letters are taken for other hosts: this is an open relay.",
        f"orders+{secrets.token_hex(12)}@{config.mail_host}": "A secret address that was never given is taken.",
        f"nobody-{secrets.token_hex(4)}@{config.mail_host}": "Letters to addresses that do not exist are taken.",
    }
    for address, fault in refused.items():
        code, said = connection.rcpt(address)
        if code // 100 == 4:
            yield Finding(WARN, f"What is written to {address} could not be tried ({code} {said!r}). Try again later.")
        elif code // 100 != 5:
            yield Finding(FAULT, f"{fault} RCPT TO {address}: {code} {said!r}. Does another program listen there?")


def try_forged_results(config: Config, store: Store, found: ProbedDoor) -> Iterator[Finding]:
    """A letter that brings its own word on who wrote it, from nobody the host has declared: refused, or kept and not
    believed."""
    if not found.source or is_declared_peer(found.source, config.mail_servers):
        yield Finding(OK, "forged Authentication-Results were not tried: this machine is declared as a mail server")
        return
    sender = f"doctor-{secrets.token_hex(6)}@doctor.invalid"
    authority = config.mail_authority or config.mail_host
    letter = (
        f"Authentication-Results: {authority}; dmarc=pass header.from=doctor.invalid\r\nFrom: {sender}\r\n"
        f"To: pbem@{config.mail_host}\r\nAuto-Submitted: auto-generated\r\nSubject: a trial of pbem doctor\r\n\r\n"
    )
    try:
        with found.smtp() as connection:
            connection.sendmail(sender, [f"pbem@{config.mail_host}"], letter)
    except smtplib.SMTPDataError as error:
        if error.smtp_code == 550:
            return
        raise
    with store.read_session() as session:
        kept = session.exec(select(MailIn.vouched).where(MailIn.sender == sender)).all()
    if not kept:
        yield Finding(FAULT, f"{config.smtp_listen} took a letter, but it is not in {store.url.render_as_string()}.")
    elif any(kept):
        yield Finding(FAULT, f"Forged Authentication-Results from {found.source} are believed. Check mail_servers.")


def try_relay(config: Config) -> Iterator[Finding]:
    """The mail relay answers, and gets no password in the clear; without one, letters stay in the embedded mailbox."""
    if not config.relay:
        return
    parts = urlsplit(config.relay)
    host, port = parts.hostname or "", parts.port or (465 if parts.scheme == "smtps" else 25)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    try:
        with kind(host, port, config.mail_host, timeout=SECONDS) as connection:
            connection.ehlo()
            open_ = parts.scheme == "smtp" and host not in LOOPBACK and not connection.has_extn("starttls")
            if parts.username and open_:
                yield Finding(
                    FAULT, f"{host}:{port} offers no TLS: the password of relay would go in the clear. Use smtps://."
                )
    except (OSError, smtplib.SMTPException) as error:
        yield Finding(FAULT, f"{host}:{port} does not answer ({error}); is it the right relay?")
