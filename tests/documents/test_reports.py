"""The document about a phase: what a seat may know, what it owes and by when, and nothing of the others' secrets."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engines.abilities import Linguist
from engines.report import SHEET, Block, Heading, Lead, Paragraph, Table, make_columns
from pbem import render
from pbem.documents import reports
from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.results import votes
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.render.to_pdf import NEXT, NOW
from pbem.server import clock
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import Tongue
from tests.games.party import Party, clock_at, play_advised_party, start_party
from tests.games.toy import Toy

pytestmark = pytest.mark.usefixtures("toy")
HOUR = timedelta(hours=1)


def document(party: Party, code: str | None, zone: str = "", now: datetime | None = None) -> list[Block]:
    with party.store.read_session() as session:
        seat = party.seat(session, code) if code else None
        return list(reports.report_blocks(session, party.phase(session), seat, zone, now))


def prose(blocks: list[Block]) -> str:
    return "\n".join(block.text for block in blocks if isinstance(block, Heading | Lead | Paragraph))


def sheet(blocks: list[Block]) -> Table:
    return next(block for block in blocks if isinstance(block, Table) and block.name == SHEET)


def play_one_round(store: Store, now: datetime) -> Party:
    """One round played: RED bid 7, BLU bid 3."""
    party = start_party(store, now, Rules(grace_hours=0))
    party.submit("RED", "BID 7", now)
    party.submit("BLU", "BID 3", now)
    with store.write_session() as session:
        game, red = party.game(session), party.seat(session, "RED")
        press.post_press(session, game, red, ["BLU"], "I shall bid low.", now, "1")
        press.post_press(session, game, red, "*", "Good luck.", now, "2")
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    return party


def test_a_player_without_a_name_is_not_a_vacant_seat(sqlite: Store, now: datetime) -> None:
    """Beside others who have one."""
    party = start_party(sqlite, now)
    with sqlite.write_session() as session:
        people.rename_player(session, party.player(session, "RED"), "")
        told = render.render_plain_text(reports.report_blocks(session, party.phase(session), None))
    assert "Red   a player without a name\nBlue  Blue" in told


def test_each_seat_is_told_what_it_may_know(store: Store, now: datetime) -> None:
    """Its own bid, not the other's; a bystander neither; all know who won."""
    party = play_one_round(store, now)
    red, blu, other = (prose(document(party, code)) for code in ("RED", "BLU", None))
    assert "'bid': 7" in red
    assert "'bid': 3" not in red
    assert "'bid': 7" not in blu
    assert "'bid'" not in other
    assert all("won: {'points': 7, 'seat': 'RED'}" in text for text in (red, blu, other))


def test_the_press_of_the_phase_is_quoted_to_those_who_may_read_it(sqlite: Store, now: datetime) -> None:
    """To the audience and the author, each conversation by itself; broadcasts to all."""
    party = play_one_round(sqlite, now)
    red, blue = prose(document(party, "RED")), prose(document(party, "BLU"))
    assert "With Red\nRed, Mon 2 Mar 12:00:\nI shall bid low." in blue
    assert "With Blue\nYou, Mon 2 Mar 12:00:\nI shall bid low.\nTo all\nYou, Mon 2 Mar 12:00:\nGood luck." in red
    assert "I shall bid low." not in prose(document(party, None))
    assert "To all\nRed, Mon 2 Mar 12:00:\nGood luck." in prose(document(party, None))


def test_the_orders_of_all_stand_behind_what_is_owed(
    sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are long; the press, which explains them, stands before them, and so does what is to be done now."""
    party, orders_of_all = play_one_round(sqlite, now), Table("orders", make_columns("Order"), (("BID 7",),))
    told = (Heading("Told", 1), Lead("Red won."), Paragraph("What led there."), Heading("All orders", 2), orders_of_all)
    monkeypatch.setattr(Toy, "report", lambda *_: told)
    blocks = document(party, "RED")
    press_, now_, details = (
        Heading("Press since the last report"),
        Heading("How it stands", anchor=NOW),
        Heading("In detail"),
    )
    places = [blocks.index(block) for block in (told[1], told[2], press_, now_, sheet(blocks), details, *told[3:])]
    assert places == sorted(places)


def test_of_very_much_press_the_newest_is_quoted(store: Store, now: datetime) -> None:
    """One player's flood makes nobody's report longer than paper; what is left out is said to be."""
    party = start_party(store, now, Rules(grace_hours=0))
    with store.write_session() as session:
        for n in range(9):
            press.post_press(
                session, party.game(session), party.seat(session, "RED"), "*", f"{n}" * 15_000, now, str(n)
            )
        press.post_press(
            session, party.game(session), party.seat(session, "RED"), ["BLU"], "for blue alone", now, "blue"
        )
    clock.run_clock_tick(store, clock_at(now + timedelta(hours=48)))
    with store.read_session() as session:
        phase = party.phase(session)
        told = {
            code: render.render_plain_text(reports.report_blocks(session, phase, party.seat(session, code)))
            for code in ("RED", "BLU")
        }
        bystander = render.render_plain_text(reports.report_blocks(session, phase, None))
    assert "The newest 4 messages" in told["BLU"] and "for blue alone" in told["BLU"] and "5" * 99 not in told["BLU"]
    assert "8888" in bystander and "for blue alone" not in bystander and "for blue alone" in told["RED"]


def test_it_says_what_is_due_by_when_and_why(sqlite: Store, now: datetime) -> None:
    """In words, as the clocks of the reader's zone show it; what the seat can order, or that it owes nothing."""
    party = play_one_round(sqlite, now)
    red = prose(document(party, "RED", "Europe/Paris"))
    assert "Orders by Friday 6 March, 13:00 in Paris." in red
    assert "Why then: 2 days after Wednesday 4 March, 13:00 in Paris." in red
    assert "Orders are due from Red." in red
    assert "What Red can order: Round 2" in red
    assert "What Red can order" not in prose(document(party, None))


@pytest.mark.parametrize(
    ("hours", "words"),
    [(0, "in two days"), (13, "in 35 hours"), (47, "in an hour"), (47.5, "in less than an hour")],
)
def test_it_says_how_long_it_is_until_then(sqlite: Store, now: datetime, hours: float, words: str) -> None:
    party = play_one_round(sqlite, now)
    told = prose(document(party, "RED", "UTC", now + timedelta(hours=48 + hours)))
    assert f"Orders by Friday 6 March, 12:00 UTC: {words}." in told


def test_the_sheet_shows_what_stands(sqlite: Store, now: datetime) -> None:
    """What could be ordered, in words and without a grammar; after orders came, with those drawn in."""
    party = play_one_round(sqlite, now)
    before = [[getattr(cell, "text", cell) for cell in row] for row in sheet(document(party, "RED")).rows]
    assert before[0] == ["BID", "", "The highest bid wins as many points. For example: BID 1"]
    party.submit("RED", "BID 4", now + 49 * HOUR)
    after = document(party, "RED")
    assert sheet(after).rows[0][1] == "BID 4" and Paragraph("BID 4") in after
    assert Paragraph("BID 4") not in document(party, "BLU") and "BID 4" not in str(document(party, None))


def test_how_it_stands_is_not_said_twice(sqlite: Store, now: datetime) -> None:
    """What the report holds already is left out of the board."""
    blocks = document(play_one_round(sqlite, now), "RED")
    assert len([block for block in blocks if isinstance(block, Table) and block.name == "scores"]) == 1


def test_a_paused_game_counts_nothing_down(sqlite: Store, now: datetime) -> None:
    party = play_one_round(sqlite, now)
    with sqlite.write_session() as session:
        master.pause_game(session, party.game(session), None, now + 50 * HOUR)
    told = prose(document(party, "RED", now=now + 50 * HOUR))
    assert "The clock stands" in told and "Orders by" not in told and "What Red can order" in told


def test_vacant_seats_are_not_waited_for(sqlite: Store, now: datetime) -> None:
    party = play_one_round(sqlite, now)
    with sqlite.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "RED"), now + 49 * HOUR)
    assert "Orders are due" not in prose(document(party, None))


def test_a_draw_is_told_with_who_played(sqlite: Store, now: datetime) -> None:
    """Although the rules know nothing of it; in an anonymous game names are told now."""
    party = start_party(sqlite, now, Rules(anonymous=True))
    with sqlite.write_session() as session:
        people.change_settings(session, party.player(session, "RED"), name="Ada")
        for code in ("RED", "BLU"):
            votes.cast_vote(session, party.seat(session, code), "draw", now + HOUR)
    blocks = document(party, "RED")
    assert "The game is over: the survivors agreed on a draw of Red and Blue." in prose(blocks)
    players = next(block for block in blocks if isinstance(block, Table) and block.name == "players")
    assert [getattr(cell, "text", cell) for cell in players.rows[0]] == ["Red", "Ada", "First"]
    assert not any(isinstance(block, Heading) and block.anchor == NEXT for block in blocks)


def test_after_going_back_it_says_so(sqlite: Store, now: datetime) -> None:
    """And shows the position that was gone back to."""
    party = play_one_round(sqlite, now)
    with sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 1, now + 50 * HOUR)
    text = prose(document(party, "RED"))
    assert "took the game back to Round 1" in text
    assert "After the opening" in text


def test_the_secret_is_shown_at_the_end_only(sqlite: Store, now: datetime) -> None:
    """The dice's secret, whose hash was published at the opening."""
    party = play_one_round(sqlite, now)
    with sqlite.read_session() as session:
        secret = party.game(session).secret
    assert secret not in prose(document(party, "RED"))
    clock.run_clock_tick(sqlite, clock_at(now + 96 * HOUR))
    clock.run_clock_tick(sqlite, clock_at(now + 144 * HOUR))
    assert secret in prose(document(party, "RED"))
    assert "Orders by" not in prose(document(party, "RED"))
    assert "The game is over" not in prose(document(party, "RED")), "the game's own words say it better"


def test_names_are_kept_in_anonymous_games(sqlite: Store, now: datetime) -> None:
    """Who plays what is told when the game is over, or at once where it is no secret."""
    plain, masked = (
        start_party(sqlite, now, slug="plain"),
        start_party(sqlite, now, Rules(anonymous=True), slug="masked"),
    )
    with sqlite.write_session() as session:
        people.change_settings(session, plain.player(session, "RED"), name="Ada")
    with sqlite.read_session() as session:
        assert "Ada" in str(list(reports.people_blocks(session, plain.game(session))))
        assert list(reports.people_blocks(session, masked.game(session))) == []


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["diplomacy", "europa", "cantillon", "europax", "europe2028"])
def test_a_phase_is_called_the_same_without_the_game(
    engine: str, sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the game has said it, for each seat and in each language: no letter asks for a position again, nor for all
    that could be said in it, only to name a phase."""
    party = play_advised_party(sqlite, engine, 3, now)
    games.TITLES.clear()
    with sqlite.read_session() as session:
        game = party.game(session)
        rules = games.get_engine(game)
        linguists = (None, rules) if isinstance(rules, Linguist) else (None,)
        asked = [
            (phase, seat, Tongue(code, linguist))
            for phase in games.list_phases(session, game)
            for seat in (None, *games.list_game_seats(session, game))
            for linguist in linguists
            for code in ("en", "fr")
        ]
        called = [reports.phase_title_for(game, *one) for one in asked]
        assert called == [say_title(game, *one) for one in asked]
        monkeypatch.setattr(games, "phase_view", None)
        assert called == [reports.phase_title_for(game, *one) for one in asked]


def say_title(game: Game, phase: Phase, seat: Seat | None, say: Tongue) -> str:
    """What a phase is called, from the game itself."""
    engine = games.get_engine(game)
    if say.linguist:
        return say.linguist.phase_name_in(games.phase_view(phase, seat.code if seat else None), say.code)
    grammar = engine.grammar(games.phase_view(phase, seat.code), seat.code) if seat else None
    return grammar.title if grammar else engine.phase_name(games.phase_state(phase))
