"""Letters about a seat: how it is taken, offered, and left."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # invitation, invited
    "subject invitation": "Une invitation",
    "invited by name": (
        "{master}, maître du jeu de {slug}, vous propose de jouer dans {slug} ({title}), une partie par courrier."
    ),
    "invited by master": (
        "Le maître du jeu de {slug} vous propose de jouer dans {slug} ({title}), une partie par courrier."
    ),
    "invited by nobody": "On vous propose de jouer dans {slug} ({title}), une partie par courrier.",
    "invited how": "Si vous voulez bien, répondez à cette lettre par la seule ligne :",
    "invited wishes": (
        "Vous pouvez nommer les places qui vous plairaient, la préférée d'abord : join {slug}: {seats}, any"
    ),
    "invited draw": "Les places sont tirées d'après ces vœux quand tous les joueurs sont là.",
    "or hear no more": "Sinon, ne faites rien, et vous n'en entendrez plus parler.",
    "invitation by master": (
        "Le maître du jeu de {slug} vous invite à jouer {seat} dans {slug} ({title}), une partie par lettres."
    ),
    "invitation by master to any": (
        "Le maître du jeu de {slug} vous invite à prendre une place dans {slug} ({title}), une partie par lettres."
    ),
    "invitation by nobody": "Vous êtes invité à jouer {seat} dans {slug} ({title}), une partie par lettres.",
    "invitation by nobody to any": (
        "Vous êtes invité à prendre une place dans {slug} ({title}), une partie par lettres."
    ),
    "invitation yes": "Si vous le voulez bien, répondez à cette lettre d'un seul mot : oui",
    "invitation no": (
        "Vous recevrez alors tout ce qu'il faut savoir. Sinon, ne faites rien, et vous n'entendrez plus parler de nous."
    ),
    "what game it is": "Quel jeu c'est, et comment va son premier tour : {url}",
    "game page": "La partie : {url}",
    # enlisted
    "subject enlisted": "Vous en êtes ; on tirera les places",
    "enlisted one": (
        "Vous jouez dans {slug}, une partie de {title}. 1 joueur sur {most} est là. Quand le dernier sera venu, les "
        "places seront tirées selon les souhaits."
    ),
    "enlisted some": (
        "Vous jouez dans {slug}, une partie de {title}. {count} joueurs sur {most} sont là. Quand le dernier sera "
        "venu, les places seront tirées selon les souhaits."
    ),
    "your wishes": "Vos souhaits, le plus cher d'abord : {wishes} ; ensuite n'importe quelle place.",
    "your wishes none": "Vous n'avez pas dit de souhait : n'importe quelle place peut être la vôtre.",
    "your wishes change": "Pour en changer, écrivez : join {slug}: {seats}, any",
    "withdraw how": "Pour vous retirer, écrivez : withdraw {slug}",
    "how seats are drawn": (
        "Comment on tire : dans un ordre que donnent les dés scellés de la partie, chacun reçoit le plus cher de ses "
        "souhaits qui reste. Quoi que souhaitent les autres, on n'obtient jamais mieux en disant autre chose que ce "
        "qu'on souhaite."
    ),
    # word
    "subject word": "Le mot de {slug}",
    "word let in": "Qui connaît ce mot peut jouer dans {slug} ; ne le donnez qu'à ceux que vous voulez y voir :",
    "word by letter": "Par lettre : join {slug} word {word}",
    "word by page": "Par le web : {url}",
    "word not needed": (
        "Qui est invité (« invite NOM@DOMAINE ») n'a pas besoin de mot. « new word » en fait un autre, et celui-ci ne "
        "vaut plus."
    ),
    "word gone": "Aucun mot n'ouvre plus cette partie ; la ligne « new word » en fait un.",
    # welcome
    "subject welcome": "Bienvenue",
    "subject welcome seat": "Bienvenue, {seat}",
    "welcome": "Vous jouez dans {slug}, une partie de {title}.",
    "welcome seat": "Vous jouez {seat} dans {slug}, une partie de {title}.",
    "seat has address": "Votre place a une adresse à soi :",
    "seat address how": (
        "Gardez-la pour vous : avec votre propre adresse, c'est la clé de votre place. Les ordres, les commandes et "
        "les messages y vont, un par ligne ; répondre à n'importe quelle lettre de cette partie revient au même. Si "
        "elle tombe en d'autres mains, « address new » vous en donne une autre."
    ),
    "begins when full": "La partie commence quand toutes les places sont prises ; vous en serez averti.",
    "begun already": "La partie est en cours ; un rapport suit, avec tout ce qu'il vous faut.",
    "never played it": (
        "Jamais joué ? La ligne « guide » vous apporte votre premier tour, qui prend cinq minutes, et un livret à "
        "imprimer ; « rules » énumère les règles, « orders » tout ce qui peut s'écrire, « help » toutes les commandes."
    ),
    "on the web": "Sur le web : {url}",
    "first turn and rules": "Le premier tour et les règles : {url}",
    # address
    "subject address": "L'adresse de votre place",
    "subject address new": "Une nouvelle adresse pour votre place",
    "address by master": (
        "Le maître du jeu a donné à votre place une nouvelle adresse. L'ancienne ne vaut plus : une réponse à une "
        "lettre précédente de cette partie vous revient."
    ),
    "address by player": (
        "Vous avez demandé une nouvelle adresse. L'ancienne ne vaut plus : une réponse à une lettre précédente de "
        "cette partie vous revient."
    ),
    "address of seat": "{seat}, dans {slug}, a cette adresse à soi :",
    "address is key": "Gardez-la pour vous : avec votre propre adresse, c'est la clé de votre place.",
    "answering is writing": "Répondre à cette lettre, ou à une lettre suivante, revient à y écrire.",
    "address how": "La ligne « address », en réponse à une lettre de {slug}, vous donne l'adresse de votre place.",
    # roll-call
    "subject roll call": "Êtes-vous là ?",
    "roll call": (
        "Toutes les places de {slug} sont prises. Avant de commencer, chacun dit qu'il est là : répondez à cette "
        "lettre par le mot « here », jusqu'au {when}."
    ),
    "roll call silent": (
        "La partie commence dès que tous l'ont dit. Si vous ne dites rien, la place {seat} est offerte à d'autres."
    ),
    "roll call silent seat": (
        "La partie commence dès que tous l'ont dit. Si vous ne dites rien, la place est offerte à d'autres."
    ),
    # unreachable, opened, vacant, taken
    "subject unreachable": "{seat} : on ne peut joindre qui joue",
    "letters come back": (
        "Plusieurs lettres à qui joue {seat}, dans {slug}, sont revenues sans avoir été remises. On continue d'en "
        "envoyer ; dès que cette personne écrit ou se connecte, tout est rentré dans l'ordre. Sinon, vous pouvez "
        "donner la place à quelqu'un d'autre."
    ),
    "subject opened": "{seat} est offert à d'autres",
    "seat opened": (
        "Rien n'est venu de vous : la place {seat}, dans {slug}, est offerte à d'autres, et son ancienne adresse ne "
        "vaut plus."
    ),
    "seat back how": (
        "Tant que personne ne l'a prise, vous pouvez la reprendre : écrivez « join {slug} as {label} » à pbem@{host}."
    ),
    "subject seat free": "{seats} : une place libre",
    "subject seats free": "{seats} : des places libres",
    "seat free resigned": "Le joueur de {seats} a quitté {slug}. On n'y attend personne.",
    "seat free silent": (
        "Rien n'est venu du joueur de {seats}, dans {slug} ; la place est libre, et l'on n'y attend personne."
    ),
    "seats free silent": (
        "Rien n'est venu des joueurs de {seats}, dans {slug} ; leurs places sont libres, et l'on n'y attend personne."
    ),
    "seat free": "{seats}, dans {slug}, n'a plus de joueur. On n'y attend personne.",
    "seats free": "{seats}, dans {slug}, n'ont plus de joueurs. On n'y attend personne.",
    "on offer": "À prendre : {seats}.",
    "who would play on": "Connaissez-vous quelqu'un qui jouerait la suite ?",
    "play on line": "La ligne « join {slug} as {seat} » à pbem@{host} suffit.",
    "play on page line": "La ligne « join {slug} as {seat} » à pbem@{host} suffit ; la situation est sur {url}.",
    "play on invited": "La ligne « invite NOM@HÔTE » l'invite ; sa réponse est « join {slug} as {seat} ».",
    "play on page invited": (
        "La ligne « invite NOM@HÔTE » l'invite ; sa réponse est « join {slug} as {seat} » ; la situation est sur {url}."
    ),
    "play on master": "La partie est pour les invités : parlez de lui au maître du jeu.",
    "play on page master": (
        "La partie est pour les invités : parlez de lui au maître du jeu ; la situation est sur {url}."
    ),
    "subject new player": "{seat} a un nouveau joueur",
    "new player named": "La place {seat}, dans {slug}, a désormais pour joueur {name}.",
    "new player somebody": "La place {seat}, dans {slug}, a désormais un autre joueur.",
    # replaced, resigned, ejected
    "seat handed over": (
        "Le maître du jeu de {slug} a donné {seat} à quelqu'un d'autre ; l'ancienne adresse ne vaut plus."
    ),
    "subject resigned": "Vous avez quitté {seat}",
    "seat left": (
        "Vous ne jouez plus {seat} dans {slug} ; l'ancienne adresse ne vaut plus. Les autres savent que la place est "
        "libre."
    ),
    "subject ejected": "Vous ne jouez plus {seat}",
    "seat taken away": "{seat} dans {slug} vous a été retiré par qui mène la partie. Son adresse ne vaut plus.",
    "seat taken away unexplained": (
        "{seat} dans {slug} vous a été retiré par qui mène la partie. Son adresse ne vaut plus ; la raison se trouve "
        "peut-être dans le registre, sur la page de la partie."
    ),
    # offered, gift, given
    "subject offered": "On vous offre {seat}",
    "seat offered": (
        "Qui joue {seat} dans {slug} voudrait vous céder la place, pour de bon. C'est une partie de {title}, jouée par "
        "courrier."
    ),
    "seat offered under way": (
        "Qui joue {seat} dans {slug} voudrait vous céder la place, pour de bon. C'est une partie de {title}, jouée par "
        "courrier ; elle est en cours."
    ),
    "seat offered how": "Si vous la voulez, répondez à cette lettre, d'ici deux semaines, par le seul mot : accept",
    "subject gift": "{seat} doit être cédée",
    "gift asks": (
        "Qui joue {seat} dans {slug} voudrait céder la place à quelqu'un, qui a accepté. Dans cette partie elle ne "
        "passe que si vous êtes d'accord."
    ),
    "gift how": "Pour l'être, écrivez : agree {label}",
    "gift or nothing": "Si vous ne faites rien, la place reste où elle est.",
    "subject given": "{seat} a passé en d'autres mains",
    "seat given": (
        "Vous avez cédé {seat}, dans {slug}, à qui vous l'aviez offerte ; l'ancienne adresse ne vaut plus. Merci "
        "d'avoir joué."
    ),
}
