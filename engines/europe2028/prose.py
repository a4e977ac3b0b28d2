"""Events in words for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.base import Event
from engines.europe2028 import features
from engines.europe2028.scoring import vp_text
from engines.europe2028.state import SECRET_WORDS, SECRETS, State
from engines.europe2028.table import DAMAGE_COST
from engines.europe2028.world import Code
from engines.language.names import enumerated

Args = Mapping[str, Any]


def told(view: State, event: Event) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    words = SENTENCES.get(event.kind)
    return words(view, event.args) if words else ""


def who(view: State, seat: str) -> str:
    return view.world.empires[seat].name if seat in view.world.empires else seat


def attack(view: State, a: Args) -> str:
    """An attack with all cards, the challenger, and what came of it."""
    after = max(0, a["level"] + a["result"])
    result = {1: f"level {after} of {a['top']}", 0: "blocked, it stays", -1: f"thrown back to {back(a['level'])}"}
    return f"{fight(view, a)}: {result[a['result']]}."


def back(level: int) -> str:
    return {0: "the mat", 1: "the landing zone"}.get(level, f"level {level - 1}")


def fight(view: State, a: Args) -> str:
    """Who plays what against whom."""
    thrown = "; ".join(", ".join(f"{s} {n}" for s, n in dice.items()) for dice in a["dice"])
    lot = f" (dice {thrown})" if thrown else ""
    against = f"; challenged by {a['challenger']}{lot} with {' '.join(a['answer'])}" if a["challenger"] else ""
    return f"{a['token']} at {view.region(a['region']).name} with {' '.join(a['cards'])}{against}"


def conquered(view: State, a: Args) -> str:
    loser = f" from {a['loser']}" if a["loser"] else ""
    damage = ", damaged" if a["kind"] == "MIL" else ""
    return f"{view.region(a['region']).name} is conquered by {a['seat']}{loser}{damage}."


def end(view: State, a: Args) -> str:
    best = [who(view, seat) for seat, rank in a["ranks"].items() if rank == 1]
    scores = ", ".join(f"{seat} {vp_text(n)}" for seat, n in sorted(a["halves"].items(), key=lambda each: -each[1]))
    secrets = "; ".join(
        f"{seat} {objective(kept)}, not {', '.join(map(objective, a['returned'][seat]))}"
        for seat, kept in a["secrets"].items()
    )
    return f"{enumerated(best)} won. Score: {scores}. Secret objectives: {secrets}."


def objective(secret: str) -> str:
    return f"{secret} ({SECRET_WORDS[SECRETS[secret][0]]})"


def landed(view: State, a: Args) -> str:
    """A landing with its price; a lowered one names the special feature, where only one gives it."""
    paid = f"with {' '.join(a['cards'])}" if a["cards"] else f"for {a['cost']}"
    by = [view.region(code).name for code in lowered(view, a)]
    return f"{a['token']} lands on {view.region(a['region']).name} {paid}{f' ({by[0]})' if len(by) == 1 else ''}."


def lowered(view: State, a: Args) -> list[Code]:
    """The regions whose special feature may have made a landing cheap."""
    if a["cards"]:
        return [code for code, region in view.world.regions.items() if region.feature == features.CLUBS_PAY]
    return features.cheaper(view.world, a["token"][:3], a["cost"])


def damaged(view: State, a: Args) -> str:
    """Damage done by a special feature, and to whom."""
    by = next((r.name for r in view.world.regions.values() if r.feature == features.DAMAGING), "")
    return f"{by}, for {DAMAGE_COST}: {view.region(a['region']).name} is damaged."


def void(view: State, a: Args) -> str:
    """An attack that came to nothing; what was stored before the reason was told has none."""
    why = f": {a['why']}" if a.get("why") else ""
    return f"{a['token']} does not go to {view.region(a['region']).name}{why}. Nothing is paid."


def first(view: State, a: Args) -> str:
    chosen = "; ".join(f"{seat} {' '.join(tokens)}" for seat, tokens in a["tokens"].items())
    return f"{who(view, a['seat'])} begins. Tokens: {chosen}."


SENTENCES: Mapping[str, Callable[[State, Args], str]] = {
    "seats": lambda _, a: f"Round the table: {', '.join(a['order'])}.",
    "lot": lambda _, a: f"Dice: {', '.join(f'{s} {n}' for s, n in a['dice'].items())}.",
    "first": first,
    "converted": lambda _, a: f"{a['seat']} converts {' '.join(a['cards'])} into {a['coins']} coins.",
    "refused": lambda _, a: a["text"],
    "drew": lambda _, a: f"You draw {' '.join(a['cards']) or 'nothing'}.",
    "discarded": lambda _, a: f"{a['seat']} discards {' '.join(a['cards'])}.",
    "recalled": lambda _, a: f"{a['token']} is recalled.",
    "landed": landed,
    "void": void,
    "opening": lambda v, a: f"{fight(v, a)}: who challenges?",
    "waiting": lambda v, a: f"{fight(v, a)}: will {who(v, a['mover'])} add cards?",
    "attack": attack,
    "conquered": conquered,
    "damaged": damaged,
    "repaired": lambda v, a: f"{v.region(a['region']).name} is repaired.",
    "level": lambda _, a: f"Level {a['level']}: {a['kind'] or 'no'} token is unlocked.",
    "income": lambda _, a: f"Income {a['coins']}.",
    "opened": lambda v, a: f"New in the market: {v.region(a['region']).name}.",
    "end": end,
}
