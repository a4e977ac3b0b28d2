"""What a party may say in each phase (§4). Error codes are those of that section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import ballots, words
from engines.europa.due import due
from engines.europa.placing import default
from engines.europa.state import State, Vote, cost, title_of
from engines.europa.table import Code
from engines.language import standing
from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Pick, Way, maybe, say, way
from engines.language.names import Choice

PHASES = {
    "PEACE": "peace",
    "RESOLVE": "peace",
    "PLACE": "placement",
    "PUT": "placement",
    "PROPOSE": "elections",
    "YES": "elections",
    "NO": "elections",
    "MOVE": "elections",
}
"""The phase each word belongs to."""
BALLOT = ("PROPOSE * AUTO", "YES * ME", "NO * ANY", "MOVE * > AUTO")
"""What a ballot says that says nothing (§3.4)."""
MOST = 8
"""Rows of a list."""
OLD_WAYS = {
    "STANDING": {"line": ("PEACE", "PLACE", "PROPOSE", "YES", "NO", "MOVE", "CLEAR")},
    "": {
        "who": ("total", "party"),
        "with": ("alone", "auto", "parties", "pass"),
        "pattern": ("coalitions", "tests"),
        "coalition": ("party", "parties"),
        "test": ("any", "me", "with", "without", "max", "by", "share"),
    },
}
"""See `engines.abilities.Renamed`."""


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase, then standing lines and resigning; None after the end or for who has resigned."""
    if view.ranks is not None or seat in view.resigned:
        return None
    owing = seat in due(view)
    lines = PHASE_LINES[view.kind](view, seat) if owing else ()
    return Ask(
        title_of(view.phase),
        (*lines, standing_line(view, seat), RESIGN),
        due=owing,
        draft=tuple(draft(view, seat)) if owing else (),
        skip=words.SKIP,
        elsewhere=elsewhere(view, owing),
        relaxed=view.kind == "campaign",
    )


def elsewhere(view: State, owing: bool) -> Mapping[str, str]:
    """What is said to words of other phases."""
    now = title_of(view.phase)
    if not owing:
        return dict.fromkeys(PHASES, "E06 You owe no orders in this phase.")
    return {
        word: f"E05 This order belongs to the phase of {phase}; the game is in: {now}."
        for word, phase in PHASES.items()
    }


RESIGN = Line(
    "RESIGN", (say("RESIGN"),), "resign", "give your party up for good, at the deadline", section="Leaving", grave=True
)


# --- peace -------------------------------------------------------------------------------------------------------


def peace_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    """PEACE, and the plan for ending conflicts unless that is asked for after the reveal."""
    plan = () if view.options.book else (resolve_line(view, True),)
    return (peace_line(view.recruits[seat]), *plan)


def peace_line(most: int) -> Line:
    number = Number("n", 0, most, refusal=f"E20 You have {most} pawns; PEACE takes 0 to {most}.")
    return Line("PEACE", (say("PEACE"), number), "PEACE", "pawns you give for peace")


def resolve_line(view: State, thresholds: bool) -> Line:
    """A ranked list of conflicts; with thresholds, several lists for different pools."""
    pool = (maybe("pool", say("POOL"), *words.at_least()),) if thresholds else ()
    conflicts = Many("order", (words.country(view, "country", conflict_choices(view)),), 1, 20, ">")
    slot = "RESOLVE {pool.n}" if thresholds else "RESOLVE"
    return Line("RESOLVE", (say("RESOLVE"), *pool, conflicts), slot, "which conflicts to end if you choose, best first")


def conflict_choices(view: State) -> Iterator[Choice]:
    for country in view.table.countries.values():
        marker = view.markers.get(country.code)
        calm = "" if marker else f"E21 There is no conflict in {country.name}."
        yield words.named(country, calm)


# --- placing -----------------------------------------------------------------------------------------------------


def place_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    return (place_line(view, seat, view.half[seat], {c: shut(view, c) for c in view.table.countries}),)


def place_line(view: State, seat: Seat, most: int, refused: Mapping[Code, str]) -> Line:
    """Pawns in countries, perhaps only if the board is so."""
    choices = (words.named(c, refused.get(c.code, "")) for c in view.table.countries.values())
    number = Number("n", 1, most, refusal=f"E14 A number of pawns from 1 to {most} is needed.")
    pawns = Many("on", (number, words.country(view, "country", choices)), 1, MOST, ",")
    parts = (say("PLACE", "PUT"), pawns, maybe("if", say("IF"), conditions(view, seat)))
    return Line("PLACE", parts, "PLACE {on.country}", "pawns in countries, from top to bottom", several=True)


def conditions(view: State, seat: Seat) -> Many:
    who = OneOf("who", (way("total", say("TOTAL")), way("party", words.party(view, seat))))
    return Many("conditions", (who, words.country(view, "at"), words.SIGN, Number("n", 0, 120)), 1, 4, "AND")


def shut(view: State, code: Code) -> str:
    """Why no pawn can be placed in a country; "" if one can."""
    country, card = view.country(code), view.card(code)
    cover = view.table.overlay(country, view.turn)
    if code in view.eu:
        return f"E10 {country.name} is in the EU already."
    if cover:
        return f"E11 {country.name} is still covered by the overlay “{cover.name}” (opens on turn {cover.opens})."
    if card is None or card.status == "war":
        return f"E13 {country.name} is at War; there is no election this turn."
    return "" if view.open_to_pawns(code) else f"E12 {country.name} has no border or dotted line with the EU."


# --- elections ---------------------------------------------------------------------------------------------------


def election_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    """Proposals, answers and moves, for one country or for all (*)."""
    refused = {code: no_election(view, code) for code in view.table.countries}
    where = words.where(view, refused)
    return (
        propose_line(view, seat, where),
        *answer_lines(view, seat, where),
        move_line(where, destination_choices(view)),
    )


def no_election(view: State, code: Code) -> str:
    """Why nothing is voted on in a country; "" if something is."""
    card, name = view.card(code), view.country(code).name
    if view.sheet and view.sheet.country == code:
        return ""
    if card is None or card.status == "war":
        return f"E33 {name} has no election this turn."
    over = card.status != "pending" or card.part < view.part
    return f"E34 The election in {name} is over." if over else ""


def propose_line(view: State, seat: Seat, where: Pick) -> Line:
    party = words.party(view, seat)
    # more parties than three are read, so that `check` can say what is wrong with them
    parties = way("parties", Many("parties", (party,), 1, 6, "+"))
    alone, auto, nobody = (way(word.lower(), say(word)) for word in ("ALONE", "AUTO", "PASS"))
    coalition = OneOf("with", (alone, auto, parties, nobody))
    parts = (say("PROPOSE"), where, Many("list", (coalition,), 1, MOST, ">"))
    return Line("PROPOSE", parts, "PROPOSE {where}", "coalitions you propose, best first")


def answer_lines(view: State, seat: Seat, where: Pick) -> tuple[Line, ...]:
    """Rules for coalitions others propose, the first that fits decides."""
    shown = OneOf("pattern", pattern(view, seat))
    return (
        Line("YES", (say("YES"), where, shown), "YES {where}", "coalitions you agree to", several=True),
        Line("NO", (say("NO"), where, shown), "NO {where}", "coalitions you refuse", several=True),
    )


def pattern(view: State, seat: Seat) -> tuple[Way, ...]:
    """Coalitions by name, or tests that must all hold."""
    party = words.party(view, seat)
    other = Pick("party", words.parties(view.seats, seat, without=True))
    exact = OneOf("coalition", (way("party", other), way("parties", Many("parties", (party,), 2, 3, "+"))))
    tests = OneOf(
        "test",
        (
            way("any", say("ANY")),
            way("me", say("ME", "myself")),
            way("with", say("WITH"), party),
            way("without", say("WITHOUT"), party),
            way("max", say("MAX"), Number("n", 1, 3)),
            way("by", say("BY"), party),
            way("share", say("SHARE"), *words.at_least()),
        ),
    )
    return way("coalitions", Many("coalitions", (exact,), 1, 4, ">")), way("tests", Many("tests", (tests,), 1, 6, ""))


def move_line(where: Pick, choices: tuple[Choice, ...]) -> Line:
    to = Pick("to", choices)
    parts = (say("MOVE"), where, say(">", "to", "->", "-"), Many("list", (to,), 1, MOST, ">"))
    return Line("MOVE", parts, "MOVE {where}", "where a pawn goes after a victory, best first")


def destination_choices(view: State) -> tuple[Choice, ...]:
    special = (Choice("AUTO", "the best legal one"), Choice("NONE", "nowhere", ("stay",)))
    found = (words.named(c, no_way(view, c.code)) for c in view.table.countries.values())
    return (*found, *special)


def no_way(view: State, code: Code) -> str:
    """Why a winner's pawn can never go to a country this turn; "" if it might."""
    country = view.country(code)
    if code in view.eu:
        return f"E38 {country.name} is in the EU."
    if view.markers.get(code) == "W":
        return f"E38 {country.name} is at War."
    if view.table.overlay(country, view.turn):
        return f"E38 {country.name} is covered."
    return no_election(view, code)


# --- by the book -------------------------------------------------------------------------------------------------


def here(view: State, name: str = "where") -> Pick:
    """The one country that is voted on."""
    code = view.sheet.country if view.sheet else ""
    only = words.where(
        view, {c: "" if c == code else "E33 Another country is voted on now." for c in view.table.countries}
    )
    return Pick(
        name, tuple(c for c in only.choices if c.code == code), words.atlas(view), "E33 Not now in {label}.", code
    )


def proposal_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    return (propose_line(view, seat, here(view)),)


def reply_lines(view: State, _: Seat) -> tuple[Line, ...]:
    """A plain Yes or No to the coalition on the table."""
    vote = view.sheet
    table = "+".join(vote.coalition) if vote else ""
    return (
        Line("AYE", (say("YES", "aye"), here(view)), "answer", f"agree to {table}"),
        Line("NAY", (say("NO", "nay"), here(view)), "answer", f"refuse {table}"),
    )


def winner_lines(view: State, _: Seat) -> tuple[Line, ...]:
    return (move_line(here(view), destination_choices(view)),)


def resolve_lines(view: State, _: Seat) -> tuple[Line, ...]:
    return (resolve_line(view, False),)


def no_lines(_: State, __: Seat) -> tuple[Line, ...]:
    return ()


PHASE_LINES: Mapping[str, Callable[[State, Seat], tuple[Line, ...]]] = {
    "peace": peace_lines,
    "place": place_lines,
    "elections": election_lines,
    "resolve": resolve_lines,
    "campaign": no_lines,
    "propose": proposal_lines,
    "answer": reply_lines,
    "move": winner_lines,
}


# --- standing lines ----------------------------------------------------------------------------------------------


def standing_line(view: State, seat: Seat) -> Line:
    """Lines that hold in every phase to come, unless others are sent (§4)."""
    where = words.where(view, {})
    anywhere = tuple(words.named(c) for c in view.table.countries.values())
    lines = (
        peace_line(20),
        place_line(view, seat, 10, {}),
        propose_line(view, seat, where),
        *answer_lines(view, seat, where),
        move_line(where, (*anywhere, *destination_choices(view)[-2:])),
    )
    return standing.standing_line(lines, "where")


def lasting(view: State, seat: Seat) -> Sequence[Order]:
    """A party's standing lines as far as they hold now; by the book, those for elections at each step of one (§4.5)."""
    step = view.kind in ("propose", "answer", "move")
    return standing.said_again(
        ask(replace(view, kind="elections") if step else view, seat), view.standing.get(seat, ())
    )


# --- drafts ------------------------------------------------------------------------------------------------------


def draft(view: State, seat: Seat) -> Iterator[str]:
    """What stands if nothing is sent, as lines ready to edit; standing lines come before it."""
    if view.kind == "peace":
        yield "PEACE 0"
    elif view.kind == "place" and view.open_countries:
        yield f"PLACE {view.half[seat]} {default(view)}"
    elif view.kind == "elections":
        yield from BALLOT
    elif view.kind == "resolve":
        first = sorted(view.markers, key=lambda code: -cost(view.country(code), view.markers[code]))
        yield f"RESOLVE {' > '.join(sorted(first, key=lambda code: view.markers[code] != 'W'))}"
    elif view.sheet and view.kind != "campaign":
        yield step_draft(view, seat, view.sheet)


def step_draft(view: State, seat: Seat, vote: Vote) -> str:
    """The same for a step of an election by the book, whose lines name the one country that is voted on."""
    code, lines = vote.country, lasting(view, seat)
    if view.kind == "answer":
        yes = ballots.answer(view, code, seat, lines, vote.proposer, vote.coalition)
        return f"{'YES' if yes else 'NO'} {code}"
    verb, usual = ("PROPOSE", "AUTO") if view.kind == "propose" else ("MOVE", "> AUTO")
    line = next((order.text for order in ballots.said_for(lines, (verb,), code)), f"{verb} * {usual}")
    return f"{verb} {code} {line.split(maxsplit=2)[2]}"
