"""A game played by mail alone, through the real door: what letters do, and what they never do."""

from __future__ import annotations

import smtplib
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy.exc import OperationalError

from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.mail.inbound import inbox
from pbem.mail.inbound import letter as reader
from pbem.mail.inbound.quoting import SENTINEL
from pbem.server import clock
from pbem.storage.database import NEVER, Store
from tests.games.party import clock_at
from tests.mail.conftest import Office, letter

RED, BLUE, MASTER, EVE = "red@example.org", "blue@example.org", "master@example.org", "eve@example.net"
FRONT = "pbem@pbem.test"


# --- coming in ---------------------------------------------------------------------------------------------------


def test_joining_by_mail(office: Office) -> None:
    """A stranger asks for a seat, shows with one word that the address is his, and has the seat."""
    party = office.open_party()
    office.write("Anna <anna@example.org>", FRONT, "join verdun as Red\n")
    asked = office.outbox("anna@example.org")
    assert [row.kind for row in asked] == ["question"]
    assert office.mails()[0].status == "held"
    assert "the seat Red in the game verdun" in office.text(asked[0])
    office.write("anna@example.org", office.reply_address(asked[0]), "yes\n\n> " + SENTINEL)
    with office.store.read_session() as session:
        assert party.player(session, "RED").address == "anna@example.org"
    assert [row.kind for row in office.outbox("anna@example.org")] == ["question", "welcome", "receipt"]
    assert [m.status for m in office.mails()] == ["done", "done"]
    assert office.outcomes("anna@example.org") == [
        ("ok", "You play Red in verdun. A letter with your seat's own address is on its way.")
    ]


def test_one_letter_is_enough_in_a_demonstration(office: Office) -> None:
    """Its letters stay in the embedded mailbox, so there is nobody to ask whether the address is his."""
    party = office.open_party()
    office.config = replace(office.config, demo=True)
    office.write("Anna <anna@example.org>", FRONT, "join verdun as Red\n")
    with office.store.read_session() as session:
        assert party.player(session, "RED").address == "anna@example.org"
    assert [row.kind for row in office.outbox("anna@example.org")] == ["welcome", "receipt"]


def test_whoever_misspells_a_demonstration_hears_so(office: Office) -> None:
    office.config = replace(office.config, demo=True)
    office.start_party(slug="verdun")
    office.write("anna@example.org", FRONT, "join verdunn")
    ((level, why),) = office.outcomes("anna@example.org")
    assert level == "no" and "verdun" in why


def test_the_subject_says_it_too(office: Office) -> None:
    """An empty letter with the command in its subject."""
    office.open_party()
    office.write("anna@example.org", FRONT, "\n", "join verdun")
    assert office.outbox("anna@example.org", "question")


def test_orders_and_their_receipt(office: Office) -> None:
    """Each line gets its verdict, then comes the whole set as it stands, what is owed, and the deadline."""
    party = office.start_party()
    office.write(
        "Red <RED@example.org>", office.seat_address(party, "RED").upper(), "Hello,\nbid 4\nbid 99\nfoo\n", "my bid"
    )
    assert office.outcomes(RED)[:2] == [("skip", "not for the game"), ("ok", "BID 4")]
    assert [level for level, _ in office.outcomes(RED)] == ["skip", "ok", "no", "no"]
    facts = office.receipt(RED)
    assert (facts["standing"], facts["owed"], facts["phase"]) == (["BID 4"], False, "R1")
    row = office.outbox(RED, "receipt")[-1]
    text = office.text(row)
    assert text.startswith(SENTINEL)
    assert "ok  bid 4" in text and "NO  bid 99" in text and "Deadline: Wednesday 4 March, 12:00 UTC" in text
    assert office.paint_letter(row)["In-Reply-To"] == office.mails()[0].message_id
    assert office.paint_letter(row)["To"] == RED


def test_a_second_letter_corrects_the_first(office: Office) -> None:
    """A later order for the same thing replaces the earlier; the receipt shows the whole set."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "bid 4")
    office.later(minutes=5)
    office.write(RED, office.seat_address(party, "RED"), "bid 7")
    assert office.receipt(RED)["standing"] == ["BID 7"]
    office.write(RED, office.seat_address(party, "RED"), "clear")
    assert (office.receipt(RED)["standing"], office.receipt(RED)["owed"]) == ([], True)


def test_the_same_letter_twice_is_one(office: Office) -> None:
    """A copy, with a trace field more: one row, one act, one receipt; the first order is not brought back by it."""
    party = office.start_party()
    first = letter(RED, "bid 4")
    office.post(RED, office.seat_address(party, "RED"), first.as_bytes())
    office.read()
    office.write(RED, office.seat_address(party, "RED"), "bid 7")
    office.post(RED, office.seat_address(party, "RED"), b"Received: from x by y; now\r\n" + first.as_bytes())
    assert office.read() == 0
    assert len(office.mails()) == len(office.outbox(RED, "receipt")) == 2
    assert office.receipt(RED)["standing"] == ["BID 7"]


def test_ready_resolves_and_reports_go_out(office: Office) -> None:
    """The last “ready” lets the clock resolve; each seat gets its report."""
    party = office.start_party()
    for code, address in (("RED", RED), ("BLU", BLUE)):
        office.write(address, office.seat_address(party, code), "bid 3\nready")
    assert party.close(office.now) is not None
    reports = office.outbox(BLUE, "report")
    assert len(reports) == 1
    painted = office.paint_letter(reports[0])
    assert painted["Subject"].startswith("[verdun] Round 2, Blue")
    assert painted.get_body(("html",)) is not None
    assert [part.get_content_type() for part in painted.iter_attachments()] == ["application/pdf"]
    assert {painted[name] for name in ("Reply-To", "List-Id", "Auto-Submitted")} == {
        office.seat_address(party, "BLU"),
        "<verdun.pbem.test>",
        "auto-generated",
    }


# --- who writes --------------------------------------------------------------------------------------------------


def test_a_forged_from_at_the_front_desk_does_nothing(office: Office) -> None:
    """The registered address in From proves nothing: nothing is done, and the one it belongs to is asked."""
    party = office.start_party()
    for n in range(3):
        office.write(RED, FRONT, f"bid {n}", "verdun")
    assert not party.letters("receipt")
    assert len(office.outbox(RED, "question")) == 3
    assert {m.status for m in office.mails()} == {"held"}
    assert not office.outbox(EVE)


def test_a_secret_address_with_another_from_waits_for_a_yes(office: Office) -> None:
    """Held until the registered address agrees; then it counts from when it came."""
    party = office.start_party()
    office.write(EVE, office.seat_address(party, "RED"), "bid 9")
    asked = office.outbox(RED, "question")
    assert len(asked) == 1 and not office.outbox(EVE) and not party.letters("receipt")
    assert "eve@example.net" in office.text(asked[0]) and "bid 9" in office.text(asked[0])
    office.write(EVE, office.reply_address(asked[0]), "yes")
    assert not party.letters("receipt"), "the asker cannot answer himself"
    office.later(hours=1)
    office.write(RED, office.reply_address(asked[0]), "Yes.")
    assert office.receipt(RED)["standing"] == ["BID 9"]
    office.write(RED, office.reply_address(asked[0]), "yes", "again")
    assert office.outcomes(RED) == [("no", "There is nothing to confirm here.")]


def test_the_first_letter_encloses_the_first_position(office: Office) -> None:
    """As text and as HTML, with what can be ordered; the first orders need it."""
    office.start_party()
    started = office.paint_letter(office.outbox(RED, "started")[0])
    for kind in ("plain", "html"):
        body = started.get_body((kind,))
        assert body is not None
        assert "Answer this letter with one order a line" in body.get_content()
        assert "What Red can order" in body.get_content()


def test_a_reference_says_what_a_letter_is_about(office: Office) -> None:
    """A mail program that drops the part behind the plus: the letter it answers says which seat is meant. It proves
    nothing: the player is asked."""
    party = office.start_party()
    office.start_party(slug="marne")
    started = office.paint_letter(party.letters("started", "RED")[0])
    fields = {"References": f"<other@example.org> {started['Message-ID']}"}
    office.write(RED, "orders@pbem.test", "bid 5", fields=fields)
    assert not office.outbox(RED, "receipt")
    asked = office.outbox(RED, "question")[0]
    assert asked.game_id == party.game_id and "orders@pbem.test, an address that everybody knows" in office.text(asked)
    office.write(RED, office.reply_address(asked), "yes")
    assert office.receipt(RED)["standing"] == ["BID 5"]


@pytest.mark.parametrize("recipient", ["orders+aaaabbbbccccddddeeeeffff@pbem.test", "x@pbem.test", "pbem@example.org"])
def test_what_is_not_ours_is_refused_at_the_door(office: Office, recipient: str) -> None:
    """A wrong secret, an unknown name, another host: 550, and nothing is kept."""
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        office.post(RED, recipient, b"From: red@example.org\r\n\r\nbid 1")
    assert refused.value.recipients[recipient][0] == 550
    assert not office.mails()


def test_the_address_of_a_seat_that_was_left_is_void(office: Office) -> None:
    """Resigning raises the generation."""
    party = office.start_party()
    old = office.seat_address(party, "RED")
    office.write(RED, old, "resign verdun")
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="another address"):
        office.post(RED, old, b"From: red@example.org\r\n\r\nbid 1")


def test_machines_get_no_answer(office: Office) -> None:
    """Vacations, bounces, lists: kept, not acted on, not answered."""
    party = office.start_party()
    seat = office.seat_address(party, "RED")
    for n, fields in enumerate(
        ({"Auto-Submitted": "auto-replied"}, {"List-Id": "<x.y>"}, {"X-Pbem-Server": "pbem.test"})
    ):
        office.write(RED, seat, f"bid {n}", fields=fields)
    office.post("", seat, letter(RED, "bid 9").as_bytes())
    office.read()
    assert {m.status for m in office.mails()} == {"ignored"} and len(office.mails()) == 4
    assert not party.letters("receipt")


@pytest.mark.slow
def test_two_machines_do_not_talk_for_ever(office: Office) -> None:
    """Letters in which nothing can be done are answered ten times an hour at most."""
    party = office.start_party()
    for n in range(30):
        office.write(RED, office.seat_address(party, "RED"), f"I am away {n}")
    assert len(office.outbox(RED, "receipt")) == office.config.limits.idle_receipts
    office.write(RED, office.seat_address(party, "RED"), "bid 1")
    assert office.receipt(RED)["standing"] == ["BID 1"], "who gives orders is always answered"


@pytest.mark.slow
def test_strangers_are_told_what_is_public(office: Office) -> None:
    """Always in the same words, a few times a day, and not for spam; who answers learns the rest."""
    office.open_party()
    for n in range(12):
        office.write(EVE, FRONT, f"games\nline {n}", f"Subject {n}")
    assert {row.kind for row in office.outbox(EVE)} == {"stranger"}
    assert len(office.outbox(EVE)) == office.config.limits.answers_to_one
    office.write(EVE, office.reply_address(office.outbox(EVE)[0]), "games")
    assert office.receipt(EVE)["sections"][0]["text"].startswith(
        "verdun: Sealed bids, forming, orders due 2 days after a phase begins; free: Red, Blue"
    )
    office.write("spam@example.net", FRONT, "Buy now!\nCheap.")
    assert not office.outbox("spam@example.net")


# --- what is read ------------------------------------------------------------------------------------------------


def test_html_only(office: Office) -> None:
    """A letter without a text part."""
    party = office.start_party()
    message = letter(RED, "")
    message.set_content(
        "<html><body><div>bid&nbsp;<b>5</b></div><p style='display:none'>bid 9</p></body></html>", subtype="html"
    )
    office.post(RED, office.seat_address(party, "RED"), message.as_bytes())
    office.read()
    assert office.receipt(RED)["standing"] == ["BID 5"]


@pytest.mark.parametrize(
    "text",
    [
        f"bid 5\n\nOn Mon, 2 Mar 2026, verdun <orders+x@pbem.test> wrote:\n> {SENTINEL}\n> bid 9\n",
        f"> {SENTINEL}\n> bid 9\nbid 5\n",
        f"bid 5\n\nVon: verdun <x@pbem.test>\nGesendet: Montag\nAn: Red\n\n{SENTINEL}\nbid 9\n",
        "bid 5\n-- \nbid 9\n",
        "bid 5\nRegards\nbid 9\n",
    ],
)
def test_what_is_quoted_or_signed_is_no_order(office: Office, text: str) -> None:
    """Only what stands there anew counts."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), text)
    assert office.receipt(RED)["standing"] == ["BID 5"]


def test_a_subject_adds_no_fields(office: Office) -> None:
    """Encoded line ends in a subject that comes back in the receipt's."""
    party = office.start_party()
    raw = b"From: red@example.org\r\nSubject: =?utf-8?q?hi=0D=0ABcc:_eve=40example.net?=\r\n\r\nbid 5\r\n"
    office.post(RED, office.seat_address(party, "RED"), raw)
    office.read()
    painted = office.paint_letter(office.outbox(RED, "receipt")[0])
    assert painted["Bcc"] is None and painted["Subject"] == "Re: hi Bcc: eve@example.net"


def test_an_empty_letter_is_answered(office: Office) -> None:
    """Nothing to read is said so."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "\n\n")
    assert "nothing to do" in office.text(office.outbox(RED, "receipt")[0])


def test_a_letter_that_cannot_be_read_is_kept_and_answered(office: Office) -> None:
    """Beyond the bounds: parked whole, and its seat and the master are told."""
    party = office.start_party()
    office.post(
        RED,
        office.seat_address(party, "RED"),
        b"From: red@example.org\r\nSubject: " + b"x\r\n " * 30_000 + b"\r\n\r\nbid 1",
    )
    office.read()
    assert [m.status for m in office.mails()] == ["parked"]
    assert "64 KB" in office.text(office.outbox(RED, "unreadable")[0])
    assert len(office.outbox(MASTER, "parked")) == 1


# --- press and votes ---------------------------------------------------------------------------------------------


def test_press_to_some_and_to_all(office: Office) -> None:
    """It reaches whom it is for and nobody else, without the writer's address; an answer goes back the same way."""
    party = office.start_party(players=3)
    office.write(
        RED, office.seat_address(party, "RED"), "press to blue\nHello.\n> q\n-- \n.\nFrom here on\nendpress\nbid 2"
    )
    assert office.outcomes(RED) == [("ok", "Sent to Blue."), ("ok", "BID 2")]
    got = office.outbox(BLUE, "press")
    assert len(got) == 1 and not office.outbox("green@example.org", "press")
    assert "Hello.\n> q\n--\n.\nFrom here on" in office.text(got[0])
    assert RED not in office.paint_letter(got[0]).as_string()
    office.write(BLUE, office.reply_address(got[0]), f"Thank you, Red.\n\n> {SENTINEL}\n> Hello.")
    back = office.outbox(RED, "press")
    assert "Thank you, Red." in office.text(back[0]) and "Hello." not in office.text(back[0])
    office.write(RED, office.seat_address(party, "RED"), "broadcast\nAll hear this.\nendbroadcast")
    assert len(office.outbox(BLUE, "press")) == 2 and len(office.outbox("green@example.org", "press")) == 1


def test_orders_answered_to_press_stay_secret(office: Office) -> None:
    """Who answers a message with orders alone did not mean to show them to anybody, nor surely to give them."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "press to blue: hello")
    office.write(BLUE, office.reply_address(office.outbox(BLUE, "press")[0]), "bid 8")
    assert not office.outbox(RED, "press")
    assert office.receipt(BLUE)["standing"] == []
    assert "neither sent nor done" in office.outcomes(BLUE)[0][1] and "“pbem”" in office.outcomes(BLUE)[0][1]


def test_secret_addresses_do_not_travel_in_press(office: Office) -> None:
    """Who quotes his own address does not give his seat away."""
    party = office.start_party()
    address = office.seat_address(party, "RED")
    office.write(RED, address, f"press to blue: write to {address}")
    with office.store.read_session() as session:
        assert "(secret address)" in press.list_visible_press(session, party.game(session), "BLU")[0].text


def test_press_without_its_end_is_not_sent(office: Office) -> None:
    """Nor are the lines below it read as orders; the answer says so."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "press to blue\nhello\nbid 3")
    assert not office.outbox(BLUE, "press") and office.outcomes(RED)[0][0] == "no"
    assert office.receipt(RED)["standing"] == []


def test_no_press_game(office: Office) -> None:
    """Where there is no press, the refusal says what there is."""
    party = office.start_party(rules=Rules(press="none"))
    office.write(RED, office.seat_address(party, "RED"), "press to blue: hello")
    assert office.outcomes(RED)[0][1].startswith("There is no press between players in verdun.")


def test_the_first_letter_says_when_there_is_press(office: Office) -> None:
    """If it is not in every phase; a letter at another time is answered with the same."""
    party = office.start_party(rules=Rules(press_kinds=("short",)))
    first = office.text(office.outbox(RED, "started")[0])
    assert "“press to …” writes to others (during: short), “help”" in " ".join(first.split())
    office.write(RED, office.seat_address(party, "RED"), "press to blue: hello")
    assert office.outcomes(RED)[0][1].startswith("In this game players write to each other only during: short.")


def test_votes(office: Office) -> None:
    """A draw all agree on ends the game; all are told of the proposal and of the end."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "vote draw")
    assert "vote draw" in office.text(office.outbox(BLUE, "proposed")[0])
    office.write(BLUE, office.seat_address(party, "BLU"), "vote draw")
    assert office.outcomes(BLUE) == [("ok", "Carried.")]
    assert party.status() == "finished" and "draw of Red and Blue" in office.text(office.outbox(RED, "finished")[0])


# --- commands ----------------------------------------------------------------------------------------------------


def test_the_master_commands_by_mail(office: Office) -> None:
    """Answering any letter of the game, from the registered address; players cannot."""
    party = office.start_party()
    desk_address = office.reply_address(office.outbox(MASTER)[0])
    office.write(MASTER, desk_address, "extend 24h\npause\nresume\nreplace Red by Ruth <ruth@example.org>")
    assert [level for level, _ in office.outcomes(MASTER)] == ["ok"] * 4
    with office.store.read_session() as session:
        assert party.player(session, "RED").address == "ruth@example.org"
    office.write(BLUE, office.seat_address(party, "BLU"), "process\nextend 24h\npause")
    assert [level for level, _ in office.outcomes(BLUE)] == ["no"] * 3


def test_questions(office: Office) -> None:
    """Help, status, history, games: one receipt with a part for each; the report in a letter of its own."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "help\nstatus\nhistory\ngames\nreport\nreport X9")
    assert [level for level, _ in office.outcomes(RED)] == ["ok"] * 5 + ["no"]
    titles = [section["title"] for section in office.receipt(RED)["sections"]]
    assert titles == ["What Red can order: Round 1", "Commands, one a line", "Status", "History", "Games"]
    assert len(office.outbox(RED, "report")) == 1


def test_what_happened_is_told_in_words(office: Office) -> None:
    """H7, H8: “process (Master)” stood there for an act, “R1 (rollback 1)” for a phase, “draw RED BLU” for a vote."""
    party = office.start_party()
    master = office.reply_address(office.outbox(MASTER)[0])
    for line in ("process", "rollback R1", "extend 24h"):
        office.later(hours=1)
        office.write(MASTER, master, line)
        master = office.reply_address(office.outbox(MASTER)[-1])
    office.write(RED, office.seat_address(party, "RED"), "vote draw Red Blue\nstatus\nhistory")
    status, history = (section["text"].splitlines() for section in office.receipt(RED)["sections"])
    assert "Proposed: a draw, shared by Red and Blue; 2 votes carry it." in status
    assert [line.partition(": ")[2] for line in history] == [
        "The game was opened. Its dice are sealed with " + history[0].rpartition(" ")[2],
        "Round 1",
        "The game master had the phase resolved with the orders that were there.",
        "Round 2",
        "The game master took the game back to Round 1.",
        "Back to Round 1",
        "The game master moved the deadline by 1 day.",
    ]


def test_settings(office: Office) -> None:
    """Zone, PDF and paper; a zone that does not exist is refused with the nearest."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "zone Europe/Paris\npdf off\npaper letter\nzone Europe/Pariss")
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok", "ok", "no"]
    with office.store.read_session() as session:
        player = party.player(session, "RED")
    assert (player.zone, player.attach_pdf, player.paper) == ("Europe/Paris", False, "Letter")


def test_resigning_asks_for_the_games_name(office: Office) -> None:
    """One word does not cost a seat."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "resign")
    assert office.outcomes(RED) == [("no", "To leave Red for good, write: resign verdun")]
    office.write(RED, office.seat_address(party, "RED"), "resign verdun")
    with office.store.read_session() as session:
        assert seats.get_seat_by_code(session, party.game(session), "RED").player_id is None


def test_older_judges_words(office: Office) -> None:
    """What players bring along is understood, or explained."""
    party = office.start_party()
    office.write(
        RED, office.seat_address(party, "RED"), "signon Rverdun secret\nset no wait\nset wait\nsign off\nbid 9"
    )
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok", "ok", "skip", "skip"]


# --- never lost --------------------------------------------------------------------------------------------------


def test_the_time_of_acceptance_counts(office: Office) -> None:
    """A letter accepted before the deadline and read after it still counts; the Date field means nothing."""
    party = office.start_party()
    office.later(hours=47, minutes=59)
    raw = letter(RED, "bid 6", fields={"Date": "Thu, 01 Jan 1970 00:00:00 +0000"}).as_bytes()
    office.post(RED, office.seat_address(party, "RED"), raw)
    office.later(minutes=2)
    office.read()
    assert office.receipt(RED)["standing"] == ["BID 6"]


def test_a_letter_for_a_phase_that_is_over_is_not_read_for_the_next(office: Office) -> None:
    """It came before the phase now open began."""
    party = office.start_party()
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 6").as_bytes())
    office.later(hours=1)
    with office.store.write_session() as session:
        game = party.game(session)
        from pbem.games.leading import master

        master.process_phase(session, game, None, office.now)
    office.read()
    assert office.outcomes(RED)[0][0] == "no" and "came before Round 2 began" in office.outcomes(RED)[0][1]


def test_accepted_letters_survive_the_reader(office: Office) -> None:
    """The process ends between acceptance and reading: another one reads it. Dies while reading: the lease ends."""
    party = office.start_party()
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 6").as_bytes())
    ids = inbox.claim_unread_letters(office.store, office.now)
    assert len(ids) == 1 and office.read() == 0, "claimed by one who died"
    office.later(minutes=3)
    assert office.read() == 1
    assert office.receipt(RED)["standing"] == ["BID 6"] and office.mails()[0].attempts == 2


def strike_clock(office: Office) -> None:
    """The clock strikes, and has the letters read that came before."""
    office.later(seconds=1)
    first = partial(inbox.read_letters_until, office.store, office.config, clock=clock_at(office.now))
    clock.run_clock_tick(office.store, clock_at(office.now), read_first=lambda games, until: first(games, until))


@pytest.mark.parametrize("ready", [False, True])
def test_a_phase_waits_for_a_letter_in_dead_hands(office: Office, ready: bool) -> None:
    """S15: somebody claimed an amendment and died. The phase is not closed before it is read, neither by the deadline
    nor because all are ready; and nobody is told that his orders are late."""
    party = office.start_party()
    if ready:
        for code, address in (("RED", RED), ("BLU", BLUE)):
            office.write(address, office.seat_address(party, code), "bid 1\nready")
    else:
        office.later(hours=48)
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 6").as_bytes())
    assert len(inbox.claim_unread_letters(office.store, office.now)) == 1
    strike_clock(office)
    assert party.now_at().number == 1 and not office.outbox(RED, "remind")
    office.later(minutes=2)
    strike_clock(office)
    if ready:
        assert party.now_at().number == 2
    assert office.receipt(RED)["standing"] == ["BID 6"] and not office.outbox(RED, "remind")


def test_the_queue_is_read_before_the_deadline_strikes(office: Office) -> None:
    """S15: to the seat's address, and to the address of everybody; not what is about other games."""
    party, other = office.start_party(), office.start_party(slug="elsewhere")
    office.later(hours=48)
    office.post(RED, office.seat_address(other, "RED"), letter(RED, "bid 3").as_bytes())
    office.post("anna@example.org", FRONT, letter("anna@example.org", "games").as_bytes())
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 6").as_bytes())
    with office.store.read_session() as session:
        game_id = party.game(session).id
    left = inbox.read_letters_until(office.store, office.config, [game_id], office.now, clock_at(office.now))
    assert not left
    assert [mail.status for mail in office.mails()] == ["new", "done", "done"]


def test_the_last_word_is_read_last(office: Office) -> None:
    """Whoever has the first of a seat's letters in hand, or died with it, keeps the second from being read: the other
    way round the older one would stand. Other seats wait for nothing."""
    party = office.start_party()
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 6").as_bytes())
    assert len(inbox.claim_unread_letters(office.store, office.now)) == 1
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 7").as_bytes())
    office.post(BLUE, office.seat_address(party, "BLU"), letter(BLUE, "bid 1").as_bytes())
    assert office.read() == 1 and office.receipt(BLUE)["standing"] == ["BID 1"]
    office.later(minutes=3)
    assert office.read() == 2
    assert office.receipt(RED)["standing"] == ["BID 7"]


def test_a_busy_database_costs_no_attempt(office: Office) -> None:
    """S16: three times “database is locked” set a letter aside. It is as if it had not been claimed."""
    party = office.start_party()
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 6").as_bytes())
    ids, lease = inbox.claim_unread_letters(office.store, office.now), office.now + inbox.INBOX_LEASE
    hasty = Store(office.store.url.render_as_string(hide_password=False), busy=0)
    with office.store.write_engine.begin(), pytest.raises(OperationalError):
        inbox.process_letters(hasty, office.config, inbox.open_letters(hasty, ids), lease, lambda: office.now)
    inbox.give_letters_back(hasty, ids, lease, office.now, NEVER)
    hasty.close()
    assert office.mails()[0].attempts == 0
    assert office.read() == 1 and office.receipt(RED)["standing"] == ["BID 6"]


def test_a_letter_that_kills_its_reader_is_parked(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many attempts of its own; the letters behind it go on."""
    party = office.start_party()
    whole = reader.parse_letter

    def deadly(raw: bytes) -> object:
        if b"poison" in raw:
            raise MemoryError
        return whole(raw)

    monkeypatch.setattr(reader, "parse_letter", deadly)
    office.post(RED, office.seat_address(party, "RED"), letter(RED, "poison").as_bytes())
    office.write(BLUE, office.seat_address(party, "BLU"), "bid 1")
    assert office.receipt(BLUE)["standing"] == ["BID 1"]
    for _ in range(inbox.READER_ATTEMPTS):
        office.later(minutes=2)
        office.read()
    assert [m.status for m in office.mails()] == ["new", "done"]
    office.later(minutes=2)
    office.read()
    assert [m.status for m in office.mails()] == ["parked", "done"]
    assert "could not be read" in office.text(office.outbox(RED, "unreadable")[0])


def test_trouble_at_the_door_is_the_senders_to_repeat(office: Office) -> None:
    """No database: 451 without a word of what went wrong; nothing is lost, nothing is half kept."""
    with office.store.write_session() as session:
        session.connection().exec_driver_sql("ALTER TABLE mail_in RENAME TO gone")
    with office.smtp() as connection:
        connection.ehlo()
        connection.mail(RED)
        connection.rcpt(FRONT)
        code, answer = connection.data(b"From: red@example.org\r\n\r\nhelp")
    assert code == 451 and b"mail_in" not in answer and b"SQL" not in answer


def test_limits_at_the_door(office: Office) -> None:
    """Too many recipients are put off, too large a letter is refused, a long line is taken. One letter to several
    addresses that everybody knows is one letter."""
    raw = b"From: red@example.org\r\n\r\n" + b"x" * 1500 + b"\r\n"
    with office.smtp() as connection:
        refused = connection.sendmail(
            RED, [f"{name}@pbem.test" for name in ("pbem", "games", "join", "help", "play", "judge")], raw
        )
        assert [code for code, _ in refused.values()] == [452]
        with pytest.raises(smtplib.SMTPException) as error:
            connection.sendmail(RED, [FRONT], b"From: red@example.org\r\n\r\n" + b"x\r\n" * 1_000_000)
    assert "552" in str(error.value)
    assert len(office.mails()) == 1


def test_two_seats_in_one_envelope(office: Office) -> None:
    """Each recipient is a letter of its own: the one whose From it is acts, the other is asked."""
    party = office.start_party()
    with office.smtp() as connection:
        connection.sendmail(
            RED, [office.seat_address(party, "RED"), office.seat_address(party, "BLU")], letter(RED, "bid 2").as_bytes()
        )
    office.read()
    assert office.receipt(RED)["standing"] == ["BID 2"]
    assert not office.outbox(BLUE, "receipt") and len(office.outbox(BLUE, "question")) == 1


BESIDE = ("Jane", "Jane Doe", "Gruß Uli", "Thanks, Jane", "Cheers, Jane")


@pytest.mark.parametrize("beside", BESIDE)
def test_a_name_below_orders_keeps_no_phase_open(office: Office, beside: str) -> None:
    party = office.start_party()
    office.write("Jane Doe <red@example.org>", office.seat_address(party, "RED"), f"bid 3\nready\n{beside}\n")
    assert [level for level, _ in office.outcomes("red@example.org")] == ["ok", "ok", "skip"]


def test_words_about_a_file_that_was_read_keep_no_phase_open(office: Office) -> None:
    """What stands in the file counts, also below a greeting that ends the letter itself."""
    party = office.start_party()
    message = letter("red@example.org", "My orders are in the attached file.\nThanks\n", "Orders", {})
    message.add_attachment("bid 3\nready\n", filename="orders.txt")
    office.post("red@example.org", office.seat_address(party, "RED"), message.as_bytes())
    office.read()
    assert [level for level, _ in office.outcomes("red@example.org")] == ["skip", "skip", "ok", "ok"]
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="moves.pdf")
    office.post("red@example.org", office.seat_address(party, "RED"), message.as_bytes())
    office.read()
    assert [level for level, _ in office.outcomes("red@example.org")][::3] == ["no", "no"]


@pytest.mark.parametrize("line", ["vote draw please", "status bitte", "ready, please", "vote extend two days, please"])
def test_a_please_is_no_part_of_a_command(office: Office, line: str) -> None:
    party = office.start_party()
    office.write("red@example.org", office.seat_address(party, "RED"), f"bid 3\n{line}\n")
    assert [level for level, _ in office.outcomes("red@example.org")] == ["ok", "ok"]


def test_a_command_that_somebody_may_not_give_is_no_guess(office: Office) -> None:
    """“Armee” looks like “agree”, which only a game master says."""
    party = office.start_party()
    office.write("red@example.org", office.seat_address(party, "RED"), "Armee Wien - Budapest\nredy\n")
    told = office.receipt("red@example.org")["lines"]
    assert [any("Did you mean the command" in note for note in line["notes"]) for line in told] == [False, True]
