"""What a player may say, in English and in French (§4). Codes are those of §4.5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from engines.base import Seat
from engines.europax import words
from engines.europax.box import CODES, MOST_CARDS, Country
from engines.europax.codes import PHASES, PLACES, message, of_the_reader
from engines.europax.options import AIDS
from engines.europax.state import BANK, State, removed, title_of
from engines.europax.words import HELP, NUMBERED, SIGN, SKIP, word
from engines.language.ask import Ask, Line, Many, Number, OneOf, Part, Pick, maybe, say, way
from engines.language.names import Choice, Lexicon
from engines.language.standing import as_draft, ends_with_its_holder

NUMBERS = Lexicon([Choice(str(n)) for n in range(MOST_CARDS + 1)])
ROUND_VERBS = ("PLAY", "PLAN", "BUY", "SPREAD", "AUTO", "STOP", "CLEAR")
FOUR = 4
"""Players, or boards, with which one country is left out."""
MOST = 99_995
"""The largest amount that can be named."""


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase; None after the end. The banker may choose his language, and no more."""
    if view.ranks is not None:
        return None
    french = view.reads_french(seat)
    found = worded(view, seat, french)
    if view.kind == "setup":
        return replace(found, elsewhere=later(view, french), relaxed=True, due=seat not in view.out)
    if seat in view.out:
        return replace(found, due=False)
    found = replace(found, elsewhere=elsewhere(view, seat, french), due=owes(view, seat))
    lines, mine = (*view.plan.get(seat, ()), *view.prefs.get(seat, ())), view.countries(seat)
    forgotten = [f"{country} CLEAR ALL" if len(mine) > 1 else "CLEAR ALL" for country in mine]
    return ends_with_its_holder(as_draft(found, lines), lines, forgotten)


def worded(view: State, seat: Seat, french: bool) -> Ask:
    """An ask that answers in the seat's language."""
    example = "bank" if seat == BANK else "setup" if view.kind == "setup" else "round"
    clauses = dict.fromkeys(("if", "si"), message("X10", french))
    phrases = of_the_reader(french, example)
    return Ask(title_of(view.phase, french), tuple(sentences(view, seat)), skip=SKIP, phrases=phrases, clauses=clauses)


def sentences(view: State, seat: Seat) -> Iterator[Line]:
    french = view.reads_french(seat)
    if view.kind == "setup":
        yield from setup_lines(view, seat, french)
    elif seat not in view.out:
        for country in view.countries(seat):
            yield from lines(view, seat, country)
    yield Line(
        "LANGUAGE",
        (word("LANGUAGE", french), Pick("language", words.languages(french))),
        "language",
        HELP["LANGUAGE"][french],
    )


def owes(view: State, seat: Seat) -> bool:
    """By the book only the leader, or the buyer who is asked; else everybody."""
    if view.kind == "round":
        return True
    country = view.pending.country if view.pending else view.leader
    return view.boards.get(country) == seat


# --- what is said in vain ---------------------------------------------------------------------------------------


def later(view: State, french: bool) -> Mapping[str, str]:
    """What is answered to orders of the rounds while boards are dealt."""
    names = (*ROUND_VERBS, "AID") if view.options.extra_aid else ROUND_VERBS
    told = {verb: message("X14", french, order=verb, phase=PHASES["round"][french]) for verb in words.verbs(*names)}
    return switched_off(view, french) | told


def elsewhere(view: State, seat: Seat, french: bool) -> Mapping[str, str]:
    """What is answered in a round to orders that are over or off, and to those that do not name one's country."""
    phase = PHASES["setup"][french]
    told = {verb: message("X14", french, order=verb, phase=phase) for verb in words.verbs("BOARD")}
    mine = view.countries(seat)
    if len(mine) > 1:
        which = message("X16", french, one=mine[0], two=mine[1])
        told |= dict.fromkeys(words.verbs(*ROUND_VERBS, "AID"), which)
    return told | switched_off(view, french)


def switched_off(view: State, french: bool) -> dict[str, str]:
    if view.options.extra_aid:
        return {}
    return {verb: message("X13", french, order=verb, option="EXTRA-AID") for verb in words.verbs("AID")}


# --- picks ------------------------------------------------------------------------------------------------------


def nations(view: State, french: bool) -> tuple[Choice, ...]:
    return tuple(choice for choice in words.countries(french).choices if choice.code in view.order)


def nation(view: State, name: str, french: bool, *more: Choice) -> Pick:
    """A country of the game, or something that stands for several."""
    refusal, unknown = message("X08", french), message("X08", french, label="{word}")
    world = among(french, more)
    return Pick(name, (*nations(view, french), *more), world, refusal, unknown=unknown)


@lru_cache(maxsize=16)
def among(french: bool, more: tuple[Choice, ...]) -> Lexicon:
    world = words.countries(french)
    return Lexicon((*world.choices, *more)) if more else world


def goods(view: State, name: str, french: bool, *more: Choice) -> Pick:
    """A product."""
    unknown = message("X06", french, products=" ".join(view.box.products))
    return Pick(name, (*words.products(view.box, french), *more), unknown=unknown)


def amount(french: bool) -> Number:
    return Number("n", 0, MOST, 5, message("X12", french))


def card(view: State, country: Country | None, french: bool) -> Pick:
    """A demand card; one that is not beside the board is refused with where it is. None: any card."""
    found = tuple(
        Choice(n, why_not=where(view, country, int(n), french), hint=void(view, int(n), french))
        for n in sorted(view.box.demands, key=int)
    )
    last = max(map(int, view.box.demands))
    refusal = message("X02", french, last=last)
    return Pick("card", found, NUMBERS, refusal, unknown=message("X02", french, last=last, label="{word}"))


def where(view: State, country: Country | None, number: int, french: bool) -> str:
    """Why a card cannot be played: where it is instead; "" if it can."""
    if country is None or number in view.hands.get(country, ()):
        return ""
    if number in removed(view):
        return message("X04", french, card=number)
    holder = next((c for c, hand in view.hands.items() if number in hand), "")
    key = "with" if holder else "used" if number in view.used else "talon"
    return message("X03", french, card=number, place=PLACES[key][french].format(country=holder))


def void(view: State, number: int, french: bool) -> str:
    if any(demand.country in view.order for demand in view.box.card(number)):
        return ""
    return message("X05", french, card=number)


# --- lines ------------------------------------------------------------------------------------------------------


def lines(view: State, seat: Seat, country: Country, free: bool = False) -> Iterator[Line]:
    """Everything that can be said for a country; `free`: also of cards that are not there."""
    french = view.reads_french(seat)
    head, own = board(view, seat, country, french)
    cards = card(view, None if free else country, french)

    def line(verb: str, slot: str, *parts: Part, several: bool = False) -> Line:
        return Line(verb, (*head, word(verb, french), *parts), slot, HELP[verb][french], several=several)

    yield line("PLAY", f"PLAY{own}", NUMBERED, cards, guard(view, french), several=True)
    yield line("PLAN", f"PLAY{own}", Many("cards", (cards,), 1, 20, ""), several=True)
    what = goods(view, "what", french, words.everything(french))
    seller = nation(view, "seller", french, words.all_partners(french))
    yield line("BUY", f"BUY{own} {{what}}", what, word("FROM", french), Many("sellers", (seller,), 1, 6, ""))
    yield line("SPREAD", f"SPREAD{own}", words.switch(french))
    yield line("AUTO", f"AUTO{own}", words.switch(french))
    yield line("STOP", f"STOP{own}")
    if view.options.extra_aid:
        to = nation(view, "to", french, Choice("*", "tous" if french else "all", ("tous", "all")))
        yield line("AID", f"AID{own} {{to}}", word("EXTRA", french), amount(french), word("TO", french), to)
    yield line("CLEAR", f"CLEAR{own}", words.topics(french))


def board(view: State, seat: Seat, country: Country, french: bool) -> tuple[tuple[Part, ...], str]:
    """How the lines of a player with two countries begin, and their slots."""
    if len(view.countries(seat)) < 2:
        return (), ""
    world = words.countries(french)
    choice = next(choice for choice in world.choices if choice.code == country)
    return (Pick("board", (choice,), world, message("X15", french)),), f" {country}"


def guard(view: State, french: bool) -> Many:
    """IF and up to four tests."""
    and_ = word("AND", french)
    return maybe("if", word("IF", french), Many("tests", (test(view, french),), 1, 4, and_.text, and_.also))


def test(view: State, french: bool) -> OneOf:
    """Who has what, or what is in a purse."""
    some = (words.spoken(name, french) for name in ("I", "NOBODY", "ANYONE"))
    owned = way(
        "has",
        OneOf("who", (*some, way("nation", nation(view, "nation", french)))),
        word("HAS", french),
        maybe("no", word("NO", french)),
        goods(view, "product", french),
        maybe("least", say(">="), Number("n", 1, 99)),
    )
    purse = way("cash", word("CASH", french), nation(view, "purse", french), SIGN, amount(french))
    return OneOf("test", (owned, purse))


def setup_lines(view: State, seat: Seat, french: bool) -> Iterator[Line]:
    """Which boards a player would like; the banker may say how aid is meant."""
    if seat != BANK:
        pick = Pick("country", boards_of(view, french), words.countries(french), message("X08", french))
        boards = Many("list", (replace(pick, unknown=message("X08", french, label="{word}")),), 1, 5, "")
        yield Line("BOARD", (word("BOARD", french), boards), "board", HELP["BOARD"][french])
    elif view.options.banker_duties:
        yield Line("AID", (word("AID", french), Pick("aid", AIDS)), "aid", HELP["CONVENTION"][french])


def boards_of(view: State, french: bool = False) -> tuple[Choice, ...]:
    """The countries that may come into play."""
    count = view.options.players if not view.options.two_each else FOUR
    usual: Mapping[int, tuple[str, ...]] = {2: ("FR", "BX"), 3: ("FR", "EN", "BX")}
    codes = usual.get(count, tuple(code for code in CODES if count > FOUR or code != view.options.without))
    return tuple(choice for choice in words.countries(french).choices if choice.code in codes)


def everything_of(view: State, seat: Seat) -> Ask:
    """All lines, whatever cards are there: to read what was kept."""
    found = (line for country in view.countries(seat) for line in lines(view, seat, country, True))
    return Ask("", tuple(found), skip=SKIP)
