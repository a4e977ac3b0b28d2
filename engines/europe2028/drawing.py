"""The map: regions by holder, tokens, damage; what has just happened, or what a seat has ordered; how empires look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from engines.base import Event, Seat
from engines.dice import LoadedDice
from engines.europe2028.chart import chart
from engines.europe2028.data import Code
from engines.europe2028.state import MAT, TOKENS, WAREHOUSE, State, Token
from engines.europe2028.words import title, token_name
from engines.europe2028.working import Working
from engines.language.ask import Order
from engines.palette import STYLES
from engines.report import Map, Piece, Sign, Stroke, Style

RED, GREEN, GOLD, BLUE = "#C62828", "#1E7A3C", "#F2B705", "#1B4F7D"
KEY = (
    "Under each region: its VP, the coins (¢) it brings a turn, the levels (L) to conquer it, and + for a special "
    "feature. A star marks original regions. A token shows its kind and its level: M2 is a military one on level 2."
)
WORDS = {
    "pawn": "token",
    "in": "in",
    "built": "lands by your orders",
    "removed": "called back by your orders",
    "hold": "attacked",
    "support": "where it goes otherwise",
}
"""What is drawn, in words."""
LOOKS = {"PB": ("BLU", "P"), "OT": ("GRN", "O"), "RU": ("RED", "R"), "EA": ("YEL", "E"), "NF": ("PUR", "N"),
         "MC": ("BLK", "M")}  # fmt: skip
"""The colour and the letter of each empire."""
FREE = {
    "market": Style("in the market", "", "#FFFFFF", "#FFFDF4", ""),
    "deck": Style("still in the deck", "", "#DDDDDD", "#D9D6CE", ""),
}


@dataclass
class Drawn:
    """What is drawn on the position: tokens that land or come home, strokes, signs, and the regions it is about."""

    landing: list[Piece] = field(default_factory=list)
    home: set[str] = field(default_factory=set)
    strokes: list[Stroke] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    regions: list[Code] = field(default_factory=list)


def drawing(view: State, seat: Seat | None, drawn: Drawn | None = None) -> Map:
    """The position with the reader's open objective, and what is drawn on it."""
    on_it = drawn or Drawn()
    goals = view.world.empires[seat].objective if seat else ()
    damage = [Sign("square", c, RED, "damaged", "!") for c in sorted(view.held) if view.held[c].damaged]
    wanted = [Sign("ring", code, GREEN, "your open objective") for code in goals]
    return Map(
        chart(view.world),
        title(view),
        owners={code: look(view, code) for code in view.world.regions},
        pieces=(*pieces(view, seat, on_it.home), *on_it.landing),
        strokes=(*(Stroke("hold", fight.seat, (fight.region,)) for fight in view.fights), *on_it.strokes),
        styles=styles(view),
        stars=frozenset(code for code, holding in view.held.items() if not holding.kind),
        looks=FREE,
        tags={code: figures(view, code) for code in view.world.regions},
        signs=(*damage, *wanted, *on_it.signs),
        words=WORDS,
        focus=tuple(dict.fromkeys((*(near(view, seat) if seat else ()), *on_it.regions))),
        names={code: region.name for code, region in view.world.regions.items()},
        key=KEY,
    )


def styles(view: State) -> dict[Seat, Style]:
    """The looks of the empires in play; empires of an owner's own take colours and letters that are left."""
    spare = [code for code in STYLES if code not in {LOOKS[seat][0] for seat in view.seats if seat in LOOKS}]
    taken = {LOOKS[seat][1] for seat in view.seats if seat in LOOKS}
    found = {}
    for seat in view.seats:
        colour, letter = LOOKS.get(seat) or (spare.pop(0), next(c for c in (*seat, *ascii_uppercase) if c not in taken))
        taken.add(letter)
        base = STYLES[colour]
        name = view.world.empires[seat].name
        found[seat] = Style(name, letter, base.fill, base.tint, base.hatch, base.ink)
    return found


def figures(view: State, code: Code) -> str:
    """What a region is worth, in as few signs as a tile has room for; original ones cannot be conquered."""
    region, holding = view.region(code), view.held.get(code)
    levels = "" if holding and not holding.kind else f" L{region.influence}"
    return f"{region.vp} VP {region.coins}¢{levels}{'+' * bool(region.feature)}"


def look(view: State, code: Code) -> str:
    if code in view.held:
        return view.held[code].seat
    return "market" if code in view.market else "deck"


def pieces(view: State, reader: Seat | None, home: set[str]) -> Iterator[Piece]:
    """Tokens on regions: the first letter of their kind, and the level."""
    for seat in view.seats:
        for token in TOKENS:
            at = view.tokens[seat][token]
            if at.place not in (MAT, WAREHOUSE):
                mark = "removed" if seat == reader and token in home else ""
                yield Piece("pawn", seat, at.place, mark, *called(token, at.level))


def called(token: str, level: int) -> tuple[str, str]:
    """What is written on a token, and the same in words."""
    return f"{token[0]}{level}", f"{token_name(token[:3])} {f'on level {level}' if level else '(landing zone)'}"


def near(view: State, seat: Seat) -> Iterator[Code]:
    """The regions that matter to a seat: its own, and those its tokens stand on."""
    yield from view.holdings(seat)
    yield from (at.place for at in view.tokens[seat].values() if at.place not in (MAT, WAREHOUSE))


# --- what has happened, and what is ordered -----------------------------------------------------------------------


def happened(events: Sequence[Event]) -> Drawn:
    """The conquests."""
    taken = [event.args["region"] for event in events if event.kind == "conquered"]
    return Drawn(signs=[Sign("disc", code, GOLD, "just conquered") for code in taken], regions=taken)


def ordered(view: State, seat: Seat, orders: Sequence[Order]) -> Drawn:
    """A letter on the map: tokens that come home or land, attacks, regions to be damaged, repaired, challenged."""
    drawn, working = Drawn(), Working(view, LoadedDice())
    working.recall_all(seat, orders)
    drawn.home = {event.args["token"] for event in working.events}
    for order in orders:
        if order.verb in ("ATTACK", "LAND"):
            go(drawn, working, seat, order)
        drawn.signs += marked(order)
    drawn.regions += [sign.at for sign in drawn.signs]
    return drawn


def go(drawn: Drawn, working: Working, seat: Seat, order: Order) -> None:
    """One attack or landing; the token is there for the lines that follow."""
    region = order.args["region"]
    token = working.token(seat, order.args["token"], region)
    if working.tokens[seat][token].place == MAT:
        working.tokens[seat][token] = Token(region)
        drawn.landing.append(Piece("pawn", seat, region, "built", *called(token, 0)))
    if order.verb == "ATTACK":
        drawn.strokes.append(Stroke("hold", seat, (region,)))
    others = [part["other"] for part in order.args.get("else", ()) if part["other"] != region]
    drawn.strokes += [Stroke("support", seat, (region, other)) for other in others]
    drawn.regions += [region, *others]


def marked(order: Order) -> Iterator[Sign]:
    """Signs for what is damaged, repaired or challenged by an order."""
    kinds = {
        "DAMAGE": ("square", RED, "you damage the first you can", "?"),
        "REPAIR": ("disc", GREEN, "you repair", "+"),
        "CHALLENGE": ("ring", BLUE, "you challenge here", ""),
    }
    if order.verb in kinds:
        kind, fill, name, text = kinds[order.verb]
        rows = (*order.args.get("regions", ()), *order.args.get("at", ()))
        yield from (Sign(kind, row["region"], fill, name, text) for row in rows if row["region"] != "ANY")
