"""What a player may say, in English and in French (specification, section 4). Codes are those of that section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engines.base import Ask, Choice, Line, Many, Number, OneOf, Part, Pick, Seat, maybe, say
from engines.europax.box import COUNTRIES, Box, Country
from engines.europax.options import AIDS
from engines.europax.state import BANK, State, title_of
from engines.names import Lexicon, fold
from engines.orders import read

SKIP = frozenset({"le", "la", "les", "l", "the", "card", "carte", "n", "numero"})
ALIASES = {
    "TLA": ("laine", "wool"),
    "LAI": ("lait", "dairy"),
    "TCO": ("coton", "cotton"),
    "PET": ("pétrole", "oil", "petroleum"),
    "CER": ("blé", "grain"),
}
SIGN = Pick("sign", (Choice("<"), Choice(">=")))
SWITCH = Pick("flag", (Choice("ON", names=("oui", "yes")), Choice("OFF", names=("non", "no"))))
FORGET = Pick(
    "what",
    (
        Choice("PLAN"),
        Choice("BUY", names=("achats",)),
        Choice("AID", names=("aide",)),
        Choice("ALL", names=("tout",)),
    ),
)
LANGUAGES = (Choice("EN", "English", ("anglais",)), Choice("FR", "French", ("français", "francais")))
NO_AID = "X13 AID is not used in this game (option EXTRA-AID)."
NUMBERS = Lexicon([Choice(str(n)) for n in range(1000)])


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase; None for the banker, after the end, and where there is nothing to say."""
    if view.ranks is not None or seat in view.out:
        return None
    title = title_of(view.phase)
    if view.kind == "setup":
        return Ask(title, tuple(setup_lines(view, seat)), skip=SKIP, relaxed=True)
    found = tuple(line for country in view.countries(seat) for line in lines(view, seat, country))
    shut = {} if view.options.extra_aid else dict.fromkeys(("AID", "AIDE"), NO_AID)
    two = view.countries(seat) if len(view.countries(seat)) > 1 else ()
    if two:
        which = f"X16 Which country? Begin the line with {two[0]}: or {two[1]}:."
        shut |= dict.fromkeys(("PLAY", "JOUER", "JOUE", "PLAN", "BUY", "ACHETER", "SPREAD", "STOP", "AUTO"), which)
    draft = tuple(stored(view, seat))
    return Ask(title, (*found, language_line()), due=owes(view, seat), draft=draft, skip=SKIP, elsewhere=shut)


def owes(view: State, seat: Seat) -> bool:
    """By the book only the leader, or the buyer who is asked; else everybody."""
    if view.kind == "round":
        return True
    country = view.pending.country if view.pending else view.leader
    return view.boards.get(country) == seat


def stored(view: State, seat: Seat) -> Iterator[str]:
    """What was said before and still holds."""
    everything = everything_of(view, seat)
    for text in (*view.plan.get(seat, ()), *view.prefs.get(seat, ())):
        yield from (order.text for order in read(everything, text).orders[:1] if possible(view, seat, order.text))


def possible(view: State, seat: Seat, text: str) -> bool:
    """Whether an old line can be said now: its cards are still there."""
    hand = {str(n) for country in view.countries(seat) for n in view.hands.get(country, ())}
    words = text.split()
    return not {"PLAY", "PLAN"} & set(words[:2]) or (words[-1] in hand and "PLAN" not in words and "IF" not in words)


# --- picks ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def goods_lexicon(key: tuple[tuple[str, str, str], ...]) -> tuple[Choice, ...]:
    return tuple(Choice(code, en, (fr, fold(fr), *ALIASES.get(code, ()))) for code, en, fr in key)


def products(box: Box) -> tuple[Choice, ...]:
    """Products by code, English and French names, and the usual aliases."""
    return goods_lexicon(tuple((g.code, g.en, g.fr) for g in box.products.values()))


def nations(view: State) -> tuple[Choice, ...]:
    return tuple(choice for choice in COUNTRIES if choice.code in view.order)


WORLD = Lexicon(COUNTRIES)


def nation(view: State, name: str) -> Pick:
    """A country of the game."""
    return Pick(name, nations(view), WORLD, "X08 {label} is not a country of this game.")


def card(view: State, country: Country | None) -> Pick:
    """A demand card; one that is not beside the board is refused with where it is. None: any card."""
    found = tuple(Choice(n, why_not=where(view, country, int(n)), hint=void(view, int(n))) for n in view.box.demands)
    return Pick("card", found, NUMBERS, "X02 There is no demand card {label}; cards run from 1 to 56.")


def where(view: State, country: Country | None, number: int) -> str:
    if country is None or number in view.hands.get(country, ()):
        return ""
    if number in view.box.removed.get(str(len(view.order)), ()):
        return f"X04 Card {number} is not in this game."
    holder = next((c for c, hand in view.hands.items() if number in hand), "")
    place = f"with {holder}" if holder else "already played" if number in view.used else "in the talon"
    return f"X03 Card {number} is not beside your board (it is {place})."


def void(view: State, number: int) -> str:
    if any(demand.country in view.order for demand in view.box.card(number)):
        return ""
    return f"X05 Card {number} asks nothing of a country in play; you keep the lead, and no event is drawn."


# --- lines ------------------------------------------------------------------------------------------------------


def lines(view: State, seat: Seat, country: Country, free: bool = False) -> Iterator[Line]:
    """Everything that can be said for a country; `free`: also of cards that are not there."""
    head: tuple[Part, ...] = ()
    if len(view.countries(seat)) > 1:
        head = (
            Pick("board", tuple(c for c in COUNTRIES if c.code == country), WORLD, "X15 {label} is not your country."),
        )
    cards = card(view, None if free else country)
    when = maybe("if", say("IF", "si"), Many("tests", (test(view),), 1, 4, "AND"))
    own = f" {country}" if head else ""
    play = say("PLAY", "jouer", "joue", "present", "poser", "présenter")
    yield Line(
        "PLAY", (*head, play, cards, when), f"PLAY{own}", "a card you play when you lead, best first", several=True
    )
    plan = Many("cards", (cards,), 1, 20, "")
    yield Line("PLAN", (*head, say("PLAN"), plan), f"PLAY{own}", "several cards, best first", several=True)
    what = Pick("what", (*products(view.box), Choice("*", "everything", ("all", "tout", "any"))))
    sellers = Many("sellers", (Pick("seller", (*nations(view), Choice("ALL", "all", ("tous", "toutes")))),), 1, 6, "")
    buy = (*head, say("BUY", "acheter", "achat", "achète"), what, say("FROM", "chez", "à", "a", "au"), sellers)
    yield Line("BUY", buy, f"BUY{own} {{what}}", "from whom you buy, best first")
    yield Line(
        "SPREAD", (*head, say("SPREAD", "répartir"), SWITCH), f"SPREAD{own}", "one card from each seller in turn"
    )
    yield Line("AUTO", (*head, say("AUTO"), SWITCH), f"AUTO{own}", "play the best card when your list is dry")
    yield Line("STOP", (*head, say("STOP", "halte")), f"STOP{own}", "end the round when your list is dry")
    if view.options.extra_aid:
        to = Pick("to", (*nations(view), Choice("*", "all", ("tous", "all"))))
        extra = (*head, say("AID", "aide"), say("EXTRA", "plus"), Number("n", 0, 3000, 5), say("TO", "à", "a"), to)
        yield Line("AID", extra, f"AID{own} {{to}}", "more than the 300 M that are due")
    forget = Pick(
        "what",
        (
            Choice("PLAN"),
            Choice("BUY", names=("achats",)),
            Choice("AID", names=("aide",)),
            Choice("ALL", names=("tout",)),
        ),
    )
    yield Line(
        "CLEAR", (*head, say("CLEAR", "effacer"), forget), f"CLEAR{own}", "forget what you said in earlier rounds"
    )


def test(view: State) -> OneOf:
    """Who has what, or what is in a purse."""
    who = OneOf(
        "who",
        (
            (say("I", "je", "j"),),
            (say("NOBODY", "personne"),),
            (say("ANYONE", "quelqu'un", "quelquun"),),
            (nation(view, "nation"),),
        ),
    )
    owned: tuple[Part, ...] = (
        who,
        say("HAS", "have", "a", "ai", "possède"),
        maybe("no", say("NO", "pas", "pas de")),
        Pick("product", products(view.box)),
        maybe("least", say(">="), Number("n", 1, 99)),
    )
    purse = (say("CASH", "caisse"), nation(view, "purse"), SIGN, Number("n", 0, 99_995, 5))
    return OneOf("test", (owned, purse))


def language_line() -> Line:
    return Line("LANGUAGE", (say("LANGUAGE", "langue"), Pick("language", LANGUAGES)), "language", "of your reports")


def setup_lines(view: State, seat: Seat) -> Iterator[Line]:
    """Which boards a player would like; the banker may say how aid is meant."""
    if seat != BANK:
        boards = Many(
            "list", (Pick("country", boards_of(view), WORLD, "X08 {label} is not a country of this game."),), 1, 5, ""
        )
        yield Line("BOARD", (say("BOARD", "tableau"), boards), "board", "the countries you would like, best first")
    elif view.options.banker_duties:
        yield Line("AID", (say("AID", "aide"), Pick("aid", AIDS)), "aid", "whether partners lend or give")
    yield language_line()


def boards_of(view: State) -> tuple[Choice, ...]:
    """The countries that may come into play."""
    count = view.options.players if not view.options.two_each else 4
    usual: Mapping[int, tuple[str, ...]] = {2: ("FR", "BX"), 3: ("FR", "EN", "BX")}
    codes = usual.get(count, tuple(c.code for c in COUNTRIES if c.code != view.options.without))
    return tuple(choice for choice in COUNTRIES if choice.code in codes)


def everything_of(view: State, seat: Seat) -> Ask:
    """All lines, whatever cards are there: to read what was kept."""
    return Ask(
        "", tuple(line for country in view.countries(seat) for line in lines(view, seat, country, True)), skip=SKIP
    )
