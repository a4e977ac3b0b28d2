"""Letters about a whole game, or several: who leads it, what is voted on and said, its end, its books."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # lead, led, terms
    "subject lead": "Voulez-vous diriger {slug} ?",
    "lead as heir": "On vous demande d'être le maître de la partie {slug} ({title}).",
    "lead as helper": (
        "On vous demande d'aider le maître de la partie {slug} ({title}) ; vous pourriez tout ce qu'il peut."
    ),
    "lead how": (
        "Si vous voulez, répondez à cette lettre par la ligne\n\n"
        "    accept {slug}\n\n"
        "et sinon par « decline {slug} », ou pas du tout."
    ),
    "subject led": "Vous ne dirigez plus {slug}",
    "led handed over": "{slug} a un nouveau maître, comme convenu. Merci de l'avoir dirigée.",
    "led dismissed": "Le maître de {slug} la dirige désormais sans vous. Merci de votre aide.",
    "subject terms": "Les règles de {slug} ont changé",
    "terms changed by leader": "Qui mène {slug} a changé ce qui était convenu :",
    # proposed
    "subject proposed": "On propose {proposal}",
    "proposed by you": "Vous proposez {proposal}.",
    "proposed by": "{seat} propose {proposal}.",
    "proposed by somebody": "Quelqu'un propose {proposal}.",
    "proposed needs one": "Il y faut une voix.",
    "proposed needs": "Il y faut {count} voix.",
    "proposed openly": "Tous voient ce qui est proposé, et qui est pour.",
    "proposed secretly": "Tous apprennent ce qui est proposé ; qui vote reste secret.",
    "proposed own vote": "Votre propre voix est pour.",
    "proposed how": "Pour être d'accord, répondez par la ligne :",
    "proposed unasked": (
        "{seat} n'a pas de voix à présent. Un absent en retrouve une avec ses prochains ordres ; qui est éliminé n'en "
        "a plus."
    ),
    "proposed to deputy": "Le vote de {seat} est celui de son joueur ; qui le remplace n'en a pas.",
    "proposed to others": "Seuls les joueurs votent.",
    "proposed help": "« votes » dit ce qui est proposé et ce que vous avez voté, « vote none » retire vos votes.",
    # press, statement
    "subject press": "{author} à {audience}",
    "press from": "{author} écrit à {audience} :",
    "press answered": (
        "Une réponse à cette lettre va à {circle}, tout entière. Rien n'y est pris pour un ordre ou une commande, sauf "
        "les lignes qui commencent par « pbem », comme « pbem ready » ; personne d'autre ne voit celles-là."
    ),
    "subject statement": "{author} sur la partie",
    "statement from": "{author} dit de {slug}, maintenant qu'elle est finie :",
    "statement too": (
        "Pour en dire quelque chose à votre tour, répondez par ces lignes :\n"
        "    statement\n"
        "    (vos mots)\n"
        "    endstatement"
    ),
    # finished
    "who played": "Qui a joué :",
    "nobody at the end": "personne à la fin",
    "dice public": "Le secret des dés est maintenant public : {secret}",
    "statement how": (
        "Pour dire un mot de la partie, que tous liront, répondez dans les quatorze jours par ces lignes :\n"
        "    statement\n"
        "    (vos mots)\n"
        "    endstatement"
    ),
    "thanks": "Merci d'avoir joué.",
    # record, game-book
    "subject record": "La partie en un fichier",
    "record whole": (
        "La partie {slug} est jointe en un seul fichier signé, {slug}.pbem : elle tout entière, avec tous les ordres "
        "et le secret des dés."
    ),
    "record of seat": (
        "La partie {slug} est jointe en un seul fichier signé, {slug}.pbem : ce que {seat} peut en savoir jusqu'ici."
    ),
    "record of all": (
        "La partie {slug} est jointe en un seul fichier signé, {slug}.pbem : ce que chacun peut en savoir jusqu'ici."
    ),
    "record on page": "La partie {slug} est trop grande pour une lettre. Vous trouvez le fichier ici :",
    "record from host": "La partie {slug} est trop grande pour une lettre. Votre hôte peut vous donner le fichier.",
    "record verify": "Qui a installé pbem la prouve sans ce serveur :",
    "record proves whole": (
        "Chaque phase est alors résolue de nouveau à partir des ordres et des dés, et comparée à ce qui a été dit."
    ),
    "record proves part": (
        "Tant que la partie dure, cela montre que rien n'a été changé après coup et qu'il ne manque aucun de vos "
        "reçus. Le secret des dés et les ordres des autres viennent avec la fin ; alors chaque phase peut être résolue "
        "de nouveau."
    ),
    "subject game book": "Livre de la partie",
    "game book failed": (
        "Le livre de la partie {slug} n'a pas pu être fait. Votre hôte trouve pourquoi dans le journal ; « game book » "
        "le fait essayer de nouveau."
    ),
    "game book attached": (
        "Le livre de la partie {slug} est joint : toute la partie en un seul PDF, à lire, à imprimer et à garder."
    ),
    "game book on page": (
        "Le livre de la partie {slug} est prêt. Il est trop grand pour une lettre, ou a été rangé : vous le trouvez, "
        "ou le faites refaire, ici :"
    ),
    "game book from host": (
        "Le livre de la partie {slug} est prêt, mais trop grand pour une lettre. Votre hôte peut vous le donner."
    ),
    # book
    "books in English": "Les livres du jeu sont en anglais.",
    "booklet attached": (
        "Le livret joint réunit le premier tour, les règles et tout ce qui peut s'écrire, à imprimer sur des "
        "demi-feuilles."
    ),
    "to play it": (
        "Pour y jouer : la ligne « games » énumère les parties où une place est libre, « join NOM » en prend une. "
        "Répondez-la à cette lettre."
    ),
    # again, campaign
    "subject again": "{title} : jouez-vous la prochaine saison ?",
    "again until": "La saison s'ouvre dès que chacun a répondu, au plus tard le {when}.",
    "again how": (
        "Répondez à cette lettre par la ligne « again {slug} yes » ou « again {slug} no » ; qui ne répond pas ne joue "
        "pas."
    ),
    "subject campaign": "{title} : le classement",
    "subject campaign over": "{title} : la fin",
    "campaign drawn": "Les tables ont été tirées avec le secret {secret}, scellé au début par {commitment}.",
    "campaign page": "Le tout : {url}",
}
