"""A browser without JavaScript on a real connection: it reads pages, fills in their forms, and keeps cookies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http.cookiejar import CookieJar
from urllib.parse import urldefrag, urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

from tests.web import finger

MOST_STEPS = 60
"""Steps of an order after which a finger gives up."""


class Browser:
    """One person's browser."""

    def __init__(self, root: str) -> None:
        self.root, self.url = root, root
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.page = HTMLParser("")

    def get(self, path: str) -> HTMLParser:
        return self.arrive(Request(urljoin(self.root, path)))

    def arrive(self, request: Request) -> HTMLParser:
        with self.opener.open(request, timeout=30) as response:
            self.url = response.url
            self.page = HTMLParser(response.read().decode())
        return self.page

    def form(self, action: str) -> Node:
        """The form of the page that is sent there."""
        found = [form for form in self.page.css("form") if urldefrag(self.target(form)).url.endswith(action)]
        assert found, f"{self.url} has no form for {action}"
        return found[0]

    def target(self, form: Node) -> str:
        return urljoin(self.url, form.attributes.get("action") or "")

    def send(self, action: str, given: Mapping[str, str] | None = None) -> HTMLParser:
        """Sends a form as it stands, with some of its controls filled in."""
        form = self.form(action)
        values = {**contents(form), **(given or {})}
        target = self.target(form)
        data = urlencode([(k, v) for k, v in values.items() if v is not None]).encode()
        return self.arrive(Request(target, data, {"Referer": self.url}))


def contents(form: Node) -> dict[str, str]:
    """Return what a browser would send for a form that nobody touched."""
    return dict(iter_sent_fields(form))


def iter_sent_fields(form: Node) -> Iterator[tuple[str, str]]:
    for node in form.css("input, select, textarea"):
        yield from iter_control_fields(node)


def iter_control_fields(node: Node) -> Iterator[tuple[str, str]]:
    """Yield what a control sends that nobody touched; buttons are not pressed."""
    name, kind = node.attributes.get("name"), node.attributes.get("type") or "text"
    if not name or node.tag == "button":
        return
    if node.tag == "select":
        chosen = [o for o in node.css("option") if "selected" in o.attributes] or node.css("option")[:1]
        yield name, (chosen[0].attributes.get("value") or "") if chosen else ""
    elif node.tag == "textarea":
        yield name, node.text().removeprefix("\n")
    elif kind not in ("checkbox", "radio", "submit", "button") or "checked" in node.attributes:
        yield name, node.attributes.get("value") or ""


# --- orders, step by step ----------------------------------------------------------------------------------------


def press_order(browser: Browser, desk: str, text: str) -> bool:
    """Presses button after button until the order stands; whether it does."""
    browser.get(desk)
    for _ in range(MOST_STEPS):
        if text in finger.standing(browser.page):
            return True
        pressed = finger.press(browser.page, text) or press_by_thing(browser, desk, text)
        if pressed is None:
            return False
        browser.send(desk, pressed)
    return False


def press_by_thing(browser: Browser, desk: str, text: str) -> dict[str, str] | None:
    """Presses a line by way of a thing: what is about a region or a card may be found there only."""
    for at in dict.fromkeys(finger.buttons(browser.page, "at")):
        browser.send(desk, {"at": at})
        if pressed := finger.press(browser.page, text):
            return pressed
    return None
