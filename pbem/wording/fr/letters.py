"""What letters say of letters."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # what a stranger's letter asks for
    "wish a seat": "une place dans la partie {slug}",
    "wish any seat": (
        "une place dans la partie {slug}. On n'a pas compris laquelle ; ce serait donc une place libre quelconque. Les "
        "places sont {seats}"
    ),
    "wish create": "à ouvrir une partie de {title}, sous le nom et avec les règles qu'elle donne",
    "wish campaign": "à ouvrir plusieurs parties de {title} sous un nom, avec les règles qu'elle donne",
    "wish enter": "à participer à {slug}, des parties qui vont ensemble",
    "wish seat": "la place {seat} dans la partie {slug}",
    "wish watch": "les rapports publics de la partie {slug}",
    # les parties d'une lettre qui n'ont pas pu être lues, ou ont été laissées de côté
    "enclosed more": "{count} autres fichiers sont joints à votre lettre ; ils ne sont pas nommés ici.",
    "enclosed kept back": ("{name} n'a été ni lu ni transmis : une réponse à une dépêche n'apporte que ses mots."),
    "enclosed read": "{name} a été lu avec votre lettre.",
    "enclosed unnamed": "Un fichier sans nom",
    "enclosed unread": (
        "{name} n'a pas été lu. Écrivez les ordres dans la lettre même, ou dans un fichier de texte simple (.txt)."
    ),
    "letter encrypted": (
        "Votre lettre est chiffrée ; ce serveur n'a pas de clé pour elle. Rien de ce qui est chiffré n'a été lu : "
        "renvoyez-la sans chiffrement."
    ),
    "letter packed": (
        "Les mots de votre lettre sont enfermés dans sa signature et n'ont donc pas été lus. Renvoyez-la sans "
        "signature, ou signée en clair."
    ),
    "held up": (
        "Notre serveur de courrier avait votre lettre le {since} et l'a apportée le {came} : elle compte à la "
        "première heure."
    ),
    "held up counted": (
        "Notre serveur de courrier avait votre lettre le {since} et l'a apportée le {came} : elle compte pour "
        "{counted}."
    ),
    "held up too long": (
        "Votre lettre porte sur « {before} ». Notre serveur de courrier l'avait le {since}, avant la fin de cette "
        "phase le {time}, mais ne l'a apportée que le {came}. Ce qui est joué le reste : rien n'en a été fait, ni "
        "pour cette phase ni pour une autre, et voici ce qu'elle aurait fait. Le maître du jeu peut revenir à "
        "cette phase ; dites-le-lui."
    ),
    "letter attachment": "Votre lettre n'avait pas de texte ; le texte joint a été lu.",
    "letter parts left out": "Votre lettre a de très nombreuses parties ; seules les premières ont été lues.",
    "letter no header": "Votre lettre n'avait pas d'en-tête ; elle a été lue tout entière comme du texte.",
    "letter empty": "Il n'y avait dans votre lettre aucun texte qui puisse être lu. Écrivez en texte simple.",
    "letter too long": "Votre lettre est trop longue pour être lue en entier ; seul son début a été lu.",
    "passed over": "ce n'est pas pour le jeu",
    "passed over again": "demandé plus haut",
    "passed over end": "la fin de ce que vous avez écrit",
    "passed over after end": "après la fin",
    "passed over too many": "ceci et tout ce qui suit, au-delà de {lines} lignes ; envoyez-le à part",
    "unreadable header": "son en-tête dépasse 64 Ko",
    "unreadable killing": "elle n'a pas pu être lue",
    "unreadable parts": "elle a trop de parties dans d'autres parties",
    "unreadable structure": "sa structure ne peut être comprise",
    # verdicts
    "command meant": "Vouliez-vous dire la commande « {word} » ?",
    "away meant": "Vous partez ? Écrivez sur une ligne à part « away until Friday » ou « away 3 Jan to 10 Jan ».",
    "no end": (
        "La ligne « {end} » manque : rien n'a été envoyé ni fait, et les lignes qui suivent n'ont pas été lues comme "
        "ordres."
    ),
    "no order": "Ce n'est pas un ordre du jeu maintenant, ni une commande.",
    "no room": "La place manque pour",
    "no room for": "la suite de : {titles}",
    "no seat": "Vous n'avez pas de place dans {slug}.",
    "same": "De même.",
    "too early": "Ceci est arrivé avant le début de {phase} et n'a donc pas été lu pour elle. Envoyez-le de nouveau.",
    "which game": "Quelle partie ? Répondez à une lettre de cette partie, ou mettez son nom dans l'objet.",
    # les lettres qui attendent un mot de qui les a écrites, et ce qui en résulte
    "final process": "{game} est jouée aussitôt, sans les ordres qui manquent",
    "final replace": "{seat} est retiré à qui le joue dans {game}, pour de bon",
    "final resign": "vous abandonnez {seat} dans {game} pour de bon",
    "final rollback": "{game} revient à {phase} ; tous les ordres donnés depuis sont annulés",
    "final vote": "{game} finit si tous les autres sont d'accord",
    "the game": "la partie",
    "waits one": (
        "Une autre lettre à votre nom attend une réponse à notre question. Laissez-la si elle n'est pas de vous ; si "
        "elle l'est et que rien ne vous a été demandé, renvoyez-la de votre adresse inscrite à celle de votre place."
    ),
    "waits": (
        "{count} autres lettres à votre nom attendent une réponse à notre question. Laissez-les si elles ne sont pas "
        "de vous ; si elles le sont et que rien ne vous a été demandé, renvoyez-les de votre adresse inscrite à celle "
        "de votre place."
    ),
    "your seat": "votre place",
}
