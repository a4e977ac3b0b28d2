"""What a player may say, in English and in French (§4). Codes are those of §4.5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engines.base import Obligation, Seat
from engines.europax import picks, words
from engines.europax.codes import PHASES, localized_message, reader_phrases
from engines.europax.conditions import guard_part
from engines.europax.data import CODES, Country
from engines.europax.prose import europax_phase_title
from engines.europax.state import BANK, EuropaxState
from engines.europax.words import HELP, NUMBERED, SKIP, THEN, bilingual_word
from engines.language.grammar import GrammarPart, OrderGrammar, OrderPattern, Pick, Repeat
from engines.language.names import Choice, MessageLike
from engines.language.standing import clear_when_vacant, with_standing_draft

ROUND_VERBS = ("PLAY", "PLAN", "BUY", "SPREAD", "AUTO", "STOP", "CLEAR")
FOUR = 4
"""Players, or boards, with which one country is left out."""


def build_europax_grammar(view: EuropaxState, seat: Seat) -> OrderGrammar | None:
    """The sentences of the phase; None after the end. The banker may choose their language, and no more."""
    if view.ranks is not None:
        return None
    french = view.reads_french(seat)
    found = localized_grammar(view, seat, french)
    if view.kind == "setup":
        return replace(found, elsewhere=refuse_round_orders(view, french), relaxed=True, due=seat not in view.out)
    if seat in view.out:
        return replace(found, due=False)
    found = replace(found, elsewhere=refuse_in_round(view, seat, french), due=is_awaited(view, seat))
    lines, mine = (*view.plan.get(seat, ()), *view.prefs.get(seat, ())), view.countries_of(seat)
    forgotten = [f"{country} CLEAR ALL" if len(mine) > 1 else "CLEAR ALL" for country in mine]
    return clear_when_vacant(with_standing_draft(found, lines), lines, forgotten)


def europax_obligations(state: EuropaxState) -> Mapping[Seat, Obligation]:
    """Return who may speak, and who is waited for; nobody after the end."""
    return {seat: seat_obligation(state, seat) for seat in state.seats} if state.ranks is None else {}


def seat_obligation(state: EuropaxState, seat: Seat) -> Obligation:
    if seat in state.out:
        return "free"
    if state.kind == "setup":
        return "relaxed"
    return "due" if is_awaited(state, seat) else "free"


def is_awaited(view: EuropaxState, seat: Seat) -> bool:
    """By the book only the leader, or the buyer who is asked; else everybody."""
    if view.kind == "round":
        return True
    country = view.pending.country if view.pending else view.leader
    return view.boards.get(country) == seat


def localized_grammar(view: EuropaxState, seat: Seat, french: bool) -> OrderGrammar:
    """An ask that answers in the seat's language."""
    clauses = dict.fromkeys(("if", "si"), localized_message("X10", french))
    phrases = reader_phrases(french, example_order(view, seat, french))
    return OrderGrammar(
        europax_phase_title(view, french), tuple(seat_lines(view, seat)), skip=SKIP, phrases=phrases, clauses=clauses
    )


def example_order(view: EuropaxState, seat: Seat, french: bool) -> str:
    """An order that would do now."""
    mine = view.countries_of(seat)
    head = f"{mine[0]} " if len(mine) > 1 else ""
    if view.kind == "setup" and seat != BANK:
        first, second, *_ = available_boards(view)
        return f"{bilingual_word('BOARD', french).text} {first.code} {second.code}"
    if not mine:
        return f"{bilingual_word('LANGUAGE', french).text} {'EN' if french else 'FR'}"
    if cards := view.hands[mine[0]]:
        return f"{head}{bilingual_word('PLAY', french).text} {cards[0]}"
    return f"{head}{bilingual_word('SPREAD', french).text} {bilingual_word('ON', french).text}"


def seat_lines(view: EuropaxState, seat: Seat) -> Iterator[OrderPattern]:
    french = view.reads_french(seat)
    if view.kind == "setup":
        yield from europax_setup_lines(view, seat, french)
    elif seat not in view.out:
        for country in view.countries_of(seat):
            yield from sorted(
                country_lines(view, seat, country), key=lambda line: line.verb != awaited_verb(view, country)
            )
    now = "comme maintenant" if french else "as now"
    spoken = tuple(replace(c, note=now if (c.code == "FR") == french else "") for c in words.language_choices(french))
    parts = (bilingual_word("LANGUAGE", french), Pick("language", spoken))
    yield OrderPattern("LANGUAGE", parts, "language", HELP["LANGUAGE"][french])


def awaited_verb(view: EuropaxState, country: Country) -> str:
    """Return what stands first: an answer that is waited for."""
    return "BUY" if view.pending and view.pending.country == country else ""


# --- what is said in vain ---------------------------------------------------------------------------------------


def refuse_round_orders(view: EuropaxState, french: bool) -> Mapping[str, MessageLike]:
    """Return what is answered to orders of the rounds while boards are dealt."""
    names = (*ROUND_VERBS, "AID") if view.options.extra_aid else ROUND_VERBS
    return refuse_switched_off(view, french) | refuse_other_phase("round", french, *names)


def refuse_other_phase(kind: str, french: bool, *names: str) -> dict[str, MessageLike]:
    return {
        verb: localized_message("X14", french, order=verb, phase=PHASES[kind][french])
        for verb in words.all_spellings(*names)
    }


def refuse_in_round(view: EuropaxState, seat: Seat, french: bool) -> Mapping[str, MessageLike]:
    """Return what is answered in a round to orders that are over or off, and to those that do not name one's
    country."""
    told = refuse_other_phase("setup", french, "BOARD")
    if view.options.book:
        told |= refuse_other_phase("sealed", french, "AUTO", "STOP")
    mine = view.countries_of(seat)
    if len(mine) > 1:
        which = localized_message("X16", french, one=mine[0], two=mine[1])
        told |= dict.fromkeys(words.all_spellings(*ROUND_VERBS, "AID"), which)
    return told | refuse_switched_off(view, french)


def refuse_switched_off(view: EuropaxState, french: bool) -> dict[str, MessageLike]:
    if view.options.extra_aid:
        return {}
    return {
        verb: localized_message("X13", french, order=verb, option="EXTRA-AID") for verb in words.all_spellings("AID")
    }


# --- lines ------------------------------------------------------------------------------------------------------


def country_lines(view: EuropaxState, seat: Seat, country: Country, kept: bool = False) -> Iterator[OrderPattern]:
    """Everything that can be said for a country. `kept`: as it was said in earlier rounds, also of cards that are gone,
    and plans of which one card is left."""
    french = view.reads_french(seat)
    head, own = board_prefix(view, seat, country, french)

    def make_line(verb: str, slot: str, *parts: GrammarPart, several: bool = False) -> OrderPattern:
        return OrderPattern(
            verb, (*head, bilingual_word(verb, french), *parts), slot, HELP[verb][french], several=several
        )

    cards = picks.every_card_pick(view, french) if kept else picks.demand_card_pick(view, country, french)
    yield make_line("PLAY", f"PLAY{own}", NUMBERED, cards, guard_part(view, country, french), several=True)
    named = picks.without_drawing(cards)  # a click on a card is PLAY, which says the same of one card
    ranked = Repeat("cards", (named,), 1 if kept else 2, 20, "", distinct=True, plain=THEN[french])
    yield make_line("PLAN", f"PLAY{own}", ranked, several=True)
    wares = picks.wares_pick(view, country, french)
    for sellers in seller_parts(view, country, french):
        yield make_line("BUY", f"BUY{own} {{what}}", wares, bilingual_word("FROM", french), *sellers)
    yield make_line("SPREAD", f"SPREAD{own}", words.switch_part(french, "SPREAD"))
    if not view.options.book:
        yield make_line("AUTO", f"AUTO{own}", words.switch_part(french, "AUTO"))
        yield make_line("STOP", f"STOP{own}")
    if view.options.extra_aid:
        to = picks.aid_pick(view, country, french)
        yield make_line(
            "AID",
            f"AID{own} {{to}}",
            bilingual_word("EXTRA", french),
            picks.money_amount(french),
            bilingual_word("TO", french),
            to,
        )
    yield make_line("CLEAR", f"CLEAR{own}", words.topic_part(french, view.options.extra_aid))


def seller_parts(view: EuropaxState, country: Country, french: bool) -> Iterator[tuple[GrammarPart, ...]]:
    """From whom to buy: countries, the best first; or anybody. ALL behind countries changes nothing."""
    seller = picks.seller_pick(view, country, french)
    ranked = Repeat("sellers", (seller,), 1, 6, "", distinct=True, plain=THEN[french])
    yield words.NONE_BESIDES, ranked, words.NONE_BESIDES
    yield (Repeat("sellers", (picks.anybody_pick(french),), 1, 1),)


def board_prefix(view: EuropaxState, seat: Seat, country: Country, french: bool) -> tuple[tuple[GrammarPart, ...], str]:
    """Return how the lines of a player with two countries begin, and their slots."""
    if len(view.countries_of(seat)) < 2:
        return (), ""
    choice = picks.country_choices(french)[country]
    label = f"pour {choice.label} :" if french else f"for {choice.label}:"
    pick = Pick(
        "board",
        (replace(choice, label=label),),
        words.europax_country_lexicon(french),
        localized_message("X15", french),
    )
    return (pick,), f" {country}"


def europax_setup_lines(view: EuropaxState, seat: Seat, french: bool) -> Iterator[OrderPattern]:
    """Yield which boards a player would like; the banker may say how aid is meant."""
    if seat != BANK:
        pick = replace(picks.nation_pick(view, "country", french), choices=available_boards(view, french))
        boards = Repeat("list", (pick,), 1, 5, "", distinct=True, plain=THEN[french])
        yield OrderPattern("BOARD", (bilingual_word("BOARD", french), boards), "board", HELP["BOARD"][french])
    elif view.options.banker_duties:
        aid = (bilingual_word("AID", french, "CONVENTION"), Pick("aid", words.convention_choices(french)))
        yield OrderPattern("AID", aid, "aid", HELP["CONVENTION"][french])


def available_boards(view: EuropaxState, french: bool = False) -> tuple[Choice, ...]:
    """The countries that may come into play."""
    count = view.options.players if not view.options.two_each else FOUR
    usual: Mapping[int, tuple[str, ...]] = {2: ("FR", "BX"), 3: ("FR", "EN", "BX")}
    codes = usual.get(count, tuple(code for code in CODES if count > FOUR or code != view.options.without))
    return tuple(choice for choice in picks.country_choices(french).values() if choice.code in codes)
