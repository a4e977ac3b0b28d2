"""What a player may say, in English and in French (§4). Codes are those of §4.5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engines.base import Debt, Seat
from engines.europax import picks, words
from engines.europax.codes import PHASES, message, of_the_reader
from engines.europax.conditions import guard
from engines.europax.data import CODES, Country
from engines.europax.prose import title_of
from engines.europax.state import BANK, State
from engines.europax.words import HELP, NUMBERED, SKIP, THEN, word
from engines.language.ask import Ask, Line, Many, Part, Pick
from engines.language.names import Choice, Told
from engines.language.standing import as_draft, ends_with_its_holder

ROUND_VERBS = ("PLAY", "PLAN", "BUY", "SPREAD", "AUTO", "STOP", "CLEAR")
FOUR = 4
"""Players, or boards, with which one country is left out."""


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
    found = replace(found, elsewhere=elsewhere(view, seat, french), due=is_awaited(view, seat))
    lines, mine = (*view.plan.get(seat, ()), *view.prefs.get(seat, ())), view.countries(seat)
    forgotten = [f"{country} CLEAR ALL" if len(mine) > 1 else "CLEAR ALL" for country in mine]
    return ends_with_its_holder(as_draft(found, lines), lines, forgotten)


def owes(state: State) -> Mapping[Seat, Debt]:
    """Who may speak, and who is waited for; nobody after the end."""
    return {seat: debt(state, seat) for seat in state.seats} if state.ranks is None else {}


def debt(state: State, seat: Seat) -> Debt:
    if seat in state.out:
        return "free"
    if state.kind == "setup":
        return "relaxed"
    return "due" if is_awaited(state, seat) else "free"


def is_awaited(view: State, seat: Seat) -> bool:
    """By the book only the leader, or the buyer who is asked; else everybody."""
    if view.kind == "round":
        return True
    country = view.pending.country if view.pending else view.leader
    return view.boards.get(country) == seat


def worded(view: State, seat: Seat, french: bool) -> Ask:
    """An ask that answers in the seat's language."""
    clauses = dict.fromkeys(("if", "si"), message("X10", french))
    phrases = of_the_reader(french, example(view, seat, french))
    return Ask(title_of(view, french), tuple(sentences(view, seat)), skip=SKIP, phrases=phrases, clauses=clauses)


def example(view: State, seat: Seat, french: bool) -> str:
    """An order that would do now."""
    mine = view.countries(seat)
    head = f"{mine[0]} " if len(mine) > 1 else ""
    if view.kind == "setup" and seat != BANK:
        first, second, *_ = boards_of(view)
        return f"{word('BOARD', french).text} {first.code} {second.code}"
    if not mine:
        return f"{word('LANGUAGE', french).text} {'EN' if french else 'FR'}"
    if cards := view.hands[mine[0]]:
        return f"{head}{word('PLAY', french).text} {cards[0]}"
    return f"{head}{word('SPREAD', french).text} {word('ON', french).text}"


def sentences(view: State, seat: Seat) -> Iterator[Line]:
    french = view.reads_french(seat)
    if view.kind == "setup":
        yield from setup_lines(view, seat, french)
    elif seat not in view.out:
        for country in view.countries(seat):
            yield from sorted(lines(view, seat, country), key=lambda line: line.verb != asked_verb(view, country))
    now = "comme maintenant" if french else "as now"
    spoken = tuple(replace(c, note=now if (c.code == "FR") == french else "") for c in words.languages(french))
    parts = (word("LANGUAGE", french), Pick("language", spoken))
    yield Line("LANGUAGE", parts, "language", HELP["LANGUAGE"][french])


def asked_verb(view: State, country: Country) -> str:
    """What stands first: an answer that is waited for."""
    return "BUY" if view.pending and view.pending.country == country else ""


# --- what is said in vain ---------------------------------------------------------------------------------------


def later(view: State, french: bool) -> Mapping[str, Told]:
    """What is answered to orders of the rounds while boards are dealt."""
    names = (*ROUND_VERBS, "AID") if view.options.extra_aid else ROUND_VERBS
    return switched_off(view, french) | of_another_phase("round", french, *names)


def of_another_phase(kind: str, french: bool, *names: str) -> dict[str, Told]:
    return {verb: message("X14", french, order=verb, phase=PHASES[kind][french]) for verb in words.verbs(*names)}


def elsewhere(view: State, seat: Seat, french: bool) -> Mapping[str, Told]:
    """What is answered in a round to orders that are over or off, and to those that do not name one's country."""
    told = of_another_phase("setup", french, "BOARD")
    if view.options.book:
        told |= of_another_phase("sealed", french, "AUTO", "STOP")
    mine = view.countries(seat)
    if len(mine) > 1:
        which = message("X16", french, one=mine[0], two=mine[1])
        told |= dict.fromkeys(words.verbs(*ROUND_VERBS, "AID"), which)
    return told | switched_off(view, french)


def switched_off(view: State, french: bool) -> dict[str, Told]:
    if view.options.extra_aid:
        return {}
    return {verb: message("X13", french, order=verb, option="EXTRA-AID") for verb in words.verbs("AID")}


# --- lines ------------------------------------------------------------------------------------------------------


def lines(view: State, seat: Seat, country: Country, kept: bool = False) -> Iterator[Line]:
    """Everything that can be said for a country. `kept`: as it was said before, also of cards that are gone, and in
    words that are not offered since others say the same."""
    french = view.reads_french(seat)
    head, own = board(view, seat, country, french)

    def line(verb: str, slot: str, *parts: Part, several: bool = False) -> Line:
        return Line(verb, (*head, word(verb, french), *parts), slot, HELP[verb][french], several=several)

    cards = picks.every_card(view, french) if kept else picks.card(view, country, french)
    yield line("PLAY", f"PLAY{own}", NUMBERED, cards, guard(view, country, french, kept), several=True)
    named = picks.unseen(cards)  # a click on a card is PLAY, which says the same of one card
    ranked = Many("cards", (named,), 1 if kept else 2, 20, "", distinct=True, plain=THEN[french])
    yield line("PLAN", f"PLAY{own}", ranked, several=True)
    wares = picks.wares(view, country, french)
    for sellers in sources(view, country, french, kept):
        yield line("BUY", f"BUY{own} {{what}}", wares, word("FROM", french), *sellers)
    yield line("SPREAD", f"SPREAD{own}", words.switch(french, "SPREAD"))
    if kept or not view.options.book:
        yield line("AUTO", f"AUTO{own}", words.switch(french, "AUTO"))
    if not view.options.book:
        yield line("STOP", f"STOP{own}")
    if view.options.extra_aid:
        to = picks.rescued(view, country, french)
        yield line("AID", f"AID{own} {{to}}", word("EXTRA", french), picks.amount(french), word("TO", french), to)
    yield line("CLEAR", f"CLEAR{own}", words.topics(french, view.options.extra_aid))


def sources(view: State, country: Country, french: bool, kept: bool) -> Iterator[tuple[Part, ...]]:
    """From whom to buy: countries, the best first; or anybody. ALL behind countries changes nothing."""
    seller = picks.any_seller(view, french) if kept else picks.sellers(view, country, french)
    ranked = Many("sellers", (seller,), 1, 6, "", distinct=True, plain=THEN[french])
    if kept:
        yield (ranked,)
    else:
        yield words.NONE_BESIDES, ranked, words.NONE_BESIDES
        yield (Many("sellers", (picks.anybody(french),), 1, 1),)


def board(view: State, seat: Seat, country: Country, french: bool) -> tuple[tuple[Part, ...], str]:
    """How the lines of a player with two countries begin, and their slots."""
    if len(view.countries(seat)) < 2:
        return (), ""
    choice = picks.country_choices(french)[country]
    label = f"pour {choice.label} :" if french else f"for {choice.label}:"
    pick = Pick("board", (replace(choice, label=label),), words.countries(french), message("X15", french))
    return (pick,), f" {country}"


def setup_lines(view: State, seat: Seat, french: bool) -> Iterator[Line]:
    """Which boards a player would like; the banker may say how aid is meant."""
    if seat != BANK:
        pick = replace(picks.nation(view, "country", french), choices=boards_of(view, french))
        boards = Many("list", (pick,), 1, 5, "", distinct=True, plain=THEN[french])
        yield Line("BOARD", (word("BOARD", french), boards), "board", HELP["BOARD"][french])
    elif view.options.banker_duties:
        aid = (word("AID", french, "CONVENTION"), Pick("aid", words.conventions(french)))
        yield Line("AID", aid, "aid", HELP["CONVENTION"][french])


def boards_of(view: State, french: bool = False) -> tuple[Choice, ...]:
    """The countries that may come into play."""
    count = view.options.players if not view.options.two_each else FOUR
    usual: Mapping[int, tuple[str, ...]] = {2: ("FR", "BX"), 3: ("FR", "EN", "BX")}
    codes = usual.get(count, tuple(code for code in CODES if count > FOUR or code != view.options.without))
    return tuple(choice for choice in picks.country_choices(french).values() if choice.code in codes)
