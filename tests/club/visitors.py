"""Members of a club who use pages alone: they press what a page shows, and fill in what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import Request

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

from tests.club.members import Club
from tests.hosting import PATIENCE, words
from tests.matches.pages import Browser, iter_control_fields


class Visitor(Browser):
    """A browser of somebody who is signed in; the one letter that he needs brings the link for that."""

    def __init__(self, club: Club, name: str) -> None:
        super().__init__(f"http://127.0.0.1:{club.host.web}")
        self.club, self.name, self.address = club, name, f"{name.lower()}@example.org"

    def signs_in(self) -> Visitor:
        self.get("/sign-in")
        self.presses("Send me a link", {"address": self.address})
        letter = self.club.relay.wait_for_letter(self.address, lambda one: "/sign-in/" in words(one))
        found = re.search(r"http://\S+(/sign-in/\S+)", words(letter))
        assert found
        self.get(found[1])
        self.presses("Sign in now")
        self.get("/account")
        self.presses("Save", {"name": self.name, "attach_pdf": None})
        return self

    def presses(self, button: str, given: Mapping[str, str | None] | None = None) -> str:
        """Presses the button of these words; gives what the page that comes says. What is filled in is called as its
        form calls it, or as the page does."""
        pressed, form = self.find_button(button)
        filled = {find_control(form, what).mem_id: value for what, value in (given or {}).items()}
        values = [(name, value) for name, value in iter_filled_fields(form, filled) if value is not None]
        if pressed.attributes.get("name"):
            values.append((str(pressed.attributes["name"]), pressed.attributes.get("value") or ""))
        self.club.written.append("\n".join([button, *(given or {}), *filter(None, (given or {}).values())]))
        target = urljoin(self.url, form.attributes.get("action") or "")
        data = urlencode(values)
        if (form.attributes.get("method") or "get").lower() == "get":
            self.arrive(Request(f"{target.partition('?')[0]}?{data}"))
        else:
            self.arrive(Request(target, data.encode(), {"Referer": self.url}))
        return self.says

    def arrive(self, request: Request) -> HTMLParser:
        """Return what cannot be done is a page, too."""
        try:
            return super().arrive(request)
        except HTTPError as error:
            self.page = HTMLParser(error.read().decode())
            return self.page

    def find_button(self, button: str) -> tuple[Node, Node]:
        """A button and the form that it sends."""
        every = {one.text(strip=True): one for one in reversed(self.page.css("button"))}
        begin = [one for text, one in every.items() if text.startswith(button)]
        assert begin, f"{self.url} has no button “{button}” among {[*every]}"
        found = every.get(button, begin[-1])
        form = found
        while form.tag != "form":
            assert form.parent is not None
            form = form.parent
        return found, form

    def sees(self, path: str) -> str:
        self.get(path)
        return self.says

    def file(self, path: str) -> bytes:
        """Return what a link downloads."""
        with self.opener.open(urljoin(self.root, path), timeout=PATIENCE) as response:
            found: bytes = response.read()
            return found

    @property
    def says(self) -> str:
        """The words of the page, a blank between any two."""
        main = self.page.css_first("main") or self.page.body
        assert main is not None
        text = " ".join(main.text(separator=" ").split())
        self.club.seen.append(text)
        return text


def iter_filled_fields(form: Node, filled: Mapping[int, str | None]) -> Iterator[tuple[str, str | None]]:
    """The controls of a form in order, several of one name too, with what is filled in or stands there."""
    for node in form.css("[name]"):
        if node.mem_id in filled:
            ticked = node.attributes.get("type") == "checkbox" and filled[node.mem_id]
            yield (
                str(node.attributes["name"]),
                (node.attributes.get("value") or "on") if ticked else filled[node.mem_id],
            )
        else:
            yield from iter_control_fields(node)


def find_control(form: Node, what: str) -> Node:
    """The control that a form calls so, or the page, by the words before it."""
    if named := form.css_first(f'[name="{what}"]'):
        return named
    for group in form.css("label, div.sentence"):
        inner = group.css_first("[name]")
        words = group.css("span.word") or [group]
        said = " ".join(" ".join(word.text(separator=" ").split()) for word in words)
        if inner is not None and (said == what or (group.tag == "label" and said.startswith(what))):
            return inner
    raise AssertionError(f"the form has nothing called “{what}”")
