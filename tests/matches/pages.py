"""A browser without JavaScript on a real connection: it reads pages, fills in their forms, and keeps cookies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

from engines.language.ask import Ask, Many, Number, OneOf, Order, Part, Pick
from pbem.web.form import USED, controls, fields, names, unmistakable


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
        found = [
            f for f in self.page.css("form") if urljoin(self.url, f.attributes.get("action") or "").endswith(action)
        ]
        assert found, f"{self.url} has no form for {action}"
        return found[0]

    def send(self, action: str, given: Mapping[str, str] | None = None) -> HTMLParser:
        """Sends a form as it stands, with some of its controls filled in."""
        form = self.form(action)
        values = {**contents(form), **(given or {})}
        target = urljoin(self.url, form.attributes.get("action") or "")
        data = urlencode([(k, v) for k, v in values.items() if v is not None]).encode()
        return self.arrive(Request(target, data, {"Referer": self.url}))


def contents(form: Node) -> dict[str, str]:
    """What a browser would send for a form that nobody touched."""
    return dict(sent(form))


def sent(form: Node) -> Iterator[tuple[str, str]]:
    for node in form.css("input, select, textarea"):
        name, kind = node.attributes.get("name"), node.attributes.get("type") or "text"
        if not name:
            continue
        if node.tag == "select":
            chosen = [o for o in node.css("option") if "selected" in o.attributes] or node.css("option")[:1]
            yield name, (chosen[0].attributes.get("value") or "") if chosen else ""
        elif node.tag == "textarea":
            yield name, node.text().removeprefix("\n")
        elif kind not in ("checkbox", "radio", "submit", "button") or "checked" in node.attributes:
            yield name, node.attributes.get("value") or ""


def offered(form: Node) -> dict[str, set[str]]:
    """The controls of a form by name, with the values they take; an empty set takes any."""
    found: dict[str, set[str]] = {}
    for node in form.css("input, select, textarea"):
        name = node.attributes.get("name") or ""
        values = {o.attributes.get("value") or "" for o in node.css("option")} if node.tag == "select" else set()
        if node.attributes.get("type") in ("radio", "checkbox"):
            values = {node.attributes.get("value") or "on"}
        found.setdefault(name, set()).update(values)
    return found


# --- an order as controls that are filled in ---------------------------------------------------------------------


def filled(ask: Ask, orders: Sequence[Order], form: Node) -> tuple[dict[str, str], list[Order]]:
    """The values for as many orders as the form has room for, and those for which it has none."""
    room, taken = offered(form), contents(form)
    values: dict[str, str] = {}
    left = []
    for order in orders:
        for name in places(ask, order):
            wanted = dict(sentence(ask, order, name))
            free = not any(k == name or k.startswith(f"{name}.") for k, v in {**taken, **values}.items() if v)
            if free and all(k in room and (not room[k] or v in room[k]) for k, v in wanted.items()):
                values.update(wanted)
                break
        else:
            left.append(order)
    return values, left


def line_of(ask: Ask, order: Order) -> int:
    from pbem.web.form import says

    return next(n for n, line in enumerate(ask.lines) if says(line, order))


def places(ask: Ask, order: Order) -> list[str]:
    """The sentences of the form in which an order can stand."""
    n = line_of(ask, order)
    return names(n, ask.lines[n])


def sentence(ask: Ask, order: Order, name: str) -> Iterator[tuple[str, str]]:
    parts = ask.lines[line_of(ask, order)].parts
    shown = tuple(fields(parts, name, {}))
    if not controls(shown):
        yield name, "on"
    elif not unmistakable(parts, shown):
        yield f"{name}.{USED}", "on"
    yield from values_of(parts, name, order.args)


def values_of(parts: Sequence[Part], prefix: str, args: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for part in parts:
        match part:
            case Pick() if len(part.choices) == 1 and not part.choices[0].why_not:
                pass
            case Pick() | Number():
                yield f"{prefix}.{part.name}", str(args[part.name])
            case OneOf():
                said = args[part.name]
                n = part.ways.index(part.way(said["way"]))
                yield f"{prefix}.{part.name}", str(n)
                yield from values_of(part.ways[n].parts, f"{prefix}.{part.name}.{n}", said)
            case Many():
                for n, row in enumerate(args[part.name]):
                    inner = f"{prefix}.{part.name}.{n}"
                    if not unmistakable(part.parts, tuple(fields(part.parts, inner, {}))):
                        yield f"{inner}.{USED}", "on"
                    yield from values_of(part.parts, inner, row)
            case _:
                pass
