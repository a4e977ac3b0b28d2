"""What a player may say in each phase (§4), and who owes an answer. Codes are those of §4.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engines.base import Debt, Seat
from engines.cantillon import words
from engines.cantillon.facts import Facts, yields
from engines.cantillon.offers import Offers
from engines.cantillon.outlook import Outlook
from engines.cantillon.picks import Picks
from engines.cantillon.sentences import dealing, first_words, sentences
from engines.cantillon.stages import STAGE_OF
from engines.cantillon.state import PHASES_OF_ONE, State, title
from engines.cantillon.words import spoken
from engines.kept import keeps
from engines.language import read
from engines.language.ask import Ask, Line, Many, Number, Order, Pick, maybe, say
from engines.language.names import Choice, Message, Told
from engines.language.older import Numbered
from engines.language.standing import standing_line

NOT_NOW = Message("It is not your turn.", "C80")
WITH_RESIGN = Message("That goes with leaving the game only: RESIGN CEDE 40, 41 TO BLU BURN 42.", "C72")
TRADE = "TRADE"
"""What may be said while others have their turn: half of a contract."""
STAND = "STEP ATT BUILD POS RUN FACTORY PAY DISBAND SAVE SPEND TRADE GIVE PERMIT REVOKE CLEAR"
OLD_WAYS: Numbered = {
    "STANDING": {"line": tuple(STAND.split())},
    "RUN": {"what": ("all", "none", "basic", "advanced")},
    "": {"what": ("all", "areas"), "is": ("free", "mine", "held", "armies")},
}
"""See `engines.abilities.Renamed`."""


def owes(state: State) -> Mapping[Seat, Debt]:
    """Everybody in a round of all; in a turn who plays it, while the others may offer contracts."""
    if state.ranks is not None:
        return {}
    one = state.kind in PHASES_OF_ONE
    return {s: "free" if one and s != state.active else "due" for s in state.seats if s not in state.out}


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase; None after the end or for who is out."""
    debt = owes(view).get(seat)
    if debt is None:
        return None
    if view.kind == "setup":
        return Ask(title(view), (city_line(view),), skip=words.SKIP)
    shut = {} if view.options.cede_any else dict.fromkeys(("CEDE", "BURN"), WITH_RESIGN)
    if debt == "free":
        return waiting(view, seat, shut)
    every = lines(view, seat)
    draft = stage_draft(view) if view.kind == "stage" else ("RUN ALL",)
    said = tuple(stage_lines(view, every)) if view.kind == "stage" else every
    return Ask(title(view), said, draft=draft, skip=words.SKIP, elsewhere=shut)


def waiting(view: State, seat: Seat, shut: Mapping[str, Told]) -> Ask:
    """What may be said while others have their turn: half of a contract, and what holds for later."""
    trade = next(line for line in dealing(Offers(view, seat)) if line.verb == TRADE)
    said = trade, keeping(view.options.fold, view.alive, seat), *reopen_lines(view)
    later = dict.fromkeys(beginnings(view.options.fold, view.alive, seat), NOT_NOW)
    return Ask(title(view), said, due=False, skip=words.SKIP, elsewhere={**shut, **later})


def city_line(view: State) -> Line:
    """A ranked list of cities."""
    found = view.board
    cities = tuple(
        Choice(code, city, (found.lands[code].name,), at=(code,), note=surroundings(view, code))
        for code, city in found.cities.items()
    )
    wish = Pick("city", cities, words.atlas(), Message("{label} is not a city of this map.", "C06"))
    wishes = Many("list", (wish,), 1, 12, ">", plain=", else", distinct=True)
    return Line("CITY", (spoken("CITY", "begin in"), wishes), "CITY", "the cities you would like, best first")


def surroundings(view: State, code: str) -> str:
    """What speaks for a city."""
    land = view.board.lands[code]
    port = ", a port with a fleet" if land.port else ""
    around = len(land.land)
    return f"{yields(land)}, {around} {'land' if around == 1 else 'lands'} around{port}"


# --- a turn -----------------------------------------------------------------------------------------------------


def lines(view: State, seat: Seat) -> tuple[Line, ...]:
    """Everything that can be said in a turn, what concerns the board first, as it stands; then lines for later."""
    found = sentences(Offers(view, seat), view.options.cede_any)
    plain = (line for line in found if not line.grave)
    return (*plain, keeping(view.options.fold, view.alive, seat), *(line for line in found if line.grave))


@keeps(16)
def anything(fold: str, alive: tuple[Seat, ...], seat: Seat) -> tuple[Line, ...]:
    """All that can be said in any turn, wherever who stands, but for leaving."""
    return tuple(line for line in sentences(Picks(fold, alive, seat)) if not line.grave)


@keeps(256)
def beginnings(fold: str, alive: tuple[Seat, ...], seat: Seat) -> tuple[str, ...]:
    """The words with which all sentences of a turn begin but those of a contract."""
    every = sentences(Picks(fold, alive, seat))
    return tuple(word for line in every if line.verb != TRADE for word in first_words(line))


@keeps(96)
def keeping(fold: str, alive: tuple[Seat, ...], seat: Seat) -> Line:
    return standing_line(anything(fold, alive, seat))


def everywhere(view: State, seat: Seat) -> Ask:
    """All lines of a turn, whatever the stage: to read what was said before."""
    return Ask("", anything(view.options.fold, view.alive, seat))


# --- by the book ------------------------------------------------------------------------------------------------

HEADINGS = ("", "", "Pay", "Expand", "Build", "Position", "Generate", "Factories", "Negotiate")
"""Above lines of later stages."""


def stage_lines(view: State, every: tuple[Line, ...]) -> Iterator[Line]:
    """The lines of the open stage, those of later ones under headings; or AGAIN and STOP."""
    if view.attack:
        yield Line("AGAIN", (spoken("AGAIN", "go on with the attack"),), "attack", next_attacker(view))
        stop = spoken("STOP", "call the attack off"), maybe("attack", say("ATTACK"))
        yield Line("STOP", stop, "attack", "call the attack off")
        yield from reopen_lines(view)
        return
    for line in every:
        stage = STAGE_OF.get(line.verb, view.stage)
        if stage == view.stage or line.section:
            yield line
        elif stage > view.stage:
            yield replace(line, section=HEADINGS[stage])
    yield from reopen_lines(view)


def pending(view: State, seat: Seat) -> tuple[Order, ...]:
    """What is left of an attack that may be called off."""
    waits = view.plan.get(seat, ())[:1] if view.attack else ()
    return tuple(order for line in waits for order in read(everywhere(view, seat), line).orders)


def next_attacker(view: State) -> str:
    """Who goes on, against whom, and the odds."""
    for order in pending(view, view.active):
        facts, start, goal = Facts(Outlook(view, view.active)), order.args["from"][0]["area"], order.args["to"]
        return f"the next attacker, from {view.board.name(start)}, goes on: {facts.guarded(goal)}"
    return "the next attacker goes on"


def reopen_lines(view: State) -> Iterator[Line]:
    """Going back to a stage that is closed, if all agree."""
    if view.kind == "stage" and view.stage > 2:
        back = spoken("REOPEN", "go back to stage"), Number("stage", 2, view.stage - 1)
        yield Line("REOPEN", back, "reopen", "go back, if all say so", "Going back")


def stage_draft(view: State) -> tuple[str, ...]:
    return ("AGAIN",) if view.attack else ("RUN ALL",) if view.stage == 6 else ()
