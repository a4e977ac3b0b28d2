"""The web door of a host behind a proxy: who is believed, where browsers are led, what a session is worth, floods."""

from __future__ import annotations

import re
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest
from itsdangerous import base64_decode
from sqlmodel import col, select

from pbem.games.people import sign_in
from pbem.storage.database import Store
from pbem.storage.models import Player, SignIn
from pbem.web.http.cookies import HOST_ONLY
from tests.hosting import PATIENCE, Host, Relay, words

NAME = "pbem.test"
FEW = 3
"""Sign-in letters to one address a day at the host of these tests, so that they are soon used up."""


@dataclass
class Visitor:
    """A browser somewhere in the world, seen through the host's proxy."""

    host: Host
    address: str
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, path: str, form: Mapping[str, str] | None = None, method: str = "", **headers: str
    ) -> tuple[HTTPResponse, str]:
        """One request as a proxy passes it on; cookies are kept."""
        said = {
            "Host": NAME,
            "X-Forwarded-For": self.address,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": NAME,
            "Referer": f"https://{NAME}{path}",
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        if form is not None:
            said["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode(form) if form is not None else None
        answer, text = self.host.http(path, method or ("GET" if form is None else "POST"), body, said)
        for value in answer.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(value).items():
                self.cookies[name] = morsel.value
        return answer, text

    def send(self, path: str, page: str = "", /, **form: str) -> tuple[HTTPResponse, str]:
        """A form of a page, with what that page put into it against forgery."""
        _, text = self.ask(page or path)
        token = re.search(r'name="csrf_token" value="([^"]+)"', text)
        assert token is not None, text
        return self.ask(path, {"csrf_token": token[1], **form})

    def link(self, mail: str, **form: str) -> str:
        """Asks for a sign-in letter; the path of the link that will be in it."""
        answer, text = self.send("/sign-in", address=mail, **form)
        assert answer.status == 200, text
        return newest_link(self.host, mail)

    def sign_in(self, mail: str, **form: str) -> HTTPResponse:
        """The whole way; the answer to the last click."""
        return self.send(self.link(mail, **form))[0]

    def is_signed_in(self) -> bool:
        return self.ask("/account")[0].status == 200


def newest_link(host: Host, mail: str) -> str:
    """The link of the letter that was queued last to an address, made as its painter makes it: nobody waits for it."""
    store = Store(f"sqlite:///{host.folder / 'pbem.db'}")
    with store.read_session() as session:
        query = select(SignIn).join(Player).where(Player.address == mail).order_by(col(SignIn.id).desc()).limit(1)
        found = sign_in.make_link_token((host.folder / "secret_key").read_text().strip(), session.exec(query).one())
    store.close()
    return f"/sign-in/{found}"


@pytest.fixture(scope="module")
def post() -> Iterator[Relay]:
    found = Relay()
    found.controller.start()
    yield found
    found.controller.stop()


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory, post: Relay) -> Iterator[Host]:
    """A host that has declared the proxy it stands behind."""
    settings = {
        "public_url": f"https://{NAME}",
        "trusted_proxies": "127.0.0.1",
        "limits_sign_ins_to_one": str(FEW),
        "limits_answers_to_one": "50",
        "limits_stranger_answers": "500",
    }
    host = Host(tmp_path_factory.mktemp("host") / "instance", post, settings)
    with host.serving():
        yield host


def read_stored_bytes(host: Host) -> bytes:
    """Everything the database's files hold."""
    return b"".join(path.read_bytes() for path in sorted(host.folder.glob("pbem.db*")))


# --- names and addresses -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_only_the_declared_name_is_answered(behind: Host) -> None:
    """S1: whatever it listens on, no other site's name leads here, be it in Host or in what the proxy says."""
    ada = Visitor(behind, "192.0.2.1")
    assert ada.ask("/")[0].status == 200
    assert ada.ask("/", X_Forwarded_Host="evil.example")[0].status == 400
    assert behind.http("/", headers={"Host": "evil.example"})[0].status == 400
    assert behind.http("/healthz", headers={"Host": f"127.0.0.1:{behind.web}"})[0].status == 200


def test_seats_by_one_click_are_declared(behind: Host) -> None:
    """S1: what exists for demonstrations alone does not exist elsewhere."""
    answer, _ = Visitor(behind, "192.0.2.1").send("/demo/sit", "/sign-in")
    assert answer.status == 404


@pytest.mark.slow
def test_behind_a_proxy_each_visitor_counts_for_himself(behind: Host, post: Relay) -> None:
    """S7: one count for the proxy's address let twenty people an hour sign in, all together."""
    for n in range(25):
        answer, _ = Visitor(behind, f"192.0.2.{n}").send("/sign-in", address=f"many-{n}@example.org")
        assert answer.status == 200, n
    post.wait_for_letter("many-24@example.org")
    crowd = [Visitor(behind, f"2001:db8:0:7::{n:x}").send("/sign-in", address=f"six-{n}@x.org") for n in range(25)]
    assert [answer.status for answer, _ in crowd] == [200] * 20 + [429] * 5


def test_nobody_else_is_believed_about_whom_he_speaks_for(tmp_path: Path) -> None:
    """S7: an undeclared peer has no fresh address for each request."""
    host = Host(tmp_path / "instance", None, {"public_url": f"https://{NAME}", "limits_sign_ins_from_one": "2"})
    with host.serving():
        answers = [Visitor(host, f"192.0.2.{n}").send("/sign-in", address=f"{n}@example.org") for n in range(3)]
        assert [answer.status for answer, _ in answers] == [200, 200, 429]
        assert "Write the line" in answers[0][1] and "write the line <code>sign in</code>" in answers[2][1]


def test_others_cannot_lock_the_rightful_one_out(behind: Host) -> None:
    """S7: five letters asked for in somebody's name kept him out for half an hour."""
    ada, mail = Visitor(behind, "192.0.2.30"), "locked@example.org"
    ada.sign_in(mail)
    ada.send("/sign-out", "/")
    for n in range(FEW + 3):
        Visitor(behind, f"198.51.100.{n}").send("/sign-in", address=mail)
    answer, text = Visitor(behind, "192.0.2.31").send("/sign-in", address=mail)
    assert answer.status == 200 and "<code>sign in</code>" in text and "any browser" in text
    ada.sign_in(mail)
    assert ada.is_signed_in()


def test_the_page_does_not_tell_who_plays_here(behind: Host) -> None:
    """S7: the same words for an address that is known, for one that is not, and for one that gets no more letters."""
    known, eve = "known@example.org", Visitor(behind, "192.0.2.40")
    Visitor(behind, "192.0.2.41").sign_in(known)
    pages: dict[str, set[tuple[int, str]]] = {known: set(), "unknown@example.org": set()}
    for mail in [*pages] * (FEW + 1):
        answer, text = eve.send("/sign-in", address=mail)
        text = re.sub(r'value="[^"]+"|\w{3} \d+ \w{3} \d\d:\d\d', "", text.replace(mail, "…"))
        pages[mail].add((answer.status, text))
    assert pages[known] == pages["unknown@example.org"] and len(pages[known]) == 2


# --- where browsers are led --------------------------------------------------------------------------------------

ELSEWHERE = (
    "/\t/evil.example",
    "/\n/",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "/%09/evil",
    "/nil",
)


@pytest.mark.slow
def test_a_link_leads_to_pages_of_ours_alone(behind: Host) -> None:
    """S9: browsers drop the tab of "/<tab>/evil.example"; with a line end the answer was a 500, and the link used."""
    for n, following in enumerate(ELSEWHERE):
        eve = Visitor(behind, f"192.0.2.{50 + n}")
        answer = eve.sign_in(f"led-{n}@example.org", next=following)
        assert (answer.status, answer.headers["Location"]) == (303, "/"), following
        assert eve.is_signed_in()
    ada = Visitor(behind, "192.0.2.60")
    assert ada.sign_in("led@example.org", next="/new?engine=toy").headers["Location"] == "/new?engine=toy"


@pytest.mark.parametrize("path", ["//evil.example/", "/%09/evil.example", "/\\evil.example", "/nowhere"])
def test_a_referer_leads_to_pages_of_ours_alone(behind: Host, path: str) -> None:
    """S9: what was refused went back to whatever path the Referer named."""
    eve = Visitor(behind, "192.0.2.70")
    _, text = eve.ask("/sign-in")
    token = re.findall(r'name="csrf_token" value="([^"]+)"', text)[0]
    answer, _ = eve.ask("/sign-in", {"csrf_token": token, "address": "none"}, Referer=f"https://{NAME}{path}")
    assert (answer.status, answer.headers["Location"]) == (303, "/")


# --- what is kept, and how long it is worth something --------------------------------------------------------------


def test_what_is_kept_signs_nobody_in(behind: Host, post: Relay) -> None:
    """S10: whoever read the outbox could sign in as anybody who had asked; so could whoever read the sessions."""
    ada = Visitor(behind, "192.0.2.80")
    link = ada.link("kept@example.org")
    assert f"https://{NAME}{link}\n" in words(post.wait_for_letter("kept@example.org"))
    assert link.rpartition("/")[2].encode() not in read_stored_bytes(behind)
    ada.send(link)
    token = re.search(rb'"token":"([^"]+)"', decode_cookie(ada.cookies[HOST_ONLY]))
    assert token is not None and token[1] not in read_stored_bytes(behind)


def decode_cookie(cookie: str) -> bytes:
    """Return what a signed cookie says to whoever holds it."""
    import zlib

    packed = cookie.startswith(".")
    data = base64_decode(cookie.lstrip(".").split(".")[0])
    return zlib.decompress(data) if packed else data


def test_a_stolen_cookie_ends_with_the_session(behind: Host) -> None:
    """S10: it went on working for 31 days after its owner had signed out."""
    ada = Visitor(behind, "192.0.2.81")
    ada.sign_in("stolen@example.org")
    thief = Visitor(behind, "198.51.100.1", dict(ada.cookies))
    assert thief.is_signed_in()
    ada.send("/sign-out", "/")
    assert not thief.is_signed_in() and not ada.is_signed_in()


def test_a_session_has_an_end_whatever_the_cookie_says(behind: Host) -> None:
    """S10: the server knows until when."""
    ada = Visitor(behind, "192.0.2.82")
    ada.sign_in("ended@example.org")
    assert ada.is_signed_in()
    with sqlite3.connect(behind.folder / "pbem.db", timeout=PATIENCE) as database:
        database.execute(
            "UPDATE web_session SET expires_at = '2001-01-01 00:00:00.000000' WHERE player_id = "
            "(SELECT id FROM player WHERE address = 'ended@example.org')"
        )
    assert not ada.is_signed_in()


def test_signing_in_makes_a_new_session(behind: Host) -> None:
    """S10: a cookie that somebody put into a browser before is not the one that is signed in after."""
    ada = Visitor(behind, "192.0.2.83")
    link = ada.link("fixed@example.org")
    planted = Visitor(behind, "198.51.100.2", dict(ada.cookies))
    ada.send(link)
    first = Visitor(behind, "198.51.100.3", dict(ada.cookies))
    ada.sign_in("fixed@example.org")
    assert ada.is_signed_in() and not planted.is_signed_in() and not first.is_signed_in()


def test_an_https_server_binds_browsers_to_it(behind: Host) -> None:
    """By https alone for a year; the cookie goes to this very name, and nobody else can set it."""
    ada = Visitor(behind, "192.0.2.87")
    answer = ada.sign_in("bound@example.org")
    said = [one for one in answer.headers.get_all("Set-Cookie") or [] if one.startswith(f"{HOST_ONLY}=")]
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert said and all("Secure" in one and "Path=/" in one and "Domain" not in one for one in said)


def test_a_planted_cookie_of_another_name_signs_nobody_in(behind: Host) -> None:
    """An attacker who can write cookies for the domain, but not `__Host-` ones, puts nobody into their own account."""
    mallory = Visitor(behind, "192.0.2.88")
    mallory.sign_in("mallory@example.org")
    victim = Visitor(behind, "192.0.2.89", {"pbem": mallory.cookies[HOST_ONLY]})
    assert mallory.is_signed_in() and not victim.is_signed_in()


def test_everywhere_means_everywhere(behind: Host) -> None:
    """S10: all of a player's browsers, and nobody else's."""
    here, there, bob = (Visitor(behind, f"192.0.2.{n}") for n in (84, 85, 86))
    for visitor, mail in ((here, "both@example.org"), (there, "both@example.org"), (bob, "bob@example.org")):
        visitor.sign_in(mail)
    here.send("/account", zone="UTC", paper="A4", everywhere="on")
    assert [v.is_signed_in() for v in (here, there, bob)] == [False, False, True]


# --- floods ------------------------------------------------------------------------------------------------------


def raw(host: Host, request: bytes) -> bytes:
    """The first words of the answer to some bytes."""
    with socket.create_connection(("127.0.0.1", host.web), PATIENCE) as connection:
        connection.sendall(request)
        return connection.recv(200)


def test_a_gigabyte_is_refused_before_it_is_sent(behind: Host) -> None:
    """S11: the server took a gigabyte from anybody, and kept it on its disk while it came."""
    head = f"POST /sign-in HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 900000000\r\n\r\n"
    assert b" 413 " in raw(behind, head.encode())


ODD = (
    "GET /games/%00 HTTP/1.1",
    "GET /games/%0d%0aX:%20y HTTP/1.1",
    "GET /%ff%fe HTTP/1.1",
    f"GET /?{'a' * 100_000} HTTP/1.1",
    f"GET /{'a/' * 50_000} HTTP/1.1",
    "GET /games/x/phases/99999999999999999999999 HTTP/1.1",
    "GET /sign-in/99999999999999999999999-x HTTP/1.1",
    "GET /sign-in?next=%00%ff HTTP/1.1",
    "GET /new?zone=..%2f..%2fetc&pace=%00 HTTP/1.1",
    "BREW / HTTP/1.1",
    "TRACE / HTTP/1.1",
    "PUT /sign-in HTTP/1.1",
    "GET http://evil.example/ HTTP/1.1",
    "GET * HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    "GET / HTTP/9.9",
    "nonsense",
)
FIELDS = (
    "X-Forwarded-For: , , \x01\r\nX-Forwarded-Proto: gopher\r\nX-Forwarded-Host: ,",
    "Cookie: pbem=.....; pbem-familiar=...; =; ;;;",
    "Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nxxx",
    "Referer: http://[::1\r\nAccept-Language: \xff",
    "Host: [",
    "Transfer-Encoding: nonsense",
)


def test_odd_requests_are_refused_in_words(behind: Host) -> None:
    """S9, S11: no request of a stranger is a fault of ours, and nothing of the inside is told."""
    for line in ODD:
        answer = raw(behind, f"{line}\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode("latin-1"))
        assert answer.startswith(b"HTTP/") and b" 500 " not in answer.split(b"\r\n")[0], (line[:80], answer)
    for fields in FIELDS:
        for method in ("GET", "POST"):
            request = f"{method} /sign-in HTTP/1.1\r\nHost: {NAME}\r\n{fields}\r\nConnection: close\r\n\r\n"
            answer = raw(behind, request.encode("latin-1"))
            assert answer.startswith(b"HTTP/") and b" 500 " not in answer.split(b"\r\n")[0], (fields, answer)
    assert behind.http("/healthz", headers={"Host": NAME})[0].status == 200
