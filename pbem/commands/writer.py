"""Who gives commands, whom they speak for, and what proves it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.storage.models import Deputy, Game, Outbox, Player, Seat


@dataclass(frozen=True)
class Proof:
    """`acts`: what the letter says is done at once; `final`: what cannot be undone as well."""

    name: str
    acts: bool = False
    final: bool = False


NO_PROOF = Proof("none")
FORGED = Proof("forged")
DMARC = Proof("dmarc", acts=True)
ADDRESS_PROOF = Proof("address", acts=True, final=True)
CONFIRMED = Proof("confirmed", acts=True, final=True)
SIGNED_IN = Proof("signed in", acts=True, final=True)
"""That of a browser, for the words in the box of a desk."""


@dataclass(frozen=True)
class Writer:
    """Whom words speak for. `answers` is the letter of ours it answers. `secret`: it knows a secret address of
    this player's; `proof`: what it proves. `deputy`: they are not the seat's holder, but stand in for the holder."""

    player: Player
    seat: Seat | None = None
    game: Game | None = None
    answers: Outbox | None = None
    secret: bool = False
    proof: Proof = NO_PROOF
    deputy: Deputy | None = None
