"""A browser without JavaScript for tests: it reads pages, fills in the forms that are there, and sends them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node
from sqlmodel import col, select
from werkzeug.test import TestResponse

from pbem import create_app
from pbem.mail.outbound.compose import compose_letter
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Player
from pbem.web.http import access, page_cache
from tests.kept import sharing as sharing


@pytest.fixture(autouse=True)
def installed(toy: None) -> None:
    """Every test in this folder may open games of it."""


@pytest.fixture(autouse=True)
def proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a copy of a page would be sent, the page is made anew, and is the same."""
    shelved = page_cache.Shelf.get

    def anew(shelf: page_cache.Shelf[page_cache.Copy], key: Hashable) -> page_cache.Copy | None:
        found = shelved(shelf, key)
        return None if isinstance(key, bytes) and isinstance(found, page_cache.Copy) else found

    def same(shelf: page_cache.Shelf[page_cache.Copy], key: Hashable, copy: page_cache.Copy) -> None:
        before = shelf.copies.get(key)
        shelf.copies[key] = copy
        if isinstance(before, page_cache.Copy):
            fill = dict.fromkeys(page_cache.BLANKS, "")
            assert copy.fill_blanks(fill).decode() == before.fill_blanks(fill).decode(), (
                "a page was kept that is another now"
            )

    monkeypatch.setattr(page_cache.Shelf, "get", anew)
    monkeypatch.setattr(page_cache.Shelf, "put", same)


@pytest.fixture(scope="module")
def present() -> datetime:
    """The web asks the clock itself, so its games begin now: when the first test of a module begins, so that the same
    game need not be begun for each."""
    return datetime.now(UTC)


@dataclass
class Site:
    """The application on a store of its own; each browser has an address of its own on the net."""

    app: Flask
    store: Store
    browsers: int = 0

    def browser(self, address: str = "") -> Browser:
        """A new browser; with an address, signed in as its owner by the mailed link."""
        self.browsers += 1
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"10.{id(self) % 251}.{id(self) // 251 % 251}.{self.browsers}"
        found = Browser(client, self.store)
        if address:
            found.sign_in(address)
        return found


@dataclass
class Browser:
    """One person's browser: cookies, the page it shows, and where it is."""

    client: FlaskClient
    store: Store
    url: str = "/"
    response: TestResponse = field(init=False)

    def get(self, url: str, status: int = 200) -> HTMLParser:
        return self.arrive(self.client.get(url), url, status)

    def arrive(self, response: TestResponse, url: str, status: int) -> HTMLParser:
        """Follows redirections by hand, as a browser does after a form."""
        while response.status_code in (302, 303):
            url = urljoin(url, response.headers["Location"])
            response = self.client.get(url)
        self.url, self.response = url, response
        assert response.status_code == status, f"{url}: {response.status_code}\n{self.words}"
        return self.page

    @property
    def page(self) -> HTMLParser:
        return HTMLParser(self.response.get_data(as_text=True))

    @property
    def words(self) -> str:
        """The text of the page, its blanks made one."""
        main = self.page.css_first("main") or self.page.body
        return " ".join(main.text(separator=" ").split()) if main else ""

    def form(self, action: str) -> Node:
        """The form of the page that is sent to this path."""
        forms = [f for f in self.page.css("form") if self.target(f) == action]
        assert forms, f"{self.url} has no form for {action}, but {[self.target(f) for f in self.page.css('form')]}"
        return forms[0]

    def target(self, form: Node) -> str:
        return urlsplit(urljoin(self.url, form.attributes.get("action") or "")).path

    def form_fields(self, action: str) -> dict[str, list[str]]:
        """Return what would be sent if the form were sent as it stands."""
        return contents(self.form(action))

    def send(
        self,
        action: str,
        dotted: Mapping[str, str] = MappingProxyType({}),
        *,
        status: int = 200,
        **given: str | list[str],
    ) -> HTMLParser:
        """Fills in a form of the page and sends it. A name must be one of its controls, as for a person; names
        with dots in them come in `dotted`."""
        return self.fill(self.form(action), {**dotted, **given}, status)

    def fill(self, form: Node, given: Mapping[str, str | list[str]], status: int) -> HTMLParser:
        """Fills in a form of the page and sends it."""
        values, action = contents(form), form.attributes.get("action") or self.url
        names = {n.attributes.get("name") for n in form.css("input, select, textarea, button")}
        for name, value in given.items():
            assert name in names, f"the form {action} has no control {name}, but {sorted(n or '' for n in names)}"
            values[name] = [value] if isinstance(value, str) else value
        response = self.client.post(action, data=values, headers={"Referer": urljoin("http://localhost", self.url)})
        return self.arrive(response, self.url, status)

    def give(self, act: str, *, status: int = 200, **args: str | list[str]) -> HTMLParser:
        """Gives a command: fills in the form that has its button, and presses that."""
        found = [form for form in self.page.css("form") if form.css(f'button[name="act"][value="{act}"]')]
        assert found, f"{self.url} has no button for {act}"
        return self.fill(found[0], {**args, "act": act}, status)

    def force(self, page: str, act: str, **args: str) -> TestResponse:
        """Sends a command that no button of the page may offer, as who writes forms themselves does."""
        token = self.page.css_first("input[name=csrf_token]")
        given = {"act": act, "csrf_token": (token.attributes["value"] or "") if token else "", **args}
        return self.client.post(page, data=given, headers={"Referer": urljoin("http://localhost", self.url)})

    def press_fields(self) -> dict[str, list[str]]:
        """Return what the form of a letter to others would send."""
        [form] = [form for form in self.page.css("form") if form.css('button[value="press"]')]
        return {**contents(form), "act": ["press"]}

    def sign_in(self, address: str) -> None:
        """Asks for a letter, opens its link, and presses the button."""
        self.get("/sign-in")
        self.send("/sign-in", address=address)
        link = f"/sign-in/{self.mailed_token(address)}"
        self.get(link)
        self.send(link)

    def mailed_token(self, address: str) -> str:
        """The token in the newest sign-in letter to an address, as it is painted."""
        with self.store.read_session() as session:
            query = select(Outbox).join(Player, col(Outbox.player_id) == Player.id)
            query = query.where(Player.address == address, Outbox.kind == "signin").order_by(col(Outbox.id).desc())
            row = session.exec(query.limit(1)).one()
            body = compose_letter(session, access.config_of(self.client.application), row).get_body(("plain",))
        found = re.search(r"/sign-in/(\S+)", body.get_content() if body else "")
        assert found is not None
        return found[1]


def contents(form: Node) -> dict[str, list[str]]:
    """Return what a browser would send for a form that nobody touched; buttons are not pressed."""
    sent: dict[str, list[str]] = {}
    for node in form.css("input, select, textarea"):
        name, kind = node.attributes.get("name"), node.attributes.get("type") or "text"
        if not name or "disabled" in node.attributes:
            continue
        if node.tag == "select":
            sent.setdefault(name, []).extend(selected_values(node))
        elif node.tag == "textarea":
            sent.setdefault(name, []).append(node.text().removeprefix("\n"))
        elif kind not in ("checkbox", "radio", "submit", "button") or "checked" in node.attributes:
            default = "on" if kind in ("checkbox", "radio") else ""
            sent.setdefault(name, []).append(node.attributes.get("value") or default * ("value" not in node.attributes))
    return sent


def selected_values(node: Node) -> list[str]:
    """The value of a select: what is marked, else the first that can be had."""
    options = [o for o in node.css("option") if "disabled" not in o.attributes]
    marked = [o for o in options if "selected" in o.attributes] or options[:1]
    return [o.attributes["value"] or "" if "value" in o.attributes else o.text() for o in marked[-1:]]


def site(store: Store, folder: Path, **environ: str) -> Site:
    settings = config.load_config(
        folder / "instance", {"PBEM_MAIL_HOST": "pbem.test", "PBEM_MAILBOX_PAGE": "yes", **environ}
    )
    return Site(create_app(settings, store), store)


@pytest.fixture(name="site")
def plain_site(sqlite: Store, tmp_path: Path) -> Site:
    return site(sqlite, tmp_path)


@pytest.fixture
def every_site(store: Store, tmp_path: Path) -> Site:
    """The application on each database."""
    return site(store, tmp_path)
