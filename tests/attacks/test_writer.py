"""Letters in somebody else's name, through a real SMTP door: what they do, what they show, and what they cause."""

from __future__ import annotations

from dataclasses import replace
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import func, select

from pbem.games import Refusal, games
from pbem.games.people import people
from pbem.server import retention
from pbem.settings import mail_addresses
from pbem.settings.limits import USUAL_LIMITS, Limits
from pbem.storage.models import MailIn, Player
from tests.games.party import Party
from tests.hosting import Host, Relay, words
from tests.mail.conftest import Office, delivery_report, letter
from tests.size import size, take_some

RED, BLUE, MASTER, EVE = "red@example.org", "blue@example.org", "master@example.org", "eve@example.net"
FRONT = "pbem@pbem.test"
LURE = "Visit-http-evil-example-and-win"


def all_words_to(office: Office, address: str) -> str:
    """Every word of every letter to an address: fields and text."""
    found = []
    for row in office.outbox(address):
        painted = office.paint_letter(row)
        found.append("\n".join(f"{k}: {v}" for k, v in painted.items()) + "\n" + office.text(row))
    return "\n".join(found)


def deliver_judged_letter(
    office: Office, verdict: str, address: str, sender: str, text: str, subject: str = "verdun"
) -> None:
    """A letter that one of the host's own mail servers took in and judged."""
    fields = {"Authentication-Results": f"mx.pbem.test; dmarc={verdict} header.from={sender.rpartition('@')[2]}"}
    fields["To"] = address
    vouched_raw(office, sender, address, letter(sender, text, subject, fields).as_bytes())


def vouched_raw(office: Office, sender: str, address: str, raw: bytes) -> None:
    """A letter that one of the host's own mail servers took in, as it is."""
    office.config = replace(office.config, mail_authority="mx.pbem.test")
    office.post(sender, address, raw)
    with office.store.write_session() as session:
        for mail in session.exec(select(MailIn).where(MailIn.status == "new")):
            mail.vouched = True
            session.add(mail)
    office.read()


def holder(office: Office, party: Party, code: str) -> str:
    """The address of whoever holds a seat; "" if nobody does."""
    with office.store.read_session() as session:
        seat = party.seat(session, code)
        return session.get_one(Player, seat.player_id).address if seat.player_id else ""


# --- strangers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["help", "games", "join verdun as Red", f"join {LURE}", f"join verdun as {LURE}", "?"])
def test_nothing_of_a_strangers_is_echoed(office: Office, said: str) -> None:
    """S2: subject, lines, name and Message-ID of a forged letter came back to its victim from the host's domain."""
    office.open_party()
    raw = letter(f'"{LURE}" <victim@example.org>', f"{said}\n{LURE}\n" * 100, LURE).as_bytes()
    raw = raw.replace(b"Message-ID: <", f"Message-ID: <{LURE}".encode())
    office.post(EVE, FRONT, raw)
    office.read()
    assert office.outbox("victim@example.org"), "who asks is answered"
    assert LURE.lower() not in all_words_to(office, "victim@example.org").lower()


@pytest.mark.slow
def test_strangers_cannot_make_the_server_a_cannon(office: Office) -> None:
    """S2: 300 forged senders, 300 letters. Now there is a total an hour, a day, and for each address."""
    office.config = replace(
        office.config, limits=Limits(stranger_answers=20, stranger_answers_daily=30, peer_answers=999)
    )
    office.open_party()
    for n in range(60):
        office.post(EVE, FRONT, letter(f"v{n}@example.org", ("help", "join verdun")[n % 2], f"s{n}").as_bytes())
    office.read()
    assert len(office.outbox()) == 20
    with office.store.read_session() as session:
        assert session.exec(select(func.count()).select_from(Player)).one() == 21, "no row for each forged sender"
    office.later(hours=1)
    for n in range(60):
        office.post(EVE, FRONT, letter(f"w{n}@example.org", "help").as_bytes())
    office.read()
    assert len(office.outbox()) == 30


def test_one_address_gets_few_letters(office: Office) -> None:
    """S2: however many letters come in its name."""
    office.open_party()
    for n in range(10):
        office.write("victim@example.org", FRONT, ("help", "join verdun as Red", "games", "join verdun")[n % 4], f"{n}")
    assert len(office.outbox("victim@example.org")) == office.config.limits.answers_to_one


def test_who_never_answered_is_forgotten(office: Office) -> None:
    """S2: forged senders do not fill the table of people; who has a seat or has answered stays."""
    office.start_party()
    office.write("victim@example.org", FRONT, "help")
    office.deliver()
    office.write("held@example.org", FRONT, "join verdun as Red")
    office.deliver()
    office.later(days=1)
    office.write(EVE, FRONT, "help")  # the newest row of a table always stays
    office.deliver()
    for _ in range(2):
        office.later(days=31)
        retention.prune_store(office.store, office.config, office.now)
    with office.store.read_session() as session:
        assert set(session.exec(select(Player.address))) == {RED, BLUE, MASTER, EVE}


def test_yes_joins_and_does_nothing_else(office: Office) -> None:
    """S2, S3: what a stranger's letter said besides "join" was never shown, so it is never done."""
    party = office.open_party(players=3)
    office.write("new@example.org", FRONT, f"join verdun as Red\nbroadcast: {LURE}\nvote draw", LURE)
    asked = office.outbox("new@example.org", "question")[0]
    office.write("new@example.org", office.reply_address(asked), "yes")
    assert holder(office, party, "RED") == "new@example.org"
    assert not party.letters("press") and len(office.receipt("new@example.org")["lines"]) == 1
    assert LURE not in all_words_to(office, "new@example.org")


# --- is this letter yours? ---------------------------------------------------------------------------------------


def test_a_question_shows_all_it_is_about(office: Office) -> None:
    """S3: each line, whole; where the letter came to, from where, and when; and what comes of what is for good."""
    party = office.start_party()
    text = "\n".join(f"bid {n % 9} {'x' * 100}" for n in range(30)) + "\nresign verdun"
    office.write(EVE, office.seat_address(party, "RED"), text)
    shown = office.text(office.outbox(RED, "question")[0])
    assert all(line in shown for line in text.splitlines())
    assert "from eve@example.net" in shown and "the secret address of Red in verdun" in shown and "12:00" in shown
    assert "“resign verdun”: you give up Red in verdun for good" in shown
    office.write(EVE, office.reply_address(party.letters("started", "RED")[0]), "bid 1")
    assert "the secret address of Red" in office.text(office.outbox(RED, "question")[1])
    office.write(RED, FRONT, "bid 1", "verdun")
    told = office.text(office.outbox(RED, "question")[2])
    assert "to pbem@pbem.test, an address that everybody knows" in told and "secret address" not in told


def test_what_cannot_be_shown_cannot_be_confirmed(office: Office) -> None:
    """S3: the sixteenth line was "resign", and "yes" gave the seat away."""
    party = office.start_party()
    office.write(EVE, office.seat_address(party, "RED"), "bid 1\n" * 100 + "resign verdun")
    asked = office.outbox(RED, "question")[0]
    assert "too long" in office.text(asked) and "resign" not in office.text(asked).partition("say yes")[0]
    office.write(RED, office.reply_address(asked), "yes")
    assert holder(office, party, "RED") == RED and not office.receipt(RED)["standing"]


def test_yes_confirms_that_letter_and_only_once(office: Office) -> None:
    """S3: not another one that waits; not again; not from elsewhere; not after three days."""
    party = office.start_party()
    seat = office.seat_address(party, "RED")
    office.write(EVE, seat, "bid 3")
    office.write(EVE, seat, "resign verdun")
    first, second = office.outbox(RED, "question")
    office.write(RED, office.reply_address(first), "yes")
    assert office.receipt(RED)["standing"] == ["BID 3"] and holder(office, party, "RED") == RED
    office.write(EVE, office.reply_address(second), "yes")
    office.write(RED, seat, "yes", fields={"In-Reply-To": str(office.paint_letter(second)["Message-ID"])})
    assert holder(office, party, "RED") == RED, "only at the question's own address, from the registered one"
    office.later(days=3, minutes=1)
    office.write(RED, office.reply_address(second), "yes")
    assert holder(office, party, "RED") == RED


# --- what proves -------------------------------------------------------------------------------------------------


def test_a_message_id_proves_nothing(office: Office) -> None:
    """S4: it is in every copy of an answer; with a forged From it gave orders."""
    party = office.start_party()
    started = office.paint_letter(party.letters("started", "RED")[0])
    for address in (FRONT, "orders@pbem.test", office.seat_address(party, "BLU")):
        for name in ("In-Reply-To", "References"):
            office.write(RED, address, f"bid 5\nresign verdun {name}", fields={name: str(started["Message-ID"])})
    assert holder(office, party, "RED") == RED and not party.letters("receipt")


def test_dmarc_proves_what_can_be_undone(office: Office) -> None:
    """S4: without a secret address, on the word of the host's own mail server; what is for good is asked about."""
    party = office.start_party()
    deliver_judged_letter(office, "pass", FRONT, RED, "bid 5")
    assert office.receipt(RED)["standing"] == ["BID 5"]
    deliver_judged_letter(office, "pass", FRONT, RED, "bid 6\nresign verdun")
    asked = office.outbox(RED, "question")[0]
    assert holder(office, party, "RED") == RED and "you give up Red in verdun for good" in office.text(asked)
    office.write(RED, office.reply_address(asked), "yes")
    assert holder(office, party, "RED") == ""


def test_dmarc_that_failed_never_acts(office: Office) -> None:
    """S4: not with a secret address, nor with "yes" to a question; its owner hears of it once a day."""
    party = office.start_party()
    seat = office.seat_address(party, "RED")
    for n in range(5):
        deliver_judged_letter(office, "fail", seat, RED, f"bid {n}")
    assert not party.letters("receipt") and len(office.outbox(RED, "forged")) == 1
    office.write(EVE, seat, "bid 9")
    deliver_judged_letter(office, "fail", office.reply_address(office.outbox(RED, "question")[0]), RED, "yes")
    deliver_judged_letter(office, "fail", FRONT, "victim@example.org", "help")
    assert not party.letters("receipt") and not office.outbox("victim@example.org")
    assert "DMARC failed" in office.text(office.outbox(RED, "forged")[0])


@pytest.mark.parametrize(
    "results",
    [
        ["mx.elsewhere.test; dmarc=pass header.from=example.org"],
        ["mx.pbem.test; dmarc=none header.from=example.org", "mx.pbem.test; dmarc=pass header.from=example.org"],
        ["mx.pbem.test; dmarc=pass header.from=evil.example"],
        ["mx.pbem.test; spf=pass smtp.mailfrom=example.org; dkim=pass header.d=example.org"],
        ["mx.pbem.test; dmarc=pass dmarc=", "mx.pbem.test; dmarc=pass header.from=example.org"],
        ["mx.pbem.test (x; dmarc=pass header.from=example.org"],
        ["mx.pbem.test; dmarc=pass header.from=example.org; dmarc=none header.from=example.org"],
    ],
)
def test_only_the_hosts_own_word_counts(office: Office, results: list[str]) -> None:
    """S4: another server's word, one below the topmost, one about another domain, one that cannot be read."""
    party = office.start_party()
    office.config = replace(office.config, mail_authority="mx.pbem.test")
    head = "".join(f"Authentication-Results: {value}\r\n" for value in results).encode()
    office.post(RED, FRONT, head + letter(RED, "bid 5", "verdun", {"To": FRONT}).as_bytes())
    with office.store.write_session() as session:
        mail = session.exec(select(MailIn)).one()
        mail.vouched = True
        session.add(mail)
    office.read()
    assert not party.letters("receipt")


def test_a_stranger_cannot_bring_his_own_results(office: Office) -> None:
    """S4: handed in by who is no mail server of the host's, the right words prove nothing."""
    party = office.start_party()
    office.config = replace(office.config, mail_authority="mx.pbem.test")
    fields = {"Authentication-Results": "mx.pbem.test; dmarc=pass header.from=example.org", "To": FRONT}
    office.write(RED, FRONT, "bid 5", "verdun", fields=fields)
    raw = letter(RED, "bid 6", "verdun", fields).as_bytes() + b"\r\n"
    office.post(RED, FRONT, b"From: eve@example.net\r\n" + raw)
    office.read()
    assert not party.letters("receipt")


# --- held letters ------------------------------------------------------------------------------------------------


def test_every_held_letter_is_asked_about(office: Office) -> None:
    """S17: the second unproven letter of a day was held without a word."""
    party = office.start_party()
    for n in range(4):
        office.write(EVE, office.seat_address(party, "RED"), f"bid {n}")
    asked = office.outbox(RED, "question")
    assert len(asked) == 4
    assert "3 other letters in your name wait" in office.text(asked[-1])
    office.write(RED, office.reply_address(asked[2]), "yes")
    assert office.receipt(RED)["standing"] == ["BID 2"]
    assert any("3 other letters in your name wait" in note for note in office.receipt(RED)["notes"])


@pytest.mark.slow
def test_forged_letters_do_not_block_the_rightful_writer(office: Office) -> None:
    """S17: one forged letter each morning did. Whoever knows a secret address is asked however many do not."""
    party = office.start_party()
    for n in range(30):
        office.write(RED, FRONT, f"bid {n}", "verdun")
    limit = office.config.limits.questions
    assert len(office.outbox(RED, "question")) == limit
    office.write("red@work.example", office.seat_address(party, "RED"), "bid 8")
    assert len(office.outbox(RED, "question")) == limit + 1
    assert "30 other letters in your name wait" in office.text(office.outbox(RED, "question")[-1])
    office.write(RED, office.seat_address(party, "RED"), "bid 7")
    assert office.receipt(RED)["standing"] == ["BID 7"]


# --- invited -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nobody_is_mailed_who_never_asked(office: Office) -> None:
    """S6: `replace` and press carried 589 letters to addresses that had never written. One invitation, and silence."""
    party = office.start_party()
    desk = office.reply_address(party.letters("started")[-1])
    for n in range(3):
        office.write(MASTER, desk, f"replace Red by {LURE} <victim@example.org>", f"{n}")
        office.write(MASTER, desk, f"broadcast: {LURE}\nreplace Red by red@example.org", f"{n} again")
        office.later(hours=1)
    office.write(MASTER, desk, "replace Red by victim@example.org", "the last time")
    office.write(MASTER, desk, f"broadcast: {LURE}\nextend 1h\npause\nresume\nprocess")
    assert [row.kind for row in office.outbox("victim@example.org")] == ["invitation"]
    shown = all_words_to(office, "victim@example.org")
    assert LURE not in shown and "asks you to play Red in verdun" in shown
    office.write(
        "victim@example.org",
        office.reply_address(office.outbox("victim@example.org")[0]),
        "Hello,\nYes, gladly!\nVictor",
    )
    assert [row.kind for row in office.outbox("victim@example.org")][-2:] == ["welcome", "report"]
    office.write("victim@example.org", office.seat_address(party, "RED"), "bid 4")
    assert office.receipt("victim@example.org")["standing"] == ["BID 4"]


@pytest.mark.slow
def test_letters_in_the_name_of_the_invited_show_him_nothing(office: Office) -> None:
    """S6: whoever invites somebody could then write in his name, and have it shown to him as a question."""
    party = office.start_party()
    office.write(MASTER, office.reply_address(party.letters("started")[-1]), "replace Red by victim@example.org")
    for n in range(10):
        office.write("victim@example.org", FRONT, f"help\nbid 4 {LURE} {n}", "verdun")
    kinds = [row.kind for row in office.outbox("victim@example.org")]
    assert kinds == ["invitation", *["stranger"] * office.config.limits.answers_to_one]
    assert LURE not in all_words_to(office, "victim@example.org")


def test_an_answer_to_press_that_was_held_goes_to_its_circle(office: Office) -> None:
    """S3: written from another address and confirmed, it is still an answer to that message."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "press to blue: hello")
    sent = party.letters("press", "BLU")[0]
    office.write("blue@work.example", office.reply_address(sent), "Good morning, Red.")
    assert len(party.letters("press")) == 1
    office.write(BLUE, office.reply_address(office.outbox(BLUE, "question")[0]), "yes")
    assert "Good morning, Red." in office.text(office.outbox(RED, "press")[0])


@pytest.mark.slow
def test_an_automatic_answer_accepts_no_invitation(office: Office) -> None:
    """S6: a holiday note without the fields that mark it is no word of ours. It is answered as a person's would be, a
    few times a day."""
    party = office.start_party()
    office.write(MASTER, office.reply_address(party.letters("started")[-1]), "replace Red by victim@example.org")
    invited = office.outbox("victim@example.org")[0]
    for n in range(20):
        office.write("victim@example.org", office.reply_address(invited), "I am away until 5 May.", f"Away {n}")
    first, *others = [row.kind for row in office.outbox("victim@example.org")]
    assert first == "invitation" and others == ["stranger"] * USUAL_LIMITS.answers_to_one


@pytest.mark.slow
def test_inviting_has_an_end(office: Office) -> None:
    """S6: so many people a day who have never written here; those who have do not count."""
    party = office.start_party()
    office.config = replace(office.config, limits=Limits(invitations=3))
    desk = office.reply_address(party.letters("started")[-1])
    for n in range(5):
        office.write(MASTER, desk, f"replace Red by v{n}@example.org", f"{n}")
    assert office.outcomes(MASTER)[0][1].startswith("You have invited 3 people today")
    assert [len(office.outbox(f"v{n}@example.org")) for n in range(5)] == [1, 1, 1, 0, 0]
    office.write(MASTER, desk, "replace Red by red@example.org", "back")
    assert holder(office, party, "RED") == RED


def test_press_has_an_end(office: Office) -> None:
    """S6: 120 messages an hour are enough for anybody."""
    party = office.start_party()
    office.config = replace(office.config, limits=Limits(messages=5))
    office.write(RED, office.seat_address(party, "RED"), "\n".join(f"press to blue: {n}" for n in range(8)))
    assert [level for level, _ in office.outcomes(RED)] == ["ok"] * 5 + ["no"] * 3
    assert len(party.letters("press")) == 5


def test_opening_games_has_an_end(office: Office) -> None:
    """S6: 60 games in six seconds."""
    with office.store.write_session() as session:
        eve = people.get_or_register_player(session, EVE, office.now)
        for n in range(office.config.limits.games_opened):
            games.insert_game(session, "toy", "PLAYERS 2", slug=f"g{n}", master=eve, now=office.now, limits=Limits())
        with pytest.raises(Refusal, match="too many games"):
            games.insert_game(session, "toy", "PLAYERS 2", slug="one-more", master=eve, now=office.now, limits=Limits())


# --- addresses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["a:b@x", "a:b@example.org", "=?utf-8?q?a=0D=0ABcc:x?=@example.org", "a@b@example.org", "a@[127.0.0.1]", "a@b"],
)
def test_odd_addresses_get_no_letter(office: Office, address: str) -> None:
    """S13: accepted, and tried for days since they could not be painted."""
    party = office.start_party()
    office.post(EVE, FRONT, f"From: {address}\r\nMessage-ID: <1@x>\r\n\r\nhelp\r\n".encode())
    office.read()
    office.write(MASTER, office.reply_address(party.letters("started")[-1]), f"replace Red by {address}")
    office.deliver()
    assert holder(office, party, "RED") == RED
    assert all(row.sent_at and not row.error for row in office.outbox())


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=40), st.emails(), st.text(max_size=12).map(lambda t: f"{t}@example.org")))
def test_what_is_an_address_can_be_written_to(text: str) -> None:
    """S13: it stays what it is, in the field of a letter too."""
    try:
        plain = people.normalize_address(text)
    except Refusal:
        return
    assert people.normalize_address(plain) == plain
    message = EmailMessage(policy=SMTP.clone(utf8=True))
    message["To"] = plain
    assert isinstance(message["To"].addresses[0], Address) and message["To"].addresses[0].addr_spec == plain


def test_addresses_of_all_the_world(office: Office) -> None:
    """S13: letters beyond ASCII before and behind the @; the two ways to write a domain are one."""
    party = office.open_party()
    for name, domain, code in (("jörg", "bücher.example", "RED"), ("anna", "xn--bcher-kva.example", "BLU")):
        office.post("x@example.org", FRONT, f"From: {name}@{domain}\r\n\r\njoin verdun as {code}\r\n".encode())
        office.read()
        row = office.outbox()[-1]
        office.post("x@example.org", office.reply_address(row), f"From: {name}@bücher.example\r\n\r\nyes\r\n".encode())
        office.read()
    assert holder(office, party, "BLU") == "anna@xn--bcher-kva.example"
    assert holder(office, party, "RED") == "jörg@bücher.example"
    office.deliver()
    assert all(row.sent_at for row in office.outbox())


# --- machines ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("line", take_some(["Status", "Help", "Report", "Games", "Yes", "History"], 2))
def test_an_autoresponder_is_not_talked_to(office: Office, line: str) -> None:
    """S14: one without the fields that mark it got an answer to each of a hundred letters."""
    party = office.start_party()
    start = len(office.outbox(RED))
    for n in range(size(12, 40)):  # four times as many as are answered
        office.write(RED, office.seat_address(party, "RED"), f"{line}\nThank you for your letter.", f"Re: {n}")
    letters = office.outbox(RED)[start:]
    assert len([row for row in letters if row.kind == "receipt"]) <= office.config.limits.same_receipts
    assert len(letters) <= 2 * office.config.limits.same_receipts


@pytest.mark.slow
def test_receipts_have_an_end_and_orders_count_on(office: Office) -> None:
    """S14: useful ones too. What was ordered beyond it stands, and the next receipt shows it."""
    party = office.start_party()
    office.config = replace(office.config, limits=Limits(receipts=5))
    for n in range(9):
        office.write(RED, office.seat_address(party, "RED"), f"bid {n}")
    assert len(office.outbox(RED, "receipt")) == 5
    office.later(hours=1)
    office.write(RED, office.seat_address(party, "RED"), "status")
    assert office.receipt(RED)["standing"] == ["BID 8"]


NOTES = {
    "a delay": delivery_report(RED, "delayed", "4.4.1"),
    "a holiday note": letter(RED, "I am away.", "Away", {"Auto-Submitted": "auto-replied"}).as_bytes(),
    "a person": letter(RED, "Why do you write to me?").as_bytes(),
    "nothing": b"From: mailer-daemon@example.org\r\n\r\nno such user",
}
FAILURES = {
    "exim": (
        b"From: Mail Delivery System <Mailer@mx.example.org>\r\nX-Failed-Recipients: red@example.org\r\n"
        b"Subject: Mail failure\r\n\r\nbid 1\r\n"
    ),
    "qmail": (
        b"From: robot@mx.example.org\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program at mx.\r\n"
        b"I'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n<red@example.org>:\r\n"
        b"Sorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n"
    ),
    "a report": delivery_report(RED),
    "a daemon": b"From: MAILER-DAEMON\r\nSubject: returned\r\n\r\nstatus\r\n",
}


@pytest.mark.parametrize("kind", NOTES)
def test_delays_and_holidays_are_no_bounces(office: Office, kind: str) -> None:
    """S22: whatever came to the return address marked the letter as undelivered."""
    party = office.start_party()
    office.post("", bounce_address(office, 0), NOTES[kind])
    office.read()
    with office.store.read_session() as session:
        assert party.player(session, "RED").bounces == 0
    assert not any(row.error for row in office.outbox()) and not party.letters("receipt")


@pytest.mark.parametrize("kind", FAILURES)
@pytest.mark.parametrize("to", ["seat", "front", "reply"])
def test_a_bounce_is_no_person(office: Office, kind: str, to: str) -> None:
    """S22: 74 of 800 real ones came with a sender in the envelope, and were read as letters."""
    party = office.start_party()
    started = party.letters("started", "RED")[0]
    where = {"seat": office.seat_address(party, "RED"), "front": FRONT, "reply": office.reply_address(started)}[to]
    office.post("robot@mx.example.org", where, FAILURES[kind])
    office.read()
    assert [m.status for m in office.mails()] == ["ignored"]
    assert (
        not party.letters("receipt")
        and not office.outbox("robot@mx.example.org")
        and not office.outbox(RED, "question")
    )


@pytest.mark.parametrize("proven", [True, False])
def test_who_quotes_a_bounce_is_heard(office: Office, proven: bool) -> None:
    """S22: a player who wrote his orders above a report he had got heard nothing; a machine writes from elsewhere."""
    party = office.start_party()
    sender, report = RED if proven else "robot@mx.example.org", FAILURES["qmail"].partition(b"\r\n\r\n")[2]
    head = f"From: {sender}\r\nSubject: Fwd: failure notice\r\n\r\nbid 3\r\n\r\n"
    office.post(sender, office.seat_address(party, "RED"), head.encode() + report)
    office.read()
    assert [m.status for m in office.mails()] == ["done" if proven else "ignored"]
    assert bool(party.letters("receipt")) == proven


def test_a_report_about_ours_is_not_answered_from_whatever_address(office: Office) -> None:
    """A mailbox that writes its reports in its owner's name, to where it may answer: each receipt would bring the next
    report, for ever."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "bid 3")
    receipt = office.paint_letter(office.outbox(RED, "receipt")[0]).as_bytes()
    head = f"From: {RED}\r\nSubject: failure notice\r\n\r\n".encode()
    report = FAILURES["qmail"].partition(b"\r\n\r\n")[2]
    office.post(RED, office.seat_address(party, "RED"), head + report + b"\r\n\r\n" + receipt)
    office.read()
    assert [m.status for m in office.mails()] == ["done", "ignored"]
    assert len(party.letters("receipt")) == 1


def bounce_address(office: Office, number: int) -> str:
    """The return address of a letter to Red."""
    row = office.outbox(RED)[number]
    return mail_addresses.make_address(office.config.secret_key, "bounce", office.config.mail_host, row.id, row.nonce)


def test_a_seat_that_cannot_be_reached_is_shown_to_the_master(office: Office) -> None:
    """S22: three letters that came back for good within a week; a letter from the player mends it."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "status")
    assert len(office.outbox(RED)) >= 3
    for number in (0, 0, 0, 1):
        office.post("", bounce_address(office, number), delivery_report(RED))
        office.read()
    assert player(office, party).bounces == 2, "each letter counts once"
    office.later(days=8)
    office.post("", bounce_address(office, 2), delivery_report(RED))
    office.read()
    assert player(office, party).bounces == 1 and not office.outbox(MASTER, "unreachable")
    for _ in range(2):
        office.write(EVE, office.seat_address(party, "RED"), "bid 1", str(office.now))
        office.post("", bounce_address(office, -1), delivery_report(RED))
        office.later(days=1)
        office.read()
    assert player(office, party).unreachable_at is not None
    notice = office.outbox(MASTER, "unreachable")
    assert len(notice) == 1 and "the player of Red in verdun came back undelivered" in office.text(notice[0])
    office.write(RED, office.seat_address(party, "RED"), "bid 2")
    assert (player(office, party).unreachable_at, player(office, party).bounces) == (None, 0)


def player(office: Office, party: Party) -> Player:
    with office.store.read_session() as session:
        return party.player(session, "RED")


# --- to the host -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["postmaster", "abuse", "Abuse"])
def test_the_host_hears(office: Office, name: str) -> None:
    """S28: postmaster and abuse took mail that nobody saw; reports by machines are for him too."""
    office.config = replace(office.config, host_address="host@example.org")
    party = office.start_party()
    office.write(EVE, f"{name}@pbem.test", f"You send me spam.\n{office.seat_address(party, 'RED')}", "Help")
    office.post("", f"{name}@pbem.test", delivery_report(RED))
    office.read()
    told = office.outbox("host@example.org", "for-the-host")
    assert len(told) == 2 and not office.outbox(EVE)
    text = office.text(told[0])
    assert "You send me spam." in text and "eve@example.net" in text and "orders+" not in text.partition("-- \n")[0]


@pytest.mark.slow
def test_the_host_is_not_flooded(office: Office) -> None:
    """S28: a limit an hour, and no letter longer than can be read."""
    office.config = replace(office.config, host_address="host@example.org", limits=Limits(host_letters=3))
    for n in range(10):
        office.write(EVE, "abuse@pbem.test", f"{n}\n" * 9000)
    told = office.outbox("host@example.org")
    assert len(told) == 3 and len(office.text(told[0])) < 20_000 and len(office.mails()) == 10


def test_what_is_put_aside_is_told_to_the_host(office: Office) -> None:
    """S28: parked letters stood in the log only."""
    office.config = replace(office.config, host_address="host@example.org")
    office.post(EVE, FRONT, b"From: eve@example.net\r\nSubject: " + b"x\r\n " * 30_000 + b"\r\n\r\nhelp")
    office.read()
    assert [m.status for m in office.mails()] == ["parked"]
    assert "64 KB" in office.text(office.outbox("host@example.org")[0])


def test_without_an_address_of_the_host_they_are_kept(office: Office) -> None:
    """S28: nothing is lost, nobody is answered."""
    office.write(EVE, "abuse@pbem.test", "help")
    assert [m.note for m in office.mails()] == ["for the host, but not forwarded"] and not office.outbox()


# --- what a host starts ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_served_host_answers_strangers_and_hears_complaints(host: Host, relay: Relay) -> None:
    """S2, S28: through `pbem serve` and its relay; the stranger answers, and gets what he asked for."""
    host.settings["host_address"] = "host@example.org"
    with host.serving():
        host.post(EVE, FRONT, letter(f"{LURE} <victim@example.org>", f"help\n{LURE}", LURE).as_bytes())
        told = relay.wait_for_letter("victim@example.org")
        assert LURE not in told.as_string()
        host.post(EVE, "abuse@pbem.test", letter(EVE, "You send me spam.", "Complaint").as_bytes())
        assert "You send me spam." in words(relay.wait_for_letter("host@example.org"))
        host.post("v@example.org", str(told["Reply-To"]), letter("victim@example.org", "games").as_bytes())
        heard = relay.wait_for_letter("victim@example.org", lambda m: "There is no game at the moment" in words(m))
        assert LURE not in heard.as_string()
