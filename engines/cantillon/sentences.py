"""The sentences of a turn (§4), for whatever picks they are made with."""

from __future__ import annotations

from collections.abc import Iterator

from engines.cantillon import words
from engines.cantillon.picks import Picks
from engines.cantillon.words import spoken
from engines.language.ask import Line, Many, Number, OneOf, Part, Pick, Word, maybe, way
from engines.language.names import Choice

LEAVING = "Leaving"


def sentences(picks: Picks, cede_any: bool = False) -> tuple[Line, ...]:
    """Everything that can be said in a turn: what is done most first, leaving for good last."""
    when = condition(picks)
    board = *expanding(picks, when), *building(picks, when), *making(picks)
    return (*board, *paying(picks), *dealing(picks), *giving_up(picks, cede_any))


TO = spoken("-", "to", "to", "->")


# --- stages 3 to 5 ----------------------------------------------------------------------------------------------


def expanding(picks: Picks, when: Many) -> Iterator[Line]:
    """Steps, for each kind of unit, and attacks."""
    times = words.times()
    for units in picks.kinds:
        parts = (picks.unit(units, "STEP"), picks.start(units, "STEP"), TO, picks.step(units), times, when)
        yield Line("STEP", parts, help="stage 3, expand: one step; an army’s into the land of others is an attack")
    limits = (
        words.option("max", spoken("MAX", "with at most"), 1, 9),
        words.option("stop", spoken("STOP", "until so many are lost:"), 1, 9),
        maybe("follow", spoken("FOLLOW", "and let the next walk in behind")),
    )
    attack = (spoken("ATT", "attack", "attack"), picks.target(), spoken("FROM", "from"), picks.attackers())
    yield Line("ATT", (*attack, *limits, when), help="stage 3, expand: one unit attacks after the other")


def building(picks: Picks, when: Many) -> Iterator[Line]:
    """New units, and moves within the realm."""
    times = words.times()
    new = (spoken("BUILD", "build a new"), picks.unit(words.UNITS, "BUILD"), picks.site(), times, when)
    yield Line("BUILD", new, help="stage 4, build: a taxman for 1, an army or a fleet for 2")
    fee = words.option("paying", spoken("PAYING", "paying a fee of"), 0, 99)
    for units in picks.kinds:
        unit, start = picks.unit(units, "POS"), picks.start(units, "POS")
        parts = (spoken("POS", "bring the", "position"), unit, start, TO, picks.berth(units), times, fee)
        yield Line("POS", (*parts, when), help="stage 5, position: bring a unit to another place in your realm")


# --- stages 6 and 7, and 2 ----------------------------------------------------------------------------------------


def making(picks: Picks) -> Iterator[Line]:
    """Factories that work, and new ones."""
    ways = (
        way("all", spoken("ALL", "all factories")),
        way("none", spoken("NONE", "no factory")),
        way("basic", spoken("B", "the basic factory in", "basic"), words.many("areas", picks.works("B"))),
        way("advanced", spoken("ADV", "the advanced factory in", "advanced"), words.many("areas", picks.works("ADV"))),
    )
    told = "stage 6, generate: which factories work; all of them if you say nothing"
    yield Line("RUN", (spoken("RUN", "run"), OneOf("what", ways)), "RUN", told, several=True)
    new = (spoken("FACTORY", "set up a new"), picks.kind(), picks.ground())
    yield Line("FACTORY", new, help="stage 7, factories: a new one, for 2")


def some(all_: Word, those: Part) -> OneOf:
    """All, or those that are named."""
    return OneOf("what", (way("all", all_), way("areas", those)))


def paying(picks: Picks) -> Iterator[Line]:
    """Stage 2, and what payments spare or take first."""
    armies = some(spoken("ALL", "all armies"), words.many("areas", picks.army(), distinct=False))
    told = "stage 2, pay: the armies that are paid first if money is short"
    yield Line("PAY", (spoken("PAY", "pay first"), armies), "PAY", told)
    dismissed = (spoken("DISBAND", "dismiss the"), picks.unit(words.UNITS, "DISBAND"), picks.dismissed())
    yield Line("DISBAND", dismissed, help="stage 2, pay: dismiss a unit before armies are paid")
    keep = (spoken("SAVE", "keep"), picks.goods("goods", "SAVE"))
    yield Line("SAVE", keep, "SAVE", "goods you keep: nothing is paid with them")
    spend = (spoken("SPEND", "spend first"), picks.goods("goods", "SPEND"))
    yield Line("SPEND", spend, "SPEND", "goods that are paid with first")


# --- stage 8 ----------------------------------------------------------------------------------------------------


def dealing(picks: Picks) -> Iterator[Line]:
    """Contracts, gifts, leave to pass."""
    rounds = words.option("rounds", spoken("ROUNDS", "for rounds:"), 1, 20)
    start = maybe("start", spoken("AT", "before"), spoken("START", "the tax"))
    give, get = spoken("GIVE", "giving"), spoken("GET", "for", "for")
    both = give, picks.goods("give", "TRADE"), get, picks.goods("get", "")
    trade = (spoken("TRADE", "trade with"), picks.party("TRADE"), *both, start, rounds)
    yield Line("TRADE", trade, help="stage 8, negotiate: goods for goods; it counts once the other says the same")
    gift = (spoken("GIVE", "give"), picks.party("GIVE"), picks.goods("give", "GIVE"))
    yield Line("GIVE", gift, help="stage 8, negotiate: a gift")
    seas = words.many("seas", picks.opened())
    sea = Word("SEA", ("seas",), optional=True, plain="namely")
    permit = (spoken("PERMIT", "open seas to"), picks.party("PERMIT"), sea, seas, rounds)
    fee = words.option("fee", spoken("FEE", "for a fee of"), 0, 99)
    yield Line("PERMIT", (*permit, fee), help="stage 8, negotiate: let the fleets of another pass your seas")
    revoke = (spoken("REVOKE", "close seas again to"), picks.party("REVOKE"))
    yield Line("REVOKE", revoke, "REVOKE {party}", "stage 8, negotiate: let the fleets of another pass no longer")


def giving_up(picks: Picks, cede_any: bool) -> Iterator[Line]:
    """Leaving the game, and what becomes of the realm; with the option lands can be given away without."""
    lands = words.many("areas", picks.given_up())
    ceding = lands, spoken("TO", "to"), picks.party("CEDE")
    what = some(spoken("ALL", "everything"), lands)
    cede = Many("cede", (spoken("CEDE", "and cede"), *ceding), between="")
    burn = maybe("burn", spoken("BURN", "and burn"), what)
    told = "leave the game for good; CEDE hands areas to others, BURN destroys what stands there"
    yield Line("RESIGN", (spoken("RESIGN", "leave the game for good"), cede, burn), "resign", told, LEAVING, grave=True)
    if cede_any:
        cede_line = spoken("CEDE", "cede"), *ceding
        yield Line("CEDE", cede_line, "", "hand areas with all that stands there to another", LEAVING, grave=True)
        burn_line = spoken("BURN", "burn"), what
        yield Line("BURN", burn_line, "", "destroy what stands in areas of yours", LEAVING, grave=True)


# --- conditions -------------------------------------------------------------------------------------------------


def condition(picks: Picks) -> Many:
    """IF an area is free, mine, held, or has so many armies, at the moment the line is carried out."""
    alive = (choice for choice in words.SEATS if choice.code in picks.alive)
    everybody = Pick("party", tuple(Choice(c.code, f"by {c.label}", (c.label,)) for c in alive))
    tests = (
        way("free", spoken("FREE", "is free")),
        way("mine", spoken("MINE", "is mine")),
        way("held", spoken("HELD", "is held", "held by"), maybe("by", everybody)),
        way("armies", spoken("ARMIES", "has armies:"), Number("n", 0, 2)),
    )
    negated = maybe("not", spoken("NOT", "not:"))
    return maybe("if", spoken("IF", "if"), negated, picks.where(), OneOf("is", tests))


def first_words(line: Line) -> tuple[str, ...]:
    """The words a sentence can begin with: its verb, or the kinds of units."""
    part = line.parts[0]
    if isinstance(part, Pick):
        return tuple(name for choice in part.choices for name in (choice.code, choice.label))
    return (part.text, *part.also) if isinstance(part, Word) else ()
