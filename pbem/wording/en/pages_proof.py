"""The page that proves a game."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "proof page": "Proof",
    "proof page title": "Proof of {slug}",
    "proof page hashes": (
        "Nobody has to take this server's word for what happened. Each phase has a <strong>hash</strong>, a seal of 64 "
        "signs that is made of the orders, the dice, what came of them, and the hash of the phase before. Change one "
        "letter of any order, and this hash and all that follow are others. It stands at the foot of each report: "
        "whoever keeps one can show that nothing before it was changed."
    ),
    "proof page dice told": (
        "The <strong>dice</strong> come from a secret that was sealed before the game began, and from a word of each "
        "player: now that the game is over the secret is told, “{secret}”, and anybody can throw each die again. The "
        "seal: {seal}"
    ),
    "proof page dice sealed": (
        "The <strong>dice</strong> come from a secret that was sealed before the game began, and from a word of each "
        "player: the secret is told when the game is over, and then anybody can throw each die again. The seal: {seal}"
    ),
    "proof page receipts": (
        "Your <strong>receipts</strong> are numbered, and each seals your orders as they stood and the receipt before. "
        "The last one for each phase goes into its hash. So no order of yours can be changed, dropped or put in later "
        "unnoticed. A seal tells nobody what you ordered: it is salted, with a salt that only you get while the game "
        "goes on."
    ),
    "proof page your receipts": "Your receipts",
    "proof page file": "The game as a file",
    "proof page whole": (
        "All of the game in one signed file: the orders of all, the dice, the hashes, the receipts, the ledger, and "
        "the press that was opened."
    ),
    "proof page seat": (
        "What {seat} may know of the game so far, in one signed file: your orders and receipts, what you were told, "
        "your press. All of it is yours when the game is over."
    ),
    "proof page public": (
        "What everybody may know of the game, in one signed file. Who plays in it gets all of it when it is over."
    ),
    "proof page keep": "Keep it; it needs no server to be read.",
    "proof page get": "Get {file}",
    "proof page verify": (
        "Whoever has pbem installed checks it with this line, which says what holds and what does not:"
    ),
    "proof page forms": "For other programs: {forms}.",
    "proof page all hashes": "The hashes",
    "proof page not begun": "The game has not begun: there is nothing to keep yet.",
}
