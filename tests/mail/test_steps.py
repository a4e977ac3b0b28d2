"""Lines that end in a question mark are answered with what can follow, and nothing of them is an order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.language.grammar import Remark
from pbem.commands.handlers.asking import MOST_STEPS
from pbem.games import games
from pbem.games.rules import Rules
from pbem.mail.inbound.quoting import SENTINEL
from tests.games import toy
from tests.games.party import Party
from tests.mail.conftest import Office
from tests.mail.wrong_mails import PLAYER, open_wrong_mail_game

RED, BLUE, EVE = "red@example.org", "blue@example.org", "eve@example.net"


@pytest.fixture
def party(office: Office) -> Party:
    return office.start_party()


@pytest.fixture
def map_table(office: Office) -> Party:
    """A game of seven on a map, in its first spring."""
    open_wrong_mail_game(office, "marne")
    with office.store.read_session() as session:
        found = games.get_game(session, "marne").id
    assert found is not None
    return Party(office.store, found)


def receipt_for(office: Office, party: Party, text: str, code: str = "RED") -> str:
    """The receipt for a letter to the seat's own address."""
    with party.store.read_session() as session:
        address = party.player(session, code).address
    office.write(address, office.seat_address(party, code), text)
    return office.text(office.outbox(address, "receipt")[-1])


def sections(office: Office) -> dict[str, str]:
    return {section["title"]: section["text"] for section in office.receipt(RED)["sections"]}


# --- what is answered -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["bid ?", "BID?", "bid ??", "- bid ?", "pbem bid ?"])
def test_how_a_line_goes_on(office: Office, party: Party, line: str) -> None:
    """However it is written; nothing is stored for it, and the orders still are owed."""
    receipt_for(office, party, line)
    assert sections(office) == {"BID ?": "BID …  a number from 0 to 9"}
    assert (office.receipt(RED)["standing"], office.receipt(RED)["owed"]) == ([], True)
    assert [level for level, _ in office.outcomes(RED)] == ["ok"]


def test_a_whole_order_with_a_question_mark_is_none(office: Office, party: Party) -> None:
    """Who asks about an order has not given it; what stood stands."""
    receipt_for(office, party, "bid 3")
    told = receipt_for(office, party, "bid 7 ?")
    assert "“BID 7” is a whole order" in told and office.receipt(RED)["standing"] == ["BID 3"]


def test_a_question_mark_alone_gets_the_sheet(office: Office, party: Party) -> None:
    """With what stands drawn in; “help” has it too, above the commands."""
    receipt_for(office, party, "bid 3")
    for line in ("?", "help"):
        told = receipt_for(office, party, line)
        assert "What Red can order: Round 1" in told and "The highest bid wins as many points." in told
        assert "BID    BID 3" in told or "BID 3" in sections(office)["What Red can order: Round 1"]
        assert "<0–9>" not in told
    assert "Commands, one a line" in sections(office)


def test_questions_among_orders(office: Office, party: Party) -> None:
    """Each line has its own verdict, and who is ready does not wait for an answer."""
    receipt_for(office, party, "bid 4\nbid ?\nready")
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok", "ok"]
    assert office.receipt(RED)["standing"] == ["BID 4"] and office.receipt(RED)["ready"]


def test_a_line_that_leads_nowhere_says_why(office: Office, party: Party) -> None:
    receipt_for(office, party, "bid high ?\nhow are you?")
    assert [level for level, _ in office.outcomes(RED)] == ["no", "no"]
    assert "is not understood after “BID”" in office.outcomes(RED)[0][1]
    assert all("The line “?” lists what you can order" in text for _, text in office.outcomes(RED))


def test_a_command_with_a_question_mark_is_explained(office: Office, party: Party) -> None:
    """And not done."""
    receipt_for(office, party, "bid 3")
    told = receipt_for(office, party, "ready ?\nclear ?\nclear bid ?\nvote draw?\nresign verdun?")
    assert "resolve as soon as everybody is ready" in told and "take all your orders back" in told
    assert office.receipt(RED)["standing"] == ["BID 3"] and not office.receipt(RED)["ready"]
    assert party.status() == "running"


def test_words_to_others_may_end_in_a_question(office: Office, party: Party) -> None:
    """A line of press is press."""
    receipt_for(office, party, "press to blue: shall we?\npress to blue\nWhat will you bid?\nendpress")
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok"]
    assert len(office.outbox(BLUE, "press")) == 2


def test_a_question_in_an_answer_to_press_is_press(office: Office, party: Party) -> None:
    """Only behind “pbem” it is ours."""
    receipt_for(office, party, "press to blue: Good luck.")
    address = office.reply_address(office.outbox(BLUE, "press")[0])
    office.write(BLUE, address, f"Thank you. Shall we share?\npbem bid ?\n\n> {SENTINEL}")
    assert "Shall we share?" in office.text(office.outbox(RED, "press")[-1])
    assert [section["title"] for section in office.receipt(BLUE)["sections"]] == ["BID ?"]


def test_on_a_map(office: Office, map_table: Party) -> None:
    """Units, places and what is helped are named with their codes."""
    told = receipt_for(office, map_table, "A PAR ?\npar s ?", "FRANCE")
    assert "BUR Burgundy" in told and "PIC Picardy" in told
    assert "MAR Marseilles" in told or "A MAR" in told
    assert "<" not in told.split("A PAR ?")[1].split("Your orders")[0]


def test_two_question_marks_unfold(office: Office) -> None:
    """What is out of reach is only counted, until somebody asks."""
    party = office.start_party(engine="cantillon", rules=Rules(grace_hours=0))
    for _ in range(2):
        office.later(hours=80)
        party.close(office.now)
    receipt_for(office, party, "att ?")
    folded = sections(office)["ATT ?"]
    receipt_for(office, party, "att ??")
    assert "Iceland" not in folded and folded.endswith("ATT ??") and "1 Iceland" in sections(office)["ATT ?"]


def test_in_the_readers_language(office: Office) -> None:
    party = office.start_party(engine="europax", rules=Rules(grace_hours=0))
    receipt_for(office, party, "LANGUE FRANÇAIS\nTABLEAU FR", "BLU")
    for _ in range(2):
        office.later(hours=50)
        party.close(office.now)
    told = receipt_for(office, party, "acheter ?\n?", "BLU")
    assert "Voir plus bas." in told and "Ce que Bleu peut ordonner" in told and "Par exemple" in told
    assert "For example" not in told and "See below" not in told


# --- all that can be written ------------------------------------------------------------------------------------------


def test_help_orders_has_the_grammar_and_true_examples(office: Office, party: Party) -> None:
    """Here alone; every example would be taken."""
    told = receipt_for(office, party, "help orders")
    assert "<0–9>" in told and "The highest bid wins as many points." in told
    text = sections(office)["All that Red can write: Round 1"]
    examples = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    assert examples
    for example in examples:
        receipt_for(office, party, f"clear\n{example}")
        assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok"]


def test_help_orders_of_another_game_is_its_book(office: Office, party: Party) -> None:
    receipt_for(office, party, "help europa orders")
    (row,) = office.outbox(RED, "book")
    assert "PROPOSE" in office.text(row)


# --- receipts ---------------------------------------------------------------------------------------------------------


def test_receipts_say_orders_in_plain_language(office: Office, map_table: Party) -> None:
    """Beside the canonical line, for what was read and for what stands from before."""
    receipt_for(office, map_table, "par - bur", "FRANCE")
    told = receipt_for(office, map_table, "mar h", "FRANCE")
    words = office.receipt(PLAYER)["words"]
    assert all("Paris" in one or "Marseilles" in one for one in words) and len(words) == 2
    assert all(one in told for one in words)


def test_a_code_stands_behind_its_remark(office: Office, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(*_: object) -> list[Remark]:
        return [Remark("warning", "That is low.", "BID 1", code="W15")]

    monkeypatch.setattr(toy.Toy, "check", check)
    assert "Note: That is low. (W15)" in receipt_for(office, party, "bid 1")


@pytest.mark.parametrize("words", ["round 1", "Round 1", "1", "R1", "report 1"])
def test_a_report_is_asked_for_in_the_words_one_reads(office: Office, party: Party, words: str) -> None:
    """What stands in the subject; what it is called inside, and its number, as ever."""
    receipt_for(office, party, f"report {words}".replace("report report", "report"))
    assert office.paint_letter(office.outbox(RED, "report")[-1])["Subject"] == "[verdun] Round 1, Red"


def test_a_report_of_a_phase_that_is_none(office: Office, party: Party) -> None:
    """Those that there are have their names."""
    assert "There is no phase “round 7” in verdun. Its phases are: Round 1." in receipt_for(
        office, party, "report round 7"
    )


# --- as the attacker --------------------------------------------------------------------------------------------------


def test_very_many_questions_are_answered_in_part(office: Office, map_table: Party) -> None:
    """The receipt stays short, and says so; the same question is answered once."""
    lines = [f"{unit} {way} ?" for unit in ("A PAR", "A MAR", "F BRE") for way in ("", "-", "S", "H", "S A")]
    told = receipt_for(office, map_table, "\n".join(["A PAR ?"] * 40 + lines * 10), "FRANCE")
    receipt = office.receipt(PLAYER)
    assert len(receipt["sections"]) <= MOST_STEPS and len(told.encode()) < 60_000
    levels = [line["level"] for line in receipt["lines"]]
    assert levels.count("ok") == MOST_STEPS and "no" in levels and "skip" in levels
    assert receipt["standing"] == []


def test_a_very_long_question_is_answered_shortly(office: Office, party: Party) -> None:
    receipt_for(office, party, f"{'bid 7 ' * 5000}?")
    assert len(str(office.receipt(RED))) < 5000


def test_a_letter_that_only_asks_has_the_limit_of_those(office: Office, party: Party) -> None:
    """So two machines do not ask each other for ever."""
    office.config = replace(office.config, limits=replace(office.config.limits, receipts=3))
    for n in range(9):
        receipt_for(office, party, f"bid {n} ?")
    assert len(office.outbox(RED, "receipt")) == 3


@pytest.mark.usefixtures("party")
def test_a_stranger_is_told_what_this_server_is_and_nothing_of_a_game(office: Office) -> None:
    office.write(EVE, "pbem@pbem.test", "Who are you?\nbid ?")
    (told,) = office.outbox(EVE)
    assert told.kind == "stranger" and "bid" not in office.text(told).lower().replace("sealed bids", "")


def test_nothing_of_the_others_is_told(office: Office, party: Party) -> None:
    """The answer is made from what the seat may say and see."""
    receipt_for(office, party, "bid 8", "BLU")
    told = receipt_for(office, party, "?\nbid ?\nhelp orders")
    assert "BID 8" not in told


@pytest.mark.parametrize("line", ["? bid 3", "?? BID 3", "? bid"])
def test_the_mark_may_stand_in_front(office: Office, party: Party, line: str) -> None:
    """“? bid 3” was taken for an order, as if the mark were the sign of a list."""
    office.write(RED, office.seat_address(party, "RED"), f"bid 7\n{line}")
    assert office.receipt(RED)["standing"] == ["BID 7"]
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok"]


def test_what_is_asked_twice_is_told_once(office: Office, party: Party) -> None:
    """The order sheet stands in the answer to “help” and to “?”."""
    office.write(RED, office.seat_address(party, "RED"), "help\n?")
    titles = [section["title"] for section in office.receipt(RED)["sections"]]
    assert len(titles) == len(set(titles)) == 2
