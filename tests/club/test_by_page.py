"""A club's evening by page alone (docs/evening.md), on a real server: every button as it stands on its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.members import Club
from tests.club.told import shown_in_docs
from tests.club.visitors import Visitor
from tests.hosting import Host, Relay

pytestmark = pytest.mark.slow
GAME, LEAD, DESK = "/games/marche", "/games/marche/master", "/games/marche/seat"
People = dict[str, Visitor]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    relay = Relay()
    relay.controller.start()
    yield Club(Host(tmp_path / "instance", relay), relay)
    relay.controller.stop()


def test_an_evening_by_page(club: Club) -> None:
    """The same evening as by letter; what is more is a league."""
    with club.host.serving():
        people = {name: Visitor(club, name).signs_in() for name in ("Anna", "Bert", "Cleo", "Dora", "Emil")}
        gather(people)
        play_a_turn(club, people)
        take_over(club, people)
        vote_for_time(people)
        put_right(people)
        end(people)
        prove(people)
        hold_a_league(people)
        be_forgotten(people)
    assert shown_in_docs("By page", club) == []


def gather(people: People) -> None:
    """Anna opens a game, and the word of it brings the others."""
    anna = people["Anna"]
    anna.get("/new?engine=europax")
    told = anna.presses(
        "Open the game",
        {"Name of the game": "marche", "pace": "daily 20:00", "zone": "Europe/Paris"}
        | {"PLAYERS": "3", "SEATING": "draw", "OPEN": "invited", "GRACE": "0"},
    )
    anna.get(LEAD)
    anna.presses("Make a word")
    word = re.search(r"/games/marche\?word=(\w+)", anna.sees(LEAD))
    assert word
    for name in ("Bert", "Cleo", "Dora"):
        people[name].get(f"{GAME}?word={word[1]}")
        told = people[name].presses("Join")
    assert "Your desk" in told
    assert "Bert" in anna.sees(GAME)
