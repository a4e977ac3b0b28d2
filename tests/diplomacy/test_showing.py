"""What a reader is shown: how things stand, what happened, and what it means for him."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engines.base import Seat, Step
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE, prose
from engines.diplomacy.data import STANDARD
from engines.diplomacy.state import DiplomacyOptions, DiplomacyState
from engines.language import parse_orders
from engines.report import (
    STANDINGS,
    Block,
    Cell,
    Count,
    Heading,
    Lead,
    Map,
    MapPiece,
    Paragraph,
    Stroke,
    Table,
    TableRow,
)
from engines.states import seat_view
from pbem.render import tables
from tests.diplomacy.letters import on_board, owning, parse_power_letters, resolve_letters

GAME = Path(__file__).parent / "games" / "1901-1906.jsonl"
DICE = LoadedDice()
ATTACK = "Germany: A MUN - BUR\nGermany: A RUH S A MUN - BUR\n"


def front(phase: str) -> DiplomacyState:
    """France in Burgundy, with two German armies before it."""
    return on_board(phase, france="A BUR, A MAR", germany="A MUN, A RUH", austria="A TYR")


def board(state: DiplomacyState, seat: Seat | None = None, letter: str = "") -> Sequence[Block]:
    """Return what a seat is shown that has written so."""
    orders = (
        parse_power_letters(state, "\n".join(f"{seat}: {line}" for line in letter.splitlines()))[str(seat)]
        if letter
        else ()
    )
    return ENGINE.board(seat_view(state, seat), seat, orders)


def report(before: DiplomacyState, step: Step[DiplomacyState], seat: Seat | None = None) -> Sequence[Block]:
    return ENGINE.report(seat_view(step.state, seat), seat, step.events, seat_view(before, seat))


def the_map(blocks: Sequence[Block]) -> Map:
    (found,) = (block for block in blocks if isinstance(block, Map))
    return found


def table(blocks: Sequence[Block], name: str) -> Table:
    (found,) = (block for block in blocks if isinstance(block, Table) and block.name == name)
    return found


def cells(row: TableRow) -> list[str]:
    return [cell.text for cell in tables.row_cells(row)]


def report_lead(before: DiplomacyState, text: str, seat: Seat | None = None) -> str:
    """Return what a seat is told first of what came of these letters."""
    heading, lead, *_ = report(before, resolve_letters(before, text), seat)
    assert isinstance(heading, Heading) and isinstance(lead, Lead)
    return lead.text


def game() -> Iterator[tuple[DiplomacyState | None, Step[DiplomacyState]]]:
    """A game that people played, step by step: the position before, and the step."""
    moments = {moment.phase: moment for moment in ENGINE.read_recorded_game(GAME.read_text("utf-8"))}
    before, step = None, ENGINE.start((), DICE)
    yield before, step
    while step.state.ranks is None:
        before = step.state
        asks = {seat: (ENGINE.grammar(before, seat), lines) for seat, lines in moments[before.phase].orders.items()}
        said = {
            seat: parse_orders(grammar, "\n".join(lines)).orders for seat, (grammar, lines) in asks.items() if grammar
        }
        step = ENGINE.resolve(before, said, DICE)
        yield before, step


# --- how things stand ---------------------------------------------------------------------------------------------


def test_orders_are_drawn_on_the_position_they_are_given_in() -> None:
    """An arrow over the fleets that carry the army, a line of each support, a ring of who holds."""
    state = on_board("S1902M", france="A BRE, F ENG, F NTH, A PAR, F MAO, A GAS", italy="A MAR")
    lines = "A BRE - NWY\nF ENG C A BRE - NWY\nF NTH C A BRE - NWY\nA PAR H\nF MAO - SPA/NC\nA GAS S F MAO - SPA/NC"
    drawn = the_map(board(state, "FRANCE", lines))
    assert {piece.at for piece in drawn.pieces} == {unit.at for unit in state.units}
    assert {(stroke.kind, stroke.path) for stroke in drawn.strokes} == {
        ("move", ("BRE", "ENG", "NTH", "NWY")),
        ("convoy", ("ENG", "BRE", "NWY")),
        ("convoy", ("NTH", "BRE", "NWY")),
        ("hold", ("PAR",)),
        ("move", ("MAO", "SPA/NC")),
        ("support", ("GAS", "MAO", "SPA/NC")),
    }
    assert not any(stroke.failed for stroke in drawn.strokes)


def test_a_fleet_is_drawn_to_the_only_coast_it_can_reach() -> None:
    """§5.8: though its player named none."""
    drawn = the_map(board(on_board("S1902M", france="F GAS"), "FRANCE", "F GAS - SPA"))
    assert drawn.strokes == (Stroke("move", "FRANCE", ("GAS", "SPA/NC")),)


def test_the_board_begins_with_what_matters_to_the_reader() -> None:
    """Where he stands, what he owns, where he may retreat to; for a bystander there is nothing of that kind."""
    state = on_board("S1902M", {"France": "PAR BRE", "Germany": "MUN"}, france="A BUR", germany="A MUN, A RUH")
    assert the_map(board(state, "FRANCE")).focus == ("BRE", "BUR", "PAR")
    driven = resolve_letters(state, ATTACK).state
    assert set(the_map(board(driven, "FRANCE")).focus) == {"BEL", "BRE", "BUR", "GAS", "MAR", "PAR", "PIC"}
    assert the_map(board(state)).focus == ()


def test_dislodged_units_are_marked_and_their_retreats_drawn() -> None:
    """§9: by the order, or the best wish that is possible; where each may go stands beside it."""
    driven = resolve_letters(front("S1902M"), ATTACK).state
    shown = board(driven, "FRANCE", "A BUR R GAS")
    assert [piece for piece in the_map(shown).pieces if piece.mark] == [MapPiece("army", "FRANCE", "BUR", "dislodged")]
    assert the_map(shown).strokes == (Stroke("retreat", "FRANCE", ("BUR", "GAS")),)
    (row,) = table(shown, "retreats").rows
    assert cells(row) == ["Army Burgundy", "Belgium, Gascony, Paris, Picardy", "is disbanded"]
    (other,) = table(board(driven, "GERMANY"), "retreats").rows
    assert cells(other)[2] == ""
    assert the_map(board(driven, "FRANCE", "retreat A BUR: GAS > PIC")).strokes == the_map(shown).strokes


def test_what_is_built_and_removed_is_drawn() -> None:
    """§10: what was wished for as well; what civil disorder would take is not."""
    winter = on_board(
        "W1902A", {"France": "PAR BRE SPA", "Turkey": "ANK"}, france="A SPA", turkey="A ANK, F CON, A SMY"
    )
    built = the_map(board(winter, "FRANCE", "build F BRE")).pieces
    assert [piece for piece in built if piece.mark] == [MapPiece("fleet", "FRANCE", "BRE", "built")]
    removed = the_map(board(winter, "TURKEY", "remove SMY")).pieces
    assert [piece for piece in removed if piece.mark] == [MapPiece("army", "TURKEY", "SMY", "removed")]
    assert [cells(row) for row in table(board(winter), "adjustments").rows] == [
        ["France", "may build 2 units"],
        ["Turkey", "must remove 2 units"],
    ]


def test_wishes_are_drawn_when_their_time_has_come() -> None:
    """§10.6: they were given in the fall; one of the two builds is still open."""
    fall = on_board("F1902M", {"France": "PAR BRE SPA"}, france="A SPA", turkey="A ANK")
    winter = resolve_letters(fall, "France: builds: F BRE").state
    assert [piece.at for piece in the_map(board(winter, "FRANCE")).pieces if piece.mark == "built"] == ["BRE"]
    assert not [piece for piece in the_map(board(winter, "TURKEY")).pieces if piece.mark]


@pytest.mark.slow
def test_picture_and_panel_agree() -> None:
    """Throughout a game, on the board and in the report, for a player and a bystander."""
    for before, step in game():
        for seat in ("ITALY", None):
            seen = seat_view(step.state, seat)
            shown = [ENGINE.board(seen, seat), ENGINE.report(seen, seat, step.events, before)]
            for blocks in shown:
                owners, rows = the_map(blocks).owners, table(blocks, STANDINGS).rows
                counted = {row[0].seat: int(tables.value_words(row[1])) for row in rows if isinstance(row[0], Cell)}
                assert counted == {at: sum(o == at for o in owners.values()) for at in step.state.seats}
            pieces = {piece.at for piece in the_map(shown[0]).pieces}
            assert pieces == {u.at for u in step.state.units} | {d.unit.at for d in step.state.dislodged}


def test_the_board_of_a_game_that_is_over() -> None:
    """It is the last position; who is out sees it, too."""
    *_, (_, last) = game()
    shown = board(last.state, "AUSTRIA")
    assert last.state.out and the_map(shown).title == "The end of the game" and not the_map(shown).strokes
    assert table(shown, STANDINGS).rows[0][1] == Count(18)


# --- what happened ------------------------------------------------------------------------------------------------


def test_who_was_dislodged_is_marked_on_what_happened() -> None:
    """On the picture of the moves, not only in the phase after it."""
    state = front("S1902M")
    drawn = the_map(report(state, resolve_letters(state, ATTACK)))
    assert [piece.at for piece in drawn.pieces if piece.mark == "dislodged"] == ["BUR"]
    assert ("move", ("MUN", "BUR"), False) in {(s.kind, s.path, s.failed) for s in drawn.strokes}


def test_centres_that_changed_hands_are_shown_in_their_new_colours() -> None:
    """§10.1: with whose they were."""
    state = on_board("F1901M", france="A MAR", germany="A BER", austria="A TYR")
    drawn = the_map(report(state, resolve_letters(state, "France: A MAR - SPA\nAustria: A TYR - MUN")))
    assert (drawn.owners["SPA"], drawn.owners["MUN"]) == ("FRANCE", "AUSTRIA")
    assert drawn.tags == {"SPA": "new", "MUN": "was G"}


def test_a_fleet_that_was_ready_in_vain_has_no_cross() -> None:
    """§7.3: neither in the picture nor in the table; the army has both."""
    state = on_board("S1902M", england="A LON, F NTH, F NWG, F BAR", germany="F SKA, F DEN")
    text = """England: A LON - STP
    England: F NTH C A LON - STP
    England: F NWG C A LON - STP
    England: F BAR C A LON - STP
    Germany: F SKA - NTH
    Germany: F DEN S F SKA - NTH"""
    blocks = report(state, resolve_letters(state, text))
    rows = {cells(row)[0]: row[1] for row in table(blocks, "orders").rows if len(row) > 1}
    ready = rows["Fleet Barents Sea convoys Army London to St Petersburg"]
    assert isinstance(ready, Cell) and (ready.text, ready.good) == (
        "ready to convoy: the convoy was broken from Skagerrak",
        None,
    )
    failed = {(stroke.kind, stroke.path[0]) for stroke in the_map(blocks).strokes if stroke.failed}
    assert failed == {("move", "LON"), ("convoy", "NTH")}


@pytest.mark.parametrize(
    ("seat", "first"),
    [
        ("FRANCE", "Germany drove your Army Burgundy out."),
        ("GERMANY", "You drove France's Army Burgundy out."),
        ("TURKEY", "Germany drove France's Army Burgundy out."),
        (None, "Germany drove France's Army Burgundy out."),
    ],
)
def test_who_was_driven_out_is_told_first(seat: Seat | None, first: str) -> None:
    """To each reader from where he sits."""
    assert report_lead(front("S1902M"), ATTACK, seat).startswith(first)


def test_what_is_to_be_done_ends_the_lead() -> None:
    """Retreats, builds and removals of the reader's own; nobody else's."""
    state = front("F1902M")
    assert report_lead(state, ATTACK, "FRANCE").endswith("Army Burgundy must retreat.")
    driven = resolve_letters(state, ATTACK).state
    assert report_lead(driven, "France: A BUR R BEL", "FRANCE").startswith("You took Belgium.")
    assert report_lead(driven, "France: A BUR R BEL", "FRANCE").endswith("You may build 2 units.")
    assert "You may" not in report_lead(driven, "France: A BUR R BEL")


def test_gains_and_losses_are_told_by_name() -> None:
    """§10.1: whose they were, and who has them now."""
    state = on_board("F1901M", france="A MAR, A BUR", germany="A BER", italy="F LYO")
    text = "France: A BUR - MUN\nFrance: A MAR - SPA\nItaly: F LYO - MAR"
    assert report_lead(state, text, "FRANCE").startswith(
        "You took Spain and Germany's Munich and lost Marseilles to Italy."
    )
    assert report_lead(state, text, "GERMANY").startswith("You lost Munich to France. Italy took France's Marseilles.")
    assert report_lead(state, text).startswith("France took Germany's Munich; Italy took France's Marseilles.")


def test_a_quiet_phase_is_told_by_its_orders() -> None:
    """What failed, if it is little; silence too."""
    state = on_board("S1902M", france="A PAR, A MAR", germany="A MUN")
    text = "France: A PAR - BUR\nFrance: A MAR S A PAR - BUR\nGermany: A MUN - BUR"
    assert report_lead(state, text, "FRANCE").startswith("All your orders succeeded.")
    assert report_lead(state, text, "GERMANY").startswith("Your order failed: Army Munich did not get to Burgundy.")
    assert report_lead(state, text.splitlines()[0], "GERMANY").startswith("You gave no orders; your units held.")
    assert report_lead(state, text).startswith("1 of 2 moves succeeded.")


def test_the_end_is_told_by_who_won_and_how() -> None:
    """§12: and which place the reader has."""
    state = owning(on_board("F1905M", france="A GAL", turkey="A SMY"), "FRANCE", 17)
    assert report_lead(state, "France: A GAL - WAR", "FRANCE").startswith(
        "You have won with 18 centres. You took Russia's Warsaw."
    )
    assert "France has won with 18 centres. You come " in report_lead(state, "France: A GAL - WAR", "TURKEY")
    last = on_board("F1905M", options=DiplomacyOptions(end_year=1905), france="A PAR")
    assert report_lead(last, "France: A PAR H").startswith("The last year is over; Russia leads with 4 centres.")


def test_who_is_out_is_told_so() -> None:
    """§12.2: in his own report to him, by name to the others."""
    state = on_board("F1902M", {"France": "PAR", "Turkey": "ANK", "Italy": "ROM"}, france="A ROM", turkey="A ANK")
    assert "You are out of the game." in report_lead(state, "France: A ROM H", "ITALY")
    assert "Italy is out of the game." in report_lead(state, "France: A ROM H", "TURKEY")


def test_the_opening_says_what_one_leads_and_what_wins() -> None:
    """§3.5, §12.1."""
    heading, lead, *_ = ENGINE.report(ENGINE.start((), DICE).state, "FRANCE", ())
    assert heading == Heading("The opening", 1)
    assert lead == Lead(
        "You lead France: Fleet Brest, Army Marseilles and Army Paris. "
        "Whoever owns 18 of the 34 centres at the end of a fall has won."
    )


def texts(blocks: Sequence[Block]) -> Iterator[str]:
    """All that is written in some blocks."""
    for block in blocks:
        if isinstance(block, Table):
            yield from (block.title, *tables.column_heads(block), *(text for row in block.rows for text in cells(row)))
        elif isinstance(block, Heading | Lead | Paragraph):
            yield block.text
        elif isinstance(block, Map):
            yield block.title


CODES = "|".join(STANDARD.places)


@pytest.mark.slow
def test_nobody_reads_a_code() -> None:
    """Neither of a phase nor of a province or unit, in a whole game, on the board, in the report, over what to say."""
    code = re.compile(rf"\b([SFW]\d{{4}}[MRA]|{CODES})\b")
    for before, step in game():
        for seat in ("FRANCE", None):
            seen = seat_view(step.state, seat)
            grammar = ENGINE.grammar(seen, seat) if seat else None
            said = [*texts(ENGINE.board(seen, seat)), *texts(ENGINE.report(seen, seat, step.events, before))]
            said += [grammar.title, *(line.help for line in grammar.lines)] if grammar else []
            assert [text for text in said if code.search(text)] == []


def test_a_title_says_how_far_the_game_is_where_that_is_agreed() -> None:
    """§12.4: by the last year."""
    grammar = ENGINE.grammar(on_board("F1904M", options=DiplomacyOptions(end_year=1910), france="A PAR"), "FRANCE")
    assert grammar is not None and grammar.title == "Fall 1904, movement (the last year is 1910)"


def test_a_reason_names_whose_unit_it_means() -> None:
    """§6.9: the own side is where the move goes, not where a stranger comes from; who drives out comes by an attack."""
    before = on_board("S1901M", england="F NTH, F NWY", russia="F STP/SC, A FIN, F SWE", germany="F SKA")
    step = resolve_letters(
        before, "England: F NTH - NWY\nRussia: F SWE - NWY\nRussia: A FIN S F SWE - NWY\nGermany: F SKA H"
    )
    told = {e.args["unit"]: prose.describe_reason(e.args) for e in step.events if e.kind == "order"}
    assert told["F NTH"] == "bounced: does not dislodge its own side in Norway"
    front_ = on_board("S1901M", france="A PAR, A PIC", germany="A BUR", italy="A MAR")
    step = resolve_letters(
        front_, "France: A PAR - BUR\nFrance: A PIC S A PAR - BUR\nGermany: A BUR - MAR\nItaly: A MAR H"
    )
    told = {e.args["unit"]: prose.describe_reason(e.args) for e in step.events if e.kind == "order"}
    assert told["A BUR"].endswith("; dislodged by the attack from Paris")
