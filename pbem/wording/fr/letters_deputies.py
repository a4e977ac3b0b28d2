"""Letters about who stands in for a player."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # deputy-asked
    "subject deputy asked": "Voulez-vous remplacer {seat} ?",
    "stand in by master": (
        "Le maître du jeu de {slug} vous demande de remplacer qui joue {seat}, du {begins} au {ends}. C'est une partie "
        "de {title}, jouée par courrier."
    ),
    "stand in by player": (
        "Qui joue {seat} dans {slug} vous demande de le remplacer, du {begins} au {ends}. C'est une partie de {title}, "
        "jouée par courrier."
    ),
    "stand in means": (
        "Pendant ce temps vous recevez ses rapports, donnez ses ordres et écrivez aux autres en son nom. Vous ne votez "
        "pas et ne pouvez pas céder la place. Cela finit tout seul."
    ),
    "stand in yes": "Si vous voulez bien, répondez à cette lettre par le seul mot : accept",
    "stand in no": "Sinon, par le mot : decline",
    "stand in or nothing": "Vous pouvez aussi ne rien faire, et n'en entendrez plus parler.",
    "stand in what game": "Quel jeu c'est, et comment va un tour : {url}",
    # deputy
    "subject deputy": "Vous remplacez {seat}",
    "deputy thanks": "Merci. Du {begins} au {ends} vous remplacez qui joue {seat} dans {slug}, une partie de {title}.",
    "deputy has address": "Pour ce temps vous avez une adresse à vous pour cette place :",
    "deputy address how": (
        "Gardez-la pour vous : avec votre propre adresse, elle parle pour la place. Ordres et messages, un par ligne, "
        "y vont ; répondre à n'importe quelle lettre sur cette place revient au même."
    ),
    "deputy may": (
        "Vous pouvez donner des ordres, les reprendre et dire « ready », lire les rapports de ce temps, écrire aux "
        "autres et lire ce qu'ils écrivent. Vous ne pouvez pas voter, ni quitter la place, ni lire ce qui s'est écrit "
        "en privé auparavant. Le joueur peut écrire aussi ; pour chaque chose le dernier mot compte."
    ),
    "deputy begins": (
        "Quand ce temps commence, vous recevez le rapport avec tout ce qu'il vous faut. « decline » y met fin plus tôt."
    ),
    # deputy-news
    "subject deputy named": "Quelqu'un est prié de vous remplacer",
    "subject deputy accepted": "Votre remplaçant a accepté",
    "subject deputy declined": "On ne vous remplacera pas",
    "subject deputy stood down": "Votre remplaçant s'est retiré",
    "subject deputy over": "Vous ne remplacez plus {seat}",
    "subject deputy back": "Le temps de votre remplaçant est passé",
    "subject deputy begun": "Un remplaçant joue {seat}",
    "deputy news named": (
        "Le maître du jeu de {slug} a prié quelqu'un de vous remplacer ({seat}), du {begins} au {ends}. La place reste "
        "à vous, et vous pouvez écrire comme toujours. La ligne « no deputy » en réponse à une lettre de cette partie "
        "y met fin aussitôt."
    ),
    "deputy news accepted": (
        "Vous êtes remplacé ({seat}, dans {slug}) du {begins} au {ends}. Votre remplaçant reçoit les rapports et peut "
        "donner des ordres ; la place reste à vous, vous recevez toutes les lettres, et ce que vous écrivez compte "
        "comme toujours. La ligne « no deputy » y met fin plus tôt."
    ),
    "deputy news declined": (
        "La personne priée de vous remplacer ({seat}, dans {slug}) ne veut pas, ou ne peut pas. Vous pouvez en prier "
        "une autre : deputy NOM@DOMAINE from JOUR to JOUR"
    ),
    "deputy news stood down": (
        "La personne qui vous remplaçait ({seat}, dans {slug}) ne le fait plus. Plus personne que vous ne donne "
        "d'ordres pour vous. Vous pouvez en prier une autre : deputy NOM@DOMAINE from JOUR to JOUR"
    ),
    "deputy news over": (
        "Vous ne remplacez plus qui joue {seat} dans {slug} ; l'adresse que vous aviez pour cela ne vaut plus. Merci."
    ),
    "deputy news back": (
        "Le temps où quelqu'un vous remplaçait ({seat}, dans {slug}) est passé. Plus personne que vous ne donne "
        "d'ordres pour vous."
    ),
    "deputy news begun": "Dans {slug}, quelqu'un remplace qui joue {seat} jusqu'au {ends}.",
}
