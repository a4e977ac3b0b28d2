"""How a game stands, what is voted on, and who acts."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # ce qui est mis aux voix
    "proposed concession": "de concéder la partie à {seats}",
    "proposed draw": "une nulle",
    "proposed draw of": "une nulle, partagée par {seats}",
    "proposed time": "{span} de plus",
    "proposed win": "que {seats} gagne seul",
    # l'état d'une partie
    "status finished": "finie",
    "status forming": "en formation",
    "status paused": "suspendue",
    "status running": "en cours",
    "status stuck": "bloquée",
    # qui d'autre agit
    "host": "l'hôte",
    "phase number": "la phase {number}",
    "server": "le serveur",
}
