"""What happened in one or two sentences, and what it means for the reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat
from engines.europe2028 import ending
from engines.europe2028.cards import matches
from engines.europe2028.prose import Args, back, place, who
from engines.europe2028.state import State
from engines.europe2028.tables import total
from engines.europe2028.words import capital, cards_named, counted, one, token_name, whose
from engines.language.names import enumerated

MOST = 2
"""So many fights are told in a lead; all stand in the log."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def lead(view: State, seat: Seat | None, events: Sequence[Event], before: State | None) -> str:
    """The first that a report says; of a bystander's nothing but what all may know."""
    if view.ranks is not None:
        return " ".join(ended(view, seat))
    if before is None:
        return opening(view, seat)
    if before.kind == "setup":
        return " ".join(chosen(view, seat, events))
    changes = list(conquests(view, seat, events)) or list(climbs(view, seat, events))
    return " ".join((*changes, *coming(view, seat), *standing(view, seat)))


def opening(view: State, seat: Seat | None) -> str:
    """What everybody begins with, and does first."""
    if seat is None:
        return f"{counted(len(view.seats), 'empire')} begin; each chooses a secret objective and two tokens."
    mine = enumerated([view.region(code).name for code in view.holdings(seat)])
    return (
        f"You lead {who(view, seat)} and hold {mine}. "
        "Choose one of your two secret objectives, and the two tokens you begin with."
    )


def chosen(view: State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """The tokens one begins with, the first cards, and who is first."""
    for event in events:
        if event.kind == "first" and seat:
            mine = enumerated([one(token_name(token[:3])) for token in event.args["tokens"][seat]])
            yield f"You begin with {mine}."
        if event.kind == "first" and not seat:
            yield "All have chosen."
        if event.kind == "drew":
            yield f"You drew {cards_named(event.args['cards'])}."
    yield from [round_begins(view, seat)] if view.kind == "round" else coming(view, seat)


# --- what has changed ---------------------------------------------------------------------------------------------


def conquests(view: State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """What the reader has conquered and lost, then what others have."""
    taken = [event.args for event in events if event.kind == "conquered"]
    mine = [view.region(a["region"]).name for a in taken if a["seat"] == seat]
    lost = [f"{view.region(a['region']).name} to {who(view, a['seat'])}" for a in taken if a["loser"] == seat and seat]
    own = [f"conquered {enumerated(mine)}"] * bool(mine) + [f"lost {enumerated(lost)}"] * bool(lost)
    if own:
        yield f"You {enumerated(own)}."
    others: dict[Seat, list[str]] = {}
    for a in taken:
        if a["seat"] != seat and (not seat or a["loser"] != seat):
            others.setdefault(a["seat"], []).append(view.region(a["region"]).name)
    if others:
        told = enumerated([f"{who(view, other)} conquered {enumerated(names)}" for other, names in others.items()])
        yield f"{capital(told)}."


def climbs(view: State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """What became of the reader's other attacks, and of his challenges."""
    fights = [event.args for event in events if event.kind == "attack"] if seat else []
    told = [climb(view, a) for a in fights if a["seat"] == seat and a["level"] + a["result"] < a["top"]]
    told += [challenge(view, a) for a in fights if a["challenger"] == seat]
    if told:
        yield f"{capital(enumerated(told[:MOST]))}."


def climb(view: State, a: Args) -> str:
    """A token of the reader's that has not taken its region."""
    token, where = f"your {token_name(a['token'])}", view.region(a["region"]).name
    if a["result"] > 0:
        return f"{token} climbed to level {a['level'] + 1} of {a['top']} at {where}"
    by = who(view, a["challenger"])
    if a["result"] == 0:
        return f"{token} was held {place(a['level'])} at {where} by {by}"
    return f"{token} was thrown back {back(a['level'])} at {where} by {by}"


def challenge(view: State, a: Args) -> str:
    """A challenge of the reader's."""
    token = f"{whose(view.world, a['seat'])} {token_name(a['token'])} at {view.region(a['region']).name}"
    return {1: f"you could not stop {token}", 0: f"you held {token}", -1: f"you threw back {token}"}[a["result"]]


def standing(view: State, seat: Seat | None) -> Iterator[str]:
    """How the reader stands, and who leads."""
    points = {each: total(view, each) for each in view.order}
    most = max(points.values())
    best = [each for each in view.order if points[each] == most]
    if seat in best:
        lead = "share the lead" if len(best) > 1 else "lead"
        yield f"You {lead} with {ending.vp_text(most)} VP."
        return
    leader = f"{who(view, best[0])} leads" if len(best) == 1 else f"{enumerated([who(view, s) for s in best])} lead"
    if seat:
        yield f"You hold {ending.vp_text(points[seat])} VP; {leader} with {ending.vp_text(most)}."
    else:
        yield f"{capital(leader)} with {ending.vp_text(most)} VP."


# --- what comes next ----------------------------------------------------------------------------------------------


def coming(view: State, seat: Seat | None) -> Iterator[str]:
    """By the book: whose turn it is, and what the reader may do."""
    if view.kind == "turn":
        yield "It is your turn." if view.turn == seat else f"It is the turn of {who(view, view.turn)}."
    elif view.kind == "challenge":
        yield challenges(view, seat)
    elif view.kind == "add":
        yield from (f"{addressed(view, seat, each)} asked for more cards." for each in view.asked)


def round_begins(view: State, seat: Seat | None) -> str:
    """Who is first in a sealed round, and where the reader comes."""
    first = capital(who(view, view.first))
    if seat is None:
        return f"{first} begins round {view.round}."
    nth = view.play_order.index(seat)
    return f"{first} begins round {view.round}; you play {ORDINALS[nth]}." if nth else f"You begin round {view.round}."


def challenges(view: State, seat: Seat | None) -> str:
    """The attacks on the table."""
    where = enumerated([view.region(fight.region).name for fight in view.fights])
    if seat == view.turn:
        return f"You attack {where}; the others may challenge."
    fits = any(matches(card, fight.kind) for fight in view.fights for card in view.hand(seat)) if seat else True
    may = "you may challenge" if seat and fits else "you hold no card that fits" if seat else "all others may challenge"
    return f"{capital(who(view, view.turn))} attacks {where}; {may}."


def addressed(view: State, reader: Seat | None, seat: Seat) -> str:
    return "You are" if reader == seat else f"{capital(who(view, seat))} is"


# --- the end ------------------------------------------------------------------------------------------------------


def ended(view: State, seat: Seat | None) -> Iterator[str]:
    """Who has won, how the reader stands, and why the game is over."""
    ranks, points = view.ranks or {}, {each: ending.vp_text(total(view, each)) for each in view.seats}
    best = [each for each in view.order if ranks[each] == 1]
    if best == [seat]:
        yield f"The game is over, and you have won with {points[best[0]]} VP."
    else:
        won = f"{'has won' if len(best) == 1 else 'share the first place'} with {points[best[0]]} VP"
        yield f"The game is over: {enumerated([who(view, each) for each in best])} {won}."
    if seat and best != [seat]:
        yield f"You are {ORDINALS[ranks[seat] - 1]} of {len(view.seats)} with {points[seat]}."
    yield why(view)


def why(view: State) -> str:
    if not ending.reached(view):
        return "All rounds that were agreed are played."
    held = "Regions" if view.options.end_all else "Conquests"
    return f"{held} worth {view.options.end_vp} VP have ended it."
