"""What answers a command, or an answer to press."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # ce qui répond à une commande
    "address": "Elle arrive dans une lettre à part.",
    "address new": "Votre place a une nouvelle adresse ; elle arrive dans une lettre à part.",
    "address new of": "{seat} a une nouvelle adresse ; qui le joue en est averti.",
    "all ready": "Tous sont prêts.",
    "carried": "Le vote est acquis.",
    "game": "{slug} : {title}, {status}, ordres {pace}",
    "game free": "{slug} : {title}, {status}, ordres {pace} ; places libres : {seats}",
    "games": "Les parties",
    "gone back": "Retour à {phase}",
    "history": "Ce qui s'est passé",
    "how to join": "Pour prendre une place, écrivez par exemple : join {slug}",
    "joined": "Vous jouez {seat} dans {slug}. Une lettre avec l'adresse de votre place est en route.",
    "joined other": (
        "Vous jouez {seat} dans {slug}. {wish} était pris. Une lettre avec l'adresse de votre place est en route."
    ),
    "left": "Vous avez quitté {seat} dans {slug}.",
    "link": "Le lien arrive dans une lettre à part.",
    "argument missing": "Il manque quelque chose. On l'écrit ainsi : {usage}",
    "no number": "« {words} » n'est pas un nombre.",
    "not as host": "Seul qui joue peut faire cela. Ajoutez « --for » et son adresse pour le faire à sa place.",
    "needs proof": "Cela ne se fait que pour une lettre de votre adresse inscrite à celle de votre place.",
    "more games": "Il y en a d'autres : {url}",
    "no games": "Il n'y a aucune partie en ce moment.",
    "no more links": (
        "Tant de liens vous ont été envoyés aujourd'hui qu'il n'y en aura plus d'autre ; prenez le dernier, ou "
        "redemandez demain."
    ),
    "no phase": "Il n'y a pas de phase « {name} » dans {slug}. Ses phases sont : {names}.",
    "no phase yet": "{slug} n'a pas encore de phases.",
    "no topic": "« {words} » n'est ni une commande ni un jeu.{near:near} La ligne « help » donne les commandes.",
    "not ready yet": "Pas encore prêts : {seats}.",
    "nothing to confirm": "Il n'y a rien à confirmer ici.",
    "question declined": "Alors ce n'est pas fait. La lettre écrite en votre nom a été écartée.",
    "question too wordy": (
        "Rien n'a encore été fait, car ce que dit la lettre ne peut être défait, et vous avez écrit plus qu'un oui. Si "
        "tout en est de vous, répondez par le seul mot : oui. Sinon : non."
    ),
    "question unclear": (
        "Rien n'a encore été fait, car ceci ne dit ni oui ni non. Si la lettre en question est de vous, répondez par "
        "le seul mot : oui. Sinon : non."
    ),
    "of which game": (
        "De quel jeu ? Écrivez son nom derrière le mot, par exemple « rules {first} ». Il y a : {codes}."
    ),
    "orders by": "{phase} : ordres attendus avant le {when}.",
    "proposal": "On propose {proposal} ; il y faut {needed} voix.",
    "proposal one": "On propose {proposal} ; il y faut une voix.",
    "resign how": "Pour quitter {seat} pour de bon, écrivez : resign {slug}",
    "sent to": "Envoyé à {names}.",
    "signed out": "Aucun navigateur n'est plus connecté à votre nom.",
    "settings": "Changé pour toutes vos lettres.",
    "several games": "Plus d'un jeu a cela. Écrivez {lines}.",
    "signon": (
        "Inutile ici : l'adresse à laquelle vous écrivez dit quelle place est la vôtre, et aucun mot de passe ne "
        "voyage par lettre."
    ),
    "status": "L'état de la partie",
    "unvoted": "{phase} : vos votes sont retirés.",
    "voted": "{phase} : votre vote est pris. Tous apprennent ce qui est proposé, personne ne sait qui vote.",
    "what if": "Et si",
    "what if done": "Voir plus bas ; rien de cela n'est donné comme ordre.",
    "what if left out": "Laissé de côté : {line}",
    "what if many": "On répond à {count} de ces questions à la fois ; posez celle-ci à part.",
    "what if own": "Aucune place n'est nommée ; la ligne est donc prise pour la vôtre : {seat}.",
    "what if spent": (
        "On y a tant répondu dans l'heure qu'il n'y a plus d'autre réponse ; redemandez dans la prochaine."
    ),
    "what if taken": "{seat} : {line}",
    # ce qui répond à une réponse à un message
    "press absence": (
        "On dirait qu'un programme a écrit cela en votre absence ; ce n'a pas été transmis. Si ces mots sont de vous, "
        "envoyez-les entre « press to » avec un siège et « endpress » ; « away » avec des jours fait attendre vos "
        "parties."
    ),
    "press block": "C'est un bloc pour d'autres ou pour le serveur ; il n'a été ni envoyé à {circle} ni fait. {how}",
    "press how": (
        "Pour que ce soit fait, répondez à un rapport ou à un reçu, ou écrivez « pbem » devant chaque ligne ; pour "
        "envoyer ces mots à {circle}, joignez-y une phrase à vous."
    ),
    "press no orders": (
        "Rien n'en a été pris comme ordre ou commande. Donnez vos ordres en réponse à un rapport ou à un reçu, ou "
        "écrivez « pbem » devant la ligne."
    ),
    "press withheld": "Chaque ligne en est un ordre ou une commande ; cela n'a été ni envoyé ni fait. {how}",
}
