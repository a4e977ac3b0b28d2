"""One hard phase of each of five games as an ask: the proof on paper that the interface carries them all.

These are drafts to try the language on, with a handful of places each; the engines bring their own.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.language.grammar import (
    GrammarPart,
    Number,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
    optional_parts,
)
from engines.language.names import Choice, Lexicon


def choices(text: str) -> tuple[Choice, ...]:
    """Choices from "BEL Belgium, DEU Germany"."""
    pairs = (each.strip().partition(" ") for each in text.split(","))
    return tuple(Choice(code, label) for code, _, label in pairs)


def say(*texts: str) -> Word:
    return Word(texts[0], texts[1:])


def one_of(name: str, *ways: Iterable[GrammarPart]) -> OneOf:
    return OneOf(name, tuple(alternative(str(n), *each) for n, each in enumerate(ways)))


# --- Europa: the election, with conditions, ranked coalitions and patterns of answers ------------------------------

COUNTRIES = choices(
    "BEL Belgium, DEU Germany, FRA France, GBR Great Britain, IRL Ireland, MKD Macedonia, YUG Yugoslavia"
)
OPEN = tuple(
    Choice(c.code, c.label, why_not="Yugoslavia is at war; there is no election this turn." if c.code == "YUG" else "")
    for c in COUNTRIES
)
PARTIES = (*choices("BLU Blue, GRN Green, RED Red, YEL Yellow"), Choice("ME", "me", ("myself",)))
WHERE = Pick("where", (*OPEN, Choice("*", "everywhere", ("all",))))
COALITION = one_of(
    "with",
    (say("ALONE"),),
    (say("AUTO"),),
    (Repeat("parties", (Pick("party", PARTIES),), 2, 3, "+"),),
    (say("PASS"),),
)
SIGN = Pick("sign", (Choice("<="), Choice("<"), Choice(">="), Choice(">"), Choice("=")))
CONDITION = Repeat(
    "conditions",
    (one_of("who", (say("TOTAL"),), (Pick("party", PARTIES),)), Pick("at", COUNTRIES), SIGN, Number("n", 0, 40)),
    1,
    4,
    "AND",
)
PATTERN = Repeat(
    "pattern",
    (
        one_of(
            "test",
            (say("ANY"),),
            (say("WITHOUT"), Pick("party", PARTIES)),
            (say("WITH"), Pick("party", PARTIES)),
            (say("MAX"), Number("n", 1, 6)),
            (say("SHARE"), say(">="), Number("n", 0, 99)),
            (Repeat("parties", (Pick("party", PARTIES),), 1, 3, "+"),),
        ),
    ),
    1,
    5,
    "",
)
EUROPA = OrderGrammar(
    "Turn 3, election",
    (
        OrderPattern(
            "PLACE",
            (
                say("PLACE", "put"),
                Repeat("on", (Number("pawns", 1, 20), Pick("country", OPEN)), 1, 6, ","),
                optional_parts("if", say("IF"), CONDITION),
            ),
            help="pawns on countries, top to bottom",
        ),
        OrderPattern(
            "PROPOSE", (say("PROPOSE"), WHERE, Repeat("list", (COALITION,), 1, 6, ">")), help="coalitions, best first"
        ),
        OrderPattern("YES", (say("YES"), WHERE, PATTERN), help="which coalitions you would join"),
        OrderPattern("NO", (say("NO"), WHERE, PATTERN), help="which you would not"),
        OrderPattern(
            "RESOLVE",
            (
                say("RESOLVE"),
                optional_parts("pool", say("POOL"), say(">="), Number("n", 0, 99)),
                Repeat("order", (Pick("country", COUNTRIES),), 1, 9, ">"),
            ),
        ),
        OrderPattern("STANDING", (say("STANDING"), say("YES"), WHERE, PATTERN), "standing", "an answer that stays"),
    ),
    draft=("PROPOSE * AUTO",),
)

# --- Europax: a plan of cards with guards, sellers by preference, in two languages ---------------------------------

NATIONS = (
    Choice("FR", "France"),
    Choice("EN", "England", ("Angleterre", "GB", "UK")),
    Choice("DE", "Germany", ("Allemagne",)),
    Choice("BX", "Benelux"),
    Choice("IT", "Italy", ("Italie",)),
)
PRODUCTS = (
    Choice("CER", "cereals", ("céréales", "blé", "grain")),
    Choice("TLA", "wool", ("laine",)),
    Choice("PET", "oil", ("pétrole",)),
)
GUARD = Repeat(
    "tests",
    (
        one_of(
            "test",
            (
                one_of("who", (say("NOBODY", "personne"),), (say("I", "je"),), (Pick("nation", NATIONS),)),
                say("HAS", "a"),
                optional_parts("no", say("NO", "pas")),
                Pick("product", PRODUCTS),
                optional_parts("least", say(">="), Number("n", 1, 99)),
            ),
            (say("CASH", "caisse"), Pick("nation", NATIONS), SIGN, Number("n", 0, 9995, 5)),
        ),
    ),
    1,
    4,
    "AND",
)
EUROPAX = OrderGrammar(
    "Round 4",
    (
        OrderPattern(
            "PLAY", (say("PLAY", "jouer", "joue"), Number("card", 1, 56), optional_parts("if", say("IF", "si"), GUARD))
        ),
        OrderPattern("PLAN", (say("PLAN"), Repeat("cards", (Number("card", 1, 56),), 1, 20, "")), "plan"),
        OrderPattern(
            "BUY",
            (
                say("BUY", "acheter", "achat"),
                Pick("what", (*PRODUCTS, Choice("*", "everything", ("all", "tout")))),
                say("FROM", "chez", "a"),
                Repeat("sellers", (Pick("seller", NATIONS),), 1, 5, ""),
            ),
        ),
        OrderPattern(
            "SPREAD",
            (say("SPREAD", "répartir"), Pick("on", (Choice("ON", names=("oui",)), Choice("OFF", names=("non",))))),
            "spread",
        ),
        OrderPattern("STOP", (say("STOP", "halte"),), "stop"),
    ),
    skip=frozenset({"the", "card", "carte", "la", "le", "les", "n"}),
)

# --- Europe 2028: an attack with cards from the hand, reserves, and standing challenges ----------------------------

SUITS = {"S": "spades", "D": "diamonds", "H": "hearts", "C": "clubs"}


def card(rank: str, suit: str, why_not: str = "") -> Choice:
    return Choice(f"{rank}{suit}", f"{rank} of {SUITS[suit]}", (f"{suit}{rank}", f"{rank} {SUITS[suit]}"), why_not)


HAND = (
    *(card(rank, suit) for rank, suit in ("2S", "4S", "5S", "9S", "2D", "5C", "9H", "KS")),
    card("10", "H"),
    card("A", "C", "You do not hold the ace of clubs; it was left out."),
)
TOKENS = choices("MIL military, ECO economic, CUL cultural, POL political")
REGIONS = choices("BER Berlin, CYP Cyprus, GER Germany, PAR Paris, SWI Switzerland, UKR Ukraine")
EMPIRES = choices("RU Russia, EA East, OT Ottoman, ANY anyone")


def cards(name: str) -> OneOf:
    return one_of(
        name, (say("LOW"),), (say("HIGH"),), (say("ALL"),), (Repeat("cards", (Pick("card", HAND),), 1, 9, ""),)
    )


CHALLENGE: tuple[GrammarPart, ...] = (
    say("CHALLENGE"),
    optional_parts("who", Pick("empire", EMPIRES)),
    optional_parts("at", say("AT"), Pick("region", REGIONS)),
    optional_parts("token", Pick("kind", TOKENS)),
    optional_parts("final", say("FINAL")),
    optional_parts("upto", say("UPTO"), Number("points", 1, 99)),
    say("WITH"),
    cards("with"),
    optional_parts("max", say("MAX"), Number("n", 1, 9)),
)
EUROPE2028 = OrderGrammar(
    "Round 6, Empire RU",
    (
        OrderPattern(
            "ATTACK",
            (
                say("ATTACK"),
                Pick("token", TOKENS),
                Pick("region", REGIONS),
                say("WITH"),
                cards("with"),
                optional_parts("reserve", say("RESERVE"), cards("reserve")),
                optional_parts("else", say("ELSE"), Pick("region", REGIONS)),
            ),
        ),
        OrderPattern("CHALLENGE", CHALLENGE),
        OrderPattern("STANDING", (say("STANDING"), *CHALLENGE)),
        OrderPattern("CONVERT", (say("CONVERT"), Repeat("cards", (Pick("card", HAND),), 1, 9, "")), "convert"),
        OrderPattern("REPAIR", (say("REPAIR"), Repeat("regions", (Pick("region", REGIONS),), 1, 9, "")), "repair"),
    ),
    skip=frozenset({"the", "region", "token", "card", "cards"}),
)

# --- Cantillon: steps, attacks and trade among a hundred areas; the case of goods matters --------------------------

AREAS = Lexicon(
    [
        *(Choice(str(n)) for n in range(1, 81)),
        *(Choice(c) for c in "BCDEFGHIJKLMNOPQRSTUVWXYZ"),
        Choice("AE"),
        Choice("AA"),
    ]
)
EXPANDABLE = tuple(AREAS.get(code) for code in ("6", "40", "41", "43", "45", "46", "H", "P"))
UNITS = choices("T taxman, A army, F fleet")
GOODS = tuple(Choice(c) for c in "rbyRBYPOGc")
OTHERS = choices("RED Red, BLU Blue")


def area(name: str) -> Pick:
    return Pick(name, EXPANDABLE, AREAS, "Area {label} is not within your reach.")


def goods(name: str) -> Repeat:
    return Repeat(name, (Number("n", 1, 99), Pick("kind", GOODS, exact=True)), 1, 9, "")


IF = optional_parts(
    "if",
    say("IF"),
    optional_parts("not", say("NOT")),
    area("where"),
    one_of(
        "is",
        (say("FREE"),),
        (say("MINE"),),
        (say("HELD"), optional_parts("by", Pick("party", OTHERS))),
        (say("ARMIES"), Number("n", 0, 2)),
    ),
)
CANTILLON = OrderGrammar(
    "Round 5",
    (
        OrderPattern(
            "STEP",
            (
                Pick("unit", UNITS),
                area("from"),
                say("-", "to"),
                area("to"),
                optional_parts("times", say("x"), Number("n", 1, 9)),
                IF,
            ),
        ),
        OrderPattern(
            "ATT",
            (
                say("ATT", "attack"),
                area("to"),
                say("FROM"),
                Repeat("from", (area("area"),), 1, 9, ","),
                optional_parts("max", say("MAX"), Number("n", 1, 9)),
                optional_parts("stop", say("STOP"), Number("n", 1, 9)),
                optional_parts("follow", say("FOLLOW")),
                IF,
            ),
        ),
        OrderPattern(
            "BUILD",
            (say("BUILD"), Pick("unit", UNITS), area("at"), optional_parts("times", say("x"), Number("n", 1, 9))),
        ),
        OrderPattern(
            "TRADE", (say("TRADE"), Pick("party", OTHERS), say("GIVE"), goods("give"), say("GET"), goods("get"))
        ),
        OrderPattern(
            "PERMIT",
            (
                say("PERMIT"),
                Pick("party", OTHERS),
                say("SEA"),
                Repeat("seas", (area("area"),), 1, 9, ","),
                optional_parts("fee", say("FEE"), Number("n", 0, 99)),
            ),
        ),
        OrderPattern("RUN", (say("RUN"), one_of("what", (say("ALL"),), (say("NONE"),))), "run"),
    ),
)

# --- Diplomacy: the opening, from the engine itself ---------------------------------------------------------------


def diplomacy() -> OrderGrammar:
    found = ENGINE.grammar(ENGINE.start((), LoadedDice()).state, "FRANCE")
    assert found is not None
    return found


ASKS = {
    "europa": EUROPA,
    "europax": EUROPAX,
    "europe2028": EUROPE2028,
    "cantillon": CANTILLON,
    "diplomacy": diplomacy(),
}

LINES = {
    "europa": {
        "place 1 deu, 2 france": "PLACE 1 DEU , 2 FRA",
        "PLACE 2 GBR IF TOTAL GBR < 4 and red irl >= 1": "PLACE 2 GBR IF TOTAL GBR < 4 AND RED IRL >= 1",
        "propose great britain blue+green+red > blue+yel > alone": "PROPOSE GBR BLU + GRN + RED > BLU + YEL > ALONE",
        "no * with red max 3": "NO * WITH RED MAX 3",
        "Yes everywhere me share >= 6": "YES * ME SHARE >= 6",
        "resolve pool>=18: yug > mkd": "RESOLVE POOL >= 18 YUG > MKD",
        "standing yes * any": "STANDING YES * ANY",
    },
    "europax": {
        "PLAY 40 IF EN HAS NO CER": "PLAY 40 IF EN HAS NO CER",
        "Jouer la carte 40 si Angleterre a pas céréales": "PLAY 40 IF EN HAS NO CER",
        "play 12 if cash de < 300 and i has oil >= 2": "PLAY 12 IF CASH DE < 300 AND I HAS PET >= 2",
        "plan 12 7 33": "PLAN 12 7 33",
        "acheter tout chez benelux italie": "BUY * FROM BX IT",
        "répartir oui": "SPREAD ON",
        "halte": "STOP",
    },
    "europe2028": {
        "attack mil cyprus with 4S reserve 2s": "ATTACK MIL CYP WITH 4S RESERVE 2S",
        "ATTACK ECO GER WITH the 2 of diamonds RESERVE ALL ELSE SWI": "ATTACK ECO GER WITH 2D RESERVE ALL ELSE SWI",
        "challenge ru at ukraine final with 5s s9": "CHALLENGE RU AT UKR FINAL WITH 5S 9S",
        "standing challenge at ger upto 12 with all max 2": "STANDING CHALLENGE AT GER UPTO 12 WITH ALL MAX 2",
        "convert 9 hearts, KS, 10H": "CONVERT 9H KS 10H",
        "repair ber par": "REPAIR BER PAR",
    },
    "cantillon": {
        "t 41-40": "T 41 - 40",
        "F 6-H   # the fleet leaves the anchor": "F 6 - H",
        "ATT 43 FROM 41,41 MAX 2 STOP 1 FOLLOW": "ATT 43 FROM 41 , 41 MAX 2 STOP 1 FOLLOW",
        "a 45-46 if 46 free": "A 45 - 46 IF 46 FREE",
        "army 45 to 46 x2 if not 46 held blue": "A 45 - 46 x 2 IF NOT 46 HELD BLU",
        "trade red give 2y get 1R": "TRADE RED GIVE 2 y GET 1 R",
        "permit blu sea h, p fee 1": "PERMIT BLU SEA H , P FEE 1",
    },
    "diplomacy": {
        "army paris moves to burgundy": "A PAR - BUR",
        "Mar S Par-Bur": "A MAR S A PAR - BUR",
        "brest -> mid": "F BRE - MAO",
        "Winter: ": "",
    },
}
"""Lines as a player would write them, and what they are."""

WRONG = {
    "europa": {
        "place 2 yug": "Yugoslavia is at war",
        "place 30 fra": "a number from 1 to 20",
        "yes mars any": "not understood",
    },
    "europax": {
        "play 57": "a number from 1 to 56",
        "buy cer from mars": "There it needs",
        "play 3 if cash fr < 7": "in steps of 5",
    },
    "europe2028": {"attack mil ger with AC": "You do not hold the ace of clubs", "repair": "stops too early"},
    "cantillon": {"t 41-80": "Area 80 is not within your reach", "trade red give 2z get 1r": "not understood"},
    "diplomacy": {"A PAR - MUN": "Munich does not touch Paris"},
}
"""Lines that are wrong, and a part of the answer."""
