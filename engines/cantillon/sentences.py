"""The sentences of a turn (§4), for whatever picks they are made with."""

from __future__ import annotations

from collections.abc import Iterator

from engines.cantillon import words
from engines.cantillon.picks import CantillonPicks
from engines.cantillon.words import plain_word
from engines.language.grammar import (
    GrammarPart,
    Number,
    OneOf,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
    optional_parts,
)
from engines.language.names import Choice

LEAVING = "Leaving"


def turn_sentences(picks: CantillonPicks, cede_any: bool = False) -> tuple[OrderPattern, ...]:
    """Everything that can be said in a turn: what is done most first, leaving for good last."""
    when = if_condition(picks)
    board = *expansion_lines(picks, when), *building_lines(picks, when), *production_lines(picks)
    return (*board, *payment_lines(picks), *deal_lines(picks), *leaving_lines(picks, cede_any))


TO = plain_word("-", "to", "to", "->")


# --- stages 3 to 5 ----------------------------------------------------------------------------------------------


def expansion_lines(picks: CantillonPicks, when: Repeat) -> Iterator[OrderPattern]:
    """Steps, for each kind of unit, and attacks."""
    times = words.times_part()
    for units in picks.kinds:
        parts = (
            picks.unit_kind_pick(units, "STEP"),
            picks.start_pick(units, "STEP"),
            TO,
            picks.step_pick(units),
            times,
            when,
        )
        yield OrderPattern(
            "STEP", parts, help="stage 3, expand: one step; an army’s into the land of others is an attack"
        )
    limits = (
        words.number_option("max", plain_word("MAX", "with at most"), 1, 9),
        words.number_option("stop", plain_word("STOP", "until so many are lost:"), 1, 9),
        optional_parts("follow", plain_word("FOLLOW", "and let the next walk in behind")),
    )
    attack = (
        plain_word("ATT", "attack", "attack"),
        picks.target_pick(),
        plain_word("FROM", "from"),
        picks.attacker_list(),
    )
    yield OrderPattern("ATT", (*attack, *limits, when), help="stage 3, expand: one unit attacks after the other")


def building_lines(picks: CantillonPicks, when: Repeat) -> Iterator[OrderPattern]:
    """New units, and moves within the realm."""
    times = words.times_part()
    new = (
        plain_word("BUILD", "build a new"),
        picks.unit_kind_pick(words.UNITS, "BUILD"),
        picks.site_pick(),
        times,
        when,
    )
    yield OrderPattern("BUILD", new, help="stage 4, build: a taxman for 1, an army or a fleet for 2")
    fee = words.number_option("paying", plain_word("PAYING", "paying a fee of"), 0, 99)
    for units in picks.kinds:
        unit, start = picks.unit_kind_pick(units, "POS"), picks.start_pick(units, "POS")
        parts = (plain_word("POS", "bring the", "position"), unit, start, TO, picks.berth_pick(units), times, fee)
        yield OrderPattern("POS", (*parts, when), help="stage 5, position: bring a unit to another place in your realm")


# --- stages 6 and 7, and 2 ----------------------------------------------------------------------------------------


def production_lines(picks: CantillonPicks) -> Iterator[OrderPattern]:
    """Factories that work, and new ones."""
    ways = (
        alternative("all", plain_word("ALL", "all factories")),
        alternative("none", plain_word("NONE", "no factory")),
        alternative(
            "basic", plain_word("B", "the basic factory in", "basic"), words.area_list("areas", picks.factory_pick("B"))
        ),
        alternative(
            "advanced",
            plain_word("ADV", "the advanced factory in", "advanced"),
            words.area_list("areas", picks.factory_pick("ADV")),
        ),
    )
    told = "stage 6, generate: which factories work; all of them if you say nothing"
    yield OrderPattern("RUN", (plain_word("RUN", "run"), OneOf("what", ways)), "RUN", told, several=True)
    new = (plain_word("FACTORY", "set up a new"), picks.factory_kind_pick(), picks.factory_ground_pick())
    yield OrderPattern("FACTORY", new, help="stage 7, factories: a new one, for 2")


def all_or_some(all_: Word, those: GrammarPart) -> OneOf:
    """All, or those that are named."""
    return OneOf("what", (alternative("all", all_), alternative("areas", those)))


def payment_lines(picks: CantillonPicks) -> Iterator[OrderPattern]:
    """Stage 2, and what payments spare or take first."""
    armies = all_or_some(plain_word("ALL", "all armies"), words.area_list("areas", picks.army_pick(), distinct=False))
    told = "stage 2, pay: the armies that are paid first if money is short"
    yield OrderPattern("PAY", (plain_word("PAY", "pay first"), armies), "PAY", told)
    dismissed = (
        plain_word("DISBAND", "dismiss the"),
        picks.unit_kind_pick(words.UNITS, "DISBAND"),
        picks.dismissed_pick(),
    )
    yield OrderPattern("DISBAND", dismissed, help="stage 2, pay: dismiss a unit before armies are paid")
    keep = (plain_word("SAVE", "keep"), picks.goods_list("goods", "SAVE"))
    yield OrderPattern("SAVE", keep, "SAVE", "goods you keep: nothing is paid with them")
    spend = (plain_word("SPEND", "spend first"), picks.goods_list("goods", "SPEND"))
    yield OrderPattern("SPEND", spend, "SPEND", "goods that are paid with first")


# --- stage 8 ----------------------------------------------------------------------------------------------------


def deal_lines(picks: CantillonPicks) -> Iterator[OrderPattern]:
    """Contracts, gifts, leave to pass."""
    rounds = words.number_option("rounds", plain_word("ROUNDS", "for rounds:"), 1, 20)
    start = optional_parts("start", plain_word("AT", "before"), plain_word("START", "the tax"))
    give, get = plain_word("GIVE", "giving"), plain_word("GET", "for", "for")
    both = give, picks.goods_list("give", "TRADE"), get, picks.goods_list("get", "")
    trade = (plain_word("TRADE", "trade with"), picks.party_pick("TRADE"), *both, start, rounds)
    yield OrderPattern(
        "TRADE", trade, help="stage 8, negotiate: goods for goods; it counts once the other says the same"
    )
    gift = (plain_word("GIVE", "give"), picks.party_pick("GIVE"), picks.goods_list("give", "GIVE"))
    yield OrderPattern("GIVE", gift, help="stage 8, negotiate: a gift")
    seas = words.area_list("seas", picks.opened_sea_pick())
    sea = Word("SEA", ("seas",), optional=True, plain="namely")
    permit = (plain_word("PERMIT", "open seas to"), picks.party_pick("PERMIT"), sea, seas, rounds)
    fee = words.number_option("fee", plain_word("FEE", "for a fee of"), 0, 99)
    yield OrderPattern("PERMIT", (*permit, fee), help="stage 8, negotiate: let the fleets of another pass your seas")
    revoke = (plain_word("REVOKE", "close seas again to"), picks.party_pick("REVOKE"))
    yield OrderPattern(
        "REVOKE", revoke, "REVOKE {party}", "stage 8, negotiate: let the fleets of another pass no longer"
    )


def leaving_lines(picks: CantillonPicks, cede_any: bool) -> Iterator[OrderPattern]:
    """Leaving the game, and what becomes of the realm; with the option lands can be given away without."""
    lands = words.area_list("areas", picks.given_up_pick())
    ceding = lands, plain_word("TO", "to"), picks.party_pick("CEDE")
    what = all_or_some(plain_word("ALL", "everything"), lands)
    cede = Repeat("cede", (plain_word("CEDE", "and cede"), *ceding), between="")
    burn = optional_parts("burn", plain_word("BURN", "and burn"), what)
    told = "leave the game for good; CEDE hands areas to others, BURN destroys what stands there"
    yield OrderPattern(
        "RESIGN", (plain_word("RESIGN", "leave the game for good"), cede, burn), "resign", told, LEAVING, grave=True
    )
    if cede_any:
        cede_line = plain_word("CEDE", "cede"), *ceding
        yield OrderPattern(
            "CEDE", cede_line, "", "hand areas with all that stands there to another", LEAVING, grave=True
        )
        burn_line = plain_word("BURN", "burn"), what
        yield OrderPattern("BURN", burn_line, "", "destroy what stands in areas of yours", LEAVING, grave=True)


# --- conditions -------------------------------------------------------------------------------------------------


def if_condition(picks: CantillonPicks) -> Repeat:
    """IF an area is free, mine, held, or has so many armies, at the moment the line is carried out."""
    alive = (choice for choice in words.SEATS if choice.code in picks.alive)
    everybody = Pick("party", tuple(Choice(c.code, f"by {c.label}", (c.label,)) for c in alive))
    tests = (
        alternative("free", plain_word("FREE", "is free")),
        alternative("mine", plain_word("MINE", "is mine")),
        alternative("held", plain_word("HELD", "is held", "held by"), optional_parts("by", everybody)),
        alternative("armies", plain_word("ARMIES", "has armies:"), Number("n", 0, 2)),
    )
    negated = optional_parts("not", plain_word("NOT", "not:"))
    return optional_parts("if", plain_word("IF", "if"), negated, picks.condition_area_pick(), OneOf("is", tests))


def sentence_first_words(line: OrderPattern) -> tuple[str, ...]:
    """The words a sentence can begin with: its verb, or the kinds of units."""
    part = line.parts[0]
    if isinstance(part, Pick):
        return tuple(name for choice in part.choices for name in (choice.code, choice.label))
    return (part.text, *part.also) if isinstance(part, Word) else ()
