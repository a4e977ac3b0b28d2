"""The end of a game by letter alone: votes, what they come to, what is said afterwards; and what nobody may learn."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import pytest

from pbem.documents import reports
from pbem.games.results import ratings
from pbem.games.rules import Rules
from pbem.server import clock
from tests.games.party import Party, clock_at
from tests.mail.conftest import Office

RED, BLUE, GREEN = "red@example.org", "blue@example.org", "green@example.org"
SECRET = "Green is next."


@pytest.fixture
def party(office: Office) -> Party:
    return office.start_party(players=3, rules=Rules(draws="any"))


def receipt_for(office: Office, party: Party, code: str, address: str, text: str) -> str:
    """The receipt for a letter of a seat."""
    office.write(address, office.seat_address(party, code), text)
    return office.text(office.outbox(address, "receipt")[-1])


def test_a_game_ends_by_letter(office: Office, party: Party) -> None:
    """C8: what one wrote as “draw” and the others as a draw of two is carried, scored and told to all."""
    assert "You have voted for: any draw that you share." in receipt_for(office, party, "RED", RED, "set draw")
    told = receipt_for(office, party, "BLU", BLUE, "votes")
    assert "Proposed: a draw, shared by Red, Blue and Green; 3 votes carry it." in told
    assert "Who has a vote: Red, Blue and Green." in told
    assert "You have voted for nothing" in told and "For it" not in told
    assert "a draw shared by Red and Blue" in receipt_for(office, party, "GRN", GREEN, "vote draw RB").replace(
        "draw, ", "draw "
    )
    assert "Carried." in receipt_for(office, party, "BLU", BLUE, "vote draw Red and Blue")
    end = office.text(office.outbox(GREEN, "finished")[-1])
    assert "agreed on a draw of Red and Blue" in end
    assert "Red: 1.5" in end and "Green: 0" in end and "Scored by places." in end


def test_orders_and_a_vote_in_one_letter(office: Office) -> None:
    """Whoever was absent has their vote with the orders that stand in the same letter, above it or below."""
    party = office.start_party(players=3, rules=Rules(draws="any", grace_hours=0))
    for _ in range(2):
        for code in ("RED", "GRN"):
            party.submit(code, "BID 1", office.now)
        office.now += timedelta(hours=49)
        clock.run_clock_tick(office.store, clock_at(office.now))
    assert "has no vote" in receipt_for(office, party, "BLU", BLUE, "vote draw")
    told = receipt_for(office, party, "BLU", BLUE, "vote draw\nBID 1")
    assert "You have voted for: any draw that you share." in told and "no vote" not in told


def test_who_votes_stays_secret(office: Office, party: Party) -> None:
    """Nothing that goes to others before the end differs by who voted."""
    for address, code in ((RED, "RED"), (BLUE, "BLU")):
        receipt_for(office, party, code, address, "vote concede Green")
        told = [row for row in office.outbox() if row.kind == "proposed"]
        assert len(told) == 4  # three seats and the master, once
        own, *others = sorted((office.text(row) for row in told), key=lambda text: "You propose" not in text)
        assert "You propose to concede the game to Green." in own and "To agree" not in own
        assert all("Somebody proposes to concede the game to Green." in text for text in others)
        assert sum("\n    vote concede Green\n" in text for text in others) == 2  # the master has no vote


def test_open_votes_name_who_is_for_it(office: Office) -> None:
    party = office.start_party(players=3, rules=Rules(votes="open"))
    receipt_for(office, party, "RED", RED, "vote draw")
    assert "Red proposes a draw" in office.text(office.outbox(GREEN, "proposed")[-1])
    assert "For it: Red." in receipt_for(office, party, "GRN", GREEN, "votes")


def test_who_has_no_vote_is_not_told_where_that_is_secret(office: Office) -> None:
    """Bots have none, and who plays what is secret in this game."""
    party = office.start_party(players=3, rules=Rules(anonymous=True))
    assert "Who has a vote" not in receipt_for(office, party, "RED", RED, "votes")


@pytest.mark.slow
def test_a_diary_by_letter(office: Office, party: Party) -> None:
    """It is in its writer's receipts and nowhere else."""
    told = receipt_for(office, party, "RED", RED, f"diary\n{SECRET}\nBID 3\nenddiary\nBID 2")
    assert "Kept as note 1" in told and "BID 2" in told
    assert "1. Round 1" in (listed := receipt_for(office, party, "RED", RED, "diary list")) and SECRET in listed
    assert SECRET in receipt_for(office, party, "RED", RED, "diary read 1")
    assert "no note 1" in receipt_for(office, party, "BLU", BLUE, "diary read 1")
    assert "all may read your diary" in receipt_for(office, party, "RED", RED, "open diary")
    for _ in range(3):
        office.later(hours=70)
        party.close(office.now)
    office.deliver()
    for row in office.outbox():
        assert row.kind == "receipt" or SECRET not in office.text(row)
    for address, code in ((BLUE, "BLU"), (GREEN, "GRN")):
        for words in ("status", "history", "report", "votes", "scores", "diary list"):
            assert SECRET not in receipt_for(office, party, code, address, words)
    assert "note 1 is gone" in receipt_for(office, party, "RED", RED, "diary delete 1").lower()


def test_a_block_without_its_end_keeps_nothing(office: Office, party: Party) -> None:
    """As every block: the lines might be orders."""
    assert "enddiary" in receipt_for(office, party, "RED", RED, f"diary\n{SECRET}")
    assert "nothing in it" in receipt_for(office, party, "RED", RED, "diary list")


@pytest.mark.slow
def test_statements_and_ratings_by_letter(office: Office, party: Party) -> None:
    """After the end; before it a statement is refused."""
    words = "statement\nA fine game.\nendstatement"
    assert "not over yet" in receipt_for(office, party, "RED", RED, words)
    for address, code in ((RED, "RED"), (BLUE, "BLU")):
        receipt_for(office, party, code, address, "vote concede Green")
    assert party.status() == "finished"
    assert "All can read now" in receipt_for(office, party, "RED", RED, words)
    assert "Red says of verdun" in (told := office.text(office.outbox(GREEN, "statement")[-1]))
    assert "A fine game." in told
    with office.store.write_session() as session:
        ratings.catch_up_ratings(session)
    listed = receipt_for(office, party, "BLU", BLUE, "ratings")
    assert (
        "1. Green: " in listed and "after one game" in listed and "@example" not in listed.partition("Ratings")[2][:300]
    )
    assert "Ratings in Sealed bids" in receipt_for(office, party, "BLU", BLUE, "ratings toy")


def test_votes_and_scores_in_french(office: Office) -> None:
    """Blue reads French."""
    party = office.start_party(engine="europax", rules=Rules(draws="any"))
    office.write(BLUE, office.seat_address(party, "BLU"), "LANGUE FRANÇAIS")
    for _ in range(2):
        office.later(hours=70)
        party.close(office.now)
    told = receipt_for(office, party, "BLU", BLUE, "vote draw\nvotes\nscores\ndiary\nUn mot.\nenddiary\nratings")
    for words in (
        "une nulle, partagée par Bleu et Rouge",
        "Les votes sont secrets",
        "Points comptés par les places",
        "note 1",
    ):
        assert words in told
    assert "Ce que vaudrait une fin maintenant" in told and "Personne n'est encore classé." in told


@pytest.mark.parametrize(("names", "told"), [("told", True), ("kept", False)])
def test_who_played_is_told_at_the_end_unless_it_was_agreed_otherwise(
    office: Office, names: Literal["told", "kept"], told: bool
) -> None:
    """By letter and in the last report."""
    party = office.start_party(rules=Rules(anonymous=True, names=names))
    for code, address in (("RED", RED), ("BLU", BLUE)):
        receipt_for(office, party, code, address, "vote draw")
    assert ("Who played:" in office.text(office.outbox(RED, "finished")[-1])) is told
    with office.store.read_session() as session:
        assert bool(list(reports.people_blocks(session, party.game(session)))) is told


@pytest.mark.slow
def test_who_has_no_vote_is_told_so_and_all_when_votes_do_not_wait(office: Office) -> None:
    """Blue was silent for two turns: her letter says what brings her vote back, and nothing of how to cast one. With
    her orders she has it."""
    party = office.start_party(players=3, rules=Rules(draws="any", grace_hours=0))
    begins = party.now_at().opened_at
    for n in (0, 1):
        for code in ("RED", "GRN"):
            party.submit(code, "BID 1", begins + n * timedelta(hours=48))
        clock.run_clock_tick(office.store, clock_at(begins + (n + 1) * timedelta(hours=48)))
    office.now = begins + timedelta(hours=97)
    receipt_for(office, party, "RED", RED, "vote draw")
    silent, asked = (office.text(office.outbox(address, "proposed")[-1]) for address in (BLUE, GREEN))
    assert "To agree" in asked and "To agree" not in silent
    assert "Blue has no vote now." in silent
    for letter in (silent, asked):
        assert "After 2 turns missed in a row votes do not wait for a player" in " ".join(letter.split())
    assert "an ending cannot leave out blue" in receipt_for(office, party, "GRN", GREEN, "vote draw RG").lower()
    receipt_for(office, party, "BLU", BLUE, "BID 1")
    assert "You have voted for: any draw" in receipt_for(office, party, "BLU", BLUE, "vote draw")
