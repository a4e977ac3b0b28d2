"""Press reaches those it is for, once."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.games.rules import Rules, rules_of
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.storage.database import Store
from pbem.storage.models import Seat
from tests.games.party import Party, letter_data, open_party, start_party
from tests.games.toy import TOY


def send(party: Party, author: str, to: list[str] | str, text: str, now: datetime, key: str = "k") -> int:
    with party.store.write_session() as session:
        writer: Seat | str = author if author == "MASTER" else party.seat(session, author)
        sent = press.post_press(session, party.game(session), writer, to, text, now, key)
        assert sent.id is not None
        return sent.id


def list_seen_press(party: Party, code: str | None) -> list[str]:
    with party.store.read_session() as session:
        who = party.seat(session, code) if code and code != "MASTER" else code
        return [p.text for p in press.list_visible_press(session, party.game(session), who)]


def test_a_master_who_plays_hears_what_is_for_the_master(sqlite: Store, now: datetime) -> None:
    """Once: what his seat gets, or said itself, is not sent to him a second time."""
    party = start_party(sqlite, now, players=3)
    with sqlite.write_session() as session:
        party.game(session).master_id = party.player(session, "RED").id
    for number, (author, to) in enumerate([("BLU", ["MASTER"]), ("BLU", ["RED", "MASTER"]), ("RED", ["MASTER"])]):
        send(party, author, to, "Help!", now, str(number))
    with sqlite.read_session() as session:
        red = party.player(session, "RED").id
    assert [letter_data(one)["press"] for one in party.letters("press") if one.player_id == red] == [1, 2]


def test_a_message_reaches_its_audience_and_nobody_else(store: Store, now: datetime) -> None:
    """To one seat, to all, to the master; the author sees what he wrote."""
    party = start_party(store, now, players=3)
    first = send(party, "RED", ["BLU"], "Psst.", now, "1")
    send(party, "GRN", "*", "Hello all.", now, "2")
    send(party, "BLU", ["MASTER"], "Help!", now, "3")
    assert letter_data(party.letters("press", "BLU")[0])["press"] == first
    assert [len(party.letters("press", code)) for code in ("RED", "BLU", "GRN")] == [1, 2, 0]
    assert list_seen_press(party, "RED") == ["Psst.", "Hello all."]
    assert list_seen_press(party, "BLU") == ["Psst.", "Hello all.", "Help!"]
    assert list_seen_press(party, "GRN") == list_seen_press(party, None) == ["Hello all."]
    assert list_seen_press(party, "MASTER") == ["Hello all.", "Help!"]


def test_the_same_message_again_is_the_same_message(store: Store, now: datetime) -> None:
    """A letter that is read twice is relayed once."""
    party = start_party(store, now)
    assert send(party, "RED", ["BLU"], "Psst.", now) == send(party, "RED", ["BLU"], "Psst.", now)
    assert len(party.letters("press")) == 1


def test_without_press_only_the_master_can_be_written_to(sqlite: Store, now: datetime) -> None:
    """And can write."""
    party = start_party(sqlite, now, Rules(press="none"))
    with pytest.raises(Refusal, match="no press"):
        send(party, "RED", ["BLU"], "Psst.", now)
    with pytest.raises(Refusal, match="no press"):
        send(party, "RED", ["MASTER", "BLU"], "Psst.", now)
    send(party, "RED", ["MASTER"], "Help!", now, "1")
    send(party, "MASTER", ["RED"], "Yes?", now, "2")


@pytest.mark.parametrize(
    ("to", "text", "code"),
    [
        (["RED"], "To me.", "press to nobody"),
        ([], "To nobody.", "press to nobody"),
        (["PURPLE"], "Who?", "no such seat"),
        ("*", " \n ", "press empty"),
        ("*", "x" * 20_001, "press too long"),
    ],
)
def test_what_cannot_be_sent_is_refused(
    sqlite: Store, now: datetime, to: list[str] | str, text: str, code: str
) -> None:
    """Each with its own code."""
    with pytest.raises(Refusal) as caught:
        send(start_party(sqlite, now), "RED", to, text, now)
    assert caught.value.code == code


def test_press_in_some_phases_only(store: Store, now: datetime) -> None:
    """The game master is always reached."""
    party = start_party(store, now, players=3, rules=Rules(press_kinds=("short",)))
    with pytest.raises(Refusal, match="no press now"):
        send(party, "RED", ["BLU"], "Psst.", now)
    send(party, "RED", ["MASTER"], "When may we talk?", now)
    assert list_seen_press(party, "MASTER") == ["When may we talk?"]


# --- games in which the rules would have players silent -----------------------------------------------------------


@pytest.fixture
def hushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game, with talk in its short phase only."""
    monkeypatch.setattr(type(TOY), "press_kinds", ("short",), raising=False)


@pytest.mark.usefixtures("hushed")
def test_silence_follows_the_rules_of_the_game(store: Store, now: datetime) -> None:
    """What its engine says holds unless the host says otherwise: some kinds of phases, or all."""
    with pytest.raises(Refusal, match="no press now"):
        send(start_party(store, now, slug="usual"), "RED", ["BLU"], "Psst.", now)
    for slug, kinds in (("own", ("bid",)), ("all", ("all",))):
        assert send(start_party(store, now, Rules(press_kinds=kinds), slug=slug), "RED", ["BLU"], "Psst.", now, slug)


@pytest.mark.usefixtures("hushed")
def test_before_the_first_phase_and_after_the_last_everybody_speaks(sqlite: Store, now: datetime) -> None:
    """A party that forms, and one that looks back, has no phase to be silent in."""
    forming = open_party(sqlite, now, slug="forming")
    with sqlite.write_session() as session:
        seats.join_game(
            session,
            forming.game(session),
            people.get_or_register_player(session, "red@example.org", now),
            ["RED"],
            now,
        )
    assert send(forming, "RED", "*", "Hello all.", now, "1")
    over = start_party(sqlite, now, slug="over")
    with sqlite.write_session() as session:
        over.game(session).status = "finished"
    assert send(over, "RED", "*", "Well played.", now, "2")


@pytest.mark.usefixtures("hushed")
def test_running_games_keep_the_press_they_have(sqlite: Store, now: datetime) -> None:
    """Those whose rules were written when nothing said meant everywhere."""
    party = start_party(sqlite, now, Rules(press_kinds=("all",)))
    with sqlite.write_session() as session:
        game = party.game(session)
        game.rules = json.dumps({**json.loads(game.rules), "press_kinds": []})
    assert send(party, "RED", ["BLU"], "Psst.", now)


def test_players_of_diplomacy_are_silent_while_they_retreat_and_adjust(sqlite: Store, now: datetime) -> None:
    """By its rules (docs/rules/diplomacy.md, §13.2); `all` opens the other phases too."""
    with sqlite.write_session() as session:
        usual = games.insert_game(session, "diplomacy", slug="usual", now=now)
        loud = games.insert_game(session, "diplomacy", slug="loud", rules=Rules(press_kinds=("All",)), now=now)
        assert rules_of(usual).press_kinds == ("movement",)
        assert rules_of(loud).press_kinds == ("movement", "retreat", "adjustment")
