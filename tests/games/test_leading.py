"""What those can do who lead a game: share it, hand it over, look ahead, go forward, put the board right, end it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import Session, select

from engines.base import State
from engines.diplomacy import ENGINE as DIPLOMACY
from engines.language import parse_orders
from pbem import render
from pbem.documents import game_summary, reports
from pbem.games import Refusal, games, notify
from pbem.games.leading import corrections, leaders, master
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.proof import build_record, hash_chain, verify
from pbem.games.results import reliability
from pbem.games.rules import Rules
from pbem.games.seating import deputies, gifts, invitations, seats, watchers
from pbem.games.talk import press, statements
from pbem.server import clock
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import Audit, Game, Outbox, Phase, Player, Press, Submission
from tests.games.party import MASTER, Party, clock_at, letter_data, open_party, start_party

ROOT = Path(__file__).parents[2]
HOUR = timedelta(hours=1)
PROMPT = Rules(grace_hours=0, remind_hours=())
OTHER = "other@example.org"


def boss(session: Session, now: datetime) -> Player:
    return people.get_or_register_player(session, MASTER, now)


def other(session: Session, now: datetime) -> Player:
    found = people.get_or_register_player(session, OTHER, now, "Otto")
    people.mark_address_proved(session, found, now)
    return found


def acts(party: Party) -> list[tuple[str, str]]:
    with party.store.read_session() as session:
        return [(a.actor, a.act) for a in notify.list_ledger_entries(session, party.game(session))]


def in_words(party: Party) -> list[str]:
    with party.store.read_session() as session:
        return [line.text for line in game_summary.describe_ledger(session, party.game(session), str)]


# --- two who lead -----------------------------------------------------------------------------------------------


def with_other(store: Store, now: datetime) -> Party:
    """A game with a co-master."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        master.ask_co_master(session, party.game(session), boss(session, now), other(session, now), now)
        leaders.accept_lead(session, party.game(session), other(session, now), now)
    return party


def test_who_was_asked_leads_once_he_accepts(store: Store, now: datetime) -> None:
    """Not before; then he may do what the master may, gets the master's letters, and the ledger tells them apart."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        game = party.game(session)
        master.ask_co_master(session, game, boss(session, now), other(session, now), now)
        with pytest.raises(Refusal, match="not the master"):
            master.pause_game(session, game, other(session, now), now)
        assert leaders.accept_lead(session, game, other(session, now), now) == "co-master"
        master.pause_game(session, game, other(session, now), now, "the master is away")
    assert len([row for row in party.letters("paused") if ":master" in row.key]) == 2
    assert "The co-master stopped the clock. Why: the master is away" in in_words(party)


def test_who_speaks_of_the_game_for_its_master(store: Store, now: datetime) -> None:
    """A co-master, too; nobody else, say a watcher, writes what the master said or takes it back."""
    party = with_other(store, now)
    with store.write_session() as session:
        game, second = party.game(session), other(session, now)
        master.cancel_game(session, game, second, now)
        statements.write_statement(session, game, None, second, "We had no time.", now)
        for stranger in (people.get_or_register_player(session, "eve@example.net", now), party.player(session, "RED")):
            with pytest.raises(Refusal, match="statement not yours"):
                statements.withdraw_statement(session, game, None, stranger, now)
            with pytest.raises(Refusal, match="statement not yours"):
                statements.write_statement(session, game, None, stranger, "I had all the time.", now)
        statements.withdraw_statement(session, game, None, boss(session, now), now)


def test_who_never_led_leads_no_less(sqlite: Store, now: datetime) -> None:
    """The ledger does not tell that somebody stopped to lead who had only been asked."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        game, second = party.game(session), other(session, now)
        master.ask_co_master(session, game, boss(session, now), second, now)
        leaders.stop_leading(session, game, second, now)
        assert not leaders.list_lead_requests(session, second, now)
    assert ("CO-MASTER", "leads no more") not in acts(party)


def test_a_co_master_is_invited(sqlite: Store, now: datetime) -> None:
    """He may sit down in a private game that he leads, as its master may."""
    party = start_party(sqlite, now, Rules(open_to="invited"))
    with sqlite.write_session() as session:
        game, second = party.game(session), other(session, now)
        assert not invitations.is_invited(session, game, second)
        master.ask_co_master(session, game, None, second, now)
        leaders.accept_lead(session, game, second, now)
        assert invitations.is_invited(session, game, second)


def test_a_co_master_cannot_take_the_game(store: Store, now: datetime) -> None:
    """What two masters disagree about is not who is faster: only the master says who leads."""
    party = with_other(store, now)
    with store.write_session() as session:
        game, second = party.game(session), other(session, now)
        for deed in (
            lambda: master.hand_over_lead(session, game, second, second, now),
            lambda: master.dismiss_co_master(session, game, second, boss(session, now), now),
        ):
            with pytest.raises(Refusal, match="not the master"):
                deed()
        assert game.master_id == boss(session, now).id


def test_a_game_is_handed_over_to_who_accepts(store: Store, now: datetime) -> None:
    """Until then its master leads it; a co-master has agreed already."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        game, first, new = party.game(session), boss(session, now), other(session, now)
        assert not master.hand_over_lead(session, game, first, new, now)
        assert game.master_id == first.id
        assert leaders.accept_lead(session, game, new, now) == "master"
        assert game.master_id == new.id and not leaders.leads_game(session, game, first)
        with pytest.raises(Refusal, match="not asked"):
            leaders.accept_lead(session, game, first, now)
    assert [row.kind for row in party.letters() if row.kind in ("lead", "led")] == ["lead", "led"]


def test_a_master_steps_down_only_if_another_leads(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session, pytest.raises(Refusal, match="nobody else leads"):
        leaders.stop_leading(session, party.game(session), boss(session, now), now)
    with sqlite.write_session() as session:
        game = party.game(session)
        master.ask_co_master(session, game, boss(session, now), other(session, now), now)
        leaders.accept_lead(session, game, other(session, now), now)
        leaders.stop_leading(session, game, boss(session, now), now)
        assert game.master_id == other(session, now).id and leaders.list_leaders_and_asked(session, game) == []


def test_nobody_is_asked_who_never_wrote_here(sqlite: Store, now: datetime) -> None:
    """An address that is only named gets no letter."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        silent = people.get_or_register_player(session, "silent@example.org", now)
        with pytest.raises(Refusal, match="never wrote"):
            master.ask_co_master(session, party.game(session), boss(session, now), silent, now)
    assert not party.letters("lead")


# --- a dry run --------------------------------------------------------------------------------------------------


def everything(session: Session) -> list[str]:
    """All rows of a database that a dry run could leave behind, but for the ledger."""
    return [repr(row) for table in (Phase, Outbox, Press, Submission) for row in session.exec(select(table)).all()]


def test_a_dry_run_shows_what_would_be_told_and_keeps_nothing(store: Store, now: datetime) -> None:
    """The report is the one that goes out afterwards, and the ledger says that the master looked."""
    party = start_party(store, now, PROMPT)
    party.submit("RED", "BID 5", now)
    with store.read_session() as session:
        before = everything(session)

    def told(phase: Phase) -> str:
        return render.render_plain_text(reports.report_blocks(phase_session, phase, None, "UTC"))

    with store.write_session() as phase_session:
        shown = master.preview_next_phase(phase_session, party.game(phase_session), boss(phase_session, now), now, told)
    with store.read_session() as session:
        assert everything(session) == before
    assert acts(party)[-1] == ("MASTER", "previewed") and party.now_at().number == 1
    with store.write_session() as phase_session:
        master.process_phase(phase_session, party.game(phase_session), None, now)
        assert told(party.phase(phase_session)) == shown
    assert "'points': 5" in shown


def test_a_master_who_plays_must_not_look(sqlite: Store, now: datetime) -> None:
    """He would see the orders of others; nor may a co-master who plays."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        game, red = party.game(session), party.player(session, "RED")
        game.master_id = red.id
        with pytest.raises(Refusal, match="plays himself"):
            master.preview_next_phase(session, game, red, now, lambda phase: phase)
    assert ("MASTER", "previewed") not in acts(party)


def test_a_master_who_plays_orders_for_nobody_else(sqlite: Store, now: datetime) -> None:
    """He would play a rival's turn, or learn of his hand by what is refused; who does not play can."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        game, red, blue = party.game(session), party.player(session, "RED"), party.seat(session, "BLU")
        helper = other(session, now)
        leaders.offer_lead(session, game, helper, "asked", now)
        leaders.accept_lead(session, game, helper, now)
        game.master_id = red.id
        session.flush()
        for text in ("BID 1", "BIDD 1"):
            with pytest.raises(Refusal, match="plays and corrects"):
                master.correct_orders(session, game, red, blue, text, now)
        assert orders.current_answer(session, blue).standing == ()
        assert master.correct_orders(session, game, helper, blue, "BID 1", now).standing == ("BID 1",)
    assert [act for act in acts(party) if act[1] == "corrected orders"] == [("CO-MASTER", "corrected orders")]


def test_a_master_who_stands_in_must_not_look(sqlite: Store, now: datetime) -> None:
    """Nor one who has been asked to, and could look before he accepts."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        game, leader = party.game(session), boss(session, now)
        deputies.name_deputy(session, game, party.seat(session, "RED"), leader, now, now + 48 * HOUR, now)
        with pytest.raises(Refusal, match="plays himself"):
            master.preview_next_phase(session, game, leader, now, lambda phase: phase)
        with pytest.raises(Refusal, match="plays with secrets"):
            corrections.build_correction_grammar(session, game, leader)


def test_a_dry_run_of_the_last_phase_tells_no_secret(sqlite: Store, now: datetime) -> None:
    """The secret of the dice, and who plays what in an anonymous game, are told when it has really ended."""
    party = start_party(sqlite, now, Rules(grace_hours=0, remind_hours=(), anonymous=True))
    for n in (1, 2):
        clock.run_clock_tick(sqlite, clock_at(now + 48 * n * HOUR))
    with sqlite.write_session() as session:
        game = party.game(session)
        press.post_press(session, game, party.seat(session, "RED"), ["BLU"], "Between us.", now, "k")
        told = master.preview_next_phase(
            session,
            game,
            boss(session, now),
            now,
            lambda phase: render.render_plain_text(
                reports.report_blocks(session, phase, party.seat(session, "RED"), "UTC", with_press=False)
            ),
        )
        assert "Round 3 is over" in told or "R3 is over" in told
        assert game.secret not in told and "Between us" not in told
        assert game.status == "running" and not game.outcome
    assert party.status() == "running"


# --- one rule of who leads --------------------------------------------------------------------------------------


def co_master(session: Session, game: Game, player: Player, now: datetime) -> None:
    leaders.offer_lead(session, game, player, "asked", now)
    leaders.accept_lead(session, game, player, now)


def test_a_co_master_may_play_like_the_master(sqlite: Store, now: datetime) -> None:
    """However few turns are known of him."""
    party = open_party(sqlite, now, Rules(reliable_percent=90, reliable_turns=5, newcomers=False))
    with sqlite.write_session() as session:
        game, helper = party.game(session), other(session, now)
        with pytest.raises(Refusal, match="too new"):
            reliability.check_reliability(session, game, helper)
        co_master(session, game, helper, now)
        reliability.check_reliability(session, game, helper)


def test_a_co_master_who_cannot_be_reached_is_not_told_so(sqlite: Store, now: datetime) -> None:
    """He plays as well; only the master hears that his letters come back."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        red = party.player(session, "RED")
        co_master(session, party.game(session), red, now)
        for _ in range(people.BOUNCES):
            people.count_player_bounce(session, red, now)
        chief = boss(session, now).id
    assert [row.player_id for row in party.letters("unreachable")] == [chief]


def test_who_leads_does_not_watch(sqlite: Store, now: datetime) -> None:
    """He has the reports already, and gets none twice."""
    party = start_party(sqlite, now, Rules(grace_hours=0, watchers=True))
    with sqlite.write_session() as session:
        game, helper = party.game(session), other(session, now)
        watchers.watch_game(session, game, helper, now)
        assert [one.id for one in notify.list_watchers(session, game)] == [helper.id]
        co_master(session, game, helper, now)
        assert notify.list_watchers(session, game) == []


def test_a_co_master_writes_at_his_own_cost(sqlite: Store, now: datetime) -> None:
    """What he sends to all is not taken from what the master may send."""
    party, limits = start_party(sqlite, now, PROMPT), Limits(messages=1)
    with sqlite.write_session() as session:
        game, helper = party.game(session), other(session, now)
        co_master(session, game, helper, now)
        master.message_all_players(session, game, helper, "Hear us.", now, "a", limits)
        with pytest.raises(Refusal, match="too many messages"):
            master.message_all_players(session, game, helper, "Once more.", now, "b", limits)
        master.message_all_players(session, game, boss(session, now), "Hear me, too.", now, "c", limits)


def test_a_co_master_who_gives_his_seat_away_agrees_himself(sqlite: Store, now: datetime) -> None:
    """As the master does."""
    party = start_party(sqlite, now, Rules(grace_hours=0, giving="master"))
    with sqlite.write_session() as session:
        game, red, helper = party.game(session), party.player(session, "RED"), other(session, now)
        co_master(session, game, red, now)
        gifts.offer_seat(session, game, party.seat(session, "RED"), helper, now)
        assert gifts.accept_gift(session, game, helper, now)[1]


def test_who_the_master_is_is_asked_in_one_place() -> None:
    """Elsewhere it is `leaders` that is asked, or co-masters would be forgotten."""
    compared = re.compile(r"game\.master_id\b *(==|!=|(not )?in\b)|[=!]= *game\.master_id")
    sources = {path: path.read_text() for path in sorted((ROOT / "pbem").rglob("*.py"))}
    assert [path.name for path, text in sources.items() if compared.search(text)] == ["leaders.py"]


# --- back and forth ---------------------------------------------------------------------------------------------


def test_forward_again_after_going_back(store: Store, now: datetime) -> None:
    """The phase that was left, with its orders; once, and then there is nothing to go forward to."""
    party = start_party(store, now, PROMPT)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    party.submit("RED", "BID 6", now + 49 * HOUR)
    with store.write_session() as session:
        game = party.game(session)
        with pytest.raises(Refusal, match="nothing to go forward to"):
            master.roll_forward_game(session, game, None, now + 50 * HOUR)
        master.roll_back_game(session, game, None, 1, now + 50 * HOUR)
        master.roll_back_game(session, game, None, 1, now + 51 * HOUR)
        assert master.numbers_left_behind(games.list_phases(session, game)) == [2, 3]
        master.roll_forward_game(session, game, None, now + 52 * HOUR)
        phase = master.roll_forward_game(session, game, None, now + 52 * HOUR)
        assert (phase.name, phase.number) == ("R2", 6)
        assert orders.current_answer(session, party.seat(session, "RED")).standing == ("BID 6",)
        with pytest.raises(Refusal, match="nothing to go forward to"):
            master.roll_forward_game(session, game, None, now + 53 * HOUR)
        assert verify.verify_game(session, game) == []
    assert [act for _, act in acts(party)].count("rolled forward") == 2


# --- the board --------------------------------------------------------------------------------------------------


def test_the_board_is_put_right(store: Store, now: datetime) -> None:
    """A phase of its own in the chain, with the deadline and the orders of the one it takes the place of; all are told,
    the ledger has the lines, the report says so, and the proof holds to the end."""
    party = start_party(store, now, PROMPT)
    party.submit("RED", "BID 5", now)
    party.ready("RED", now)
    with store.write_session() as session:
        game = party.game(session)
        deadline = party.phase(session).deadline
        phase = corrections.correct_board(session, game, boss(session, now), "score Blue 7", now + HOUR, "agreed")
        assert (phase.number, phase.origin, phase.deadline) == (2, "correction", deadline)
        assert hash_chain.PhaseOrigin.from_phase(phase).kind == "correction"
        answer = orders.current_answer(session, party.seat(session, "RED"))
        assert (answer.standing, answer.ready) == (("BID 5",), False)
        told = render.render_plain_text(reports.report_blocks(session, phase, party.seat(session, "RED"), "UTC"))
        assert "put right how things stand: SCORE BLU 7" in told
        assert verify.verify_game(session, game) == []
    assert [letter_data(row)["lines"] for row in party.letters("board-corrected")] == [["SCORE BLU 7"]] * 3
    assert "The game master put right how things stand: SCORE BLU 7. Why: agreed" in in_words(party)
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    with store.write_session() as session:
        game, state = party.game(session), games.phase_state(party.phase(session))
        assert state.scores == {"RED": 5, "BLU": 7}  # type: ignore[attr-defined]
        assert verify.verify_game(session, game) == []
        forged = games.get_phase(session, game, 2)
        forged.correction = forged.correction.replace("7", "9")
        session.add(forged)
        session.flush()
        assert len(verify.verify_game(session, game)) >= 2


@pytest.mark.parametrize("text", ["SCORE BLU 7\nSCRE RED 4", "SCORE BLU 99\nSCORE RED 3", "", "BID 3"])
def test_a_wrong_correction_changes_nothing(sqlite: Store, now: datetime, text: str) -> None:
    """A misspelt line, a position that cannot be, no line at all, an order: no phase, no letter, no entry."""
    party = start_party(sqlite, now, PROMPT)
    with pytest.raises(Refusal, match="bad board"), sqlite.write_session() as session:
        corrections.correct_board(session, party.game(session), boss(session, now), text, now)
    assert party.now_at().number == 1 and not party.letters("board-corrected")
    assert ("MASTER", "corrected the board") not in acts(party)


def test_a_master_who_plays_learns_nothing_by_corrections(sqlite: Store, now: datetime) -> None:
    """Where something is hidden, what can be put right could show it."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        game, red = party.game(session), party.player(session, "RED")
        game.master_id = red.id
        with pytest.raises(Refusal, match="plays with secrets"):
            corrections.build_correction_grammar(session, game, red)


def test_what_one_seat_alone_may_know_is_told_to_it_alone(store: Store, now: datetime) -> None:
    """Letter, report, ledger and record of all others say that there was something; the proof holds all the same."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        game = party.game(session)
        phase = corrections.correct_board(session, game, boss(session, now), "score Blue 7\nlast Red 4", now, "agreed")
        told = {code: told_of(session, party, phase, code) for code in ("RED", "BLU", None)}
        assert "SCORE BLU 7; LAST RED 4" in told["RED"] and "known to" not in told["RED"]
        for code in ("BLU", None):
            assert "SCORE BLU 7; something known to Red alone" in told[code] and "LAST" not in told[code]
        records = {code: export_reader_record(session, party, code) for code in ("RED", "BLU", None)}
        assert "LAST RED 4" in records["RED"]
        assert all("SCORE BLU 7" in text for text in records.values())
        assert "LAST" not in records["BLU"] and "LAST" not in records[None]
        assert verify.verify_game(session, game) == []
    assert all("LAST" not in row.data for row in party.letters())
    assert "The game master put right how things stand: SCORE BLU 7. Why: agreed" in in_words(party)
    assert "The game master put something right that is known to Red alone. Why: agreed" in in_words(party)


def told_of(session: Session, party: Party, phase: Phase, code: str | None) -> str:
    seat = party.seat(session, code) if code else None
    return " ".join(render.render_plain_text(reports.report_blocks(session, phase, seat, "UTC")).split())


def export_reader_record(session: Session, party: Party, code: str | None) -> str:
    """Return what a reader may have of the game as a file."""
    seat = party.seat(session, code) if code else None
    found = build_record.build_reader_record(session, party.game(session), seat, takes_part=seat is not None)
    return "\n".join([found.phases[-1].correction, *(str(entry.data) for entry in found.ledger)])


@pytest.mark.parametrize(
    ("engine", "text"),
    [
        ("cantillon", "treasury Red = 3c"),
        ("europa", "points Blue 44\nvictory Red 2"),
        ("europax", "cash FR 95"),
        ("europe2028", "coins RU 9"),
    ],
)
def test_every_game_is_put_right_and_proved(sqlite: Store, now: datetime, engine: str, text: str) -> None:
    """Through the one use case that all doors open."""
    with sqlite.write_session() as session:
        game = games.insert_game(session, engine, slug="elba", now=now)
        for number, seat in enumerate(games.list_game_seats(session, game)):
            seats.join_game(session, game, people.get_bot(session, "random", number, now), [seat.code], now)
        if games.find_current_phase(session, game).kind == "setup":  # type: ignore[union-attr]
            master.process_phase(session, game, None, now)
        phase = corrections.correct_board(session, game, None, text, now)
        assert phase.origin == "correction"
        master.process_phase(session, game, None, now)
        assert verify.verify_game(session, game) == []


def test_before_there_is_anything_to_put_right(sqlite: Store, now: datetime) -> None:
    """While the boards of Europax are dealt."""
    with sqlite.write_session() as session:
        game = games.insert_game(session, "europax", slug="elba", now=now)
        for number, seat in enumerate(games.list_game_seats(session, game)):
            seats.join_game(session, game, people.get_bot(session, "random", number, now), [seat.code], now)
        with pytest.raises(Refusal, match="no corrections"):
            corrections.build_correction_grammar(session, game, None)


def test_diplomacy_is_put_right_in_its_own_words(store: Store, now: datetime) -> None:
    """Units go and come, centres change hands; orders of units that are gone are gone, the others stand."""
    party = diplomacy(store, now, "verdun")
    party.submit("ENGLAND", "F Lon - Nth\nF Edi - Nwg", now)
    text = "remove F Lon\nplace A Lon for Germany\ngive Belgium to France"
    with store.write_session() as session:
        game = party.game(session)
        phase = corrections.correct_board(session, game, None, text, now)
        state: State = games.phase_state(phase)
        assert state.by_province["LON"].seat == "GERMANY"  # type: ignore[attr-defined]
        assert state.centres["BEL"] == "FRANCE"  # type: ignore[attr-defined]
        assert orders.current_answer(session, party.seat(session, "ENGLAND")).standing == ("F EDI - NWG",)
        master.process_phase(session, game, None, now)
        assert verify.verify_game(session, game) == []


def diplomacy(store: Store, now: datetime, slug: str) -> Party:
    """A game of it that has begun, among bots."""
    with store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug=slug, now=now)
        for number, seat in enumerate(games.list_game_seats(session, game)):
            seats.join_game(session, game, people.get_bot(session, "random", number, now), [seat.code], now)
        return Party(store, game.id)


def test_an_eliminated_power_can_be_put_back() -> None:
    """Who is out is worked out anew."""
    state = DIPLOMACY.start((), None).state  # type: ignore[arg-type]
    grammar = DIPLOMACY.correction_grammar(state)
    gone = "remove F Lon\nremove F Edi\nremove A Lvp\ngive Lon to nobody\ngive Edi to nobody\ngive Lvp to nobody"
    without = DIPLOMACY.correct(state, parse_orders(grammar, gone).orders)
    assert without.out == ("ENGLAND",)
    back = DIPLOMACY.correct(
        without, parse_orders(DIPLOMACY.correction_grammar(without), "place F Lon for England").orders
    )
    assert back.out == ()
    with pytest.raises(ValueError, match="Army Paris stands there"):
        DIPLOMACY.correct(state, parse_orders(grammar, "place A Par for Italy").orders)


# --- seats, and the end -----------------------------------------------------------------------------------------


def test_an_ejected_seat_is_vacant(store: Store, now: datetime) -> None:
    """Its player is told, its address is void, nobody waits for it, and all others hear that it is free."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        game, seat = party.game(session), party.seat(session, "RED")
        master.eject_player(session, game, boss(session, now), seat, now, "unkind words")
        assert (seat.player_id, seat.generation) == (None, 1)
        assert [free.code for free in games.list_vacant_seats(session, game)] == ["RED"]
        with pytest.raises(Refusal, match="seat vacant"):
            master.eject_player(session, game, None, seat, now)
    assert len(party.letters("ejected")) == 1
    assert len(party.letters("vacant", "BLU")) == 1
    assert "The game master took Red from its player. Why: unkind words" in in_words(party)


def test_a_dummy_needs_an_adviser(sqlite: Store, now: datetime) -> None:
    """Random orders are no play."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session, pytest.raises(Refusal, match="no adviser"):
        master.seat_dummy(session, party.game(session), None, party.seat(session, "RED"), now)
    other_game = diplomacy(sqlite, now, "marne")
    with sqlite.write_session() as session:
        seat = master.seat_dummy(session, other_game.game(session), None, other_game.seat(session, "FRANCE"), now)
        assert session.get_one(Player, seat.player_id).bot == "dummy"


@pytest.mark.parametrize("running", [False, True])
def test_a_game_is_called_off(store: Store, now: datetime, running: bool) -> None:
    """Before it began or later; nobody has won, all are told, and it stays so."""
    party = start_party(store, now, PROMPT) if running else open_party(store, now, PROMPT)
    with store.write_session() as session:
        game = party.game(session)
        master.cancel_game(session, game, boss(session, now), now, "too few")
        ending = game_summary.find_game_ending(session, game)
        assert ending and ending.sentence == "The game was called off."
        with pytest.raises(Refusal, match="game over"):
            master.cancel_game(session, game, None, now)
        assert verify.verify_game(session, game) == []
    assert party.status() == "finished"
    assert len(party.letters("finished")) == (3 if running else 1)
    assert clock.run_clock_tick(store, clock_at(now + 100 * HOUR)) == 0


def test_a_reason_is_one_line_without_secrets(sqlite: Store, now: datetime) -> None:
    """All read it: no address of a seat, no second line, nothing endless."""
    party = start_party(sqlite, now, PROMPT)
    long = "because\n" + "x" * 1000
    with sqlite.write_session() as session:
        master.pause_game(session, party.game(session), None, now, long)
    with sqlite.read_session() as session:
        (entry,) = session.exec(select(Audit).where(Audit.act == "paused")).all()
        assert "\\n" not in entry.data and len(entry.data) < 400
