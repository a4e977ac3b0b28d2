"""What happened in one or two sentences, and what it means for the reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat
from engines.europe2028 import ending
from engines.europe2028.cards import fits_kind
from engines.europe2028.prose import Args, level_below, level_place, name_empire
from engines.europe2028.state import Europe2028State
from engines.europe2028.tables import current_half_points
from engines.europe2028.words import (
    capitalize_sentence,
    count_things,
    empire_genitive,
    name_cards,
    token_name,
    with_article,
)
from engines.language.names import join_english_list

MOST = 2
"""So many fights are told in a lead; all stand in the log."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def write_europe2028_lead(
    view: Europe2028State, seat: Seat | None, events: Sequence[Event], before: Europe2028State | None
) -> str:
    """The first that a report says; of a bystander's nothing but what all may know."""
    if view.ranks is not None:
        return " ".join(game_end_sentences(view, seat))
    if before is None:
        return opening_lead(view, seat)
    if before.kind == "setup":
        return " ".join(setup_lead_sentences(view, seat, events))
    changes = list(conquest_sentences(view, seat, events)) or list(climb_sentences(view, seat, events))
    return " ".join((*changes, *coming_sentences(view, seat), *standing_sentences(view, seat)))


def opening_lead(view: Europe2028State, seat: Seat | None) -> str:
    """Return what everybody begins with, and does first."""
    if seat is None:
        return f"{count_things(len(view.seats), 'empire')} begin; each chooses a secret objective and two tokens."
    mine = join_english_list([view.get_region(code).name for code in view.regions_held_by(seat)])
    return (
        f"You lead {name_empire(view, seat)} and hold {mine}. "
        "Choose one of your two secret objectives, and the two tokens you begin with."
    )


def setup_lead_sentences(view: Europe2028State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """The tokens one begins with, the first cards, and who is first."""
    for event in events:
        if event.kind == "first" and seat:
            mine = join_english_list([with_article(token_name(token[:3])) for token in event.args["tokens"][seat]])
            yield f"You begin with {mine}."
        if event.kind == "first" and not seat:
            yield "All have chosen."
        if event.kind == "drew":
            yield f"You drew {name_cards(event.args['cards'])}."
    yield from [round_begin_sentence(view, seat)] if view.kind == "round" else coming_sentences(view, seat)


# --- what has changed ---------------------------------------------------------------------------------------------


def conquest_sentences(view: Europe2028State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """Yield what the reader has conquered and lost, then what others have."""
    taken = [event.args for event in events if event.kind == "conquered"]
    mine = [view.get_region(a["region"]).name for a in taken if a["seat"] == seat]
    lost = [
        f"{view.get_region(a['region']).name} to {name_empire(view, a['seat'])}"
        for a in taken
        if a["loser"] == seat and seat
    ]
    own = [f"conquered {join_english_list(mine)}"] * bool(mine) + [f"lost {join_english_list(lost)}"] * bool(lost)
    if own:
        yield f"You {join_english_list(own)}."
    others: dict[Seat, list[str]] = {}
    for a in taken:
        if a["seat"] != seat and (not seat or a["loser"] != seat):
            others.setdefault(a["seat"], []).append(view.get_region(a["region"]).name)
    if others:
        told = join_english_list(
            [f"{name_empire(view, other)} conquered {join_english_list(names)}" for other, names in others.items()]
        )
        yield f"{capitalize_sentence(told)}."


def climb_sentences(view: Europe2028State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """Yield what became of the reader's other attacks, and of their challenges."""
    fights = [event.args for event in events if event.kind == "attack"] if seat else []
    told = [climb_text(view, a) for a in fights if a["seat"] == seat and a["level"] + a["result"] < a["top"]]
    told += [challenge_text(view, a) for a in fights if a["challenger"] == seat]
    if told:
        yield f"{capitalize_sentence(join_english_list(told[:MOST]))}."


def climb_text(view: Europe2028State, a: Args) -> str:
    """A token of the reader's that has not taken its region."""
    token, where = f"your {token_name(a['token'])}", view.get_region(a["region"]).name
    if a["result"] > 0:
        return f"{token} climbed to level {a['level'] + 1} of {a['top']} at {where}"
    by = name_empire(view, a["challenger"])
    if a["result"] == 0:
        return f"{token} was held {level_place(a['level'])} at {where} by {by}"
    return f"{token} was thrown back {level_below(a['level'])} at {where} by {by}"


def challenge_text(view: Europe2028State, a: Args) -> str:
    """A challenge of the reader's."""
    token = f"{empire_genitive(view.world, a['seat'])} {token_name(a['token'])} at {view.get_region(a['region']).name}"
    return {1: f"you could not stop {token}", 0: f"you held {token}", -1: f"you threw back {token}"}[a["result"]]


def standing_sentences(view: Europe2028State, seat: Seat | None) -> Iterator[str]:
    """Yield how the reader stands, and who leads."""
    points = {each: current_half_points(view, each) for each in view.order}
    most = max(points.values())
    best = [each for each in view.order if points[each] == most]
    if seat in best:
        lead = "share the lead" if len(best) > 1 else "lead"
        yield f"You {lead} with {ending.vp_text(most)} VP."
        return
    leader = (
        f"{name_empire(view, best[0])} leads"
        if len(best) == 1
        else f"{join_english_list([name_empire(view, s) for s in best])} lead"
    )
    if seat:
        yield f"You hold {ending.vp_text(points[seat])} VP; {leader} with {ending.vp_text(most)}."
    else:
        yield f"{capitalize_sentence(leader)} with {ending.vp_text(most)} VP."


# --- what comes next ----------------------------------------------------------------------------------------------


def coming_sentences(view: Europe2028State, seat: Seat | None) -> Iterator[str]:
    """By the book: whose turn it is, and what the reader may do."""
    if view.kind == "turn":
        yield "It is your turn." if view.turn == seat else f"It is the turn of {name_empire(view, view.turn)}."
    elif view.kind == "challenge":
        yield challenges_sentence(view, seat)
    elif view.kind == "add":
        yield from (f"{address_reader(view, seat, each)} asked for more cards." for each in view.asked)


def round_begin_sentence(view: Europe2028State, seat: Seat | None) -> str:
    """Return who is first in a sealed round, and where the reader comes."""
    first = capitalize_sentence(name_empire(view, view.first))
    if seat is None:
        return f"{first} begins round {view.round}."
    nth = view.play_order.index(seat)
    return f"{first} begins round {view.round}; you play {ORDINALS[nth]}." if nth else f"You begin round {view.round}."


def challenges_sentence(view: Europe2028State, seat: Seat | None) -> str:
    """The attacks on the table."""
    where = join_english_list([view.get_region(fight.region).name for fight in view.fights])
    if seat == view.turn:
        return f"You attack {where}; the others may challenge."
    fits = any(fits_kind(card, fight.kind) for fight in view.fights for card in view.known_hand(seat)) if seat else True
    may = "you may challenge" if seat and fits else "you hold no card that fits" if seat else "all others may challenge"
    return f"{capitalize_sentence(name_empire(view, view.turn))} attacks {where}; {may}."


def address_reader(view: Europe2028State, reader: Seat | None, seat: Seat) -> str:
    return "You are" if reader == seat else f"{capitalize_sentence(name_empire(view, seat))} is"


# --- the end ------------------------------------------------------------------------------------------------------


def game_end_sentences(view: Europe2028State, seat: Seat | None) -> Iterator[str]:
    """Yield who has won, how the reader stands, and why the game is over."""
    ranks, points = view.ranks or {}, {each: ending.vp_text(current_half_points(view, each)) for each in view.seats}
    best = [each for each in view.order if ranks[each] == 1]
    if best == [seat]:
        yield f"The game is over, and you have won with {points[best[0]]} VP."
    else:
        won = f"{'has won' if len(best) == 1 else 'share the first place'} with {points[best[0]]} VP"
        yield f"The game is over: {join_english_list([name_empire(view, each) for each in best])} {won}."
    if seat and best != [seat]:
        yield f"You are {ORDINALS[ranks[seat] - 1]} of {len(view.seats)} with {points[seat]}."
    yield end_reason(view)


def end_reason(view: Europe2028State) -> str:
    if not ending.is_end_reached(view):
        return "All rounds that were agreed are played."
    held = "Regions" if view.options.end_all else "Conquests"
    return f"{held} worth {view.options.end_vp} VP have ended it."
