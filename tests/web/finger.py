"""A finger on a desk: of the buttons that the page shows it presses the one that says most of what is meant."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node


def buttons(page: HTMLParser, name: str) -> list[str]:
    """The values of the buttons of this name that can be pressed."""
    found = page.css(f"button[name={name}]")
    return [node.attributes.get("value") or "" for node in found if "aria-disabled" not in node.attributes]


def standing(page: HTMLParser) -> list[str]:
    """The orders in the list of a desk."""
    return buttons(page, "take")


def text_so_far(page: HTMLParser) -> str:
    """Return what the page says is said so far."""
    field = page.css_first("input[name=so]")
    return (field.attributes.get("value") or "") if field else ""


def is_beginning(said: str, text: str) -> bool:
    return f"{text} ".startswith(f"{said} ")


def press(page: HTMLParser, text: str) -> dict[str, str] | None:
    """Return what is pressed next to say this; None: no button leads there."""
    if text in buttons(page, "give"):
        return {"give": text}
    says = [said for said in buttons(page, "say") if said and is_beginning(said, text) and said != text_so_far(page)]
    further = [*says, *(" ".join(pair) for pair in numbers(page, text))]
    longest = max(further, key=len, default="")
    if len(longest) <= len(text_so_far(page)) and text_so_far(page):
        return None
    if longest in says:
        return {"say": longest}
    return next(({"before": b, "number": n} for b, n in numbers(page, text) if f"{b} {n}" == longest), None)


def numbers(page: HTMLParser, text: str) -> Iterator[tuple[str, str]]:
    """The fields for a number that the text goes through, with the number."""
    for form in page.css("form.number"):
        before, field = (form.css_first(f"input[name={name}]") for name in ("before", "number"))
        said = value(before)
        after = text[len(said) :].split()
        if is_beginning(said, text) and after and after[0].isdecimal() and is_allowed_number(field, int(after[0])):
            yield said, after[0]


def value(node: Node | None) -> str:
    return (node.attributes.get("value") or "") if node else ""


def is_allowed_number(node: Node | None, number: int) -> bool:
    """Return whether a browser would send it."""
    found = node.attributes if node else {}
    low, high, step = (int(found.get(name) or 0) for name in ("min", "max", "step"))
    return low <= number <= high and (number - low) % (step or 1) == 0
