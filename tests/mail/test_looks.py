"""Every letter stands in every mail program: its HTML keeps to what all of them know."""

from __future__ import annotations

from itertools import product

import pytest

from pbem import render
from pbem.mail.compose import compose
from pbem.play import people, sign_in
from pbem.render.to_mail import paragraphs
from tests.mail.conftest import Office
from tests.mail.html_rules import faults
from tests.mail.test_every_letter import SAMPLES, party, readers, row, written
from tests.mail.test_pictures import diplomacy, html
from tests.play.party import MASTER, Party

__all__ = ["party"]
LONG_WORDS = f"Look: https://x.example/{'y' * 90}, {'z' * 70}."


@pytest.mark.parametrize("name", SAMPLES)
def test_every_letter_keeps_the_rules(office: Office, party: Party, name: str) -> None:
    """P13: of every kind, in both languages, with its pictures."""
    found = dict[str, str]()
    with office.store.write() as session:
        known = written(session, party, f"Look: https://x.example/{'y' * 90}", office.now)
        sign_in.start_by_letter(session, office.config.limits, people.player(session, MASTER, office.now), office.now)
        phase = party.phase(session)
        for (player, seat), data in product(readers(session, party, office.now), SAMPLES[name]):
            queued = row(name, known.get(name, data), party, player, seat, phase, office.now)
            session.add(queued)
            session.flush()
            letter = compose(session, office.config, queued)
            found |= dict.fromkeys(faults(html(letter)), str(letter["Subject"]))
    assert found == {}


def test_a_letter_with_a_picture_keeps_them(office: Office) -> None:
    diplomacy(office)
    page = html(office.painted(office.outbox("france@example.org", "started")[-1]))
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
    "a style sheet": "<style>p { color: #111111; }</style>",
    "is left open": "<p>x",
    "a link to": '<a href="javascript:x">x</a>',
    "Outlook sees no": "<p>x</p>",
}


@pytest.mark.parametrize("fault", WRONG)
def test_the_rules_find_what_breaks_them(fault: str) -> None:
    assert any(fault in one for one in faults(WRONG[fault]))


def test_text_stays_as_it_was_written() -> None:
    """Its lines, the blanks before them, its addresses; none of it is taken for HTML."""
    painted = paragraphs("A <b> & “c”:\n    BUD - SER\n\nSee https://x.example/a?b=1&c=2.")
    assert painted.splitlines() == [
        "<p>A &lt;b&gt; &amp; “c”:<br>&nbsp;&nbsp;&nbsp;&nbsp;BUD - SER</p>",
        '<p>See <a href="https://x.example/a?b=1&amp;c=2">https://x.exampl<wbr>e/a?b=1&amp;c=2</a>.</p>',
    ]
    assert "".join(paragraphs("y" * 60).split("<wbr>")) == f"<p>{'y' * 60}</p>"
    assert render.mail(()) == ""
