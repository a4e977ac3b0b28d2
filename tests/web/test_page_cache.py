"""Pages that are kept: sent as they were drawn to who drew them, to nobody else, and no longer than they are true."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.people import people
from pbem.games.rules import Rules, dump_rules
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.storage.database import Store
from pbem.web.http import page_cache
from tests.games.party import Party, play_advised_party, start_party
from tests.web.conftest import Browser, Site

TOKEN = re.compile(r'name="(csrf_token|key)" value="[^"]*"')


@pytest.fixture(autouse=True)
def proved() -> None:
    """Here copies are really sent."""


def fetch_page_text(browser: Browser, url: str) -> str:
    response = browser.client.get(url)
    return f"{response.status_code} {TOKEN.sub('', response.data.decode('latin-1'))}"


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(), Rules(open_to="invited", anonymous=True)])
def test_nobody_gets_what_was_drawn_for_another(
    site: Site, present: datetime, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of all seats, a stranger and somebody who does not play reads what he would read if nothing were kept,
    whoever has read the same address before him."""
    party = start_party(site.store, present, rules)
    for bid, code in enumerate(("RED", "BLU"), 1):
        party.submit(code, f"BID {bid}", present)
    names = ("red", "blue", "master", "outsider")
    readers = [site.browser(f"{name}@example.org") for name in names] + [site.browser()]
    urls = [f"/games/verdun{rest}" for rest in ("", "/seat", "/phases/1.pdf")] + ["/"]
    with monkeypatch.context() as never:
        never.setattr(page_cache.Shelf, "get", lambda *_: None)
        alone = [[fetch_page_text(reader, url) for url in urls] for reader in readers]
    assert len({page for pages in alone for page in pages[:2]}) > 6, "they all read the same"
    for order in (readers, readers[::-1]):
        found = {id(reader): [fetch_page_text(reader, url) for url in urls] for reader in order}
        assert [found[id(reader)] for reader in readers] == alone


def test_a_seat_that_changes_hands_takes_no_page_along(site: Site, present: datetime) -> None:
    """Who left reads what everybody reads, at once; who came does not read what was private before him."""
    party = start_party(site.store, present)
    with site.store.write_session() as session:
        press.post_press(session, party.game(session), party.seat(session, "BLU"), ["RED"], "our secret", present, "k")
    red, new = site.browser("red@example.org"), site.browser("new@example.org")
    for _ in range(2):
        red.get("/games/verdun/seat")
        assert "our secret" in red.words
    later = present + timedelta(minutes=1)
    with site.store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "RED"), later)
        seats.join_game(
            session, party.game(session), people.get_or_register_player(session, "new@example.org", later), (), later
        )
    red.get("/games/verdun/seat", 403)
    new.get("/games/verdun/seat")
    assert "our secret" not in new.words


def test_who_signs_out_reads_nothing_any_more(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    red.send("/sign-out")
    assert red.client.get("/games/verdun/seat").status_code in (302, 303)


def test_a_page_is_sent_compressed_with_a_token_of_its_own(site: Site, present: datetime) -> None:
    """Made once, sent twice; each with what lets its forms be sent."""
    start_party(site.store, present)
    red, blue = site.browser("red@example.org"), site.browser("blue@example.org")
    for browser in (red, blue):
        plain = browser.client.get("/games/verdun/seat")
        packed = browser.client.get("/games/verdun/seat", headers={"Accept-Encoding": "gzip, br"})
        assert packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
        page = gzip.decompress(packed.data).decode()
        assert TOKEN.sub("", page) == TOKEN.sub("", plain.get_data(as_text=True)) and page_cache.MARK not in page
        keys = [re.findall(r'name="key" value="(\w+)"', text) for text in (page, plain.get_data(as_text=True))]
        assert keys[0] and keys[0] != keys[1]
    red.get("/games/verdun/seat")
    red.get("/games/verdun/seat")
    red.give("press", text="from a page that was kept", to=["*"])
    blue.get("/games/verdun/seat")
    assert "from a page that was kept" in blue.words


def test_a_stranger_is_told_that_nothing_is_new(site: Site, present: datetime) -> None:
    """Until something is."""
    party = start_party(site.store, present)
    client = site.browser().client
    tag = client.get("/games/verdun").headers["ETag"]
    assert client.get("/games/verdun", headers={"If-None-Match": tag}).status_code == 304
    party.ready("RED", present)
    assert client.get("/games/verdun", headers={"If-None-Match": tag}).status_code == 200
    assert "ETag" not in site.browser("red@example.org").client.get("/games/verdun").headers


@pytest.mark.slow
def test_a_map_is_its_readers_alone(site: Site, sqlite: Store, present: datetime) -> None:
    """Its address lets a browser keep it for good; to others it is worth no more than the page is."""
    party = play_advised_party(sqlite, "diplomacy", 1, present)
    stranger, other = site.browser(), site.browser("eve@example.org")
    at = address(stranger)
    found = stranger.client.get(at)
    assert found.mimetype == "image/svg+xml" and "immutable" in found.headers["Cache-Control"]
    assert found.data == other.client.get(at).data, "of a game that all may see all may draw it"
    close(party)
    assert other.client.get(at).status_code == other.client.get(at.replace("-", "-0")).status_code == 404
    assert stranger.client.get(at).data == found.data, "he has been shown it"


@pytest.mark.slow
def test_a_map_is_compressed_when_it_is_asked_for(site: Site, sqlite: Store, present: datetime) -> None:
    """Not for each page on which it stands; and once."""
    play_advised_party(sqlite, "diplomacy", 1, present)
    browser = site.browser()
    at = address(browser)
    tag = at.partition("v=")[2].partition("-")[0]
    with site.app.app_context():
        shelf = page_cache.picture_shelf()
    assert isinstance(shelf.get(tag), page_cache.File)
    packed = browser.client.get(at, headers={"Accept-Encoding": "gzip"}).data
    kept = shelf.get(tag)
    assert isinstance(kept, page_cache.Copy) and kept.tag == tag and kept.size < len(packed)
    assert gzip.decompress(packed) == browser.client.get(at).data
    browser.get("/games/verdun")
    assert shelf.get(tag) is kept and shelf.used == sum(one.size for one in shelf.copies.values())


def address(browser: Browser) -> str:
    browser.get("/games/verdun")
    picture = browser.page.css_first("figure.map img")
    assert picture is not None and picture.attributes["src"] and (picture.attributes["alt"] or "").count(":") >= 7
    return picture.attributes["src"]


def close(party: Party) -> None:
    """From now on the game is for those who were invited."""
    with party.store.write_session() as session:
        party.game(session).rules = dump_rules(Rules(open_to="invited"))


# --- as they are kept ---------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=40), min_size=1, max_size=5), st.text(st.characters(codec="ascii"), max_size=20))
def test_a_page_comes_out_as_it_went_in(pieces: Sequence[str], token: str) -> None:
    copy = page_cache.Copy.from_page(f"{page_cache.MARK}form".join(pieces))
    fill = {"form": token}
    assert copy.fill_blanks(fill) == gzip.decompress(copy.fill_gzipped(fill)) == token.join(pieces).encode()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 60)), max_size=40))
def test_copies_take_no_more_room_than_they_have(put: Sequence[tuple[int, int]]) -> None:
    shelf = page_cache.Shelf[page_cache.File](100)
    for key, size in put:
        shelf.put(key, page_cache.File(bytes(size)))
        assert shelf.get(key) is not None
        assert shelf.used == sum(one.size for one in shelf.copies.values()) <= 100


def test_a_page_that_repeats_its_address_is_sent_as_it_is(site: Site, present: datetime) -> None:
    """Its length would tell whoever chose the address what it has in common with what is private on the page."""
    start_party(site.store, present)
    red = site.browser("red@example.org").client
    for url, packed in (("/games/verdun", True), ("/games/verdun?seat=our+secret", False)):
        assert ("Content-Encoding" in red.get(url, headers={"Accept-Encoding": "gzip"}).headers) is packed
