"""What a player may say in each phase (§4), and who owes an answer. Codes are those of §4.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engines.base import Obligation, Seat
from engines.cantillon import words
from engines.cantillon.facts import SeatNotes, yield_text
from engines.cantillon.offers import OfferedPicks
from engines.cantillon.outlook import SeatOutlook
from engines.cantillon.picks import CantillonPicks
from engines.cantillon.sentences import deal_lines, sentence_first_words, turn_sentences
from engines.cantillon.stages import STAGE_OF
from engines.cantillon.state import PHASES_OF_ONE, CantillonState, cantillon_phase_title
from engines.cantillon.words import plain_word
from engines.language import parse_orders
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Repeat, make_word, optional_parts
from engines.language.names import Choice, Message, MessageLike
from engines.language.standing import standing_line
from engines.memo import memoize

NOT_NOW = Message("It is not your turn.", "C80")
WITH_RESIGN = Message("That goes with leaving the game only: RESIGN CEDE 40, 41 TO BLU BURN 42.", "C72")
TRADE = "TRADE"
"""What may be said while others have their turn: half of a contract."""


def cantillon_obligations(state: CantillonState) -> Mapping[Seat, Obligation]:
    """Everybody in a round of all; in a turn who plays it, while the others may offer contracts."""
    if state.ranks is not None:
        return {}
    one = state.kind in PHASES_OF_ONE
    return {s: "free" if one and s != state.active else "due" for s in state.seats if s not in state.out}


def build_cantillon_grammar(view: CantillonState, seat: Seat) -> OrderGrammar | None:
    """The sentences of the phase; None after the end or for who is out."""
    debt = cantillon_obligations(view).get(seat)
    if debt is None:
        return None
    if view.kind == "setup":
        return OrderGrammar(cantillon_phase_title(view), (city_line(view),), skip=words.SKIP)
    shut = {} if view.options.cede_any else dict.fromkeys(("CEDE", "BURN"), WITH_RESIGN)
    if debt == "free":
        return waiting_grammar(view, seat, shut)
    every = turn_lines(view, seat)
    draft = stage_draft(view) if view.kind == "stage" else ("RUN ALL",)
    said = tuple(stage_lines(view, every)) if view.kind == "stage" else every
    return OrderGrammar(cantillon_phase_title(view), said, draft=draft, skip=words.SKIP, elsewhere=shut)


def waiting_grammar(view: CantillonState, seat: Seat, shut: Mapping[str, MessageLike]) -> OrderGrammar:
    """Return what may be said while others have their turn: half of a contract, and what holds for later."""
    trade = next(line for line in deal_lines(OfferedPicks(view, seat)) if line.verb == TRADE)
    said = trade, keep_for_later_line(view.options.fold, view.living_seats, seat), *reopen_lines(view)
    later = dict.fromkeys(turn_beginnings(view.options.fold, view.living_seats, seat), NOT_NOW)
    return OrderGrammar(cantillon_phase_title(view), said, due=False, skip=words.SKIP, elsewhere={**shut, **later})


def city_line(view: CantillonState) -> OrderPattern:
    """A ranked list of cities."""
    found = view.board
    cities = tuple(
        Choice(code, city, (found.lands[code].name,), at=(code,), note=describe_surroundings(view, code))
        for code, city in found.cities.items()
    )
    wish = Pick("city", cities, words.area_lexicon(), Message("{label} is not a city of this map.", "C06"))
    wishes = Repeat("list", (wish,), 1, 12, ">", plain=", else", distinct=True)
    return OrderPattern(
        "CITY", (plain_word("CITY", "begin in"), wishes), "CITY", "the cities you would like, best first"
    )


def describe_surroundings(view: CantillonState, code: str) -> str:
    """Return what speaks for a city."""
    land = view.board.lands[code]
    port = ", a port with a fleet" if land.port else ""
    around = len(land.land)
    return f"{yield_text(land)}, {around} {'land' if around == 1 else 'lands'} around{port}"


# --- a turn -----------------------------------------------------------------------------------------------------


def turn_lines(view: CantillonState, seat: Seat) -> tuple[OrderPattern, ...]:
    """Everything that can be said in a turn, what concerns the board first, as it stands; then lines for later."""
    found = turn_sentences(OfferedPicks(view, seat), view.options.cede_any)
    plain = (line for line in found if not line.grave)
    return (
        *plain,
        keep_for_later_line(view.options.fold, view.living_seats, seat),
        *(line for line in found if line.grave),
    )


@memoize(16)
def any_turn_lines(fold: str, alive: tuple[Seat, ...], seat: Seat) -> tuple[OrderPattern, ...]:
    """All that can be said in any turn, wherever who stands, but for leaving."""
    return tuple(line for line in turn_sentences(CantillonPicks(fold, alive, seat)) if not line.grave)


@memoize(256)
def turn_beginnings(fold: str, alive: tuple[Seat, ...], seat: Seat) -> tuple[str, ...]:
    """The words with which all sentences of a turn begin but those of a contract."""
    every = turn_sentences(CantillonPicks(fold, alive, seat))
    return tuple(word for line in every if line.verb != TRADE for word in sentence_first_words(line))


@memoize(96)
def keep_for_later_line(fold: str, alive: tuple[Seat, ...], seat: Seat) -> OrderPattern:
    return standing_line(any_turn_lines(fold, alive, seat))


def any_turn_grammar(view: CantillonState, seat: Seat) -> OrderGrammar:
    """All lines of a turn, whatever the stage: to read what was said before."""
    return OrderGrammar("", any_turn_lines(view.options.fold, view.living_seats, seat))


# --- by the book ------------------------------------------------------------------------------------------------

HEADINGS = ("", "", "Pay", "Expand", "Build", "Position", "Generate", "Factories", "Negotiate")
"""Above lines of later stages."""


def stage_lines(view: CantillonState, every: tuple[OrderPattern, ...]) -> Iterator[OrderPattern]:
    """The lines of the open stage, those of later ones under headings; or AGAIN and STOP."""
    if view.attack:
        yield OrderPattern(
            "AGAIN", (plain_word("AGAIN", "go on with the attack"),), "attack", describe_next_attacker(view)
        )
        stop = plain_word("STOP", "call the attack off"), optional_parts("attack", make_word("ATTACK"))
        yield OrderPattern("STOP", stop, "attack", "call the attack off")
        yield from reopen_lines(view)
        return
    for line in every:
        stage = STAGE_OF.get(line.verb, view.stage)
        if stage == view.stage or line.section:
            yield line
        elif stage > view.stage:
            yield replace(line, section=HEADINGS[stage])
    yield from reopen_lines(view)


def rest_of_attack(view: CantillonState, seat: Seat) -> tuple[Order, ...]:
    """Return what is left of an attack that may be called off."""
    waits = view.plan.get(seat, ())[:1] if view.attack else ()
    return tuple(order for line in waits for order in parse_orders(any_turn_grammar(view, seat), line).orders)


def describe_next_attacker(view: CantillonState) -> str:
    """Return who goes on, against whom, and the odds."""
    for order in rest_of_attack(view, view.active):
        facts, start, goal = SeatNotes(SeatOutlook(view, view.active)), order.args["from"][0]["area"], order.args["to"]
        return f"the next attacker, from {view.board.name_with_code(start)}, goes on: {facts.attack_note(goal)}"
    return "the next attacker goes on"


def reopen_lines(view: CantillonState) -> Iterator[OrderPattern]:
    """Going back to a stage that is closed, if all agree."""
    if view.kind == "stage" and view.stage > 2:
        back = plain_word("REOPEN", "go back to stage"), Number("stage", 2, view.stage - 1)
        yield OrderPattern("REOPEN", back, "reopen", "go back, if all say so", "Going back")


def stage_draft(view: CantillonState) -> tuple[str, ...]:
    return ("AGAIN",) if view.attack else ("RUN ALL",) if view.stage == 6 else ()
