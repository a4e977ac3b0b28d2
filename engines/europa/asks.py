"""What a party may say in each phase (§4). Error codes are those of that section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import Debt, Seat
from engines.europa import ballots, coalitions, picks, words
from engines.europa.data import Box, Code, Country
from engines.europa.due import due, is_due
from engines.europa.peace import by_themselves
from engines.europa.placing import default
from engines.europa.state import MOST_PAWNS, Options, State, Vote, title
from engines.europa.words import spoken
from engines.kept import keeps
from engines.language import standing
from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Part, Pick, Way, Word, maybe, way
from engines.language.names import Choice, Message
from engines.language.older import Numbered

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
OLD_WAYS: Numbered = {
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


def owes(state: State) -> Mapping[Seat, Debt]:
    """What each seat owes that may speak: who still plays may always say something for later."""
    waited: Debt = "relaxed" if state.kind == "campaign" else "due"
    return {} if state.ranks is not None else {s: waited if is_due(state, s) else "free" for s in state.active}


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase, then standing lines and resigning; None after the end or for who has resigned."""
    if view.ranks is not None or seat in view.resigned:
        return None
    owing = seat in due(view)
    lines = PHASE_LINES[view.kind](view, seat) if owing else ()
    return Ask(
        title(view),
        (*lines, standing_line(view, seat), RESIGN),
        due=owing,
        draft=tuple(draft(view, seat)) if owing else (),
        skip=words.SKIP,
        elsewhere=elsewhere(view, owing),
        relaxed=view.kind == "campaign",
    )


def elsewhere(view: State, owing: bool) -> Mapping[str, Message]:
    """What is said to words of other phases."""
    if not owing:
        return dict.fromkeys(PHASES, Message("You owe no orders in this phase.", "E06"))
    return {word: belongs(phase, title(view)) for word, phase in PHASES.items()}


def belongs(phase: str, now: str) -> Message:
    return Message(f"This order belongs to the phase of {phase}; the game is in: {now}.", "E05")


RESIGN = Line(
    "RESIGN",
    (spoken("RESIGN", "give your party up for good"),),
    "resign",
    "at the deadline; it cannot be undone",
    section="Leaving",
    grave=True,
)


# --- peace -------------------------------------------------------------------------------------------------------


def peace_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    """PEACE, and the plan for ending conflicts unless that is asked for after the reveal."""
    plan = () if view.options.book else (resolve_line(view), resolve_line(view, pools(view)))
    return (peace_line(view.recruits[seat]), *plan)


def peace_line(most: int) -> Line:
    """Pawns for peace."""
    told = Message(f"You have {words.counted(most, words.PAWNS)}; PEACE takes 0 to {most}.", "E20")
    number = Number("n", 0, most, refusal=told, unit=words.PAWNS)
    return Line("PEACE", (spoken("PEACE", "for peace give"), number), "PEACE", "pawns you give for peace")


def resolve_line(view: State, *pool: Part) -> Line:
    """A ranked list of conflicts; perhaps one of several lists for different pools."""
    conflicts = Many("order", (picks.conflicts(view),), 1, 20, ">", distinct=True, plain=", then")
    parts = (spoken("RESOLVE", "end first"), *pool, conflicts)
    slot = "RESOLVE" if view.options.book else "RESOLVE {pool.n}"
    case = "if all together give so many pawns" if pool else "if you are to choose"
    return Line("RESOLVE", parts, slot, f"which conflicts end first {case}")


def pools(view: State) -> Many:
    """The pool for which a list is meant."""
    bound = words.at_least(("pawn in all:", "pawns in all:"), view.level)
    return Many("pool", (spoken("POOL", "with"), *bound), 1, 1)


# --- placing -----------------------------------------------------------------------------------------------------


def place_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    return (place_line(view, seat, view.half[seat], picks.to_place(view)),)


def place_line(view: State, seat: Seat, most: int, choices: Iterator[Choice] | None = None) -> Line:
    """Pawns in countries, perhaps only if the board is so; without `choices` in any country."""
    told = Message(f"A number of pawns from 1 to {most} is needed.", "E14")
    number = Number("n", 1, most, refusal=told, unit=("pawn in", "pawns in"))
    row = (number, words.country(view, "country", choices))
    pawns = Many("on", row, 1, MOST, distinct=True)
    parts = (spoken("PLACE", "place", "PUT"), pawns, maybe("if", spoken("IF", "if"), conditions(view, seat)))
    return Line("PLACE", parts, "PLACE {on.country}", "where your pawns go, line by line from the top", several=True)


def conditions(view: State, seat: Seat) -> Many:
    """Tests of the board: "if Blue's pawns in Ireland are at least 1"."""
    whose = replace(words.party(view, seat), choices=words.pawns_of(view.seats, seat))
    who = OneOf("who", (way("total", spoken("TOTAL", "all pawns")), way("party", whose)))
    return Many(
        "conditions",
        (who, picks.looked_at(view), words.SIGN, Number("n", 0, 120, most=MOST_PAWNS)),
        1,
        4,
        "AND",
        plain="and",
    )


# --- elections ---------------------------------------------------------------------------------------------------


def election_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    """Proposals, answers and moves, for one country or for all (*)."""
    codes = picks.voting(view)
    where = picks.elections(view, seat, codes)
    return (
        propose_line(where, coalitions.proposed(view, seat, codes)),
        *answer_lines(view, seat, where, codes),
        move_line(where, picks.destinations(view, codes)),
    )


def propose_line(where: Pick, coalition: Pick) -> Line:
    listed = Many("list", (coalition,), 1, MOST, ">", distinct=True, plain=", else")
    parts = (spoken("PROPOSE", "propose in"), where, listed)
    return Line("PROPOSE", parts, "PROPOSE {where}", "coalitions you propose, best first")


def answer_lines(view: State, seat: Seat, where: Pick, codes: Sequence[Code]) -> tuple[Line, ...]:
    """Rules for coalitions others propose, the first that fits decides."""
    named = Many("coalitions", (coalitions.answered(view, seat, codes),), 1, 4, ">", distinct=True, plain=", or")
    tests = tests_of(view, seat, codes)
    yes = pattern(named, tests)
    no = pattern(named, sorted(tests, key=lambda test: test.name not in ("with", "without")))
    agree, refuse = spoken("YES", "say Yes in"), spoken("NO", "say No in")
    return (
        Line("YES", (agree, where, yes), "YES {where}", "coalitions of others that you agree to", several=True),
        Line("NO", (refuse, where, no), "NO {where}", "coalitions of others that you refuse", several=True),
    )


def pattern(named: Many, tests: Sequence[Way]) -> OneOf:
    """Tests that must all hold, or coalitions by name."""
    every = Many("tests", (OneOf("test", tuple(tests)),), 1, 6, "", plain="and")
    return OneOf("pattern", (way("tests", every), way("coalitions", named)))


def tests_of(view: State, seat: Seat, codes: Sequence[Code]) -> tuple[Way, ...]:
    """What can be asked of a coalition; what is usual beside a Yes comes first."""
    party = coalitions.member(view, seat, codes)
    most = Number("n", 1, ballots.MOST_MEMBERS, unit=("party", "parties"))
    return (
        way("me", spoken("ME", "if you are in the coalition", "myself")),
        way("any", spoken("ANY", "whatever the coalition")),
        way("with", spoken("WITH", "if the coalition has"), party),
        way("without", spoken("WITHOUT", "if the coalition is without"), party),
        way("max", spoken("MAX", "if the coalition has at most"), most),
        way("by", spoken("BY", "if the coalition is proposed by"), words.other_party(view, seat)),
        way("share", spoken("SHARE", "if each member gets"), *words.at_least(words.POINTS, dearest(view))),
    )


def dearest(view: State) -> int:
    """The most that a country brings."""
    return max(country.points for country in view.table.countries.values())


def move_line(where: Pick, to: Pick) -> Line:
    arrow = Word(">", ("to", "->", "-"), plain="move a pawn to")
    parts = (
        spoken("MOVE", "after winning"),
        where,
        arrow,
        Many("list", (to,), 1, MOST, ">", distinct=True, plain=", else"),
    )
    return Line("MOVE", parts, "MOVE {where}", "where a pawn goes after a victory, best first")


# --- by the book -------------------------------------------------------------------------------------------------


def proposal_lines(view: State, seat: Seat) -> tuple[Line, ...]:
    where = picks.here(view)
    return (propose_line(where, coalitions.proposed(view, seat, codes_of(where))),)


def codes_of(where: Pick) -> list[Code]:
    return [choice.code for choice in where.choices]


def reply_lines(view: State, _: Seat) -> tuple[Line, ...]:
    """A plain Yes or No to the coalition on the table."""
    where, table = picks.here(view), words.called(view.vote.coalition)
    return (
        Line("AYE", (spoken("YES", "say Yes in", "aye"), where), "answer", f"agree to {table}"),
        Line("NAY", (spoken("NO", "say No in", "nay"), where), "answer", f"refuse {table}"),
    )


def winner_lines(view: State, _: Seat) -> tuple[Line, ...]:
    where = picks.here(view)
    return (move_line(where, picks.destinations(view, codes_of(where))),)


def resolve_lines(view: State, _: Seat) -> tuple[Line, ...]:
    return (resolve_line(view),)


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
    countries = tuple(view.table.countries.values())
    return standing_line_of(countries, view.seats, view.options.propose_any, seat)


@keeps(64)
def standing_line_of(countries: tuple[Country, ...], seats: tuple[Seat, ...], propose_any: bool, seat: Seat) -> Line:
    """The standing line, made once for all positions of a game."""
    box, options = Box({country.code: country for country in countries}, (), ()), Options(propose_any=propose_any)
    view = State(seats=seats, phase="", kind="", table=box, options=options)
    where = words.where(view, (words.ALL, *picks.anywhere(view)))
    lines = (
        peace_line(MOST_PAWNS),
        place_line(view, seat, MOST_PAWNS // 2),
        propose_line(where, coalitions.proposed(view, seat, ())),
        *answer_lines(view, seat, where, ()),
        move_line(where, picks.any_destination(view)),
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
        yield f"RESOLVE {' > '.join(by_themselves(view))}"
    elif view.sheet and view.kind != "campaign":
        yield step_draft(view, seat, view.sheet)


def step_draft(view: State, seat: Seat, vote: Vote) -> str:
    """What stands for a seat that is silent at a step of an election by the book: it names the country voted on."""
    code, lines = vote.country, lasting(view, seat)
    if view.kind == "answer":
        yes = ballots.answer(view, code, seat, lines, vote.proposer, vote.coalition)
        return f"{'YES' if yes else 'NO'} {code}"
    verb, usual = ("PROPOSE", "AUTO") if view.kind == "propose" else ("MOVE", "> AUTO")
    line = next((order.text for order in ballots.said_for(lines, (verb,), code)), f"{verb} * {usual}")
    return f"{verb} {code} {line.split(maxsplit=2)[2]}"
