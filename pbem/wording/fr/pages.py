"""What a page says after something was done, where it cannot be, and of how things stand at a desk."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "page demonstration": "Vous jouez {seat} ; des robots jouent les autres.",
    "page letter again": "Elle est écrite, {at}. De votre côté on ne la prend pas encore ; un autre essai suivra.",
    "page letter failed": "Elle n'a pas pu être remise. Vérifiez l'adresse.",
    "page letter from": (
        "Tant de lettres de connexion ont été demandées de votre coin du réseau qu'aucune ne part avant {until}."
    ),
    "page letter gone": "Elle n'est plus gardée ici ; demandez-en une autre.",
    "page letter kept": "Elle est écrite, {at}, et se trouve dans la boîte de ce serveur, qui n'envoie pas de lettres.",
    "page letter left": "Elle est partie : {at}.",
    "page letter many": (
        "Tant de lettres ont été demandées qu'une adresse nouvelle ici n'en reçoit pas avant {until}. Si la vôtre a "
        "déjà servi ici, sa lettre est écrite tout de même et part dans la minute."
    ),
    "page letter one": "Cette adresse ne reçoit plus de lettre avant {until} : trop ont déjà été demandées.",
    "page letter queued": "Elle est écrite, {at}, et part dans la minute.",
    "page letter unsent": (
        "Elle est écrite, {at}, et attend : la partie de ce serveur qui envoie les lettres ne marche pas. "
        "Elle partira dès que ce sera le cas."
    ),
    "page letter waits": (
        "Elle est écrite, {at}, et attend : le serveur de courrier qui prend nos lettres n'en prend pas. "
        "Elle partira dès qu'il en prendra."
    ),
    "page letter refused": "La lettre n'a pas pu être envoyée : {why}",
    "page letter sent": "Envoyée. La réponse arrive dans un instant : rechargez cette page.",
    "page letter unsigned": "Dites de quelle adresse vient la lettre.",
    "page no book": "{game} n'a pas de livre de ce nom ici.",
    "page no game": "Il n'y a pas de tel jeu ici. Il y a : {games}.",
    "page no picture": "Ce jeu n'a pas d'image.",
    "page opened": "{slug} est ouverte. On y entre sur sa page, ou par lettre avec la ligne « join {slug} ».",
    "page tried": "Ce que vous avez essayé pour vous-même : ce sont maintenant vos ordres.",
    "page tried nothing": "Vous n'avez rien essayé pour vous-même.",
    "page record too large": "Cette partie est trop grande pour un seul fichier. Votre hôte peut vous la donner.",
    "page report left": "Le rapport de cette phase est parti vers votre boîte : {at}.",
    "page report lost": (
        "Le rapport de cette phase ne peut pas être remis à votre boîte. Lisez-le ici, et faites de la place dans "
        "votre boîte ou changez d'adresse sur la page de votre compte."
    ),
    "page report refused": (
        "Votre boîte n'accepte pas pour l'instant le rapport de cette phase ; l'envoi sera retenté. Lisez-le ici en "
        "attendant."
    ),
    "page report unreachable": (
        "Votre boîte n'a accepté aucun rapport de cette partie depuis plusieurs phases ; on ne vous attend donc plus : "
        "si rien ne vient, votre place peut être offerte à d'autres. Donnez vos ordres ici, et faites de la place dans "
        "votre boîte ou changez d'adresse sur la page de votre compte."
    ),
    "page report waits": (
        "Le rapport de cette phase n'est pas encore parti vers votre boîte : les lettres de ce serveur attendent. Rien "
        "n'est perdu, et votre temps commence quand il sera parti. Lisez-le ici en attendant."
    ),
    "page resting": ("Ce serveur ne résout pas de tours en ce moment. Rien n’est perdu, et le temps sera rendu."),
    "page saved": "C'est noté.",
    "page saved everywhere": "C'est noté ; tous les navigateurs sont déconnectés.",
    "page signed out": "Vous êtes déconnecté.",
    "page taken back": "C'est retiré.",
    "page tick": "Cochez la case pour montrer que c'est bien ce que vous voulez.",
    "rules about pace": "Plus sur le rythme",
    "rules about missed turns": "Tours manqués",
    "rules about seats": "Places",
    "rules about press": "Messages",
    "rules about endings": "Fins de partie",
    "server letters in": "Lettres à lire",
    "server letters out": "Lettres à envoyer",
    "server letters given up": "Lettres abandonnées en deux semaines",
    "server letters unread": "Lettres qui n'ont pas pu être lues",
    "server letters unpainted": "Lettres qui n'ont pas pu être dessinées",
    "server deadlines passed": "Délais passés",
    "server duty work": "L'horloge (pbem work)",
    "server duty receive": "La porte des lettres (pbem receive)",
    "server duty send": "L'expéditeur (pbem send)",
    "server backup": "La dernière sauvegarde (pbem backup)",
    "shelf open": "Parties entre personnes qui vous attendent encore",
    "shelf running": "En cours",
    "shelf finished": "Terminées",
    # --- at a desk ---
    "page calendar unknown": "Il n'y a pas de tel calendrier. Son adresse a peut-être été remplacée.",
    "page click more": "{meaning}, et {count} autres choix",
    "page click one more": "{meaning}, et un autre choix",
    "page count": "{count} ordres donnés",
    "page count all": "{given} sur {owed} donnés",
    "page count free": "Vous n'avez rien à ordonner",
    "page count missing": "{given} sur {owed} donnés · il en manque {missing}",
    "page count one": "1 ordre donné",
    "page count owed": "Vos ordres sont attendus",
    "page count ready": "Vous êtes prêt.",
    "page game master": "maître du jeu",
    "page line not read": "pas lu : {why}",
    "page line told": "« {line} » : {told}",
    "page not now": "Pas maintenant",
    "page trial of": "Pour {seat}",
    "page wanting": "Pas encore d'ordre pour {things}.",
    "page wanting all": "Vous n'avez rien ordonné.",
    "page wanting none": "Une partie de ce que vous avez envoyé ne compte pas.",
    # --- where something cannot be done ---
    "error 400": "Cela n'a pas été compris",
    "error 403": "Ceci n'est pas à vous",
    "error 404": "Il n'y a pas de telle page",
    "error 405": "Pas de cette façon",
    "error 409": "La partie a continué",
    "error 413": "Trop à la fois",
    "error 414": "Trop à la fois",
    "error 429": "Doucement, s'il vous plaît",
    "error 500": "Quelque chose s'est cassé ici",
    "error 503": "Trop occupé pour le moment",
    "error else sign in": (
        "Une partie qui n'est pas ouverte à tous est montrée à ceux qui y jouent, une fois connectés."
    ),
    "error foreign form": (
        "Ce formulaire est trop ancien, ou vient d'ailleurs. Rien n'a été fait ; revenez en arrière, rechargez la "
        "page et renvoyez-le."
    ),
    "error foreign host": "Ce serveur porte un autre nom.",
    "error noted": "C'est noté. Rien n'a été fait ; réessayez dans un instant.",
    "error other": "Cela n'a pas marché",
    "error try again": "Rien n'a été fait ; réessayez dans un instant.",
    "kept signed out": (
        "Vous êtes déconnecté dans ce navigateur ; rien n'a donc été fait. Ce que vous avez écrit est gardé ci- "
        "dessous."
    ),
    "kept too old": (
        "Ce formulaire est trop ancien. Rien n'a été fait ; regardez ce que vous avez écrit, et renvoyez-le."
    ),
    "outdated form": (
        "La partie a continué depuis que cette page a été dessinée ; c'est maintenant {now}. Ce que vous avez envoyé "
        "n'a pas été fait : regardez-le, et renvoyez-le s'il vaut toujours."
    ),
    "outdated form ended": (
        "{before} s'est terminé : {at} ; c'est maintenant {now}. Ce que vous avez envoyé n'a pas été fait : regardez- "
        "le, et renvoyez-le s'il vaut toujours."
    ),
    "outdated form not begun": (
        "La partie a changé depuis que cette page a été dessinée ; elle n'a pas commencé. Ce que vous avez envoyé n'a "
        "pas été fait : regardez-le, et renvoyez-le s'il vaut toujours."
    ),
    "page book unmade": "Ce livre n'est pas encore fait : sa page dit où il en est.",
    "page nameless": "un joueur",
    "page no map": "Il n'y a pas de carte dans le rapport de la phase {number} : le rapport dit tout ce qu'il y a.",
    "page no player": "Il n'y a pas de tel joueur, ou rien qui puisse en être dit.",
    "page no seat": "Vous n'avez pas de place dans cette partie.",
    "page not a deputy": "Vous remplacez le joueur de cette place, et un remplaçant ne peut pas faire cela.",
    "page not the master": "Seul le maître du jeu peut faire cela.",
    "page sign in first": "Connectez-vous d'abord.",
}
