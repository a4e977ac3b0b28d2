"""What is said on the way: refusals, the ledger and reasons that belong to no other room."""

from __future__ import annotations

from collections.abc import Mapping

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
    "ended concession": "La partie est finie : elle a été concédée à {seats}.",
    "ended concession yours": "Vous avez gagné.",
    "ended draw": "La partie est finie : les survivants se sont mis d'accord sur une nulle de {seats}.",
    "ended played": "La partie est finie, gagnée par {seats}.",
    "ended shared": "La partie est finie : {seats} se partagent la première place.",
    "ended unplayed": "Personne n'a joué cette partie.",
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
        "Cela n'a pas été fait : tout ce que vous avez écrit n'a pas été fait, voyez les lignes marquées autrement que "
        "« ok ». Quand tout est comme vous le voulez, écrivez « ready » seul."
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
}
REFUSALS: Mapping[str, str] = {
    "all must share": (
        "Dans cette partie, une nulle est partagée par tous ceux qui restent : {seats}. Votez « draw » sans noms."
    ),
    "already seated": "Vous jouez déjà {seat} dans {slug} ; on n'a qu'une place par partie.",
    "own address": "« {address} » est une adresse de ce serveur, que personne ne lit. Donnez la vôtre.",
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
    "no such phase": "La partie n'a pas de phase « {number} » où revenir.",
    "no such seat": "« {word} » n'est pas une place de cette partie.{near:near} Les places sont {seats}.",
    "no such vote": "Vous n'avez pas voté cela.",
    "left out unasked": (
        "Une fin ne peut laisser de côté {seats} : personne ne peut y être consulté. On peut voter une nulle partagée "
        "avec eux."
    ),
    "no vote": (
        "{seat} n'a pas de voix : qui est éliminé, joué par un robot ou absent n'en a pas. Un absent en retrouve une "
        "avec ses prochains ordres."
    ),
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
    "asked too often": "On a assez demandé à {address} aujourd'hui. Redemandez demain.",
    "seats taken too often": (
        "Vous avez pris {most} places de {slug} aujourd'hui ; c'est le plus. Prenez la prochaine demain."
    ),
    "too many proposals": (
        "Vous avez mis aux voix {most} propositions aujourd'hui ; c'est le plus. Proposez celle-ci demain."
    ),
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
}
REASONS: Mapping[str, str] = {
    "after": "{span} après le {since}",
    "daily": "chaque jour à {at}{place}",
    "first": "la première phase dure {span} de plus",
    "gap": "au moins {span} après le {since}",
    "master": "{span} plus tard parce que le maître du jeu a donné du temps",
    "host": "{span} plus tard parce que l'hôte a donné du temps",
    "outage": "{left} dès maintenant parce que le serveur a été arrêté ({span})",
    "pause": "{span} plus tard à cause de la pause",
    "quiet": "remis après le {day} à cause de jours de repos",
    "votes": "{span} plus tard parce que les joueurs l'ont voté",
    "weekly": "le {days} à {at}{place}",
    "extra": "{span} de plus parce qu'il manquait des ordres",
    "guard": "{span} de plus parce qu'il manquait des ordres à la première phase",
    "offer": "{span} de plus, pour qu'une place soit reprise avant la fin de la première phase",
    "untold": "plus tard parce que des rapports de cette phase, ouverte {since}, n'ont pas pu être envoyés",
    "told late": "de nouveau tout le temps parce que des rapports sont partis tard : {since}",
}
