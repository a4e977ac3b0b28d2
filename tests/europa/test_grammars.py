"""What is asked of a party in each phase: whether it is waited for, what it may say, what stands if it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engines.europa import ENGINE
from engines.europa.state import EuropaOptions, EuropaState, EuropaVote
from engines.language import complete_order, parse_orders
from engines.language.grammar import GrammarPart, OneOf, OrderGrammar, Repeat
from engines.language.names import Message
from tests.europa.tables import board, members, play, position, voting, with_markers

FOUR = ("BLU", "GRN", "RED", "YEL")
BOOK = EuropaOptions(book=True)


def grammar(state: EuropaState, seat: str = "BLU") -> OrderGrammar:
    found = ENGINE.grammar(state, seat)
    assert found is not None
    return found


def by_the_book(kind: str, **vote: Any) -> EuropaState:
    state = voting("GBR BLU 2 GRN 2 YEL 1", "GBR IRL", options=BOOK, sheet=EuropaVote("GBR", **vote))
    return replace(state, kind=kind, phase=f"T1-GBR-{kind.upper()}")


PEACE = with_markers(position("T3-PEACE", "peace", "DEU"), "ALB T, MKD W, YUG W, MDA T")
PHASES: dict[str, tuple[EuropaState, list[str], tuple[str, ...]]] = {
    "peace": (PEACE, ["PEACE", "RESOLVE", "RESOLVE"], ("PEACE 0",)),
    "peace by the book": (replace(PEACE, options=BOOK), ["PEACE"], ("PEACE 0",)),
    "resolve": (
        replace(PEACE, options=BOOK, kind="resolve", phase="T3-RESOLVE", chooser="BLU"),
        ["RESOLVE"],
        ("RESOLVE YUG > MKD > ALB > MDA",),
    ),
    "place": (position("T1-PLACE1", "place", "IRL DEU", half={"BLU": 2}), ["PLACE"], ("PLACE 2 DEU",)),
    "place with nothing open": (
        position("T2-PLACE1", "place", "IRL", eu=members("TUR"), half={"BLU": 2}),
        ["PLACE"],
        (),
    ),
    "elections": (
        voting("GBR BLU 2"),
        ["PROPOSE", "YES", "NO", "MOVE"],
        ("PROPOSE * AUTO", "YES * ME", "NO * ANY", "MOVE * > AUTO"),
    ),
    "campaign": (by_the_book("campaign"), [], ()),
    "propose": (by_the_book("propose", proposer="BLU"), ["PROPOSE"], ("PROPOSE GBR AUTO",)),
    "answer, in it": (
        by_the_book("answer", proposer="GRN", coalition=("BLU", "GRN")),
        ["AYE", "NAY"],
        ("YES GBR",),
    ),
    "answer, not in it": (
        by_the_book("answer", proposer="GRN", coalition=("GRN", "YEL")),
        ["AYE", "NAY"],
        ("NO GBR",),
    ),
    "move": (by_the_book("move", winners=("BLU", "GRN")), ["MOVE"], ("MOVE GBR > AUTO",)),
}


@pytest.mark.parametrize("phase", PHASES)
def test_what_may_be_said_and_what_stands(phase: str) -> None:
    """§3.4: drafts are what happens if nothing comes; standing lines and resigning are always possible."""
    state, verbs, draft = PHASES[phase]
    found = grammar(state)
    assert [line.verb for line in found.lines] == [*verbs, "STANDING", "RESIGN"]
    assert found.draft == draft
    assert found.due is True
    assert found.relaxed is (phase == "campaign")
    assert found.title.startswith(f"Turn {state.turn} of 4 (")
    assert [order.text for order in parse_orders(found, "\n".join(draft)).orders] == list(draft)


def test_who_owes_nothing_may_still_say_something_for_later() -> None:
    state = voting("GBR GRN 2")
    found = grammar(state)
    assert [line.verb for line in found.lines] == ["STANDING", "RESIGN"]
    assert (found.due, found.draft) == (False, ())
    assert set(found.elsewhere.values()) == {Message("You owe no orders in this phase.", "E06")}


@pytest.mark.parametrize(("points", "draft"), [(10, "YES GBR"), (11, "NO GBR")])
def test_by_the_book_standing_rules_answer_for_the_silent(points: int, draft: str) -> None:
    """§4.5: three share the 30 points of Great Britain, 10 each."""
    state = by_the_book("answer", proposer="GRN", coalition=("GRN", "RED", "YEL"))
    ruled = replace(state, standing={"BLU": (f"YES * SHARE >= {points}",)})
    assert grammar(ruled).draft == (draft,)


def test_orders_of_another_phase_are_told_where_they_belong() -> None:
    """E05."""
    told = grammar(voting("GBR BLU 2")).elsewhere
    now = "the game is in: Turn 1 of 4 (1945–1973), elections."
    assert told["PLACE"] == told["PUT"] == Message(f"This order belongs to the phase of placement; {now}", "E05")
    assert told["PEACE"] == told["RESOLVE"] == Message(f"This order belongs to the phase of peace; {now}", "E05")
    assert told["MOVE"] == Message(f"This order belongs to the phase of elections; {now}", "E05")


def test_nobody_is_asked_after_the_end_or_after_resigning() -> None:
    """Not even with standing lines."""
    state = replace(voting("GBR BLU 2"), standing={"BLU": ("YES * ME",)})
    assert ENGINE.grammar(replace(state, ranks=dict.fromkeys(FOUR, 1)), "BLU") is None
    assert ENGINE.grammar(replace(state, resigned=("BLU",)), "BLU") is None
    assert grammar(state).draft == ("YES * ME",)


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (replace(PEACE, recruits={"BLU": 3}), "PEACE 4", "E20 You have 3 pawns; PEACE takes 0 to 3."),
        (PEACE, "RESOLVE FRA", "E21 There is no conflict in France."),
        (PHASES["place"][0], "PLACE 3 DEU", "E14 A number of pawns from 1 to 2 is needed."),
        (PHASES["place"][0], "PLACE 0 DEU", "E14 A number of pawns from 1 to 2 is needed."),
        (
            PHASES["place"][0],
            "PLACE 1 ESP",
            "E11 Spain is still covered by “Spain and Portugal”, which opens on turn 2.",
        ),
        (PHASES["place with nothing open"][0], "PLACE 1 IRL", "E12 Ireland has no border or dotted line with the EU."),
        (PHASES["place with nothing open"][0], "PLACE 1 TUR", "E10 Turkey is in the EU already."),
        (PHASES["place"][0], "PLACE 1 FRA", "E13 France is at War; there is no election this turn."),
        (voting("GBR BLU 2"), "YES GBR WITH BLACK", "E04 Black is no party of this game."),
        (voting("GBR BLU 2"), "PROPOSE FRA ALONE", "E33 France has no election this turn."),
        (voting("GBR BLU 2", "IRL! GBR"), "PROPOSE IRL ALONE", "E34 The election in Ireland is over."),
        (voting("GBR BLU 2", eu=members("FRA")), "MOVE GBR > FRA", "E38 France is in the EU."),
        (voting("GBR BLU 2", markers={"FRA": "W"}), "MOVE GBR > FRA", "E38 France is at War."),
        (voting("GBR BLU 2"), "MOVE GBR > ESP", "E38 Spain is covered."),
        (voting("GBR BLU 2"), "MOVE GBR > FRA", "E33 France has no election this turn."),
        (voting("GBR BLU 2"), "PROPOSE GBR BLU+BLACK", "E04 Black is no party of this game."),
        (by_the_book("propose", proposer="BLU"), "PROPOSE IRL ALONE", "E33 Not now in Ireland."),
    ],
)
def test_a_line_that_is_refused_says_why(state: EuropaState, text: str, told: str) -> None:
    """§4.6."""
    found = parse_orders(grammar(state), text)
    assert not found.orders
    assert any(told in f"{remark.code} {remark.text}" for remark in found.remarks), found.remarks


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("STANDING PEACE 20", True),
        ("STANDING PEACE 21", False),
        ("STANDING PLACE 10 ESP", True),
        ("STANDING PLACE 11 ESP", False),
        ("STANDING PROPOSE RUS BLU+GRN", True),
        ("STANDING YES * ME MAX 3", True),
        ("STANDING YES * ME MAX 4", False),
        ("STANDING NO RUS WITH RED", True),
        ("STANDING MOVE RUS > FRA > AUTO", True),
        ("STANDING MOVE * > NONE", True),
        ("STANDING CLEAR", True),
        ("STANDING RESIGN", False),
    ],
)
def test_standing_lines_hold_whatever_the_phase(text: str, canonical: bool) -> None:
    """§4.5: about any country, and as many pawns as there can be."""
    orders = parse_orders(grammar(voting("GBR GRN 2")), text).orders
    assert [order.text for order in orders] == ([text.replace("+", " + ")] if canonical else [])


def test_lists_have_bounds() -> None:
    """Eight rows, four conditions, four coalitions, six words."""
    place, vote = grammar(PHASES["place"][0]), grammar(voting("GBR BLU 2"))
    eight = " > ".join(["BLU+GRN"] * 8)
    assert parse_orders(vote, f"PROPOSE GBR {eight}").orders
    assert not parse_orders(vote, f"PROPOSE GBR {eight} > ALONE").orders
    rows = ", ".join(["1 DEU"] * 8)
    assert parse_orders(place, f"PLACE {rows}").orders
    assert not parse_orders(place, f"PLACE {rows}, 1 IRL").orders
    four = " AND ".join(["TOTAL DEU >= 1"] * 4)
    assert parse_orders(place, f"PLACE 1 DEU IF {four}").orders
    assert not parse_orders(place, f"PLACE 1 DEU IF {four} AND TOTAL DEU >= 1").orders
    assert parse_orders(place, "PLACE 1 DEU IF TOTAL DEU >= 120").orders
    assert not parse_orders(place, "PLACE 1 DEU IF TOTAL DEU >= 121").orders
    six = " ".join(["WITH RED"] * 6)
    assert parse_orders(vote, f"YES GBR {six}").orders
    assert not parse_orders(vote, f"YES GBR {six} ANY").orders
    named = " > ".join(["GRN+RED"] * 4)
    assert parse_orders(vote, f"YES GBR {named}").orders
    assert not parse_orders(vote, f"YES GBR {named} > GRN+YEL").orders


def test_a_list_of_conflicts_says_when_it_counts() -> None:
    """§3.2 and §4.2: one for each pool, or for whoever comes to choose."""
    plain, pooled = (line.help for line in grammar(PEACE).lines if line.verb == "RESOLVE")
    assert plain == "which conflicts end first if you are to choose"
    assert pooled == "which conflicts end first if all together give so many pawns"


def test_conditions_may_name_oneself_and_all() -> None:
    """§4.1."""
    state = replace(PHASES["place"][0], board=board("DEU BLU 1"))
    text = "PLACE 1 DEU IF ME DEU = 1 AND TOTAL DEU < 3 AND red irl <= 0"
    assert [order.text for order in parse_orders(grammar(state), text).orders] == [
        "PLACE 1 DEU IF BLU DEU = 1 AND TOTAL DEU < 3 AND RED IRL <= 0"
    ]
    later = parse_orders(grammar(state), "STANDING PLACE 1 DEU IF ME DEU = 1").orders
    assert [order.text for order in later] == ["STANDING PLACE 1 DEU IF BLU DEU = 1"]


def test_who_begins_to_write_of_himself_is_offered_himself() -> None:
    """§4: `me` is yourself."""
    steps = complete_order(grammar(PHASES["place"][0]), "PLACE 1 DEU IF my").steps
    assert [choice.code for step in steps for choice in step.choices] == ["BLU"]


def forms(part: GrammarPart) -> Iterator[OneOf]:
    """All that can be said in one of several forms."""
    if isinstance(part, OneOf):
        yield part
        yield from (found for each in part.alternatives for inner in each.parts for found in forms(inner))
    elif isinstance(part, Repeat):
        yield from (found for inner in part.parts for found in forms(inner))


STORED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "STANDING": {"line": ("PEACE", "PLACE", "PROPOSE", "YES", "NO", "MOVE", "CLEAR")},
    "": {
        "who": ("total", "party"),
        "pattern": ("coalitions", "tests"),
        "test": ("any", "me", "with", "without", "max", "by", "share"),
    },
}
"""The names under which forms lie in databases, by verb ("" for any) and argument: another needs a new one."""


@pytest.mark.parametrize("phase", PHASES)
def test_forms_are_stored_under_names_that_stay(phase: str) -> None:
    """§4.5: what stands in games under way is read again on later turns."""
    for line in grammar(PHASES[phase][0]).lines:
        for form in (found for part in line.parts for found in forms(part)):
            names = STORED.get(line.verb, {}).get(form.name) or STORED[""][form.name]
            assert set(form.alternatives_by_name) <= set(names)


def test_a_country_at_war_has_no_election() -> None:
    """§5.7 and E33: it is not over, it is not held."""
    state = voting("IRL BLU 2", "GBR IRL")
    state = replace(state, track=(replace(state.track[0], status="war"), *state.track[1:]))
    told = [f"{remark.code} {remark.text}" for remark in parse_orders(grammar(state), "PROPOSE GBR ALONE").remarks]
    assert any("E33 Great Britain has no election this turn." in each for each in told), told


def test_what_ends_first_if_nobody_says_so() -> None:
    """§3.4: wars dearest first, tensions by neighbours on land; the draft is what happens."""
    state = with_markers(replace(PHASES["resolve"][0], pool=99), "EST T, HUN W, ALB T, MKD W, RUS W")
    assert grammar(state).draft == ("RESOLVE RUS > MKD > HUN > ALB > EST",)
    ended = [event.args["country"] for event in play(state, {}).events if event.kind == "ended"]
    assert ended == ["RUS", "MKD", "HUN", "ALB", "EST"]


@pytest.mark.parametrize("phase", PHASES)
def test_every_line_says_what_it_is_for(phase: str) -> None:
    assert all(line.help and line.slot for line in grammar(PHASES[phase][0]).lines)


def test_an_answer_names_what_it_answers() -> None:
    """§3.3: Yes and No are about the same thing, so the later one counts."""
    aye, nay = grammar(PHASES["answer, in it"][0]).lines[:2]
    assert (aye.help, nay.help) == ("agree to Blue and Green", "refuse Blue and Green")
    assert aye.slot == nay.slot == "answer"


def test_what_stands_side_by_side_and_what_replaces() -> None:
    """§4: placing and answers of one letter stand together; a proposal for a country replaces the one before."""
    lines = {line.verb: line for line in (*grammar(PHASES["place"][0]).lines, *grammar(voting("GBR BLU 2")).lines)}
    assert {verb for verb, line in lines.items() if line.several} == {"PLACE", "YES", "NO", "STANDING"}
    assert (lines["PROPOSE"].slot, lines["MOVE"].slot) == ("PROPOSE {where}", "MOVE {where}")
    assert (lines["YES"].slot, lines["NO"].slot) == ("YES {where}", "NO {where}")
    assert lines["PLACE"].slot == "PLACE {on.country}"
    plans = {line.slot for line in grammar(PEACE).lines if line.verb in ("PEACE", "RESOLVE")}
    assert plans == {"PEACE", "RESOLVE {pool.n}"}
    assert grammar(PHASES["resolve"][0]).lines[0].slot == "RESOLVE"
    assert not parse_orders(grammar(PHASES["resolve"][0]), "RESOLVE POOL>=3: YUG").orders


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("MOVE GBR > IRL", "MOVE GBR > IRL"),
        ("MOVE GBR to IRL", "MOVE GBR > IRL"),
        ("MOVE GBR -> IRL", "MOVE GBR > IRL"),
        ("MOVE GBR - IRL", "MOVE GBR > IRL"),
        ("MOVE GBR > stay", "MOVE GBR > NONE"),
        ("PUT 2 GBR", ""),
        ("yes gbr myself", "YES GBR ME"),
        ("YES all ANY", "YES * ANY"),
        ("PROPOSE any country PASS", "PROPOSE * PASS"),
        ("YES GBR SHARE at least 5", "YES GBR SHARE >= 5"),
        ("YES GBR RED", "YES GBR RED"),
        ("YES GBR BLU", ""),
    ],
)
def test_spellings(text: str, canonical: str) -> None:
    """§4: what is understood besides."""
    assert [order.text for order in parse_orders(grammar(voting("GBR BLU 2")), text).orders] == (
        [canonical] if canonical else []
    )


@pytest.mark.parametrize(("text", "canonical"), [("aye", "YES GBR"), ("nay", "NO GBR"), ("YES GBR", "YES GBR")])
def test_answers_in_a_word(text: str, canonical: str) -> None:
    """§3.3."""
    assert [order.text for order in parse_orders(grammar(PHASES["answer, in it"][0]), text).orders] == [canonical]


def test_another_country_is_not_voted_on_now() -> None:
    """E33: by the book one country is voted on at a time; what is no country is not understood at all."""
    state = PHASES["answer, in it"][0]
    assert [(r.code, r.text) for r in parse_orders(grammar(state), "YES IRL").remarks] == [
        ("E33", "Not now in Ireland. Possible: YES GBR.")
    ]
    assert "E33" not in [remark.code for remark in parse_orders(grammar(state), "YES XYZ").remarks]


def test_a_line_for_later_replaces_only_the_one_about_the_same_country() -> None:
    """§4.5: and one that names its party alone stays what it was."""
    state, lines = voting("GBR BLU 2", "GBR", options=EuropaOptions(election_parts=2)), []
    for text in ("PROPOSE * ALONE", "YES GBR ANY", "YES IRL WITH RED", "YES GBR ME"):
        state = replace(play(replace(state, turn=1), {"BLU": f"STANDING {text}"}).state, turn=1)
        lines.append(state.standing["BLU"])
    assert lines[-1] == ("PROPOSE * ALONE", "YES GBR ME", "YES IRL WITH RED")


def test_who_takes_a_seat_over_finds_nothing_of_the_one_before() -> None:
    """§2: standing lines are secret for ever, so they end with whoever wrote them."""
    state = voting("GBR BLU 2")
    assert grammar(state).vacant == ()
    assert grammar(replace(state, standing={"BLU": ("YES * ME",)})).vacant == ("STANDING CLEAR",)
