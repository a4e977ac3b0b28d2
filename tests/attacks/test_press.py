"""Press and commands apart: what is a word to others, and what acts."""

from __future__ import annotations

import pytest

from pbem.commands.handlers import COMMANDS
from pbem.games.orders import orders
from pbem.mail.inbound.quoting import SENTINEL
from tests.games.party import Party
from tests.mail.conftest import Office
from tests.mail.test_by_mail import BLUE, RED
from tests.size import take_some

GREEN = "green@example.org"


@pytest.fixture
def party(office: Office) -> Party:
    """Red has written to Blue; Blue has a bid and has not said that he is ready."""
    found: Party = office.start_party(players=3)
    office.write(BLUE, office.seat_address(found, "BLU"), "bid 5")
    office.write(RED, office.seat_address(found, "RED"), "press to blue: Shall we?")
    return found


def answer(office: Office, text: str, recipient: str = "") -> str:
    """Blue answers what Red wrote; his receipt."""
    got = office.outbox(BLUE, "press")[0]
    fields = {"In-Reply-To": str(office.paint_letter(got)["Message-ID"])}
    office.write(BLUE, recipient or office.reply_address(got), text, "Re: press", fields=fields)
    return office.text(office.outbox(BLUE, "receipt")[-1])


def texts_to_red(office: Office) -> list[str]:
    """Return what reached Red, without head and foot."""
    texts = [office.text(row).partition(" to you:\n\n")[2] for row in office.outbox(RED, "press")]
    return [text.partition("\n\n-----")[0] for text in texts]


@pytest.mark.usefixtures("party")
@pytest.mark.parametrize("text", ["Done.", "Yes.", "Status", "Help!", "Back!", "If you go to Burgundy", "Draw?"])
def test_a_word_to_a_friend_is_no_command(office: Office, text: str) -> None:
    """V14: “Done.” made ready, “Yes.” was not passed on."""
    told = answer(office, f"{text}\n\n> {SENTINEL}\n> Shall we?")
    assert texts_to_red(office) == [text] and not office.outbox(GREEN, "press")
    facts = office.receipt(BLUE)
    assert (facts["standing"], facts["ready"]) == (["BID 5"], False)
    assert "ok  " + text in told and "Sent to Red." in told
    assert not office.outbox(RED, "address")


@pytest.mark.usefixtures("party")
def test_what_begins_with_pbem_acts(office: Office) -> None:
    """V14: the rest is passed on whole, without those lines, and each of them has its verdict."""
    told = answer(office, "Yes, in spring.\n\npbem ready\nI trust you:\nbid 7\npbem: bid 6\npbem foo")
    assert texts_to_red(office) == ["Yes, in spring.\n\nI trust you:\nbid 7"]
    assert office.receipt(BLUE)["standing"] == ["BID 6"] and office.receipt(BLUE)["ready"] is False, "one line is wrong"
    assert "Nothing of it was taken as an order or a command." in told
    assert [line["said"] for line in office.receipt(BLUE)["lines"]] == [
        "Yes, in spring. …",
        "pbem ready",
        "bid 6",
        "foo",
    ]
    answer(office, "pbem ready")
    assert office.receipt(BLUE)["ready"] is True and len(texts_to_red(office)) == 1


@pytest.mark.usefixtures("party")
@pytest.mark.parametrize("text", ["bid 8", "bid 8\nready", "Hello,\nbid 8\nThanks", "bid 8\npbem ready"])
def test_orders_alone_are_neither_given_nor_betrayed(office: Office, text: str) -> None:
    """V14: nobody knows whether they were meant for the game or for the friend; the receipt says how to do either."""
    told = answer(office, text)
    assert texts_to_red(office) == []
    assert (office.receipt(BLUE)["standing"], office.receipt(BLUE)["ready"]) == (["BID 5"], False)
    assert "neither sent nor done" in told and "write “pbem” before each line" in told and "to Red" in told


@pytest.mark.usefixtures("party")
@pytest.mark.parametrize(
    "text",
    [
        *("vote draw", "Vote concede Red.", "resign verdun", "stand in advice", "clear", "ready", "wait", "unvote"),
        *("extend 24h", "set PRESS NONE", "away until Friday", "vote draw\nready", "Hello,\nvote draw\n\nBlue\n"),
        *("Yes.\nvote draw", "vote draw\nbid 8", "what if\nRed: bid 3", "phase next\nbid 3"),
    ],
)
def test_a_command_that_tells_a_plan_is_neither_done_nor_betrayed(office: Office, text: str) -> None:
    """All others read that somebody votes, resigns, or is ready, though no vote was cast."""
    told = answer(office, text)
    assert texts_to_red(office) == []
    facts = office.receipt(BLUE)
    assert (facts["standing"], facts["ready"]) == (["BID 5"], False)
    assert "NO  " in told and "neither sent nor done" in told and "write “pbem” before each line" in told


FRIENDLY = {"ready", "here", "join", "enter", "leave", "back", "name", "agree", "accept", "decline", "watch"}
"""Commands of which some forms are declared to be words to a friend, besides those that only ask."""


@pytest.mark.slow
@pytest.mark.proof
def test_every_command_is_held_back_or_declared_to_be_a_word_to_a_friend(office: Office, party: Party) -> None:
    """What a new command is said of itself decides; without a word it is held back."""
    assert {one.name for one in COMMANDS.known if any(form.friendly for form in one.forms)} == FRIENDLY
    for command, form in ((one, form) for one in COMMANDS.known for form in one.forms if form.usage):
        for line in take_some(form.sample_lines, 1):
            if command.name in ("press", "broadcast"):
                continue  # words for others, tried below
            office.later(hours=1)
            before = len(office.outbox(RED, "press"))
            text = f"{line}\n5\n{form.usage.split()[-1]}" if command.end else line
            told = answer(office, text)
            passed = len(office.outbox(RED, "press")) > before
            assert passed is (not command.end and (command.asks or form.friendly)), (line, told)
            assert passed or "so it was neither sent" in told, line
    with office.store.read_session() as session:
        assert orders.current_answer(session, party.seat(session, "BLU")).standing == ("BID 5",)


@pytest.mark.usefixtures("party")
@pytest.mark.parametrize(
    "text",
    ["press to green\nRed is a fool.\nendpress", "press to green: Red is a fool.", "broadcast\nAll!\nendbroadcast"],
)
def test_words_for_another_do_not_reach_the_wrong_one(office: Office, text: str) -> None:
    """V14: a block for somebody else, written in an answer to Red."""
    assert "neither sent to Red nor done" in answer(office, text)
    assert texts_to_red(office) == [] and not office.outbox(GREEN, "press")
    answer(office, f"pbem {text}")
    assert office.outbox(GREEN, "press")


def test_a_program_that_answers_to_from(office: Office, party: Party) -> None:
    """V14: an answer to press that came to no secret address is no command either."""
    answer(office, "Clear", "pbem@pbem.test")
    with office.store.read_session() as session:
        assert orders.current_answer(session, party.seat(session, "BLU")).standing == ("BID 5",)


def test_a_letter_to_ones_own_seat_acts_as_ever(office: Office, party: Party) -> None:
    """V14: also from within a thread of press; who writes there means the game."""
    answer(office, "bid 8\nready", office.seat_address(party, "BLU"))
    assert texts_to_red(office) == [] and office.receipt(BLUE)["standing"] == ["BID 8"]
