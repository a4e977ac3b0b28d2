"""Letters about a turn: what is owed, until when, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # of every letter about a phase
    "headed": "{head} : {words}",
    "why given": "Pourquoi : {reason}",
    "deadline is": "Délai : {when}.",
    "late waited for": "La partie les attend.",
    # started
    "subject started": "La partie a commencé",
    "game begun": "{slug} a commencé ; toutes les places sont prises.",
    "you play": "Vous jouez {seat}.",
    "begin how": (
        "Répondez à cette lettre, un ordre par ligne ; le rapport plus bas montre comment la partie commence et ce que "
        "vous pouvez ordonner."
    ),
    "letters are answered": (
        "Chacune de vos lettres reçoit une réponse qui montre ce qui a été compris. « ready » dit qu'il ne vous faut "
        "plus de temps, « press to … » écrit aux autres, « help » énumère tout."
    ),
    "letters are answered during": (
        "Chacune de vos lettres reçoit une réponse qui montre ce qui a été compris. « ready » dit qu'il ne vous faut "
        "plus de temps, « press to … » écrit aux autres (pendant : {kinds}), « help » énumère tout."
    ),
    "new to the game": (
        "Vous découvrez le jeu ? « guide » vous apporte votre premier tour en cinq minutes, « rules » les règles (en "
        "anglais)."
    ),
    "new to the game page": (
        "Vous découvrez le jeu ? « guide » vous apporte votre premier tour en cinq minutes, « rules » les règles ; les "
        "deux sont sur {url} (en anglais)."
    ),
    # report
    "report answerable": "Ordres attendus avant le {when} : répondez à cette lettre, un ordre par ligne.",
    "report nothing owed": "On n'attend rien de vous dans cette phase, qui s'achève le {when} au plus tard.",
    "report not yet": "Il n'y a pas encore de rapport ; il viendra quand la partie aura commencé.",
    # remind, late
    "subject remind": "vos ordres sont attendus",
    "subject remind late": "vos ordres sont en retard",
    "remind owed": "{seat} doit encore ses ordres ({phase}).",
    "remind owed sometime": "{seat} doit encore ses ordres.",
    "remind late": "Le délai ({phase}) est passé, et il n'y a pas d'ordres de {seat}.",
    "remind late sometime": "Le délai est passé, et il n'y a pas d'ordres de {seat}.",
    "remind late until": "Ils comptent encore jusqu'au {when} ; ensuite la partie continue sans eux.",
    "remind how": (
        "Répondez à cette lettre, un ordre par ligne. « ready » sans ordre n'en donne aucun exprès ; « report » "
        "renvoie le dernier rapport."
    ),
    "remind how sheet": (
        "Répondez à cette lettre, un ordre par ligne ; ce que vous pouvez ordonner est plus bas. « ready » sans ordre "
        "n'en donne aucun exprès ; « report » renvoie le dernier rapport."
    ),
    "subject late": "il manque des ordres",
    "late orders": "Le délai est passé sans ordres de {seats}.",
    "late orders until": "Ils comptent encore jusqu'au {when} ; ensuite la partie continue.",
    "late orders awaited": "La partie les attend.",
    "late orders lead": (
        "Vous menez la partie : « process » la fait continuer aussitôt, « extend 24h » donne plus de temps."
    ),
    # later
    "subject later": "ce que vous aviez ordonné d'avance",
    "advance judged": "Voici ce que sont devenus les ordres que vous aviez donnés d'avance ({phase}).",
    "advance given": "Donnés :",
    "advance not taken": "Non pris :",
    "advance stands": "Ils valent tant que vous ne les changez pas : répondez à cette lettre, un ordre par ligne.",
    "advance stands until": (
        "Ils valent tant que vous ne les changez pas : répondez à cette lettre, un ordre par ligne, jusqu'au {when}."
    ),
    "advance empty": "Rien n'est ordonné pour vous : répondez à cette lettre, un ordre par ligne.",
    "advance empty until": (
        "Rien n'est ordonné pour vous : répondez à cette lettre, un ordre par ligne, jusqu'au {when}."
    ),
    # deadline, paused, stuck
    "subject deadline": "nouveau délai",
    "deadline now": "Le délai est maintenant le {when}.",
    "deadline now of": "Le délai ({phase}) est maintenant le {when}.",
    "deadline because": "Raison : {reasons}.",
    "in the words of the master": "Dans les mots du maître du jeu : {reason}",
    "subject paused": "Le temps est arrêté",
    "game paused": "{slug} est suspendue. Les ordres sont encore pris ; vous serez averti de la reprise.",
    "game paused by master": (
        "{slug} est suspendue par le maître du jeu. Les ordres sont encore pris ; vous serez averti de la reprise."
    ),
    "subject stuck": "La partie est bloquée",
    "game stuck": (
        "La phase n'a pas pu être jouée dans {slug} ({error}). Rien n'est perdu ; l'hôte en est averti. Quand ce sera "
        "réparé, écrivez : process"
    ),
    "game stuck in": (
        "La phase ({phase}) n'a pas pu être jouée dans {slug} ({error}). Rien n'est perdu ; l'hôte en est averti. "
        "Quand ce sera réparé, écrivez : process"
    ),
    # corrected, board-corrected, rolled-back
    "subject corrected": "Vos ordres ont été corrigés",
    "orders for you": "Le maître du jeu a donné des ordres pour {seat}. Ils sont maintenant :",
    "orders for you in": "Le maître du jeu a donné des ordres pour {seat} ({phase}). Ils sont maintenant :",
    "orders for you none": "(aucun)",
    "orders for you change": "Vous pouvez les changer jusqu'au délai, comme toujours.",
    "subject board corrected": "La position a été corrigée",
    "put right by leader": "Qui mène {slug} a rectifié la position :",
    "put right orders": "Les ordres encore possibles restent donnés ; regardez les vôtres. Un rapport suit.",
    "gone back by master": "Le maître du jeu a ramené la partie de « {left} » à « {phase} ».",
    "gone back with orders": "Les ordres donnés alors valent de nouveau ; changez ce que vous voulez. Un rapport suit.",
    "gone back without orders": "Renvoyez vos ordres pour cette phase, s'il vous plaît. Un rapport suit.",
    "gone back dice": (
        "La partie était terminée, et le secret de ses dés est révélé : qui calcule peut savoir comment ils tomberont."
    ),
}
