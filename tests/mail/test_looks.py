"""Every letter stands in every mail program: its HTML keeps to what all of them know. Of every kind of letter that is
shown in `test_every_letter`, where all are painted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import render
from pbem.render.to_mail import render_mail_paragraphs
from tests.mail.conftest import Office
from tests.mail.html_rules import faults
from tests.mail.test_pictures import diplomacy, html
from tests.render.eyes import contrast

CSS = Path(__file__).parents[2] / "templates" / "mail" / "letter.css"


def test_a_letter_with_a_picture_keeps_them(office: Office) -> None:
    diplomacy(office)
    page = html(office.paint_letter(office.outbox("france@example.org", "started")[-1]))
    assert faults(page) == [] and "<img" in page


WRONG = {
    "<div>": "<div>x</div>",
    "a word of": f"<p>{'x' * 30}</p>",
    "white-space on <p>": '<p style="white-space: pre">x</p>',
    "padding on <p>": '<p style="padding: 4px">x</p>',
    "font-size: 11px": '<p style="font-size: 11px">x</p>',
    "margin: 0 auto": '<p style="margin: 0 auto">x</p>',
    "<table> without border": '<table cellpadding="0" cellspacing="0"></table>',
    "a picture from elsewhere": '<img src="https://x.example/a.png" width="5" alt="x">',
    "a picture 900": '<img src="cid:a" width="900" alt="x">',
    "a style sheet that is not": "<style>p { color: #111111; }</style>",
    "a style sheet that Gmail": f"<style>@media (prefers-color-scheme: dark) {{ /*{'x' * 9000}*/ }}</style>",
    "is left open": "<p>x",
    "a link to": '<a href="javascript:x">x</a>',
    "Outlook sees no": "<p>x</p>",
}


@pytest.mark.parametrize("fault", WRONG)
def test_the_rules_find_what_breaks_them(fault: str) -> None:
    assert any(fault in one for one in faults(WRONG[fault]))


READABLE = 4.5
"""The least contrast of words with their ground (WCAG 2.2, AA)."""


def test_words_can_be_read_by_day_and_by_night() -> None:
    """In every pair of colours that the style sheet makes: those of a class, or with the letter's own. The ground of a
    swatch is its seat's."""
    day, _, night = re.sub(r"/\*.*?\*/", "", CSS.read_text("utf-8"), flags=re.DOTALL).partition("@media")
    usual, changed = looks(day), looks(night.partition("{")[2])
    assert usual and changed
    for colours in (usual, {name: usual.get(name, {}) | changed.get(name, {}) for name in {*usual, *changed}}):
        for name in colours.keys() - {".swatch"}:
            pair = colours[".ground"] | colours[name]
            assert contrast(pair["color"], pair["background-color"]) >= READABLE, (name, pair)


def looks(sheet: str) -> dict[str, dict[str, str]]:
    """The colours of each class or element of a style sheet."""
    found: dict[str, dict[str, str]] = {}
    for names, inside in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        colours = dict(re.findall(r"(?<![\w-])(color|background-color):\s*(#[0-9a-f]{6})", inside))
        for name in map(str.strip, names.split(",")):
            found |= {name: found.get(name, {}) | colours} if colours else {}
    return found


def test_text_stays_as_it_was_written() -> None:
    """Its lines, the blanks before them, its addresses; none of it is taken for HTML."""
    painted = render_mail_paragraphs("A <b> & “c”:\n    BUD - SER\n\nSee https://x.example/a?b=1&c=2.")
    assert painted.splitlines() == [
        "<p>A &lt;b&gt; &amp; “c”:<br>&nbsp;&nbsp;&nbsp;&nbsp;BUD - SER</p>",
        '<p>See <a href="https://x.example/a?b=1&amp;c=2">https://x.exampl<wbr>e/a?b=1&amp;c=2</a>.</p>',
    ]
    assert "".join(render_mail_paragraphs("y" * 60).split("<wbr>")) == f"<p>{'y' * 60}</p>"
    assert render.render_mail_html(()) == ""
