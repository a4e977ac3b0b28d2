"""One person at several seats of a game, for teaching and for playing alone: each desk is one seat's."""

from __future__ import annotations

from datetime import datetime

from pbem.games.phases import phase_turns
from pbem.games.rules import Rules
from tests.games.party import open_party
from tests.web.conftest import Site

ADA = "ada@example.org"


def test_who_holds_several_seats_plays_each_at_its_own_desk(site: Site, present: datetime) -> None:
    """Whatever is sent from a desk is for its seat, and one stays there."""
    party = open_party(site.store, present, Rules(seats_each=2))
    ada = site.browser(ADA)
    for code in ("RED", "BLU"):
        ada.get("/games/verdun")
        ada.give("join", seat=code)
    assert "Your desk: Red" in ada.words and "Your desk: Blue" in ada.words
    for code, bid in (("BLU", "3"), ("RED", "5")):
        page = ada.get("/games/verdun")
        desk = next(
            a.attributes["href"] for a in page.css("a.button") if f"seat={code}" in (a.attributes["href"] or "")
        )
        ada.get(desk or "")
        form = ada.form("/games/verdun/seat/orders")
        assert f"seat={code}" in (form.attributes["action"] or "")
        sent = {**ada.form_fields("/games/verdun/seat/orders"), "text": [f"bid {bid}"]}
        ada.arrive(ada.client.post(form.attributes["action"] or "", data=sent), desk or "", 200)
        assert f"seat={code}" in ada.url
    with site.store.read_session() as session:
        given = {seat.code: turn.orders for turn, seat in phase_turns.list_turns(session, party.phase(session))}
    assert "BID 3" in given["BLU"] and "BID 5" in given["RED"]


def test_a_seat_of_somebody_else_is_nobodys_desk(site: Site, present: datetime) -> None:
    """What an address says is looked for among one's own seats alone."""
    open_party(site.store, present)
    ada, bob = site.browser(ADA), site.browser("bob@example.org")
    for browser, code in ((ada, "RED"), (bob, "BLU")):
        browser.get("/games/verdun")
        browser.give("join", seat=code)
    bob.get("/games/verdun/seat?seat=RED")
    heading = bob.page.css_first("h1 span")
    assert heading and heading.text().startswith("Blue")
    site.browser("eve@example.org").get("/games/verdun/seat?seat=RED", 403)


def test_the_front_page_has_a_row_for_each_seat(site: Site, present: datetime) -> None:
    """Orders for one of them leave what the other one owes to be seen, and each row leads to its own desk."""
    open_party(site.store, present, Rules(seats_each=2))
    ada = site.browser(ADA)
    for code in ("RED", "BLU"):
        ada.get("/games/verdun")
        ada.give("join", seat=code)
    site.browser("bob@example.org").get("/games/verdun")
    for code in ("BLU", "RED"):
        ada.get("/")
        rows = [row.text(separator=" ") for row in ada.page.css("table.games")[0].css("tbody tr")]
        assert len(rows) == 2 and any("as Red" in row for row in rows) and any("as Blue" in row for row in rows)
        links = [a.attributes["href"] or "" for a in ada.page.css("table.games")[0].css("td:first-child a")]
        ada.get(next(link for link in links if f"seat={code}" in link))
        heading = ada.page.css_first("h1 span")
        assert heading and heading.text().startswith({"BLU": "Blue", "RED": "Red"}[code])
