"""A game can be learned by letter alone: its rules, its guide and what can be written come as letters of their own."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines.language.grammar import Remark, Word
from goofspiel import ENGINE as GOOFSPIEL
from pbem.books import sentences
from pbem.games import games
from pbem.mail.inbound.quoting import SENTINEL
from pbem.settings import installed_engines
from pbem.storage.models import Outbox
from tests.books import RULES, replace_books
from tests.games import toy
from tests.games.party import Party
from tests.mail.conftest import Office

RED, BLUE, EVE = "red@example.org", "blue@example.org", "eve@example.net"
FRONT = "pbem@pbem.test"


@pytest.fixture(autouse=True)
def books(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of these tests has books, and there is another one."""
    replace_books(monkeypatch, rules=RULES)
    monkeypatch.setitem(installed_engines.ENGINES, "goofspiel", GOOFSPIEL)


@pytest.fixture
def party(office: Office) -> Party:
    return office.start_party()


def ask_for_books(office: Office, party: Party, text: str) -> tuple[list[tuple[str, str]], list[Outbox]]:
    """The verdicts on a letter to Red's own address, and the pieces of books it brought."""
    before = len(office.outbox(RED, "book"))
    office.write(RED, office.seat_address(party, "RED"), text)
    return office.outcomes(RED), office.outbox(RED, "book")[before:]


# --- what comes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        ("rules 1.1", "rules", "A bid is 0 to 9."),
        ("Rules toy 1.1a.", "rules", "Who passes bids nothing"),
        ("rules for sealed bids 2.2.1", "rules", "A siege lasts a round."),
        ("rules E05", "rules", "you hold no such card"),
        ("rule §2.1", "rules", "a bid of 0 wins nothing"),
        ("help siege", "rules", "Nobody escapes."),
        ("help W15", "rules", "a bid of 0 wins nothing"),
        ("help with credits", "guide", "Made for the tests."),
        ("help bid", "rules", "A bid is 0 to 9."),
        ("rules goofspiel 2.4", "rules", "the prize waits"),
        ("guide goofspiel options", "guide", "PLAYERS 3"),
        ("orders goofspiel plan", "orders", "What you bid when silent."),
    ],
)
def test_a_piece_of_a_book(office: Office, party: Party, line: str, kind: str, says: str) -> None:
    """As text and as a page, in a letter of its own; the receipt says that it comes. The game need be named only if
    it is another one."""
    verdicts, letters = ask_for_books(office, party, line)
    assert [level for level, _ in verdicts] == ["ok"] and "in a letter of its own" in verdicts[0][1]
    (row,) = letters
    painted = office.paint_letter(row)
    page = painted.get_body(("html",))
    assert page is not None and says in " ".join(office.text(row).split()) and "/help/" in office.text(row)
    assert f"{kind}#" in page.get_content()
    assert not list(painted.iter_attachments())


def test_a_book_itself(office: Office, party: Party) -> None:
    """Its contents, how a section is asked for, and the booklet; what is said so is understood."""
    _, (rules, guide, orders) = ask_for_books(office, party, "rules\nguide\norders")
    text = office.text(rules)
    assert "- 1 Bidding\n  - 1.1 A bid\n" in text and "A bid is 0 to 9" not in text
    assert "One section comes by a line such as “rules toy 2.2”." in text
    assert ask_for_books(office, party, "rules toy 2.2")[0][0][0] == "ok"
    assert "Your first turn" in office.text(guide) and "A bidder." in office.text(guide)
    assert "BID" in office.text(orders) and "Options of a new game" in office.text(orders)
    for row in (rules, guide, orders):
        (pdf,) = office.paint_letter(row).iter_attachments()
        assert pdf.get_filename() == "toy.pdf" and pdf.get_content().startswith(b"%PDF")


def test_a_piece_is_answered_like_any_letter(office: Office, party: Party) -> None:
    """It comes to the seat whose game it is about; one about another game to nobody's seat."""
    _, (own, other) = ask_for_books(office, party, "guide\nguide goofspiel")
    assert office.reply_address(own) == office.seat_address(party, "RED")
    assert office.reply_address(other).startswith("reply+")
    office.write(RED, office.reply_address(own), f"bid 7\n\n> {SENTINEL}")
    assert office.outcomes(RED) == [("ok", "BID 7")]


@pytest.mark.usefixtures("party")
def test_without_a_game_it_must_be_named(office: Office) -> None:
    """By the game's code, its title, or the name of a game that is played here."""
    office.write("anna@example.org", FRONT, "games")
    address = office.reply_address(office.outbox("anna@example.org", "stranger")[0])
    office.write("anna@example.org", address, "rules 5\nguide goofspiel\nrules sealed bids\nrules verdun 1.1")
    levels = [(level, text.partition("?")[0]) for level, text in office.outcomes("anna@example.org")]
    assert levels[0] == ("no", "Of which game")
    assert [level for level, _ in levels[1:]] == ["ok"] * 3


# --- what does not ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rules 1.7", "Near to it: “1.1 A bid”"),
        ("rules W16", "“W15”"),
        ("help sieg of the crad", "“2.2 Siege of the last card”"),
        ("rules goofspiel 9.9", "There is nothing called “9.9” in the books of Goofspiel."),
        ("rules !!!", "There is nothing called “!!!”"),
        ("help §", "There is nothing called “§”"),
        ("orders --", "There is nothing called “--”"),
        ("help xyzzy", "There is nothing called “xyzzy” in the books of Sealed bids."),
    ],
)
def test_what_does_not_exist_is_near_to_something(office: Office, party: Party, line: str, says: str) -> None:
    verdicts, letters = ask_for_books(office, party, line)
    assert letters == [] and verdicts[0][0] == "no" and says in verdicts[0][1]


def test_help_on_a_command_stands_in_the_receipt(office: Office, party: Party) -> None:
    verdicts, letters = ask_for_books(office, party, "help press")
    assert (verdicts, letters) == ([("ok", "See below.")], [])
    (section,) = office.receipt(RED)["sections"]
    assert section["text"].startswith("press to SEAT")


def test_a_game_without_books(office: Office, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_books(monkeypatch, rules="", guide="")
    verdicts, letters = ask_for_books(office, party, "rules\norders")
    assert verdicts[0] == ("no", "Sealed bids has no such book here. You can write: “orders toy”.")
    assert len(letters) == 1


def test_a_game_that_fails_takes_no_letter_with_it(
    office: Office, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks about a faulty game hears what is known of it, and his orders in the same letter count."""

    def failing(*_: object) -> None:
        raise RuntimeError("a fault of the game")

    monkeypatch.setattr(type(GOOFSPIEL), "resolve", failing)
    monkeypatch.setattr(sentences, "DRAWN_UP", {})
    verdicts, letters = ask_for_books(office, party, "orders goofspiel\nhelp goofspiel xyzzy\nbid 7")
    assert [level for level, _ in verdicts] == ["ok", "no", "ok"]
    assert "Options of a new game" in office.text(letters[0])


def test_a_subject_is_not_taken_for_the_reference(office: Office, party: Party) -> None:
    """“Orders” over an empty letter is a heading; with a game's name behind it, it asks for something."""
    office.write(RED, office.seat_address(party, "RED"), "", "Orders")
    assert office.outbox(RED, "book") == []
    office.write(RED, office.seat_address(party, "RED"), "", "orders goofspiel")
    assert len(office.outbox(RED, "book")) == 1


def test_a_title_over_orders_is_not_taken_for_the_reference(office: Office, party: Party) -> None:
    """Many write “Orders” above theirs; alone, or behind “pbem”, it asks for what can be written."""
    verdicts, letters = ask_for_books(office, party, "Orders\nbid 7\nready")
    assert ([level for level, _ in verdicts], letters) == (["skip", "ok", "ok"], [])
    assert len(ask_for_books(office, party, "pbem orders\nbid 6")[1]) == 1


def test_a_game_that_says_rules_itself_keeps_its_word(
    office: Office, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What begins like an order is the game's, and ours only behind “pbem”."""
    monkeypatch.setattr(toy, "BID", replace(toy.BID, verb="RULES", parts=(Word("RULES"), *toy.BID.parts[1:])))
    games.make_seat_grammar.cache_clear()
    assert ask_for_books(office, party, "rules 7") == ([("ok", "RULES 7")], [])
    assert len(ask_for_books(office, party, "pbem rules")[1]) == 1


# --- as the attacker --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("party")
def test_a_stranger_gets_the_same_few_words(office: Office) -> None:
    """Whatever he asks for, and whoever he says he is; nothing is painted for him."""
    for sender in (EVE, RED):
        office.write(sender, FRONT, "rules toy\nguide toy 1\norders toy\nhelp siege")
    assert office.outbox("", "book") == [] and office.outbox("", "question") == []
    kinds = {row.kind for row in (*office.outbox(EVE), *office.outbox(RED)) if row.kind in ("stranger", "receipt")}
    assert kinds == {"stranger"}
    assert "siege" not in office.text(office.outbox(EVE, "stranger")[0])


def test_pieces_have_a_limit(office: Office, party: Party) -> None:
    """Each counts as a command that brings letters; booklets have a limit of their own."""
    office.config = replace(office.config, limits=replace(office.config.limits, booklets=1, commands=4))
    verdicts, letters = ask_for_books(office, party, "rules\nguide\nrules 1\nrules 1.1\nrules 2\nrules 2.1\nrules")
    assert [level for level, _ in verdicts] == ["ok"] * 4 + ["no"] * 2 + ["skip"]
    assert [json.loads(row.data)["booklet"] for row in letters] == [True, False, False, False]
    assert [len(list(office.paint_letter(row).iter_attachments())) for row in letters] == [1, 0, 0, 0]


def test_without_pdfs_there_is_no_booklet(office: Office, party: Party) -> None:
    _, letters = ask_for_books(office, party, "pdf off\nguide")
    assert not list(office.paint_letter(letters[0]).iter_attachments())


def test_a_book_that_is_gone_brings_no_letter_down(
    office: Office, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between asking and sending the host may have changed the package."""
    _, letters = ask_for_books(office, party, "rules 1.1")
    replace_books(monkeypatch, rules="", guide="")
    assert "On the web:" in office.text(letters[0])


# --- the first letters, and receipts ----------------------------------------------------------------------------------


def test_the_first_letters_say_how_to_learn_the_game(office: Office) -> None:
    """Where the first turn is, and who made the game; in an invitation too."""
    party = office.open_party()
    office.write("anna@example.org", FRONT, "join verdun as Red")
    office.write("anna@example.org", office.reply_address(office.outbox("anna@example.org")[0]), "yes")
    welcome = office.text(office.outbox("anna@example.org", "welcome")[0])
    assert "“guide”" in welcome and "/help/toy" in welcome and "Made for the tests." in welcome
    assert asked_line(office, "anna@example.org", office.seat_address(party, "RED"), "guide") == "ok"


def asked_line(office: Office, sender: str, address: str, line: str) -> str:
    office.write(sender, address, line)
    return office.outcomes(sender)[0][0]


def test_a_receipt_says_where_a_code_is_explained(
    office: Office, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(*_: object) -> list[Remark]:
        low = Remark("warning", "See §1.1a and §9.", "BID 7")
        return [Remark("error", "You hold no 7.", "BID 7", code="E05"), low]

    monkeypatch.setattr(toy.Toy, "check", check)
    office.write(RED, office.seat_address(party, "RED"), "bid 7")
    notes = office.receipt(RED)["notes"]
    assert [note for note in notes if note.startswith("What ")] == [
        f"What {name} means: write “rules {name}”, or look at http://127.0.0.1:5000/help/toy/rules#{name}"
        for name in ("E05", "1.1a")
    ]
