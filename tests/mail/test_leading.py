"""A game led by letter alone: opened, changed, looked ahead, put right, shared and called off."""

from __future__ import annotations

import pytest
from sqlmodel import select

from pbem.games import games
from pbem.games.leading import leaders
from pbem.games.notify import list_ledger_entries
from pbem.games.orders import orders
from pbem.games.proof import hash_chain
from pbem.games.rules import rules_of
from pbem.pace import Pace
from pbem.storage.models import Game
from tests.games.party import MASTER, Party
from tests.mail.conftest import Office

FRONT = "pbem@pbem.test"
RED = "red@example.org"


def tell_master_to_answer(office: Office, game: Party) -> str:
    """An address at which the master's letters count: that of a letter about the game that he got."""
    row = next(row for row in reversed(office.outbox(MASTER)) if row.game_id == game.game_id)
    return office.reply_address(row)


@pytest.fixture
def game(office: Office) -> Party:
    return office.start_party()


def lead(office: Office, game: Party, text: str) -> list[tuple[str, str]]:
    """A letter of the master, and the outcome of each line."""
    office.write(MASTER, tell_master_to_answer(office, game), text)
    return office.outcomes(MASTER)


def section(office: Office, address: str) -> str:
    return "\n".join(part["text"] for part in office.receipt(address)["sections"])


def test_a_game_is_opened_by_letter(office: Office) -> None:
    """Options, pace, zone and rules in any order; what is open now is told in canonical lines."""
    game = office.start_party()
    text = "create marne Diplomacy\nvictory 20\npace daily 20:00; retreat 12h\nzone Europe/Paris\ngrace 6h\n"
    text += "quiet sat, sun, 24 dec to 6 jan, 22:00 to 08:00\nend\n"
    office.write(RED, office.seat_address(game, "RED"), text)
    assert office.outcomes(RED)[0][0] == "ok", office.outcomes(RED)
    with office.store.read_session() as session:
        made = games.get_game(session, "marne")
        assert (made.engine, made.options, made.zone) == ("diplomacy", "VICTORY 20", "Europe/Paris")
        assert (str(Pace.parse(made.pace)), rules_of(made).grace_hours) == ("daily 20:00; retreat 12h", 6)
        assert rules_of(made).quiet == ("sat", "sun", "24 dec to 6 jan", "22:00 to 08:00")
        assert leaders.leads_game(session, made, game.player(session, "RED"))
    assert "GRACE 6 hours" in section(office, RED)
    assert "QUIET sat, sun, 24 dec to 6 jan, 22:00 to 08:00" in section(office, RED)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("grase 6h", "“grase 6h”"),
        ("pace sometimes", "daily 20:00"),
        ("quiet satyrday", "saturday"),
        ("pace daily 20:00\nquiet 18:00 to 22:00", "quiet hours"),
        ("victory 2", "victory 2"),
        ("hello", "“hello”"),
    ],
)
def test_a_misspelt_line_opens_nothing(office: Office, line: str, why: str) -> None:
    """The line is named, with what would be right; there is no game."""
    game = office.start_party()
    office.write(RED, office.seat_address(game, "RED"), f"create marne diplomacy\ngrace 6h\n{line}\nend")
    level, told = office.outcomes(RED)[0]
    assert level == "no" and why in told
    with office.store.read_session() as session:
        assert session.exec(select(Game).where(Game.slug == "marne")).first() is None


def test_what_is_known_of_a_line_is_told_in_its_own_words(office: Office) -> None:
    """A rule misspelt is not taken for an order of the game; what there is can be asked for, each with its meaning."""
    game = office.start_party()
    office.write(
        RED, office.seat_address(game, "RED"), "create marne diplomacy\nseats drawn\ngrase 6h\nend\nhelp create"
    )
    told = office.outcomes(RED)[0][1]
    assert "Did you mean “GRACE 6 hours”?" in told and "help create" in told
    assert "VICTORY" not in told and " order " not in told
    listed = section(office, RED)
    assert "SEATING first\n    who comes first takes the seat they like" in listed
    office.write(RED, office.seat_address(game, "RED"), "help reliable\nhelp draws")
    assert [level for level, _ in office.outcomes(RED)] == ["ok", "ok"]
    assert "gave so many percent" in section(office, RED) and "who shares a draw" in section(office, RED)


def test_rules_of_the_game_are_those_agreed_upon(office: Office, game: Party) -> None:
    """As help says; the book of the game's rules is asked for by “rules”."""
    office.write(RED, office.seat_address(game, "RED"), "rules of the game")
    assert "PACE" in section(office, RED) and office.outbox(RED, "book") == []


def test_who_opens_a_game_for_those_invited_is_told_how_they_come(office: Office, game: Party) -> None:
    office.write(RED, office.seat_address(game, "RED"), "create marne diplomacy\nopen invited\nend")
    told = office.outcomes(RED)[0][1]
    assert "invite NAME@HOST" in told and "Players join with" not in told


def test_a_stranger_opens_no_game(office: Office) -> None:
    """A From alone proves nothing."""
    office.write("eve@example.net", FRONT, "create marne diplomacy\nend")
    with office.store.read_session() as session:
        assert session.exec(select(Game)).first() is None


def test_rules_change_while_the_game_runs(office: Office, game: Party) -> None:
    """All are told the new lines and why; the ledger too; a fixed one says so; a misspelt one changes nothing."""
    said = lead(
        office, game, "set GRACE 6 hours because we are slow\nset PACE daily 20:00\nset GRACED 3\nset ANONYMOUS ON"
    )
    assert [level for level, _ in said] == ["ok", "ok", "no", "no"]
    assert "cannot be changed once a game has begun" in said[3][1]
    with office.store.read_session() as session:
        assert rules_of(game.game(session)).grace_hours == 6 and not rules_of(game.game(session)).anonymous
        phase = game.phase(session)
        assert phase.deadline and phase.deadline.hour == 20
    letters = [office.text(row) for row in office.outbox(RED, "terms")]
    assert len(letters) == 2 and len(office.outbox(RED, "deadline")) == 1, "of the pace alone"
    assert "GRACE 6 hours" in letters[0] and "Why: we are slow" in letters[0] and "PACE daily 20:00" in letters[1]
    lead(office, game, "ledger\nterms")
    told = section(office, MASTER)
    assert "The game master changed what was agreed: GRACE 6 hours. Why: we are slow" in told


def test_quiet_times_change_while_the_game_runs(office: Office, game: Party) -> None:
    """The deadline is moved on out of them; “none” takes them back."""
    with office.store.read_session() as session:
        day = f"{game.phase(session).deadline:%a}".lower()
    assert lead(office, game, f"set QUIET {day}, 22:00 to 08:00")[0][0] == "ok"
    with office.store.read_session() as session:
        moved = game.phase(session).deadline
        assert moved and f"{moved:%a}".lower() != day and rules_of(game.game(session)).quiet[-1] == "22:00 to 08:00"
    assert lead(office, game, "set quiet none\nset quiet every day")[0][0] == "ok"
    with office.store.read_session() as session:
        assert rules_of(game.game(session)).quiet == ()


def test_an_exact_deadline(office: Office, game: Party) -> None:
    """In the zone of the game, earlier or later than it was."""
    assert lead(office, game, "deadline 5 March 18:00 because of the fair")[0][0] == "ok"
    deadline = game.now_at().deadline
    assert deadline and (deadline.day, deadline.hour) == (5, 18)
    assert lead(office, game, "deadline yesterday evening")[0][0] == "no"
    assert lead(office, game, "deadline 1 March 2026 18:00")[0][0] == "no"
    assert game.now_at().deadline == deadline


def test_orders_are_corrected_by_letter(office: Office, game: Party) -> None:
    """All or nothing, and the player is told."""
    game.submit("RED", "BID 4", office.now)
    wrong = lead(office, game, "correct orders of Red\nbid 7\nbidd 8\nend")
    assert wrong[0][0] == "no" and wrong[0][1].startswith("Nothing was changed: the orders of Red stand as they were.")
    assert not office.outbox(RED, "corrected")
    assert lead(office, game, "correct orders of Red because he asked\nbid 7\nend")[0][0] == "ok"
    with office.store.read_session() as session:
        assert orders.current_answer(session, game.seat(session, "RED")).standing == ("BID 7",)
    assert len(office.outbox(RED, "corrected")) == 1


def test_the_board_is_put_right_by_letter(office: Office, game: Party) -> None:
    """First asked what can be said, then said."""
    lead(office, game, "correct board\nend")
    assert "SCORE" in section(office, MASTER)
    assert lead(office, game, "correct the board because of a slip\nscore red 5\nend")[0][0] == "ok"
    assert hash_chain.PhaseOrigin.from_phase(game.now_at()).kind == "correction"
    assert "SCORE RED 5" in office.text(office.outbox(RED, "board-corrected")[0])


def test_a_dry_run_by_letter(office: Office, game: Party) -> None:
    """It comes in the answer, and nothing has happened."""
    game.submit("RED", "BID 4", office.now)
    lead(office, game, "preview")
    assert "'points': 4" in section(office, MASTER)
    lead(office, game, "preview as Blue")
    assert "'bid': 0" in section(office, MASTER)
    assert game.now_at().number == 1 and not office.outbox(RED, "report")


def test_back_with_the_orders_and_forward_again(office: Office, game: Party) -> None:
    game.submit("RED", "BID 4", office.now)
    lead(office, game, "process")
    assert lead(office, game, "rollback R1 keep orders")[0][0] == "ok"
    with office.store.read_session() as session:
        assert orders.current_answer(session, game.seat(session, "RED")).standing == ("BID 4",)
    assert lead(office, game, "rollforward")[0][0] == "ok"
    assert game.now_at().name == "R2"


def test_the_game_is_shared_handed_over_and_called_off(office: Office, game: Party) -> None:
    """Who is asked answers the letter; then his letters are a master's."""
    other = "blue@example.org"
    assert lead(office, game, f"hand over to {other}")[0][0] == "ok"
    (asked,) = office.outbox(other, "lead")
    assert "accept verdun" in office.text(asked)
    office.write(other, office.reply_address(asked), "accept verdun")
    with office.store.read_session() as session:
        assert game.game(session).master_id == game.player(session, "BLU").id
    office.write(other, office.seat_address(game, "BLU"), "official\nHello all.\nendofficial\neject Red\ncancel marne")
    assert [level for level, _ in office.outcomes(other)] == ["ok", "ok", "no"]
    office.write(other, office.seat_address(game, "BLU"), "cancel verdun because we are too few")
    assert game.status() == "finished"


JUDGES = """CREATE ?marne secret standard
BECOME MASTER
EJECT blue@example.org
REVIVE Blue
SET GRACE 1 Apr
SET START Fri
SET MOVE CLOCK 1410 MIN 71 NEXT 72 GRACE 168 DELAY 0.5 DAYS -MTWTF-
TIMING DEADLINE 3D
SET NO NMR
SET CD
SET NO DIAS
SET CONCESSIONS
SET PRIVATE
SET UNRATED
SET MODERATED
SET NO REVEAL
SET QUIET
SET MAX ABSENCE 3
SET STRICT GRACE
SET GREY
SET MANUAL PROCESS
SET VARIANT machiavelli
SET PREFERENCE EFG
ALLOW PLAYER eve@example.net
FORCE BEGIN
UNSTART
TERMINATE
PURGE
RENAME verdun marne secret
REVEAL
PROCESS S 1901 M"""
"""What masters write to judges, and what is another thing here."""


def test_what_judges_understand_is_answered(office: Office, game: Party) -> None:
    """Each line with what to write instead, and nothing is done."""
    said = lead(office, game, JUDGES)
    wrong = [one for one in said if one[1] in ("This is no order of the game now, and no command.", "The same.")]
    assert len(said) == len(JUDGES.splitlines()) and not wrong
    with office.store.read_session() as session:
        assert [entry.act for entry in list_ledger_entries(session, game.game(session))] == [
            "opened",
            "joined",
            "joined",
            "started",
        ]


@pytest.mark.parametrize(
    "line",
    [
        "PREDICT",
        "SUSPEND",
        "PROCESS!",
        "SET DEADLINE Fri 20:00",
        "PROMOTE blue@example.org",
        "set MISSING wait",
        "eject Blue",
    ],
)
def test_what_is_the_same_here_is_done(office: Office, game: Party, line: str) -> None:
    line = line.replace("set MISSING wait", "set MISSING wait")
    assert lead(office, game, line)[0][0] == "ok"
