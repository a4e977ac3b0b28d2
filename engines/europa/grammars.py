"""What a party may say in each phase (§4). Error codes are those of that section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import Obligation, Seat
from engines.europa import ballots, coalitions, picks, words
from engines.europa.data import Code, Country, EuropaGameData
from engines.europa.due import is_due, list_due_seats
from engines.europa.peace import default_conflict_order
from engines.europa.placing import default_country
from engines.europa.state import MOST_PAWNS, EuropaOptions, EuropaState, EuropaVote, europa_phase_title
from engines.europa.words import plain_word
from engines.language import standing
from engines.language.grammar import (
    Alternative,
    GrammarPart,
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
    optional_parts,
)
from engines.language.names import Choice, Message
from engines.memo import memoize

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
MOST_ROWS = 8
"""Rows of a list."""


def europa_obligations(state: EuropaState) -> Mapping[Seat, Obligation]:
    """Return what each seat owes that may speak: who still plays may always say something for later."""
    waited: Obligation = "relaxed" if state.kind == "campaign" else "due"
    return {} if state.ranks is not None else {s: waited if is_due(state, s) else "free" for s in state.active_seats}


def build_europa_grammar(view: EuropaState, seat: Seat) -> OrderGrammar | None:
    """The sentences of the phase, then standing lines and resigning; None after the end or for who has resigned."""
    if view.ranks is not None or seat in view.resigned:
        return None
    owing = seat in list_due_seats(view)
    lines = PHASE_LINES[view.kind](view, seat) if owing else ()
    return OrderGrammar(
        europa_phase_title(view),
        (*lines, party_standing_line(view, seat), RESIGN),
        due=owing,
        draft=tuple(draft_default_lines(view, seat)) if owing else (),
        skip=words.SKIP,
        elsewhere=other_phase_messages(view, owing),
        relaxed=view.kind == "campaign",
    )


def other_phase_messages(view: EuropaState, owing: bool) -> Mapping[str, Message]:
    """Return what is said to words of other phases."""
    if not owing:
        return dict.fromkeys(PHASES, Message("You owe no orders in this phase.", "E06"))
    return {word: wrong_phase_message(phase, europa_phase_title(view)) for word, phase in PHASES.items()}


def wrong_phase_message(phase: str, now: str) -> Message:
    return Message(f"This order belongs to the phase of {phase}; the game is in: {now}.", "E05")


RESIGN = OrderPattern(
    "RESIGN",
    (plain_word("RESIGN", "give your party up for good"),),
    "resign",
    "at the deadline; it cannot be undone",
    section="Leaving",
    grave=True,
)


# --- peace -------------------------------------------------------------------------------------------------------


def peace_lines(view: EuropaState, seat: Seat) -> tuple[OrderPattern, ...]:
    """PEACE, and the plan for ending conflicts unless that is asked for after the reveal."""
    plan = () if view.options.book else (resolve_line(view), resolve_line(view, pool_part(view)))
    return (peace_line(view.recruits[seat]), *plan)


def peace_line(most: int) -> OrderPattern:
    """Pawns for peace."""
    told = Message(f"You have {words.count_with_unit(most, words.PAWNS)}; PEACE takes 0 to {most}.", "E20")
    number = Number("n", 0, most, refusal=told, unit=words.PAWNS)
    return OrderPattern("PEACE", (plain_word("PEACE", "for peace give"), number), "PEACE", "pawns you give for peace")


def resolve_line(view: EuropaState, *pool: GrammarPart) -> OrderPattern:
    """A ranked list of conflicts; perhaps one of several lists for different pools."""
    conflicts = Repeat("order", (picks.conflict_pick(view),), 1, 20, ">", distinct=True, plain=", then")
    parts = (plain_word("RESOLVE", "end first"), *pool, conflicts)
    slot = "RESOLVE" if view.options.book else "RESOLVE {pool.n}"
    case = "if all together give so many pawns" if pool else "if you are to choose"
    return OrderPattern("RESOLVE", parts, slot, f"which conflicts end first {case}")


def pool_part(view: EuropaState) -> Repeat:
    """The pool for which a list is meant."""
    bound = words.at_least_parts(("pawn in all:", "pawns in all:"), view.conflict_level)
    return Repeat("pool", (plain_word("POOL", "with"), *bound), 1, 1)


# --- placing -----------------------------------------------------------------------------------------------------


def place_lines(view: EuropaState, seat: Seat) -> tuple[OrderPattern, ...]:
    return (place_line(view, seat, view.half[seat], picks.placing_choices(view)),)


def place_line(view: EuropaState, seat: Seat, most: int, choices: Iterator[Choice] | None = None) -> OrderPattern:
    """Pawns in countries, perhaps only if the board is so; without `choices` in any country."""
    told = Message(f"A number of pawns from 1 to {most} is needed.", "E14")
    number = Number("n", 1, most, refusal=told, unit=("pawn in", "pawns in"))
    row = (number, words.country_pick(view, "country", choices))
    pawns = Repeat("on", row, 1, MOST_ROWS, distinct=True)
    parts = (
        plain_word("PLACE", "place", "PUT"),
        pawns,
        optional_parts("if", plain_word("IF", "if"), condition_part(view, seat)),
    )
    return OrderPattern(
        "PLACE", parts, "PLACE {on.country}", "where your pawns go, line by line from the top", several=True
    )


def condition_part(view: EuropaState, seat: Seat) -> Repeat:
    """Tests of the board: "if Blue's pawns in Ireland are at least 1"."""
    whose = replace(words.party_pick(view, seat), choices=words.party_pawn_choices(view.seats, seat))
    who = OneOf("who", (alternative("total", plain_word("TOTAL", "all pawns")), alternative("party", whose)))
    return Repeat(
        "conditions",
        (who, picks.condition_country_pick(view), words.SIGN, Number("n", 0, 120, most=MOST_PAWNS)),
        1,
        4,
        "AND",
        plain="and",
    )


# --- elections ---------------------------------------------------------------------------------------------------


def election_lines(view: EuropaState, seat: Seat) -> tuple[OrderPattern, ...]:
    """Proposals, answers and moves, for one country or for all (*)."""
    codes = picks.voting_countries(view)
    where = picks.election_pick(view, seat, codes)
    return (
        propose_line(where, coalitions.proposal_pick(view, seat, codes)),
        *answer_lines(view, seat, where, codes),
        move_line(where, picks.destination_pick(view, codes)),
    )


def propose_line(where: Pick, coalition: Pick) -> OrderPattern:
    listed = Repeat("list", (coalition,), 1, MOST_ROWS, ">", distinct=True, plain=", else")
    parts = (plain_word("PROPOSE", "propose in"), where, listed)
    return OrderPattern("PROPOSE", parts, "PROPOSE {where}", "coalitions you propose, best first")


def answer_lines(view: EuropaState, seat: Seat, where: Pick, codes: Sequence[Code]) -> tuple[OrderPattern, ...]:
    """Rules for coalitions others propose, the first that fits decides."""
    named = Repeat("coalitions", (coalitions.answer_pick(view, seat, codes),), 1, 4, ">", distinct=True, plain=", or")
    tests = coalition_tests(view, seat, codes)
    yes = answer_pattern(named, tests)
    no = answer_pattern(named, sorted(tests, key=lambda test: test.name not in ("with", "without")))
    agree, refuse = plain_word("YES", "say Yes in"), plain_word("NO", "say No in")
    return (
        OrderPattern("YES", (agree, where, yes), "YES {where}", "coalitions of others that you agree to", several=True),
        OrderPattern("NO", (refuse, where, no), "NO {where}", "coalitions of others that you refuse", several=True),
    )


def answer_pattern(named: Repeat, tests: Sequence[Alternative]) -> OneOf:
    """Tests that must all hold, or coalitions by name."""
    every = Repeat("tests", (OneOf("test", tuple(tests)),), 1, 6, "", plain="and")
    return OneOf("pattern", (alternative("tests", every), alternative("coalitions", named)))


def coalition_tests(view: EuropaState, seat: Seat, codes: Sequence[Code]) -> tuple[Alternative, ...]:
    """Return what can be asked of a coalition; what is usual beside a Yes comes first."""
    party = coalitions.member_pick(view, seat, codes)
    most = Number("n", 1, ballots.MOST_MEMBERS, unit=("party", "parties"))
    return (
        alternative("me", plain_word("ME", "if you are in the coalition", "myself")),
        alternative("any", plain_word("ANY", "whatever the coalition")),
        alternative("with", plain_word("WITH", "if the coalition has"), party),
        alternative("without", plain_word("WITHOUT", "if the coalition is without"), party),
        alternative("max", plain_word("MAX", "if the coalition has at most"), most),
        alternative("by", plain_word("BY", "if the coalition is proposed by"), words.other_party_pick(view, seat)),
        alternative(
            "share",
            plain_word("SHARE", "if each member gets"),
            *words.at_least_parts(words.POINTS, highest_country_points(view)),
        ),
    )


def highest_country_points(view: EuropaState) -> int:
    """The most that a country brings."""
    return max(country.points for country in view.table.countries.values())


def move_line(where: Pick, to: Pick) -> OrderPattern:
    arrow = Word(">", ("to", "->", "-"), plain="move a pawn to")
    parts = (
        plain_word("MOVE", "after winning"),
        where,
        arrow,
        Repeat("list", (to,), 1, MOST_ROWS, ">", distinct=True, plain=", else"),
    )
    return OrderPattern("MOVE", parts, "MOVE {where}", "where a pawn goes after a victory, best first")


# --- by the book -------------------------------------------------------------------------------------------------


def proposal_lines(view: EuropaState, seat: Seat) -> tuple[OrderPattern, ...]:
    where = picks.current_vote_pick(view)
    return (propose_line(where, coalitions.proposal_pick(view, seat, pick_codes(where))),)


def pick_codes(where: Pick) -> list[Code]:
    return [choice.code for choice in where.choices]


def reply_lines(view: EuropaState, _: Seat) -> tuple[OrderPattern, ...]:
    """A plain Yes or No to the coalition on the table."""
    where, table = picks.current_vote_pick(view), words.name_parties(view.current_vote.coalition)
    return (
        OrderPattern("AYE", (plain_word("YES", "say Yes in", "aye"), where), "answer", f"agree to {table}"),
        OrderPattern("NAY", (plain_word("NO", "say No in", "nay"), where), "answer", f"refuse {table}"),
    )


def winner_lines(view: EuropaState, _: Seat) -> tuple[OrderPattern, ...]:
    where = picks.current_vote_pick(view)
    return (move_line(where, picks.destination_pick(view, pick_codes(where))),)


def resolve_lines(view: EuropaState, _: Seat) -> tuple[OrderPattern, ...]:
    return (resolve_line(view),)


def no_lines(_: EuropaState, __: Seat) -> tuple[OrderPattern, ...]:
    return ()


PHASE_LINES: Mapping[str, Callable[[EuropaState, Seat], tuple[OrderPattern, ...]]] = {
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


def party_standing_line(view: EuropaState, seat: Seat) -> OrderPattern:
    """Lines that hold in every phase to come, unless others are sent (§4)."""
    countries = tuple(view.table.countries.values())
    return game_standing_line(countries, view.seats, view.options.propose_any, seat)


@memoize(64)
def game_standing_line(
    countries: tuple[Country, ...], seats: tuple[Seat, ...], propose_any: bool, seat: Seat
) -> OrderPattern:
    """The standing line, made once for all positions of a game."""
    box, options = (
        EuropaGameData({country.code: country for country in countries}, (), ()),
        EuropaOptions(propose_any=propose_any),
    )
    view = EuropaState(seats=seats, phase="", kind="", table=box, options=options)
    where = words.ballot_country_pick(view, (words.ALL, *picks.certain_country_choices(view)))
    lines = (
        peace_line(MOST_PAWNS),
        place_line(view, seat, MOST_PAWNS // 2),
        propose_line(where, coalitions.proposal_pick(view, seat, ())),
        *answer_lines(view, seat, where, ()),
        move_line(where, picks.any_destination_pick(view)),
    )
    return standing.standing_line(lines, "where")


def applicable_standing_orders(view: EuropaState, seat: Seat) -> Sequence[Order]:
    """A party's standing lines as far as they hold now; by the book, those for elections at each step of one (§4.5)."""
    step = view.kind in ("propose", "answer", "move")
    return standing.read_standing_lines(
        build_europa_grammar(replace(view, kind="elections") if step else view, seat), view.standing.get(seat, ())
    )


# --- drafts ------------------------------------------------------------------------------------------------------


def draft_default_lines(view: EuropaState, seat: Seat) -> Iterator[str]:
    """Yield what stands if nothing is sent, as lines ready to edit; standing lines come before it."""
    if view.kind == "peace":
        yield "PEACE 0"
    elif view.kind == "place" and view.open_countries:
        yield f"PLACE {view.half[seat]} {default_country(view)}"
    elif view.kind == "elections":
        yield from BALLOT
    elif view.kind == "resolve":
        yield f"RESOLVE {' > '.join(default_conflict_order(view))}"
    elif view.sheet and view.kind != "campaign":
        yield draft_step_line(view, seat, view.sheet)


def draft_step_line(view: EuropaState, seat: Seat, vote: EuropaVote) -> str:
    """Return what stands for a seat that is silent at a step of an election by the book: it names the country voted
    on."""
    code, lines = vote.country, applicable_standing_orders(view, seat)
    if view.kind == "answer":
        yes = ballots.agrees_to_coalition(view, code, seat, lines, vote.proposer, vote.coalition)
        return f"{'YES' if yes else 'NO'} {code}"
    verb, usual = ("PROPOSE", "AUTO") if view.kind == "propose" else ("MOVE", "> AUTO")
    line = next((order.text for order in ballots.orders_for_country(lines, (verb,), code)), f"{verb} * {usual}")
    return f"{verb} {code} {line.split(maxsplit=2)[2]}"
