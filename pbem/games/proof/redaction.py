"""What a reader may know of what was said to put a board right."""

from __future__ import annotations

from engines.abilities import Correctable
from engines.language.grammar import Order, OrderGrammar
from pbem.games import games
from pbem.games.proof import hash_chain
from pbem.storage.models import Game


def redact_correction(game: Game, state: str, correction: str, reader: str) -> str:
    """A correction as it is kept, without the lines that a reader may not know; `state`: what came of it."""
    said = lines_with_owner(game, state, correction) if correction else []
    return hash_chain.dump_orders([order for order, code in said if code in ("", reader)]) if said else ""


def lines_with_owner(game: Game, state: str, correction: str) -> list[tuple[Order, str]]:
    """The lines of a correction, each with the seat that alone may read it; "" if all may."""
    engine = games.get_engine(game)
    assert isinstance(engine, Correctable)
    asked: OrderGrammar = engine.correction_grammar(games.load_position(game.engine, state))
    names = {line.verb: line.only_for for line in asked.lines if line.only_for}
    said = hash_chain.load_orders(correction)
    return [(order, str(order.args[names[order.verb]]) if order.verb in names else "") for order in said]
