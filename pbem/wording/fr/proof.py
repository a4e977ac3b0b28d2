"""Receipts, files and proof."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "receipt": "Reçu n° {number} : pris le {when} ({utc} UTC). Empreinte {hash}.",
    "receipt again": "Reçu n° {number} de {seat}",
    "by server": "le serveur, à la clôture de la phase",
    "receipt by": "Ces ordres ne sont pas de vous. Leur origine : {by}.",
    "receipt for": "Pour {phase}.",
    "receipt last": "Votre dernier reçu pour ce qui a été résolu : n° {number}, empreinte {hash}.",
    "receipt none": "Il n'y a pas encore de reçu : chaque changement de vos ordres en donne un.",
    "receipt nothing": "Il n'y avait aucun ordre.",
    "receipt salt": "Sel {salt}.",
    "receipt unknown orders": "La partie est venue ici dans un fichier qui n'avait que l'empreinte de ces ordres.",
    "receipts": "Reçus de {seat}",
    "receipts earlier": "Il y en a de plus anciens : « receipt {number} » apporte le suivant.",
    "proof last": "La dernière empreinte de la chaîne est celle de la phase {number} : {hash}.",
    "proof title": "La preuve de {slug}",
    "record": "La partie {slug} vous vient en un fichier, dans une lettre à part.",
}
