"""Seats, and who sits on them."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "named": "Vous vous appelez maintenant {name}, là où une partie montre qui joue.",
    "unnamed": "Vous n'avez plus de nom ; les autres lisent « quelqu'un ».",
    "who": "Qui joue dans {slug}",
    "who seat": "{seat} : {name}",
    "who you": "{seat} : {name} (vous)",
    "who secret": "Qui joue quoi dans {slug} se dira à la fin de la partie.",
    "who somebody": "quelqu'un",
    "who vacant": "{seat} : place libre",
    "deputy accepted": (
        "Vous remplacez {seat} dans {slug}. Une lettre avec une adresse à vous pour cette place est en route."
    ),
    "deputy asked": (
        "{address} est prié de vous remplacer, de {begins} à {ends}. Jusqu'à sa réponse, et hors de ces jours, "
        "rien ne change."
    ),
    "deputy declined": "Noté : vous ne remplacez pas {seat} dans {slug}.",
    "deputy ended": "Plus personne ne vous remplace.",
    "deputy may not": (
        "Vous remplacez qui joue cette place, et un remplaçant ne peut pas cela : il donne des ordres, lit les "
        "rapports et écrit aux autres."
    ),
    "deputy not now": "Vous remplacez quelqu'un dans {slug} de {begins} à {ends}, et non maintenant.",
    # --- une soirée de club ---
    "who waits": "Les places libres sont tirées quand tous sont là ; ils sont {count} sur {most} :",
    "asks title": "Attend votre réponse",
    "asks until": "(jusqu'au {at})",
    "asks lead": "On vous demande de mener cette partie.",
    "asks seat": "On vous offre {seat}.",
    "asks deputy": "On vous demande de remplacer {seat}.",
    "asks roll call": "Dites que vous êtes là, pour {seat} ; la partie commence quand tous l'ont dit.",
    "asks invitation": "On vous invite à jouer.",
    "asks next season": "Jouez-vous la saison suivante ?",
    "asks held letter": (
        "Lettres à votre nom qui attendent votre réponse à notre question : {count}. Laissez-les si elles ne sont pas "
        "de vous."
    ),
    "wish alone": (
        "De votre lettre, cela seul a été fait. Le reste n'a pas été lu, puisqu'on ne vous l'a pas demandé ; "
        "envoyez-le de nouveau."
    ),
}
REFUSALS: Mapping[str, str] = {
    "bad name": "« {name} » ne peut pas être votre nom ici. Donnez celui que les autres joueurs vous connaissent.",
    "nobody there": "Personne ne joue encore dans {slug} ; personne ne le lirait.",
    "statement not yours": "Qui tient une place de {slug}, ou mène la partie, peut en dire quelque chose. Pas vous.",
    "deputy span": (
        "On remplace un joueur {days} jours au plus, des jours qui ne sont pas passés et commencent d'ici un an."
    ),
    "deputy yourself": "On ne se remplace pas soi-même.",
    "no deputies": "Dans {slug}, personne ne remplace un joueur.",
    "no deputy": "Personne ne remplace {seat}, et personne n'en est prié.",
    "nothing offered": "Il n'y a rien dans {slug} qu'on vous ait demandé et à quoi vous puissiez encore répondre.",
    "plays and stands in": "Vous jouez vous-même dans {slug}, et là personne ne remplace un autre joueur.",
}
