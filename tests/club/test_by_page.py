"""A club's evening by page alone (docs/evening.md), on a real server: every button as it stands on its page."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.club.members import Club
from tests.club.told import run_proof_line, shown_in_docs
from tests.club.visitors import Visitor
from tests.hosting import PATIENCE, words
from tests.size import proof_only

pytestmark = pytest.mark.slow
GAME, LEAD, DESK = "/games/marche", "/games/marche/master", "/games/marche/seat"
People = dict[str, Visitor]


def test_an_evening_begins_by_page(club: Club) -> None:
    """Until the first turn is over."""
    with club.host.serving():
        people = sign_in_members(club)
        gather(people)
        play_a_turn(people)


@proof_only
def test_an_evening_by_page(club: Club, tmp_path: Path) -> None:
    """The same evening as by letter; what is more is a league."""
    with club.host.serving():
        people = sign_in_members(club)
        gather(people)
        play_a_turn(people)
        take_over(club, people)
        vote_for_time(people)
        put_right(people)
        end(people)
        prove(people, tmp_path / "elsewhere")
        hold_a_league(people)
        be_forgotten(people)
    assert shown_in_docs("By page", club) == []


def sign_in_members(club: Club) -> People:
    return {name: Visitor(club, name).signs_in() for name in ("Anna", "Bert", "Cleo", "Dora", "Emil")}


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


def play_a_turn(people: People) -> None:
    """Bert has a deputy, Cleo gives her orders, Dora is silent when the deadline comes."""
    bert, cleo, dora, emil = (people[name] for name in ("Bert", "Cleo", "Dora", "Emil"))
    for one in (bert, cleo, dora):
        one.get(DESK)
        assert "You are ready" in one.presses("I am ready")
    reload_until_phase(bert, "Round 1")
    today = datetime.now(UTC).date()
    bert.get("/games/marche/seating")
    asked = {"Mail address": emil.address, "First day": f"{today}", "Last day": f"{today + timedelta(days=9)}"}
    assert "Emil is asked to stand in for you" in bert.presses("Ask to stand in", asked)
    emil.get(GAME)
    emil.presses("I stand in")
    emil.get(DESK)
    assert "You have ordered nothing yet" not in emil.presses("Send these lines", {"text": plan(emil)})
    emil.presses("I am ready")
    cleo.get(DESK)
    cleo.presses("Send these lines", {"text": f"{plan(cleo)}\nready"})
    cleo.get(DESK)
    assert "Shall we be friends?" in cleo.presses("Send", {"text": "Shall we be friends?", "to": "*"})
    cleo.club.deadline_comes("marche")
    reload_until_phase(dora, "Round 2")
    told = "You sent no orders for Round 1"
    assert told in dora.sees(GAME)
    # before she leaves, after which nothing of the seat is written to her
    dora.club.relay.wait_for_letter(dora.address, lambda one: told in " ".join(words(one).split()))


def plan(one: Visitor) -> str:
    """A line that the desk or the report holds out as an example."""
    found = re.search(r"For example: (PLAN \d+ \d+)", one.sees(GAME))
    assert found
    one.get(DESK)
    return found[1]


def reload_until_phase(one: Visitor, phase: str) -> None:
    """The page of the game is loaded anew until a phase is there: nobody is told by a page."""
    deadline = datetime.now(UTC) + timedelta(seconds=PATIENCE)
    while phase not in one.sees(GAME).partition("Ledger")[0].partition("orders by")[0]:
        assert datetime.now(UTC) < deadline, one.says


def take_over(club: Club, people: People) -> None:
    """Two press the same button at once."""
    dora, anna = people["Dora"], people["Anna"]
    seat = seat_of(dora)
    dora.get(DESK)
    dora.presses("Resign", {"I mean it": "yes"})
    two = [Visitor(club, name).signs_in() for name in ("Fred", "Gina")]
    anna.get(LEAD)
    anna.presses("Invite", {"addresses": ", ".join(one.address for one in two)})
    for one in two:
        one.get(GAME)
    with ThreadPoolExecutor(2) as hands:
        list(hands.map(lambda one: one.presses("Join"), two))
    got = [one for one in two if f"Your desk: {seat}" in one.sees(GAME)]
    assert len(got) == 1
    people["Late"] = got[0]


def seat_of(one: Visitor) -> str:
    return one.sees(GAME).partition("Your desk: ")[2].split()[0]


def vote_for_time(people: People) -> None:
    late, bert = people["Late"], people["Bert"]
    for one in (late, bert):
        one.get(DESK)
        told = one.presses("Vote for it", {"Proposal": "extend 24h"})
    assert "1 day" in bert.sees(GAME)
    assert told


def put_right(people: People) -> None:
    anna, cleo = people["Anna"], people["Cleo"]
    seat, line = seat_of(cleo), plan(cleo)
    anna.get(LEAD)
    code = {"Blue": "BLU", "Red": "RED", "Green": "GRN"}[seat]
    assert "Nothing was changed" in anna.presses("Give them", {"seat": code, "Orders": "PLAN 999 998"})
    anna.get(LEAD)
    anna.presses("Give them", {"seat": code, "Orders": line, "Why": "she called me"})
    assert "she called me" in anna.sees(LEAD)
    anna.presses("Put it right", {"Corrections": "CASH FR 3700", "Why": "the bank gave too little"})
    assert "CASH FR 3700" in cleo.sees(GAME)
    anna.get(LEAD)
    number = next(o.attributes["value"] for o in anna.page.css("option") if "Round 1" in o.text())
    anna.presses("Go on from there", {"To": number, "with the orders": "on", "Why": "we counted wrong"})
    assert "took the game back to Round 1" in cleo.sees(GAME)
    anna.get(LEAD)
    anna.presses("Resolve now", {"Why": "all are here"})
    assert "Round 2" in cleo.sees(GAME)


def end(people: People) -> None:
    for name in ("Bert", "Cleo", "Late"):
        people[name].get(DESK)
        people[name].presses("Vote for it", {"Proposal": "draw"})
    told = people["Cleo"].sees(GAME)
    assert "agreed on a draw" in told and "Scored by places" in told
    people["Cleo"].presses("Say it", {"text": "Well played, all of you."})
    assert "Well played, all of you." in people["Anna"].sees(GAME)


def prove(people: People, folder: Path) -> None:
    """The proof as a page, and the file that proves itself elsewhere."""
    cleo = people["Cleo"]
    assert "anybody can throw each die again" in cleo.sees("/games/marche/proof")
    file = cleo.file("/games/marche/record")
    assert "each resolved again" in run_proof_line(folder, "marche.pbem", file, "verify marche.pbem")


def hold_a_league(people: People) -> None:
    anna = people["Anna"]
    anna.get("/campaigns/new?engine=europax")
    anna.presses("Open", {"title": "The Cup", "slug": "cup", "rounds": "1", "PLAYERS": "2"})
    for name in ("Bert", "Cleo"):
        people[name].get("/campaigns/cup")
        people[name].presses("Take part")
    anna.get("/campaigns/cup")
    anna.presses("Open the first round")
    assert "cup-1" in people["Bert"].sees("/campaigns/cup")


def be_forgotten(people: People) -> None:
    bert, cleo = people["Bert"], people["Cleo"]
    bert.get("/account")
    bert.presses("Forget me", {"To show that you mean it": bert.address})
    assert "a former player" in cleo.sees(GAME)
