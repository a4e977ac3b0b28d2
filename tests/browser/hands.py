"""Hands at a desk: a finger, a mouse, a keyboard, and a browser without scripts. They know no game.

A hand is told a whole order and presses what leads to it: of what the page shows the thing whose value says most of
what is meant, a place of the board first if it is told so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

from selectolax.lexbor import LexborHTMLParser as HTMLParser

from engines.language import CompiledGrammar, Completion, complete_order
from engines.language.walking import first_steps
from tests.web import finger

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
MOST_PRESSES = 60
MOST_STOPS = 300
NEAR = 6
"""Steps that one takes to a number rather than writing it."""
DEEP = 3
"""Words that are looked through for the next place of the board, as a person who clicks there means them."""
LOOKED = "addEventListener('pointerdown', () => { window.pressedAt = scrollY; }, true)"
"""Where the page stood when a finger came down."""
SPOT = """node => {
  const svg = node.closest('svg'), box = node.getBoundingClientRect(), frame = (svg ?? node).getBoundingClientRect();
  const [left, top] = [Math.max(box.left, frame.left, 0), Math.max(box.top, frame.top, 0)];
  const [right, low] = [Math.min(box.right, frame.right, innerWidth), Math.min(box.bottom, frame.bottom, innerHeight)];
  const hit = [];
  for (let i = 1; i < 16; i++) for (let j = 1; j < 16; j++) {
    const [x, y] = [left + (right - left) * i / 16, top + (low - top) * j / 16];
    if (right > left && low > top && node.contains(document.elementFromPoint(x, y))) hit.push([x, y]);
  }
  const within = hit.filter(([x, y]) => [[1, 0], [-1, 0], [0, 1], [0, -1]].every(
    ([dx, dy]) => node.contains(document.elementFromPoint(x + dx, y + dy))));
  const [cx, cy] = [0, 1].map((n) => hit.reduce((sum, at) => sum + at[n], 0) / hit.length);
  const among = within.length ? within : hit;
  return among.sort((a, b) => Math.hypot(a[0] - cx, a[1] - cy) - Math.hypot(b[0] - cx, b[1] - cy))[0] ?? null;
}"""
"""The middle of what can be hit of a thing, on the screen, off its edge if it is wide enough: a browser rounds where a
finger comes down. null if nothing of it can be hit."""
BEARING = """node => {
  const boxes = [document.activeElement, node].map((one) => one.getBoundingClientRect());
  const [from, to] = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  return document.activeElement === node ? null : [to[0] - from[0], to[1] - from[1]];
}"""
"""Where a thing lies from where the focus is; null if it has it."""
AHEAD = "n => n === document.activeElement ? 0 : document.activeElement.compareDocumentPosition(n) & 4 ? 1 : -1"


@dataclass
class Hand:
    """One that presses. `presses`: how often it did; `back`: how often it had to scroll up for it; `hits`: places of
    the board that it pressed; `missed`: those it could not."""

    page: Any
    presses: int = 0
    back: int = 0
    hits: int = 0
    missed: list[str] = field(default_factory=list)
    device: ClassVar[dict[str, Any]] = DESKTOP

    def read_page(self) -> HTMLParser:
        return HTMLParser(self.page.content())

    def press(self, control: Any) -> None:
        """Presses what leads on, and waits for what comes; what is folded around it is opened first."""
        for fold in control.locator("xpath=ancestor::details[not(@open)]/summary").all():
            self.press_once(fold)
        with self.wait_for_answer():
            self.press_once(control)

    def press_once(self, control: Any) -> None:
        self.presses += 1
        before = self.page.evaluate("scrollY")
        self.touch(control)
        self.back += self.page.evaluate("window.pressedAt ?? Infinity") < before - 1

    @contextmanager
    def wait_for_answer(self) -> Iterator[None]:
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            yield
        self.page.wait_for_selector("#desk:not([aria-busy])")

    def touch(self, control: Any) -> None:
        control.click()

    def number(self, form: Any, number: int) -> None:
        """Sets the field for a number and takes it: step by step if it is near, else by the digits of a keypad."""
        field, steps = form.locator("input[type=number]"), form.locator('button[type="button"]')
        if abs(number - int(field.input_value())) > NEAR:
            self.press_once(field)
            field.fill(str(number))
        while (now := int(field.input_value())) != number:
            self.press_once(steps.last if now < number else steps.first)
        self.press(form.locator("button:not([type])"))

    def point(self, place: Any) -> bool:
        """Presses a place of the board; whether it could be hit."""
        for block in ("nearest", "center"):
            place.evaluate("(node, block) => (node.closest('svg') ?? node).scrollIntoView({block})", block)
            if spot := place.evaluate(SPOT):
                break
        if spot:
            self.presses += 1
            with self.wait_for_answer():
                self.strike(*spot)
        return bool(spot)

    def strike(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


class Mouse(Hand):
    """At 1280 px."""


class Finger(Hand):
    """On a phone of 390 px."""

    device = PHONE

    def touch(self, control: Any) -> None:
        control.tap()

    def strike(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Keys(Hand):
    """Tab, arrows, Enter and Space."""

    def touch(self, control: Any) -> None:
        self.reach(control)
        self.page.keyboard.press("Enter" if self.presses % 2 else "Space")

    def reach(self, control: Any) -> None:
        """Tabs forwards or backwards until the focus is there."""
        node, keys = control.element_handle(), [""]
        for _ in range(MOST_STOPS):
            side = self.page.evaluate(AHEAD, node)
            if not side:
                return
            keys.append("Tab" if side > 0 else "Shift+Tab")
            assert sum(a != b for a, b in pairwise(keys)) < 5, f"Tab does not lead to {node}"
            self.page.keyboard.press(keys[-1])
        raise AssertionError(f"{node} is behind more than {MOST_STOPS} stops")

    def number(self, form: Any, number: int) -> None:
        field = form.locator("input[type=number]")
        self.reach(field)
        while (now := int(field.input_value())) != number:
            self.page.keyboard.press("ArrowUp" if now < number else "ArrowDown")
        self.press(form.locator("button:not([type])"))

    def point(self, place: Any) -> bool:
        """By arrows from the one place of the board that is a stop."""
        self.reach(self.page.locator('#board a.pick[tabindex="0"], #board button.face-up[tabindex="0"]').first)
        node, met = place.element_handle(), set()
        while way := self.page.evaluate(BEARING, node):
            here = self.page.evaluate("document.activeElement.dataset.at ?? document.activeElement.value")
            keys = ["ArrowRight" if way[0] > 0 else "ArrowLeft", "ArrowDown" if way[1] > 0 else "ArrowUp"]
            key = next((k for k in (keys if abs(way[0]) > abs(way[1]) else keys[::-1]) if (here, k) not in met), "")
            if not key:
                return False
            met.add((here, key))
            self.page.keyboard.press(key)
        self.presses += 1
        with self.wait_for_answer():
            self.page.keyboard.press("Enter")
        return True


class Plain(Hand):
    """A browser without scripts: every press is another page."""

    device: ClassVar[dict[str, Any]] = {**PHONE, "java_script_enabled": False}

    def press_once(self, control: Any) -> None:
        self.presses += 1
        self.touch(control)

    @contextmanager
    def wait_for_answer(self) -> Iterator[None]:
        with self.page.expect_navigation():
            yield

    def number(self, form: Any, number: int) -> None:
        form.locator("input[type=number]").fill(str(number))
        self.press(form.locator("button"))


HANDS: dict[str, type[Hand]] = {"tap": Finger, "click": Mouse, "keys": Keys, "plain": Plain}


# --- what is pressed ----------------------------------------------------------------------------------------------


def say(hand: Hand, grammar: CompiledGrammar, text: str, *, board: bool) -> None:
    """Presses until an order stands. `board`: on places of the board wherever the order goes through one."""
    pointed = set()
    for _ in range(MOST_PRESSES):
        page = hand.read_page()
        if text in finger.standing(page):
            return
        so = finger.text_so_far(page)
        if board and so not in pointed:
            pointed.add(so)
            before = page_standing(hand)
            if at_board(hand, places(grammar, complete_order(grammar, so), text)):
                assert page_standing(hand) != before, f"a place of the board does nothing behind “{so}”"
                continue
        pressed = finger.press(page, text) or find_thing_to_press(page, grammar, text)
        assert pressed, f"no button leads to {text} behind “{so}”"
        follow(hand, pressed)
    raise AssertionError(f"{text} is not said after {MOST_PRESSES} presses")


def page_standing(hand: Hand) -> tuple[str, str, list[str]]:
    """Return what a press on the board may change: where the page is, the sheet, and what is ordered."""
    return hand.page.url, hand.page.locator("#sheet").text_content(), finger.standing(hand.read_page())


def follow(hand: Hand, pressed: dict[str, str]) -> None:
    """Presses a button by what it sends."""
    if "number" in pressed:
        field = f"input[name=before][value={json.dumps(pressed['before'])}]"
        hand.number(hand.page.locator(f"form.number:has({field})"), int(pressed["number"]))
        return
    name, value = next(iter(pressed.items()))
    button = f"button[name={name}][value={json.dumps(value)}]:not([aria-disabled])"
    found = hand.page.locator(f"#sheet {button}")
    hand.press((found if found.count() else hand.page.locator(button)).first)


def at_board(hand: Hand, at: Sequence[str]) -> bool:
    """Presses the first of some places that the board offers; whether it could."""
    for one in at:
        name = json.dumps(one)
        place = hand.page.locator(f"#board a.pick[data-at={name}]:visible, #board button.face-up[value={name}]")
        if place.count():
            hit = hand.point(place.first)
            hand.hits += hit
            hand.missed += [] if hit else [one]
            return hit
    return False


def find_thing_to_press(page: HTMLParser, grammar: CompiledGrammar, text: str) -> dict[str, str] | None:
    """Return where several sentences are about a thing, the thing is pressed first."""
    about = places(grammar, complete_order(grammar, ""), text)
    return next(({"at": at} for at in finger.buttons(page, "at") if at in about), None)


def places(grammar: CompiledGrammar, found: Completion, text: str, deep: int = DEEP) -> tuple[str, ...]:
    """The places that a sentence goes through next, if need be behind a few words; none if a place means another."""
    for step in found.steps:
        plain = [choice for choice in step.open_choices if not choice.group]
        touching = {step.with_choice(choice.code): choice.at for choice in plain if choice.at}
        if at := next((at for way, at in touching.items() if finger.is_beginning(way, text)), None):
            return at
        behind = () if touching or not deep else tuple(first_steps(Completion("", steps=(step,))))
        for way in behind:
            if finger.is_beginning(way, text) and (at := places(grammar, complete_order(grammar, way), text, deep - 1)):
                return at
    return ()


def ready(hand: Hand) -> None:
    """Says that the turn is done, and means it if the page asks."""
    hand.press(hand.page.locator("#ready button"))
    if hand.page.locator("#surely").count():
        hand.press(hand.page.locator("#surely"))
