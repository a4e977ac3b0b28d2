"""What a player may say in each phase (§4). Codes are those of §4.2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engines.base import Seat
from engines.cantillon import words
from engines.cantillon.state import STAGES, State, title_of
from engines.cantillon.turn import STAGE_OF
from engines.language.ask import Ask, Line, Many, Number, OneOf, Part, Pick, Word, maybe, say, way
from engines.language.names import Choice
from engines.language.standing import standing_line

NOT_NOW = "C80 It is not your turn."
TRADE_ONLY = ("TRADE",)
"""What may be said while others have their turn: half of a contract."""
STAND = "STEP ATT BUILD POS RUN FACTORY PAY DISBAND SAVE SPEND TRADE GIVE PERMIT REVOKE CLEAR"
OLD_WAYS = {
    "STANDING": {"line": tuple(STAND.split())},
    "RUN": {"what": ("all", "none", "basic", "advanced")},
    "": {"what": ("all", "areas"), "is": ("free", "mine", "held", "armies")},
}
"""See `engines.abilities.Renamed`."""


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase; None after the end or for who is out."""
    if view.ranks is not None or seat in view.out:
        return None
    title = title_of(view.phase)
    if view.kind == "setup":
        return Ask(title, (city_line(view),), draft=(), skip=words.SKIP)
    every = lines(view.options.fold, view.alive, seat)
    if view.kind == "round" or (view.kind == "turn" and seat == view.active):
        return Ask(title, every, draft=("RUN ALL",), skip=words.SKIP)
    if seat == view.active:
        return Ask(title, tuple(stage_lines(view, every)), draft=stage_draft(view), skip=words.SKIP)
    trade = tuple(line for line in every if line.verb in (*TRADE_ONLY, "STANDING"))
    shut = {word: NOT_NOW for line in every if line not in trade for word in first_words(line)}
    return Ask(title, (*trade, *reopen_lines(view)), due=False, skip=words.SKIP, elsewhere=shut)


def first_words(line: Line) -> tuple[str, ...]:
    """The words a sentence can begin with: its verb, or the kinds of units."""
    part = line.parts[0]
    if isinstance(part, Pick):
        return tuple(name for choice in part.choices for name in (choice.code, choice.label))
    return (part.text, *part.also) if isinstance(part, Word) else ()


def city_line(view: State) -> Line:
    """A ranked list of cities."""
    found = view.board
    cities = tuple(Choice(code, city, (found.lands[code].name,), at=(code,)) for code, city in found.cities.items())
    wish = Pick("city", cities, words.atlas(), "C06 {label} is not a city of this map.")
    return Line(
        "CITY", (say("CITY"), Many("list", (wish,), 1, 12, ">")), "CITY", "the cities you would like, best first"
    )


@lru_cache(maxsize=256)
def lines(fold: str, alive: tuple[Seat, ...], seat: Seat) -> tuple[Line, ...]:
    """Everything that can be said in a turn, in the order of its stages."""
    found = (
        *moving(fold, alive),
        *working(fold),
        *paying(fold),
        *dealing(fold, alive, seat),
    )
    plain = tuple(line for line in found if not line.grave)
    return (*plain, standing_line(plain), *(line for line in found if line.grave))


def moving(fold: str, alive: tuple[Seat, ...]) -> Iterator[Line]:
    """Stages 3 to 5."""
    to, when, times = say("-", "to", "->"), words.condition(fold, alive), words.times()
    start, goal = words.area(fold, "from"), words.area(fold, "to")
    yield Line("STEP", (words.unit(), start, to, goal, times, when), help="a step to a neighbouring area")
    attackers = words.many("from", words.area(fold, "area"))
    limits = words.option("max", "MAX", 1, 9), words.option("stop", "STOP", 1, 9), maybe("follow", say("FOLLOW"))
    attack = (say("ATT", "attack"), goal, say("FROM"), attackers, *limits, when)
    yield Line("ATT", attack, help="an attack by one unit after the other")
    yield Line("BUILD", (say("BUILD"), words.unit(), words.area(fold, "at"), times, when), help="new units")
    paying_ = words.option("paying", "PAYING", 0, 99)
    yield Line(
        "POS",
        (say("POS", "position"), words.unit(), start, to, goal, times, paying_, when),
        help="any way within your realm",
    )


def some(name: str, those: Part) -> OneOf:
    """All, or those that are named."""
    return OneOf("what", (way("all", say("ALL")), way(name, those)))


def working(fold: str) -> Iterator[Line]:
    """Stages 6 and 7."""
    lands = words.many("areas", words.land(fold, "area"))
    ways = (
        way("all", say("ALL")),
        way("none", say("NONE")),
        way("basic", say("B", "basic"), lands),
        way("advanced", say("ADV", "advanced"), lands),
    )
    yield Line("RUN", (say("RUN"), OneOf("what", ways)), "RUN", "factories that work; all without a word", several=True)
    kinds = Pick(
        "kind",
        (
            Choice("B", "basic", ("brown",)),
            Choice("P", "purple"),
            Choice("O", "orange"),
            Choice("G", "green"),
            Choice("R", "red"),
            Choice("Y", "yellow"),
        ),
    )
    yield Line("FACTORY", (say("FACTORY"), kinds, words.land(fold, "area")), help="a new factory, for 2")


def paying(fold: str) -> Iterator[Line]:
    """Stage 2, and what payments spare or take first."""
    armies = some("areas", words.many("areas", words.area(fold, "area")))
    yield Line("PAY", (say("PAY"), armies), "PAY", "armies that are paid first")
    yield Line("DISBAND", (say("DISBAND"), words.unit(), words.area(fold, "at")), help="dismiss a unit")
    yield Line("SAVE", (say("SAVE"), words.goods("goods")), "SAVE", "goods that pay for nothing")
    yield Line("SPEND", (say("SPEND"), words.goods("goods")), "SPEND", "goods that pay first")


def dealing(fold: str, alive: tuple[Seat, ...], seat: Seat) -> Iterator[Line]:
    """Stage 8."""
    party, rounds = words.party(alive, seat), words.option("rounds", "ROUNDS", 1, 20)
    start = maybe("start", say("AT"), say("START"))
    trade = (
        say("TRADE"),
        party,
        say("GIVE"),
        words.goods("give"),
        say("GET", "for"),
        words.goods("get"),
        start,
        rounds,
    )
    yield Line("TRADE", trade, help="half of a contract; it counts when the other half comes")
    yield Line("GIVE", (say("GIVE"), party, words.goods("give")), help="a gift")
    seas = words.many("seas", words.sea(fold, "area"))
    permit = (
        say("PERMIT"),
        party,
        replace(say("SEA", "seas"), optional=True),
        seas,
        rounds,
        words.option("fee", "FEE", 0, 99),
    )
    yield Line("PERMIT", permit, help="leave to pass with fleets")
    yield Line("REVOKE", (say("REVOKE"), party), "REVOKE {party}", "take leave to pass back")
    yield Line("RESIGN", (say("RESIGN"),), "resign", "leave the game for good", "Leaving", grave=True)
    lands = words.many("areas", words.area(fold, "area"))
    yield Line("CEDE", (say("CEDE"), lands, say("TO"), party), "", "with RESIGN: who gets what", "Leaving", grave=True)
    yield Line("BURN", (say("BURN"), some("areas", lands)), "", "with RESIGN: what is destroyed", "Leaving", grave=True)


# --- by the book ------------------------------------------------------------------------------------------------


def stage_lines(view: State, every: tuple[Line, ...]) -> Iterator[Line]:
    """The lines of the open stage, those of later ones under headings; or AGAIN and STOP."""
    if view.attack:
        yield Line("AGAIN", (say("AGAIN"),), "attack", "the next attacker goes on")
        yield Line("STOP", (say("STOP"), maybe("attack", say("ATTACK"))), "attack", "call the attack off")
        yield from reopen_lines(view)
        return
    for line in every:
        stage = STAGE_OF.get(line.verb, view.stage)
        if stage == view.stage or line.section:
            yield line
        elif stage > view.stage:
            yield replace(line, section=STAGES[stage].title())
    yield from reopen_lines(view)


def reopen_lines(view: State) -> Iterator[Line]:
    """Going back to a stage that is closed, if all agree."""
    if view.kind == "stage" and view.stage > 2:
        yield Line(
            "REOPEN",
            (say("REOPEN"), Number("stage", 2, view.stage - 1)),
            "reopen",
            "go back, if all say so",
            "Going back",
        )


def stage_draft(view: State) -> tuple[str, ...]:
    return ("AGAIN",) if view.attack else ("RUN ALL",) if view.stage == 6 else ()


def everywhere(view: State, seat: Seat) -> Ask:
    """All lines of a turn, whatever the stage: to read what was said before."""
    return Ask("", lines(view.options.fold, view.alive, seat), skip=words.SKIP)
