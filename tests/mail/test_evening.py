"""What an evening of a club by letter has shown: how people answer invitations, votes, and what a master writes."""

from __future__ import annotations

import pytest
from sqlmodel import select

from engines.language.grammar import Number, OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Choice
from engines.language.text import parse_orders
from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import WriterLine
from pbem.games.leading import leaders, master
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.storage.models import Outbox, Player, Wish
from tests.games.party import MASTER, Party
from tests.mail.conftest import Office

FRONT = "pbem@pbem.test"
RED, BLUE, ADA, BOB, EVE = (f"{name}@example.org" for name in ("red", "blue", "ada", "bob", "eve"))
DRAWN = Rules(seating="draw", open_to="invited")


def newest(office: Office, address: str, kind: str) -> Outbox:
    return office.outbox(address, kind)[-1]


def answer_newest(office: Office, address: str, kind: str, text: str) -> list[tuple[str, str]]:
    """Return what comes of an answer to the newest letter of a kind."""
    asked = office.paint_letter(newest(office, address, kind))
    office.write(address, str(asked["Reply-To"]), text, fields={"In-Reply-To": str(asked["Message-ID"])})
    return office.outcomes(address)


def lead(office: Office, text: str) -> list[tuple[str, str]]:
    """The master answers the newest letter that he got of the game."""
    row = next(row for row in reversed(office.outbox(MASTER)) if row.game_id)
    office.write(MASTER, office.reply_address(row), text)
    return office.outcomes(MASTER)


def open_led_party(office: Office, **given: object) -> Party:
    """A game that waits for its players, of which the master has got a letter."""
    party = office.open_party(**given)
    office.write(MASTER, FRONT, "terms", "verdun")
    answer_newest(office, MASTER, "question", "yes")
    return party


# --- asked, and answered -------------------------------------------------------------------------------------------


def test_who_invites_several_on_a_line_is_not_taken_for_a_bounce(office: Office) -> None:
    """Addresses with commas between are what an old mailer's reports had."""
    open_led_party(office, rules=DRAWN)
    office.write(MASTER, FRONT, f"invite {ADA}, {BOB}, {EVE}", "verdun")
    assert answer_newest(office, MASTER, "question", "yes")[0][0] == "ok"
    assert [office.outbox(one, "invited") != [] for one in (ADA, BOB, EVE)] == [True] * 3


def test_an_invitation_says_who_asks_when_orders_are_due_and_which_seats_there_are(office: Office) -> None:
    party = open_led_party(office, rules=DRAWN, pace="daily 20:00")
    with office.store.write_session() as session:
        game = party.game(session)
        people.rename_player(session, session.get_one(Player, game.master_id), "Anna")
    lead(office, f"invite {ADA}")
    told = office.text(newest(office, ADA, "invited"))
    assert "Anna, the game master of verdun, asks you to play" in told
    assert "Orders are due every day at 20:00 UTC." in told
    assert "join verdun: Red, Blue, any\nThe seats are drawn" in told


@pytest.mark.parametrize("words", ["yes", "Yes, gladly!", "Oui", "ok"])
def test_a_yes_to_an_invitation_joins(office: Office, words: str) -> None:
    open_led_party(office, rules=DRAWN)
    lead(office, f"invite {ADA}")
    outcomes = answer_newest(office, ADA, "invited", f"{words}\nname Ada")
    assert [level for level, _ in outcomes] == ["ok", "ok"]
    with office.store.read_session() as session:
        assert len(session.exec(select(Wish)).all()) == 1


@pytest.mark.parametrize(
    "words",
    ["I will think about it", "Definitely a forgery", "Yes. Who is this?", "J'ignore tout de cela", "Ich bin weg"],
)
def test_what_only_begins_as_a_yes_joins_nothing(office: Office, words: str) -> None:
    open_led_party(office, rules=DRAWN)
    lead(office, f"invite {ADA}")
    office.write(ADA, office.reply_address(newest(office, ADA, "invited")), f"{words}\nname Ada")
    with office.store.read_session() as session:
        assert not session.exec(select(Wish)).all()


def test_a_yes_says_what_the_letter_asked_for(office: Office) -> None:
    """A deputy, an heir and whoever is called answer with the one word that comes to their mind."""
    party = office.start_party(pace="7d")
    office.write(RED, office.seat_address(party, "RED"), f"deputy {BOB} from 3 Mar to 9 Mar")
    assert "You stand in for Red" in answer_newest(office, BOB, "deputy-asked", "yes")[0][1]
    lead(office, f"co-master {BLUE}")
    assert answer_newest(office, BLUE, "lead", "Yes, why not")[0][0] == "ok"
    with office.store.read_session() as session:
        assert leaders.leads_game(session, party.game(session), party.player(session, "BLU"))


def test_a_yes_to_the_roll_call_says_here(office: Office) -> None:
    party = office.open_party(rules=Rules(roll_call_hours=24))
    with office.store.write_session() as session:
        for address in (RED, BLUE):
            seats.join_game(
                session,
                party.game(session),
                people.get_or_register_player(session, address, office.now),
                [],
                office.now,
            )
    answer_newest(office, RED, "roll-call", "yes")
    answer_newest(office, BLUE, "roll-call", "Yes!")
    assert party.status() == "running"


def test_what_else_a_stranger_wrote_is_not_lost_in_silence(office: Office) -> None:
    """He was asked about one thing alone."""
    office.open_party()
    office.write(ADA, FRONT, "join verdun as Red\nname Ada")
    assert answer_newest(office, ADA, "question", "yes")[0][0] == "ok"
    assert "was not read" in office.receipt(ADA)["notes"][0]
    office.write(BOB, FRONT, "join verdun as Blue")
    answer_newest(office, BOB, "question", "yes")
    assert office.receipt(BOB)["notes"] == []


def test_the_receipt_for_a_new_game_is_of_that_game(office: Office) -> None:
    """So that an answer to it, and what stands below, leads it."""
    office.write(ADA, FRONT, "create marne diplomacy\nseating draw\nend")
    answer_newest(office, ADA, "question", "yes")
    assert newest(office, ADA, "receipt").game_id is not None
    assert answer_newest(office, ADA, "receipt", f"invite {BOB}") == [("ok", f"Invited: {BOB}. Each gets a letter.")]


def test_who_waits_for_the_draw_is_told(office: Office) -> None:
    party = open_led_party(office, rules=Rules(seating="draw"), players=3)
    office.write(ADA, FRONT, "join verdun")
    answer_newest(office, ADA, "question", "yes")
    answer_newest(office, ADA, "enlisted", "name Ada\nwho")
    told = office.receipt(ADA)["sections"][0]["text"]
    assert told == "The free seats are drawn when all are there; 1 of 3 are:\nAda"
    assert "join verdun: Red, Blue, any" in office.text(newest(office, ADA, "enlisted"))
    with office.store.write_session() as session:
        seats.replace_holder(
            session, party.game(session), "RED", people.get_bot(session, "dummy", 1, office.now), office.now
        )
    assert answer_newest(office, ADA, "enlisted", "who")
    told = office.receipt(ADA)["sections"][0]["text"]
    assert told == "Red: Dummy 1\nThe free seats are drawn when all are there; 1 of 2 are:\nAda"
    assert party.status() == "forming"


# --- led -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("because", [" because it rains", ", because it rains"])
def test_every_command_of_a_master_takes_a_reason(because: str) -> None:
    """`process because …` was taken for a line of the judges, and nothing was done."""
    for one in COMMANDS.known:
        for form in one.forms:
            if "reason" not in form.pattern.groupindex:
                continue
            for line in form.sample_lines:
                [said, *_] = COMMANDS.parse_lines([WriterLine(line + because), WriterLine("end")])
                assert (said.name, said.args.get("reason")) == (one.name, "it rains"), line


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pause because it rains", "paused"),
        ("extend 24h because it rains", "deadline"),
        ("rollback R1 because it rains", "rolled-back"),
        ("correct orders of Red because it rains\nBID 3\nend", "corrected"),
        ("eject Red because it rains", "ejected"),
    ],
)
def test_whom_it_concerns_reads_why(office: Office, line: str, kind: str) -> None:
    """Not in the ledger alone."""
    office.start_party()
    assert lead(office, line)[0][0] == "ok"
    row = newest(office, RED, kind)
    assert "it rains" in office.text(row)


def test_all_hear_of_a_seat_whose_player_was_ejected(office: Office) -> None:
    """It is offered like any other that has become free."""
    office.start_party()
    lead(office, "eject Red")
    assert "“join verdun as Red”" in office.text(newest(office, BLUE, "vacant"))


def test_a_free_seat_of_a_private_game_is_offered_through_its_master(office: Office) -> None:
    party = office.start_party(rules=Rules(open_to="invited"))
    with office.store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "RED"), office.now)
    assert "tell the game master of them" in office.text(newest(office, BLUE, "vacant"))
    assert "“invite NAME@HOST” asks them" in office.text(newest(office, MASTER, "vacant"))


def test_who_took_a_seat_is_named_where_names_are_told(office: Office) -> None:
    for slug, rules, told in (("verdun", Rules(), "Ada plays Red"), ("marne", Rules(anonymous=True), "Somebody else")):
        party = office.start_party(rules=rules, slug=slug)
        with office.store.write_session() as session:
            seats.leave_seat_vacant(session, party.seat(session, "RED"), office.now)
            ada = people.get_or_register_player(session, ADA, office.now)
            people.rename_player(session, ada, "Ada")
            seats.join_game(session, party.game(session), ada, ["Red"], office.now)
        assert told in office.text(newest(office, BLUE, "taken"))


def test_what_can_be_put_right_is_asked_in_one_line(office: Office) -> None:
    """As the help says: all alone, without its end."""
    office.start_party()
    assert lead(office, "correct board") == [("ok", "See below.")]
    assert "SCORE" in office.receipt(MASTER)["sections"][0]["text"]


def test_a_line_that_is_none_is_shown_a_whole_one() -> None:
    """No grammar: what stands behind “looks like this” can be written so."""
    units = tuple(Choice(f"A {place}") for place in ("BUD", "VIE", "TRI"))
    grammar = OrderGrammar(
        "", (OrderPattern("REMOVE", (Word("REMOVE"), Pick("unit", units), Word("BY"), Number("n", 1, 9))),)
    )
    [verdict] = parse_orders(grammar, "hello").verdicts
    [remark] = verdict.remarks
    shown = remark.text.partition("looks like this: ")[2]
    assert parse_orders(grammar, shown).orders[0].text == shown


def test_words_to_all_keep_their_subject(office: Office) -> None:
    office.start_party()
    assert lead(office, "official Next week: the Fall cup") == [("ok", "Sent to all.")]
    assert "Next week\n\nthe Fall cup" in office.text(newest(office, RED, "press"))
    lead(office, "official The cup\nbegins tonight\nendofficial")
    assert "The cup\n\nbegins tonight" in office.text(newest(office, RED, "press"))


def test_words_to_nobody_are_not_sent_to_all(office: Office) -> None:
    open_led_party(office)
    assert lead(office, "official: welcome")[0] == ("no", "Nobody plays in verdun yet, so nobody would read it.")


# --- votes and statements ------------------------------------------------------------------------------------------


def test_a_vote_is_written_as_players_write(office: Office) -> None:
    party = office.start_party(players=3, rules=Rules(draws="any"))
    office.write(RED, office.seat_address(party, "RED"), "vote draw Red, Blue\nvote extend 24h")
    told = [office.text(row) for row in office.outbox(BLUE, "proposed")]
    assert "\n    vote draw Red, Blue\n" in told[0] and "\n    vote extend 24h\n" in told[1]
    office.write(BLUE, office.seat_address(party, "BLU"), "vote draw Red, Blue")
    assert office.outcomes(BLUE)[0][0] == "ok"


def test_a_draw_of_all_who_are_left_names_nobody(office: Office) -> None:
    party = office.start_party(players=3)
    office.write(RED, office.seat_address(party, "RED"), "vote draw")
    assert "\n    vote draw\n" in office.text(newest(office, BLUE, "proposed"))


def test_a_deputy_is_not_told_how_to_vote(office: Office) -> None:
    party = office.start_party(players=3, pace="7d")
    office.write(RED, office.seat_address(party, "RED"), f"deputy {BOB} from 2 Mar to 9 Mar")
    answer_newest(office, BOB, "deputy-asked", "accept")
    office.write(BLUE, office.seat_address(party, "BLU"), "vote draw")
    told = office.text(newest(office, BOB, "proposed"))
    assert "The vote of Red is its own player's" in told and "To agree" not in told


def test_who_says_something_of_a_game_is_not_told_what_he_said(office: Office) -> None:
    party = office.start_party()
    for code, address in (("RED", RED), ("BLU", BLUE)):
        office.write(address, office.seat_address(party, code), "vote draw")
    office.write(RED, office.seat_address(party, "RED"), "statement\nWell played.\nendstatement")
    assert (len(office.outbox(RED, "statement")), len(office.outbox(BLUE, "statement"))) == (0, 1)
    lead(office, "statement\nA fine evening.\nendstatement")
    assert (len(office.outbox(MASTER, "statement")), len(office.outbox(BLUE, "statement"))) == (1, 2)


def test_who_left_hears_why_he_cannot_say_anything_of_it(office: Office) -> None:
    party = office.start_party(players=3)
    office.write(RED, office.seat_address(party, "RED"), "resign verdun")
    with office.store.write_session() as session:
        master.cancel_game(session, party.game(session), None, office.now)
    outcomes = answer_newest(office, RED, "resigned", "statement\nI was ill.\nendstatement")
    assert outcomes[0][1].startswith("Who holds a seat of verdun, or leads the game,")
