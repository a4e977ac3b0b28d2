"""Français."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.wording.calendar import calendar
from pbem.wording.language import Language

CALENDAR = calendar(
    days="lundi mardi mercredi jeudi vendredi samedi dimanche",
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    short_days="lun mar mer jeu ven sam dim",
    short_months="janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    numbers="un deux trois quatre cinq six sept huit neuf dix onze douze",
    city=" (heure de {city})",
    left={
        "soon": "dans moins d'une heure",
        "hour": "dans une heure",
        "hours": "dans {count} heures",
        "day": "dans un jour",
        "days": "dans {count} jours",
    },
    lengths={
        "none": "moins d'une minute",
        "minute": "{count} minute",
        "minutes": "{count} minutes",
        "hour": "{count} heure",
        "hours": "{count} heures",
        "day": "{count} jour",
        "days": "{count} jours",
        "both": "{} et {}",
    },
)
SENTENCES: Mapping[str, str] = {
    "after closing": (
        "Votre lettre porte sur « {before} », jouée le {time}. Elle est arrivée plus tard, le {came} : rien n'en "
        "a été fait, ni pour cette phase ni pour une autre. Voici ce qu'elle aurait fait."
    ),
    "after deadline": (
        "Votre lettre porte sur « {before} ». Elle est arrivée le {came}, après le délai de cette phase, le "
        "{time} : rien n'en a été fait, ni pour cette phase ni pour une autre. Voici ce qu'elle aurait fait."
    ),
    "all": "tous",
    "and": "et",
    "as told to": "Tel qu’il est dit à {seat}",
    "aside copy": "la copie d'une lettre précédente (lignes : {count}), qui commence par : {first}",
    "aside quoted": "du texte cité (lignes : {count}), qui commence par : {first}",
    "aside signature": "une signature (lignes : {count}), qui commence par : {first}",
    "began": "Comment tout a commencé",
    "below": "Voir plus bas.",
    "book": "{title}, « {part} » : cela arrive dans une lettre à part (en anglais).",
    "by": "Ordres attendus avant le {when}.",
    "by in": "Ordres attendus avant le {when} : {left}.",
    "can": "Ce que {seat} peut ordonner : {title}",
    "can all": "Tout ce que {seat} peut écrire : {title}",
    "cited": "Ce que veut dire {code} : écrivez « rules {code} », ou voyez {url}",
    "cleared": "{phase} : tous vos ordres sont retirés.",
    "cleared some": "{phase} : vos ordres où figure « {what} » sont retirés.",
    "commands": "Commandes, une par ligne",
    "contents": "Sommaire",
    "details": "En détail",
    "did you mean": " Vouliez-vous dire {choices} ?",
    "due": "Des ordres sont attendus de {seats}.",
    "due all": "Des ordres sont attendus de tous.",
    "due relaxed": "{seats} peuvent parler sans y être tenus ; on continue quand tous sont prêts, ou au délai.",
    "ended abandoned": "La partie est finie : il ne restait personne pour la jouer.",
    "ended concession": "La partie est finie : tous l'ont concédée à {seats}.",
    "ended draw": "La partie est finie : les survivants se sont mis d'accord sur une nulle de {seats}.",
    "ended played": "La partie est finie, gagnée par {seats}.",
    "ended shared": "La partie est finie : {seats} se partagent la première place.",
    "fared": "Le chemin de chacun",
    "game book": "Le livre de la partie {slug} est en train ; il vient dans une lettre à part.",
    "late title": "votre lettre sur « {before} » est arrivée trop tard",
    "lost": "La ligne « ? » dit ce que vous pouvez ordonner, « help » les commandes, « guide » le premier tour.",
    "manners during": "Les joueurs ne s'écrivent que pendant : {kinds}.",
    "manners none": "Les joueurs ne s'écrivent pas.",
    "map on the web": "Cette carte, sur le web",
    "master": "le maître du jeu",
    "near": "S'en approchent : {titles}.",
    "next": "La suite",
    "no book": "{title} n'a pas ce livre ici. Vous pouvez écrire : {books}.",
    "no passage": "Rien ne s'appelle « {part} » dans les livres de {title}.",
    "no more steps": "On répond à {count} questions à la fois ; posez celle-ci à part.",
    "not done": "Cela n'a pas été fait.",
    "not ready": (
        "Cela n'a pas été fait : tout n'a pas été pris comme ordres. Écrivez « ready » quand les "
        "lignes sont comme vous les voulez."
    ),
    "nothing": "On n'attend rien de vous dans cette phase.",
    "nothing now": "Rien pour l'instant.",
    "now": "Où on en est",
    "once more": (
        "Pour dire la même chose dans la phase en cours, « {now} », répondez à cette lettre avec les mêmes lignes."
    ),
    "or": "ou",
    "ordinals": "Premier Deuxième Troisième Quatrième Cinquième Sixième Septième",
    "over time": "Au fil du temps : {unit}",
    "pace daily": "chaque jour",
    "pace days": "chaque {days}",
    "pace every": "{span} après le début d'une phase",
    "pace fixed": "{days} à {at}{place}",
    "paper continued": "{title}, suite",
    "paper game": "La page de la partie",
    "paper orders": "La page des ordres",
    "paper page": "{page} sur {pages}",
    "paper report": "Rapport",
    "paused": "Le temps est arrêté : la partie est suspendue. Les ordres sont encore pris.",
    "player": "Joueur",
    "press": "Messages depuis le dernier rapport",
    "press all": "À tous",
    "press last": "Les derniers messages",
    "press opens": (
        "Une fois la partie finie, tous pourront lire ce que vous avez écrit à certains ; non ce "
        "que vous avez écrit au maître du jeu. « close press » l'annule."
    ),
    "press stays closed": "Ce que vous avez écrit à certains reste entre vous.",
    "press with": "Avec {names}",
    "press before": "Les {count} derniers messages sur {all} ; les précédents ont été envoyés aussitôt écrits.",
    "press first": "Avant le début de la partie",
    "proof": "Phase {number}, preuve {hash}.",
    "proof fails": (
        "Résolue de nouveau à partir des ordres et des dés gardés, la partie diffère de ce qui est gardé. "
        "Phases ou sceaux en faute : {count}."
    ),
    "proof hash": "Empreinte",
    "proof holds": (
        "Résolue de nouveau à partir des ordres et des dés gardés, chacune des {count} phases est ce qui est "
        "gardé. Chaque empreinte couvre la précédente."
    ),
    "proof phase": "Phase",
    "proof sealed": "Avant le début de la partie, ses dés ont été scellés par {hash}.",
    "proved": "La preuve",
    "ready": "{phase} : c'est noté, il ne vous faut plus de temps.",
    "ready undone": "Une ligne plus bas annule celle-ci.",
    "report": "Le rapport « {phase} » arrive dans une lettre à part.",
    "rolled back": "Le maître du jeu a ramené la partie à « {phase} ». La suite s'est passée avant cette phase.",
    "rank": "Rang",
    "seat": "Place",
    "secret": "Le secret dont les dés ont été tirés était « {secret} » : il permet de vérifier chaque jet.",
    "said by": "{author}, {when} :",
    "under way": "La partie continue.",
    "wait": "{phase} : c'est noté, pour vous pas avant le délai.",
    "whole map": "La carte entière, sur le web",
    "why": "Raison : {why}.",
    "would clear": "Des ordres auraient été retirés.",
    "would not": "Cela aurait été refusé : {text}",
    "would ready": "Vous auriez été prêt.",
    "would stand": "Cela aurait compté : {text}",
    "would unvote": "Vos votes auraient été retirés.",
    "would vote": "Vous auriez voté.",
    "would wait": "Vous auriez attendu le délai.",
    "you": "Vous",
    # les parties d'une lettre qui n'ont pas pu être lues, ou ont été laissées de côté
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
    # ce qui est mis aux voix
    "proposed concession": "de concéder la partie à {seats}",
    "proposed draw": "une nulle",
    "proposed draw of": "une nulle, partagée par {seats}",
    "proposed time": "{span} de plus",
    "proposed win": "que {seats} gagne seul",
    # ce qui répond à une commande
    "address": "Elle arrive dans une lettre à part.",
    "address new": "Votre place a une nouvelle adresse ; elle arrive dans une lettre à part.",
    "address new of": "{seat} a une nouvelle adresse ; qui le joue en est averti.",
    "all ready": "Tous sont prêts.",
    "carried": "Le vote est acquis.",
    "clock runs": "Le temps reprend ; tous en sont avertis.",
    "clock stands": "Le temps est arrêté ; tous en sont avertis.",
    "deadline moved": "Le délai est déplacé ; tous en sont avertis.",
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
    "master alone": "Seul le maître du jeu déplace un délai sans vote. Vous pouvez écrire : vote extend {length}",
    "needs proof": "Cela ne se fait que pour une lettre de votre adresse inscrite à celle de votre place.",
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
    "of which game": (
        "De quel jeu ? Écrivez son nom derrière le mot, par exemple « rules {first} ». Il y a : {codes}."
    ),
    "orders by": "{phase} : ordres attendus avant le {when}.",
    "played by": "{seat} est joué maintenant par {address}.",
    "proposal": "On propose {proposal} ; il y faut {needed} voix.",
    "proposal one": "On propose {proposal} ; il y faut une voix.",
    "resign how": "Pour quitter {seat} pour de bon, écrivez : resign {slug}",
    "resolved": "C'est joué ; {phase} a commencé.",
    "resumed from": "La partie reprend à {phase} ; tous en sont avertis.",
    "sent to": "Envoyé à {names}.",
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
    "press block": "C'est un bloc pour d'autres ou pour le serveur ; il n'a été ni envoyé à {circle} ni fait. {how}",
    "press how": (
        "Pour donner des ordres, répondez à un rapport ou à un reçu, ou écrivez « pbem » devant chaque ligne ; pour "
        "envoyer ces mots à {circle}, joignez-y une phrase à vous."
    ),
    "press no orders": (
        "Rien n'en a été pris comme ordre ou commande. Donnez vos ordres en réponse à un rapport ou à un reçu, ou "
        "écrivez « pbem » devant la ligne."
    ),
    "press withheld": "Chaque ligne en est un ordre ou une commande ; cela n'a été ni envoyé ni fait. {how}",
    # ce que dit une page quand quelque chose a été fait
    "page carried": "Le vote est acquis.",
    "page cast": "Votre vote est pris.",
    "page cleared": "Tous vos ordres sont retirés.",
    "page corrected": "Ordres donnés à la place de {seat}, qui en est averti.",
    "page deadline": "Le délai est déplacé ; tous en sont avertis.",
    "page demonstration": "Vous jouez {seat} ; des robots jouent les autres.",
    "page left": "Vous avez quitté la partie.",
    "page letter refused": "La lettre n'a pas pu être envoyée : {why}",
    "page letter sent": "Envoyée. La réponse arrive dans un instant : rechargez cette page.",
    "page master readdressed": (
        "{seat} a une nouvelle adresse secrète, l'ancienne ne vaut plus. Seul qui joue la place la reçoit, par lettre."
    ),
    "page opened": "{slug} est ouverte. On y entre sur sa page, ou par lettre avec la ligne « join {slug} ».",
    "page paused": "Le temps est arrêté.",
    "page press sent": "Envoyé.",
    "page processed": "C'est joué ; voici maintenant {phase}.",
    "page tried": "Ce que vous avez essayé pour vous-même : ce sont maintenant vos ordres.",
    "page tried nothing": "Vous n'avez rien essayé pour vous-même.",
    "page ready": "C'est noté : il ne vous faut plus de temps.",
    "page readdressed": "Votre place a une nouvelle adresse secrète ; elle arrive par lettre. L'ancienne ne vaut plus.",
    "page replaced": "{seat} est joué maintenant par {address}.",
    "page resumed": "Le temps reprend.",
    "page rolled back": "La partie reprend à {phase}.",
    "page saved": "C'est noté.",
    "page saved everywhere": "C'est noté ; tous les navigateurs sont déconnectés.",
    "page seated": "Vous jouez {seat}.",
    "page sent to all": "Envoyé à tous.",
    "page signed out": "Vous êtes déconnecté.",
    "page taken back": "C'est retiré.",
    "page tick": "Cochez la case pour montrer que c'est bien ce que vous voulez.",
    "page unvoted": "Votre vote est retiré.",
    "page wait": "C'est noté : pas avant le délai.",
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
    # seats, and who sits on them
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
    "page declined": "Noté : vous ne remplacez personne.",
    "page deputy ended": "Plus personne ne vous remplace.",
    "page stands in": "Vous êtes remplaçant ; une lettre avec une adresse à vous pour la place est en route.",
    # leading games
    "asked to lead": "{address} est prié de mener la partie, et le fera dès qu'il accepte.",
    "because": "{text} Pourquoi : {reason}",
    "cancel how": "Pour terminer la partie pour de bon, écrivez : cancel {slug}",
    "cancelled": "{slug} est terminée ; tous en sont avertis.",
    "co-master": "le second maître du jeu",
    "dismissed": "{address} ne mène plus la partie.",
    "dummy": "{seat} est désormais joué par le conseiller du jeu.",
    "ejected": "{seat} est libre maintenant ; qui le jouait en est averti.",
    "ended cancelled": "La partie a été annulée.",
    "final cancel": "{game} prend fin pour tous, sans vainqueur",
    "final rollforward": "{game} reprend où elle en était avant le retour ; tous les ordres depuis sont nuls",
    "leads now": "{address} est désormais le maître du jeu.",
    "ledger": "Le registre de {slug}",
    "ledger line": "{when} : {text}",
    "orders corrected": "Les ordres de {seat} sont tels que vous les avez écrits ; qui le joue en est averti.",
    "preview": "Essai : ce qui serait annoncé si tout était joué maintenant",
    "you help lead": "Vous menez {slug} avec son maître du jeu.",
    "you lead": "Vous êtes désormais le maître du jeu de {slug}.",
    "you lead no more": "Vous ne menez plus {slug}.",
    "page cancelled": "La partie est terminée.",
    "page dismissed": "{address} ne mène plus la partie.",
    "final hand over": "{game} est menée par {address} à votre place, dès qu'il accepte",
    "board corrected": "La position est rectifiée ; {phase} continue, et tous en sont avertis.",
    "can correct": "Ce qui peut être rectifié",
    "page board corrected": "La position est rectifiée ; tous en sont avertis.",
    "put right": "Qui mène la partie a rectifié la position : {lines}. La suite a mené à la position d'avant.",
    "terms": "Ce qui est convenu pour {slug}",
    "terms changed": "Changé : {lines}. Tous en sont avertis.",
    "created": (
        "{slug} est ouverte, et vous en êtes le maître du jeu ; ordres {pace}. On la rejoint par la ligne : join {slug}"
    ),
    "former player": "un ancien joueur",
    "export comes": "Cela vient dans une lettre à part, en fichier.",
    "forget how": (
        "Tout ce qui est gardé de vous vient dans une lettre à part. Pour être oublié pour de bon, écrivez : forget"
        " me {address} – vos sièges deviennent libres, vos lettres sont effacées, les parties finies nomment un "
        "ancien joueur, et vous ne recevez plus aucune lettre."
    ),
    "forgotten": "Vous êtes oublié ici. Merci d'avoir joué.",
    "final forget": "tout ce qui est gardé de vous est effacé, et vos sièges deviennent libres",
    "final address": "vos lettres iront à {address} dès que cette adresse l'accepte",
    "address asked": (
        "{address} est priée de dire si elle est à vous ; dès qu'elle l'accepte, tout ce que vous avez ici la suit."
    ),
    "address is": "Vos lettres vont à {address}. Pour une autre, écrivez : set address NOM@HÔTE",
    "address moved": "Vos lettres viennent désormais à {address}, et tout ce que vous aviez est ici.",
    "address from there": (
        "Envoyez cette ligne depuis la nouvelle adresse : le mieux est de répondre à la lettre qui l'a apportée."
    ),
    "forget again": "Rien n'a été effacé : ce que vous avez écrit n'est pas votre adresse.",
    "judge": "C'est ce que comprennent les juges. Ici cela se fait, ou s'apprend, par : {lines}.",
    # campaigns
    "campaign again": "Vous jouez la prochaine saison de {title}.",
    "campaign at table": "Joueurs",
    "campaign begun": "{title} a commencé ; ses parties : {count}.",
    "campaign due": "{phase}, ordres avant le {when}",
    "campaign duplicate": (
        "un duplicate : toutes les tables commencent de même, et chacun est comparé à ceux qui tenaient sa place "
        "ailleurs"
    ),
    "campaign entered": "Vous participez à {title}.",
    "campaign game": "Partie",
    "campaign games": "Tours",
    "campaign hidden": "secret jusqu'à la fin",
    "campaign is asking": (
        "Le tour {round} est fini. On demande à chacun s'il joue le suivant ; {entered} ont dit oui, il en faut "
        "{needed}."
    ),
    "campaign is finished": "C'est fini.",
    "campaign is open": "On peut s'inscrire : {entered} jusqu'ici, {needed} par table.",
    "campaign is running": "Tour {round}{rounds} : {over} parties finies sur {count}.",
    "campaign knockout": "une coupe : les meilleurs de chaque table continuent",
    "campaign league": "une ligue : chacun joue tous les tours",
    "campaign left": (
        "Vous ne jouez plus d'autre tour de {title}. Les places que vous tenez, vous les rendez dans leurs parties."
    ),
    "campaign line": "{slug} : {title}, {kind}. {game}. {lead}",
    "campaign nameless": "un joueur sans nom",
    "campaign not again": "Vous ne jouez pas la prochaine saison de {title}.",
    "campaign of rounds": " sur {count}",
    "campaign place": "Rang",
    "campaign player": "Joueur",
    "campaign points": "Points",
    "campaign rests": "Ce tour est laissé par {players}, faute d'une table pleine.",
    "campaign round": "Les parties du tour {round}",
    "campaign series": "une série : une partie suit l'autre, avec ceux qui disent oui",
    "campaign standings": "Le classement",
    "campaign stands": "Où elle en est",
    "campaign wins": "Gagnées",
    "campaign won": "{title} est fini. Premier : {players}.",
    "campaigns": "Les campagnes",
    "no campaigns": "Il n'y a aucune campagne en ce moment.",
    "page campaign opened": (
        "{title} est ouvert. On s'inscrit sur cette page, ou par lettre avec la ligne : enter {slug}"
    ),
    # tours manqués
    "by advice": "le conseil du jeu",
    "by deputy": "son suppléant",
    "by later": "ce qui avait été ordonné d'avance",
    "by master": "le maître du jeu",
    "by standing": "les derniers ordres donnés",
    "here": "Vous êtes là. La partie commence quand tous l'ont dit.",
    "here all": "Vous êtes là, et tous les autres aussi : la partie a commencé.",
    "later dropped": "Ce que vous aviez ordonné d'avance est retiré ({count}).",
    "later kept": (
        "Gardé pour {phase}. Quand une phase de ce nom s'ouvre, vos lignes sont jugées et données, et l'on vous dit ce "
        "qui est pris ; elles valent tant que vous n'écrivez pas vous-même."
    ),
    "later list": "Ordonné d'avance",
    "later none": "Vous n'avez rien ordonné d'avance.",
    "stand ins": "Si vous n'écrivez pas, voici ce qui vous remplace : {ways}.",
    "stand ins none": "Si vous n'écrivez pas, rien ne vous remplace : on fait ce que dit alors la règle du jeu.",
    "told excused": "Aucun ordre de {seats} ({phase}) ; c'est excusé.",
    "told late": "Les ordres de {seats} ({phase}) sont venus après le délai, à temps pour compter.",
    "told missed": "Aucun ordre de {seats} ({phase}).",
    "told stood in": "Pour {seats}, c'est {by} qui a compté.",
    "told unreachable": "Aucun ordre de {seats} ({phase}) ; les lettres à ce joueur reviennent.",
    "prospects": "{seat} (place {place} sur {count})",
    "turns excused": "excusés : {count}",
    "turns late": "en retard : {count}",
    "turns missed": "manqués : {count}",
    "turns stood in": "remplacés : {count}",
    "turns taken": "joués : {count}",
    "turns unreachable": "injoignable : {count}",
    "you excused": "Vous n'avez pas envoyé d'ordres ({phase}). C'est excusé, et ne compte pas comme un tour manqué.",
    "you late": "Vos ordres ({phase}) sont venus après le délai, à temps pour compter.",
    "you may lose": "Si vous manquez ce tour, votre place est offerte à d'autres.",
    "you missed": "Vous n'avez pas envoyé d'ordres ({phase}) ; on a fait ce que dit alors la règle du jeu. {next}",
    "you missed last": "Si vous manquez aussi le prochain tour, votre place est offerte à d'autres.",
    "you missed more": "Après {count} autres tours manqués de suite, votre place est offerte à d'autres.",
    "you missed never": "Le mot « ready » seul, sans ordres, est un tour joué.",
    "you stood in": "Vous n'avez pas envoyé d'ordres ({phase}) ; à votre place : {by}.",
    "enlisted": (
        "Vous attendez le tirage dans {slug} : les places se donnent quand tous les joueurs sont là. Une lettre "
        "vous en dit plus."
    ),
    "invited": "Invités : {addresses}. Chacun reçoit une lettre.",
    "invited none": (
        "Personne n'a été invité : chacun l'était déjà, ou a reçu aujourd'hui autant d'invitations qu'on peut en avoir."
    ),
    "unlisted": "Vous vous êtes retiré de {slug}.",
    "word comes": "Le mot vient dans une lettre à part ; celui d'avant ne vaut plus.",
    "page word": "Il y a un nouveau mot ; celui d'avant ne vaut plus.",
    "reliable": "{percent} % de {turns} tours à temps ; parties : {games}.",
    "reliable left": "A quitté {count} places avant la fin.",
    "reliable left one": "A quitté une place avant la fin.",
    "reliable new": "Pas encore de tours dont on puisse parler.",
    "reliable rescued": "A repris {count} places que d'autres avaient quittées.",
    "reliable rescued one": "A repris une place qu'un autre avait quittée.",
    "whois": "Qui s'appelle {name}",
    "whois none": (
        "Personne ne s'appelle ainsi, qui joue ou ait joué là où les noms se disent. Écrivez deux lettres au moins."
    ),
    "final give": "{seat} dans {game} passe pour de bon à quelqu'un d'autre, s'il accepte",
    "gift accepted": "{seat} dans {slug} est à vous. Une lettre avec l'adresse de votre place est en route.",
    "gift agreed": "{seat} a passé en d'autres mains.",
    "gift offered": "{seat} est offerte à {address}. Jusqu'à l'accord la place est à vous ; « keep seat » la reprend.",
    "gift waits": "Vous prenez {seat} dans {slug} ; il faut l'accord du maître du jeu, à qui on le demande.",
    "gift withdrawn": "Vous gardez {seat} ; la place n'est offerte à personne.",
    "not watching": "Vous ne recevez plus les rapports de {slug}.",
    "watching": "Vous recevez les rapports publics de {slug} à partir du prochain ; « unwatch {slug} » y met fin.",
    # pace and absences
    "quiet": "Aucun délai ne tombe {times}.",
    "quiet day": "le {day}",
    "quiet days": "du {first} au {last}",
    "quiet holidays": "un jour férié ({places})",
    "quiet hours": "entre {start} et {end}",
    "quiet weekdays": "le {days}",
    "calendar grace": "Les ordres en retard sont attendus : {span}.",
    "calendar sent": "L'adresse de votre calendrier arrive dans une lettre à part.",
    "calendar new": "Votre calendrier a une nouvelle adresse, qui arrive par lettre ; l'ancienne ne vaut plus.",
    "file nothing": (
        "{name} : aucun congé à venir n'y figure. Comptent les journées entières et les événements d'au moins "
        "20 heures, sauf s'ils se répètent ou vous laissent libre."
    ),
    "pace next": "Les prochains délais, si chaque phase se termine au sien :",
    "pace would": "Les prochains délais seraient, si chaque phase se terminait au sien :",
    "pace told": "Les ordres sont attendus {pace}.",
    "pace of": "Le rythme de {slug}",
    "pace asked": "Le rythme « {pace} »",
    "away noted": "Vous êtes en congé du {first} au {last} ; {games}.",
    "away noted day": "Vous êtes en congé le {first} ; {games}.",
    "away moves": "dans {slugs}, aucun délai ne tombe sur vous à ce moment : il est reporté jusqu'à votre retour",
    "away not in": "dans {slug}, personne ne vous attend (jours qui y restent cette année : {left} sur {most})",
    "away nowhere": "aucune de vos parties ne doit attendre",
    "away list": "Vos congés",
    "away none": "Vous n'avez annoncé aucun congé. « away 3 Jan to 10 Jan » en annonce un.",
    "away days": "du {first} au {last}",
    "away day": "le {first}",
    "away left": "{slug} : jours qui restent cette année : {left} sur {most}.",
    "back": "Bon retour. Personne ne vous attend plus.",
    "back ahead": "Congé annulé : {times}.",
    "calendar due": "{slug} : {phase}, ordres de {seat}",
    "calendar away": "Congé (pbem)",
    "calendar name": "pbem : mes délais",
    "page back": "C'est noté : vous êtes de retour.",
    "page calendar new": "Votre calendrier a une nouvelle adresse ; l'ancienne ne vaut plus.",
    "file read": "{name} : {told}",
    "file unreadable": "{name} n'est pas un fichier de calendrier lisible, ou il est trop grand.",
    "which seat": (
        "Vous tenez plusieurs places dans {slug} : {seats}. Répondez à une lettre pour celle dont il s'agit, ou "
        "mettez son nom dans l'objet."
    ),
    # comment elle finit : votes, points, ce qu'on en dit après, carnets, classements
    "ended time": "La partie est finie : le temps est écoulé, et {seats} est en tête.",
    "ended time shared": "La partie est finie : le temps est écoulé, et {seats} se la partagent.",
    "ballot any": "toute nulle que vous partagez",
    "ballot others": "une nulle partagée par {seats}, ou par moins d'entre eux",
    "ballot own": "une nulle partagée par {seats}, ou par moins d'entre eux avec vous",
    "draws any": (
        "Une nulle peut en laisser de côté. Qui se nomme accepte aussi les nulles plus petites qu'il partage ; "
        "de toutes celles qu'acceptent tous ceux qui ont une voix, la plus grande est acquise."
    ),
    "draws none": "On ne vote ni nulle ni concession dans cette partie.",
    "draws survivors": "Une nulle est partagée par tous ceux qui restent.",
    "voted open": "{phase} : votre vote est pris. Tous voient ce qui est proposé, et qui est pour.",
    "votes": "Votes",
    "votes by": "Pour : {seats}.",
    "votes mine": "Vous avez voté pour : {proposals}.",
    "votes mine none": "Vous n'avez rien voté dans cette phase.",
    "votes open": "Les votes sont publics : tous voient qui est pour quoi.",
    "votes secret": "Les votes sont secrets : tous voient ce qui est proposé, personne ne voit qui est pour.",
    "votes table none": "Rien n'est proposé dans cette phase.",
    "votes who": "Ont une voix : {seats}.",
    "decimal": ",",
    "score": "Points",
    "score line": "{seat} : {score}",
    "score prospect": "{seat} : {drawn} par une nulle de tous ceux qui restent, {won} par une victoire seul",
    "scored by": "Points comptés par {system}. {told}",
    "scores": "Points",
    "scores now": "Ce que vaudrait une fin maintenant",
    "scoring c-diplo": "C-Diplo",
    "scoring carnage": "Carnage",
    "scoring draw-size": "la taille de la nulle",
    "scoring places": "les places",
    "scoring points": "les points",
    "scoring sum-of-squares": "la somme des carrés",
    "scoring tribute": "Tribute",
    "scoring winner": "le seul vainqueur",
    "scoring told c-diplo": (
        "Chacun a un point, un de plus par centre, et les trois qui ont le plus de centres ont 38, 14 et 7 ; qui est à "
        "égalité partage. Qui gagne seul a le tout, soit 100."
    ),
    "scoring told carnage": (
        "Le premier de sept a 7000 points, le deuxième 6000, le dernier 1000, et chacun un de plus par centre ; qui "
        "est à égalité partage, et des éliminés le dernier parti est devant. Qui gagne seul a le tout : 28034."
    ),
    "scoring told draw-size": "Il y a 100 points : à qui gagne seul, ou à parts égales à ceux qui partagent une nulle.",
    "scoring told places": "Chacun a autant de points qu'il y en a derrière lui ; qui est à égalité partage.",
    "scoring told points": "100 points sont partagés en proportion de ce que compte le tableau.",
    "scoring told sum-of-squares": (
        "100 points sont partagés en proportion des carrés de ce que chacun a ; qui gagne seul les a tous."
    ),
    "scoring told tribute": (
        "Chacun a un point par centre, et ceux qui restent se partagent 66 points. Chacun d'eux en paie un à celui qui "
        "a le plus de centres, pour chacun de ses centres au-delà de six. Qui gagne seul a le tout : 100."
    ),
    "scoring told winner": "Il y a 100 points pour le premier ; ceux qui partagent la première place se les partagent.",
    "statement gone": "Ce que vous avez dit de {slug} est retiré.",
    "statement kept": "Tous peuvent lire ce que vous dites de {slug}. Jusqu'au {until} vous pouvez le récrire.",
    "statements": "Ce qu'on en a dit après",
    "diary": "Votre carnet",
    "diary deleted": "La note {number} n'est plus dans votre carnet.",
    "diary line": "{entry} : {beginning}",
    "diary entry": "{number}. {phase}, {when}",
    "diary kept": "C'est la note {number} de votre carnet. Personne d'autre ne la lit.",
    "diary kept open": (
        "C'est la note {number} de votre carnet. Personne d'autre ne la lit avant la fin de la partie ; alors tous le "
        "peuvent."
    ),
    "diary note": "Note {number}",
    "diary nothing": "Il n'y a rien dedans.",
    "diary of": "Du carnet de {seat}",
    "diary opens": (
        "Une fois la partie finie, tous peuvent lire votre carnet, et ce que vous y écrirez encore. « close diary » "
        "l'annule."
    ),
    "diary stays closed": "Personne d'autre que vous ne lit votre carnet.",
    "rating": "{place}. {name} : {strength} ± {spread}, après {count} parties",
    "rating one": "{place}. {name} : {strength} ± {spread}, après une partie",
    "rating nameless": "un joueur sans nom",
    "ratings": "Classement de toutes les parties",
    "ratings how": (
        "Le premier chiffre dit la force qu'on prête à un joueur (25 avant sa première partie), le second de combien "
        "on peut se tromper. L'ordre est celui de ce qui est presque sûr : un nouveau venu monte en jouant."
    ),
    "ratings none": "Personne n'est encore classé.",
    "ratings of": "Classement de {title}",
    # des preuves aux mains des joueurs
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
REFUSALS: Mapping[str, str] = {
    "all must share": (
        "Dans cette partie, une nulle est partagée par tous ceux qui restent : {seats}. Votez « draw » sans noms."
    ),
    "already seated": "Vous jouez déjà {seat} dans {slug} ; on n'a qu'une place par partie.",
    "bad address": "« {address} » n'est pas une adresse. Une adresse ressemble à name@example.org.",
    "bad correction": "Rien n'a été changé : les ordres de {seat} restent ce qu'ils étaient. {faults}",
    "bad options": "Ces options ne sont pas possibles. {faults}",
    "bad pace": "{why}",
    "bad rules": "Ces règles ne sont pas possibles. {faults}",
    "rule too long": "{rule} ne peut dépasser {days} jours.",
    "bad print": "{what}={said} n'est pas possible ici. Il y a {known}.",
    "bad proposal": (
        "« {proposal} » ne peut pas être mis aux voix ici. On peut proposer : draw, draw avec les noms de qui partage, "
        "concede et le nom de qui gagne, extend 24h."
    ),
    "bad rule": "{key} = {value} n'est pas possible. Sont permis : {allowed}.",
    "bad slug": (
        "« {slug} » ne peut pas nommer une partie. Prenez de 1 à 40 petites lettres, chiffres et tirets : verdun-2."
    ),
    "bad zone": "{why}",
    "extension too long": "Un vote déplace un délai de {hours:g} heures au plus.",
    "game full": "Toutes les places de {slug} sont prises.",
    "game over": "{slug} est finie.",
    "link expired": "Ce lien de connexion est trop ancien. Demandez-en un autre.",
    "link unknown": "Ce n'est pas un lien de connexion de ce serveur. Demandez-en un autre.",
    "link used": "Ce lien de connexion a déjà servi. Demandez-en un autre.",
    "no book yet": "Il n'y a pas encore de livre de la partie {slug} : il faut une phase résolue.",
    "no draws": "On ne vote ni nulle ni concession dans {slug}.",
    "no extensions": "On ne vote pas sur les délais dans cette partie. Adressez-vous au maître du jeu.",
    "no orders": "Il n'y a rien que {seat} puisse ordonner dans {phase}.",
    "no press": "Les joueurs de {slug} ne s'écrivent pas. Vous pouvez écrire au maître du jeu : press to master.",
    "no press now": (
        "Dans cette partie, les joueurs ne s'écrivent que pendant : {kinds}. Le maître du jeu vous lit toujours."
    ),
    "no such engine": "Il n'y a pas de jeu « {engine} » sur ce serveur. Il y a : {engines}.",
    "no such game": "Il n'y a pas de partie « {slug} ».{near:near}",
    "no such kind": "« {word} » n'est pas une sorte de phase de ce jeu.{near:near} Ses sortes sont {kinds}.",
    "no such order": "Aucun de vos ordres ne dit « {what} ». Les vôtres sont : {orders}.",
    "no such phase": "La partie n'a pas de phase numéro {number} où revenir.",
    "no such seat": "« {word} » n'est pas une place de cette partie.{near:near} Les places sont {seats}.",
    "no such vote": "Vous n'avez pas voté cela.",
    "no vote": "{seat} n'a pas de voix : qui est éliminé, joué par un robot ou absent depuis deux tours n'en a pas.",
    "not paused": "{slug} n'est pas suspendue.",
    "not running": "{slug} n'est pas en cours : {status}.",
    "not the master": "Seul le maître du jeu de {slug} peut faire cela.",
    "other browser": "Ouvrez le lien dans le navigateur où vous l'avez demandé, ou demandez-en un autre ici.",
    "plays already": "{address} joue déjà dans {slug} ; on n'a qu'une place par partie.",
    "press empty": "Le message est vide.",
    "press to nobody": "Le message ne s'adresse qu'à vous-même.",
    "press too long": "Le message a {length} caractères ; {longest} au plus. Envoyez-le en plusieurs fois.",
    "seat vacant": "Personne ne tient {seat}.",
    "slug taken": "Il y a déjà une partie « {slug} ». Choisissez un autre nom.",
    "text too long": "Les ordres ont {length} caractères ; {longest} au plus.",
    "too many books": "Vous avez fait faire {most} livres aujourd'hui ; c'est le plus. Redemandez demain.",
    "too many commands": (
        "Vous avez donné dans l'heure {most} commandes dont on écrit des lettres ; c'est le plus. Donnez celle-ci plus "
        "tard."
    ),
    "too many games": "Vous avez ouvert {most} parties aujourd'hui ; c'est le plus. Ouvrez la prochaine demain.",
    "too many invitations": (
        "Vous avez invité aujourd'hui {most} personnes qui n'ont jamais écrit à ce serveur ; c'est le plus. Invitez la "
        "suivante demain, ou laissez les gens prendre place eux-mêmes."
    ),
    "too many messages": "Vous avez écrit {most} messages dans l'heure ; c'est le plus. Écrivez celui-ci plus tard.",
    "too many orders": (
        "Avec ceux-ci, vos ordres auraient {length} caractères en tout ; {longest} au plus. Dites-en moins, ou retirez "
        "avec « clear ». Rien n'a été changé."
    ),
    "what if chance": "Cette phase dépend aussi du hasard ; on ne peut dire ce qui arriverait.",
    "what if hidden": "Ce que tiennent les autres vous est caché ; on ne peut dire ce qui arriverait.",
    # seats, and who sits on them
    "bad name": "« {name} » ne peut pas être votre nom ici. Donnez celui que les autres joueurs vous connaissent.",
    "deputy span": (
        "On remplace un joueur {days} jours au plus, des jours qui ne sont pas passés et commencent d'ici un an."
    ),
    "deputy yourself": "On ne se remplace pas soi-même.",
    "no deputies": "Dans {slug}, personne ne remplace un joueur.",
    "no deputy": "Personne ne remplace {seat}, et personne n'en est prié.",
    "nothing offered": "Il n'y a rien dans {slug} qu'on vous ait demandé et à quoi vous puissiez encore répondre.",
    "plays and stands in": "Vous jouez vous-même dans {slug}, et là personne ne remplace un autre joueur.",
    # leading games
    "does not lead": "{address} ne mène pas {slug}, et n'en a pas été prié.",
    "leads already": "{address} mène déjà {slug}.",
    "never wrote": (
        "Personne à {address} n'a encore écrit à ce serveur. Cela fait, on pourra le prier : une lettre avec la "
        "ligne « games » suffit."
    ),
    "no adviser": "{title} n'a pas de conseiller qui puisse jouer un siège.",
    "nobody else leads": (
        "{slug} a besoin de quelqu'un qui la mène : écrivez d'abord « hand over to » et une adresse, et retirez-"
        "vous quand c'est accepté."
    ),
    "not asked": "Personne ne vous a prié de mener {slug}.",
    "nothing to go forward to": "{slug} n'est pas revenue en arrière, ou en est déjà de retour.",
    "plays himself": (
        "Vous jouez vous-même dans {slug}, et verriez les ordres des autres. Qui mène la partie sans y jouer peut "
        "regarder."
    ),
    "too many leaders": "{slug} en a {most} autres qui la mènent ou en sont priés ; c'est le plus.",
    "would be stuck": "Cela ne pourrait pas être joué tel quel ({error}) ; l'hôte peut dire pourquoi.",
    "tick to cancel": "Cochez la case pour montrer que c'est voulu.",
    "bad board": "Rien n'a été rectifié. {faults}",
    "no corrections": (
        "Les positions de {title} ne peuvent être rectifiées par une phrase. Revenez à une phase passée, ou donnez "
        "des ordres à la place d'un siège."
    ),
    "nobody would owe": (
        "Personne n'aurait alors rien à ordonner. Rectifiez la phase d'avant, ou faites d'abord jouer celle-ci."
    ),
    "plays with secrets": (
        "Vous jouez vous-même dans {slug}, et apprendriez ce qui est caché. Qui mène la partie sans y jouer peut le"
        " faire."
    ),
    "bad lines": "Aucune partie n'a été ouverte. {faults}",
    "nothing new": "Rien n'en est nouveau dans {slug} : il en est déjà ainsi.",
    "rule fixed": (
        "{rule} ne peut plus changer quand la partie a commencé : les joueurs l'ont acceptée ainsi. Ouvrez une "
        "autre partie."
    ),
    "address code": (
        "Ce n'est pas un code pour une nouvelle adresse, ou il est trop vieux. Demandez-en un autre par « set "
        "address » et l'adresse."
    ),
    "address taken": (
        "{address} est déjà connue ici. Si c'est la même personne, réunissez les deux : pbem player merge."
    ),
    "banned": "L'hôte ne laisse pas cette personne jouer ici.",
    "not banned": "{address} n'est pas exclue.",
    "not your address": "Pour être oublié pour de bon, écrivez : forget me {address}",
    "same person": "C'est déjà {address}.",
    "sit together": (
        "Les deux adresses tiennent un siège dans {slugs} : deux sièges d'une partie ne reviennent pas à une seule "
        "personne. Quittez d'abord l'un des deux."
    ),
    "too many addresses": (
        "Tant de lettres sont allées à de nouvelles adresses que celle-ci n'en reçoit pas pour l'instant. "
        "Redemandez demain."
    ),
    "too many exports": "Vous en avez demandé {most} aujourd'hui ; c'est le plus. Redemandez demain.",
    # campaigns
    "bad campaign": (
        "Cette campagne n'est pas possible. Sa sorte est {kinds} ; elle a {most} tours au plus, une ligue au moins un."
    ),
    "campaign closed": "{title} n'accepte plus personne.",
    "entered": "Vous participez déjà à {title}.",
    "no such campaign": "Il n'y a pas de campagne « {slug} ».{near:near}",
    "not entered": "Vous ne participez pas à {title}.",
    "too few entrants": "Une table demande {needed} joueurs ; {entered} sont inscrits.",
    # tours manqués
    "no later phase": (
        "Aucune phase ne s'appellera « {word} », ou elle est finie. Dites « next », un genre ({kinds}) ou un nom "
        "comme {like}."
    ),
    "no roll call": "Il n'y a pas d'appel dans {slug} en ce moment.",
    "no such stand-in": "« {word} » ne peut pas vous remplacer ici. Ce qui le peut : {known}.",
    "open already": "{phase} est ouverte : envoyez ces lignes telles quelles, sans « phase ».",
    "seat taken": "{seat}, dans {slug}, a déjà un joueur. Libre : {free}.",
    "too many later": "Vous avez ordonné d'avance pour {most} phases ; c'est le plus. Retirez-en une.",
    "not invited": "{slug} est pour qui est invité, ou connaît son mot : join {slug} word …",
    "not reliable": "Dans {slug} joue qui a donné {percent} % de ses tours à temps ; pour vous c'est {known} %.",
    "seats are drawn": "Les places de {slug} sont tirées quand tous les joueurs sont là ; jusque-là personne n'en a.",
    "too many at once": "Invitez {most} personnes à la fois au plus.",
    "too new": "Dans {slug} joue qui a eu {turns} tours dans des parties d'ici ; vous en avez eu {known}.",
    "gift to yourself": "La place est à vous.",
    "no gifts": "Dans {slug} on ne cède pas sa place. Qui part écrit : resign {slug}",
    "no watchers": "Les rapports de {slug} ne vont qu'à ses joueurs ; sa page montre ce que chacun peut savoir.",
    "plays already here": "Vous jouez dans {slug}, ou y remplacez quelqu'un.",
    "stands in already": (
        "Vous remplacez quelqu'un dans {slug} et ne pouvez pas y jouer aussi ; « decline {slug} » y met fin."
    ),
    "too many watchers": (
        "Tant de gens suivent {slug}, ou vous suivez tant de parties, qu'il n'y en a plus de possible."
    ),
    # pace and absences
    "absence far": "Le {first} est trop loin : annoncez-le au plus {days} jours avant.",
    "absence long": "{count} jours, c'est plus qu'un congé ne peut avoir ; {most} au plus.",
    "absence unclear": "{why}",
    "no absence left": "{slug} n'attend pas si longtemps : jours qui y restent cette année : {left} sur {most}.",
    "not away": "Vous n'avez annoncé aucun congé.",
    "too many absences": "Vous avez annoncé {most} congés en un an ; c'est le maximum.",
    "deadline far": "Un délai est au plus {days} jours plus tard.",
    "deadline past": "Le {at} est passé.",
    "deadline quiet": "Le {at} tombe pendant le repos de cette partie. Le premier bon moment ensuite est le {free}.",
    # comment elle finit
    "diaries closed": "Dans {slug}, les carnets restent fermés, même une fois la partie finie.",
    "diaries open": (
        "Dans {slug}, il est convenu que tous peuvent lire les carnets une fois la partie finie. « diary delete 1 » en "
        "retire une note."
    ),
    "diary empty": "Il n'y a rien entre les lignes « diary » et « enddiary ».",
    "diary full": "Votre carnet a {most} notes ; c'est le plus. Retirez-en avec « diary delete 1 ».",
    "diary too long": "La note a {length} caractères ; {longest} au plus. Écrivez-la en plusieurs fois.",
    "no note yet": "Il n'y a encore rien dans votre carnet de {slug}. Écrivez « diary », votre note, et « enddiary ».",
    "no statement": "Vous n'avez rien dit de {slug}.",
    "no such note": "Votre carnet n'a pas de note {number}. « diary list » dit lesquelles il y a.",
    "not over yet": "{slug} n'est pas finie. Ce qu'on dit d'une partie, tous le lisent aussitôt : cela attend la fin.",
    "statement empty": "Il n'y a rien entre les lignes « statement » et « endstatement ».",
    "statement too long": "Il y a {length} caractères ; {longest} au plus.",
    "statements closed": "{slug} est finie depuis plus de {days} jours : on n'en dit plus rien.",
    "too many votes": "Vous avez voté {most} choses dans cette phase ; c'est le plus. « vote none » les retire toutes.",
    "no such receipt": "Il n'y a pas de reçu n° {number} : le dernier porte le n° {last}.",
    "no record yet": "{slug} n'a pas commencé : il n'y a encore rien à prouver ni à garder.",
    "too many records": "Assez de parties en fichiers ({most} par jour). Essayez de nouveau demain.",
    "no such form": "La partie ne peut pas s'écrire comme {form}. Elle le peut comme {forms}.",
}
LEDGER: Mapping[str, str] = {
    "carried": "Le vote est acquis : {proposal}.",
    "closed press": "{actor} a refermé ce qu'il avait écrit à d'autres.",
    "corrected orders": "{actor} a donné des ordres à la place de {seat}.",
    "deadline": "Le délai de {phase} a été fixé au {deadline} : {why}.",
    "extended": "{actor} a déplacé le délai de {minutes}.",
    "finished": "{ending} Le secret dont les dés ont été tirés était « {secret} ».",
    "gave a new address": "{actor} a donné à {seat} une nouvelle adresse secrète.",
    "imported": "{actor} a pris la partie d'un fichier de {origin}, dans son état le {made} ; signé avec {key}.",
    "joined": "{actor} a un joueur.",
    "opened": "La partie a été ouverte. Ses dés sont scellés par {commitment}.",
    "opened press": "{actor} a ouvert ce qu'il avait écrit à d'autres.",
    "paused": "{actor} a arrêté le temps.",
    "processed": "{actor} a fait jouer la phase avec les ordres qui étaient là.",
    "replaced": "{actor} a donné {seat} à un autre joueur.",
    "resigned": "Qui jouait {actor} a quitté la partie.",
    "resumed": "{actor} a remis le temps en marche.",
    "rolled back": "{actor} a ramené la partie à {to}.",
    "stated": "{actor} a dit un mot de la partie, maintenant qu'elle est finie.",
    "started": "La partie a commencé.",
    "stuck": "{phase} n'a pas pu être jouée ({error}).",
    "unknown": "{actor} : {act}.",
    "asked a deputy": "{actor} a prié quelqu'un de remplacer qui joue {seat}.",
    "deputy": "Quelqu'un remplace qui joue {actor} jusqu'à {until}.",
    "deputy ended": "Plus personne ne remplace qui joue {actor}.",
    # leading games
    "asked to lead": "{actor} a prié quelqu'un de mener aussi la partie.",
    "cancelled": "{actor} a annulé la partie.",
    "dismissed": "{actor} ne laisse plus quelqu'un mener la partie.",
    "ejected": "{actor} a retiré {seat} à qui le jouait.",
    "gave to a dummy": "{actor} a laissé le conseiller du jeu jouer {seat}.",
    "leads no more": "{actor} ne mène plus la partie.",
    "leads now": "{actor} mène la partie à partir de maintenant.",
    "leads too": "{actor} mène aussi la partie à partir de maintenant.",
    "previewed": "{actor} a regardé ce que donneraient les ordres qui étaient là.",
    "rolled forward": "{actor} a ramené la partie en avant à {to}.",
    "corrected the board": "{actor} a rectifié la position : {lines}.",
    "changed the rules": "{actor} a changé ce qui était convenu : {lines}.",
    "set the deadline": "{actor} a fixé un autre délai.",
    # tours manqués
    "excused": "{actor} était excusé, sans ordres ({phase}).",
    "late": "Les ordres de {actor} ({phase}) sont venus après le délai.",
    "missed": "{actor} n'a pas envoyé d'ordres ({phase}).",
    "roll call": "Toutes les places sont prises ; chacun dit qu'il est là, jusqu'au {deadline}.",
    "seat opened": "La place de {actor} a été offerte à d'autres, rien n'étant venu de son joueur.",
    "stood in": "{actor} n'a pas envoyé d'ordres ({phase}) ; à sa place : {by}.",
    "unreachable": "{actor} n'a pu être joint, sans ordres ({phase}).",
    "drawn": (
        "Les places ont été tirées selon les souhaits des joueurs. Ce dont elles sont tirées est scellé par {hash}."
    ),
    "enlisted": "Un joueur attend le tirage des places ; {count} sur {most} sont là.",
    "unlisted": "Un joueur qui attendait le tirage s'est retiré.",
    "given": "Qui jouait {actor} a cédé la place à quelqu'un d'autre.",
    # pace and absences
    "repaced": "Le rythme de la partie a changé : {told}",
}
REASONS: Mapping[str, str] = {
    "after": "{span} après le {since}",
    "daily": "chaque jour à {at}{place}",
    "first": "la première phase dure {span} de plus",
    "gap": "au moins {span} après le {since}",
    "master": "{span} plus tard parce que le maître du jeu a donné du temps",
    "outage": "{left} dès maintenant parce que le serveur a été arrêté ({span})",
    "pause": "{span} plus tard à cause de la pause",
    "quiet": "remis après le {day} à cause de jours de repos",
    "told": "{text}",
    "votes": "{span} plus tard parce que les joueurs l'ont voté",
    "weekly": "le {days} à {at}{place}",
    "extra": "{span} de plus parce qu'il manquait des ordres",
    "guard": "{span} de plus parce qu'il manquait des ordres à la première phase",
    "offer": "{span} de plus, pour qu'une place soit reprise avant la fin de la première phase",
    # pace
    "away": "{seat} est en congé jusqu'au {day}",
    "exact": "fixé à la main à cet instant précis",
    "hours": "reporté depuis le {since} à cause des heures de repos, de {start} à {end}{place}",
    "repaced": "le rythme de la partie a changé",
}

LANGUAGE = Language("fr", CALENDAR, SENTENCES, REFUSALS, LEDGER, REASONS)
