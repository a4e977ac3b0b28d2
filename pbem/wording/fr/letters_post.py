"""Letters about letters: what was understood, what could not be read, whose it is; and those to strangers and hosts."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # receipt
    "subject receipt": "Votre lettre",
    "mark ok": "ok",
    "mark no": "NON",
    "mark instead": "->",
    "mark skip": "--",
    "mark late": "tard",
    "line not read": "Non lu : {why}.",
    "lines hidden one": "(1 autre ligne a été jugée de même ; elle n'est pas montrée.)",
    "lines hidden": "({count} autres lignes ont été jugées de même ; elles ne sont pas montrées.)",
    "parts not read": "Non lu :",
    "orders stand": "Vos ordres ({phase}) :",
    "orders owed": "Vous n'avez pas encore donné d'ordres ({phase}).",
    "orders not awaited": "Vous n'avez pas donné d'ordres ({phase}) ; aucun n'est attendu.",
    "orders hidden": "… ({count} de plus)",
    "orders remark": "Remarque : {remark}",
    "orders clock stands": "Le temps est arrêté ; le maître du jeu a suspendu la partie.",
    "orders late until": "Le délai est passé ; les ordres comptent encore jusqu'au {when}.",
    "orders still owed": "Vous devez encore des ordres.",
    "orders ready": "Vous êtes prêt ({phase}).",
    "orders ready awaited": "Vous êtes prêt ({phase}) ; on attend {seats}.",
    "orders ready how": "La ligne « ready » dit qu'il ne vous faut plus de temps.",
    "orders change how": (
        "Pour changer un ordre, envoyez-en un autre sur la même chose ; le dernier compte. « clear » les retire tous."
    ),
    "game is over": "La partie est finie.",
    # question
    "subject question": "Cette lettre est-elle de vous ?",
    "question again": "Votre réponse n'était ni un oui ni un non. Voici donc la question encore une fois :",
    "question wish": "Une lettre à votre nom est arrivée à {host} le {when}. Elle demande {wish}.",
    "question wish yes": "Si vous voulez cela, répondez à cette lettre d'un seul mot : oui",
    "question wish no": "Sinon, ne faites rien, et vous n'en entendrez plus parler.",
    "question came": "Une lettre de {sender} est arrivée le {when} à {place}.",
    "question came unsigned": "Une lettre dont l'expéditeur est illisible est arrivée le {when} à {place}.",
    "question at seat": "l'adresse secrète de {seat} dans {slug}",
    "question at letter": "l'adresse secrète où l'on répond à l'une de nos lettres à vous",
    "question at door": "{address}, une adresse que tout le monde connaît",
    "question address": "Votre adresse inscrite en est une autre : rien n'a donc encore été fait.",
    "question front": "L'expéditeur d'une lettre peut être falsifié : rien n'a donc encore été fait.",
    "question final": "Elle dit une chose qu'on ne peut pas défaire : rien n'a donc encore été fait.",
    "question long": (
        "Elle est trop longue pour être montrée ici ; un mot ne suffit donc pas à la confirmer. Si elle est de vous, "
        "renvoyez-la de votre adresse inscrite à l'adresse de votre place."
    ),
    "question says": "Elle dit :",
    "question says nothing": "(rien de lisible)",
    "question for good": "Si vous dites oui, pour de bon :",
    "question yes": "Si elle est de vous, répondez à cette lettre d'un seul mot : oui",
    "question counts": (
        "Tout ce qu'elle dit compte alors depuis l'instant où elle est arrivée, autant que c'est encore possible. La "
        "réponse doit venir dans les {days} jours, de votre adresse inscrite."
    ),
    "question no": "Si elle n'est pas de vous, ne faites rien.",
    "question no secret": (
        "Si elle n'est pas de vous, ne faites rien ; si cela se répète, la ligne « address new » donne une autre "
        "adresse à votre place."
    ),
    # forged
    "subject forged": "Une lettre falsifiée",
    "forged": (
        "Une lettre de {sender} est arrivée le {when} à {place}. Notre serveur a constaté que son expéditeur n'est pas "
        "celui qu'il dit (échec de DMARC) : rien n'en a été fait, et rien n'en peut être fait."
    ),
    "forged unsigned": (
        "Une lettre dont l'expéditeur est illisible est arrivée le {when} à {place}. Notre serveur a constaté que son "
        "expéditeur n'est pas celui qu'il dit (échec de DMARC) : rien n'en a été fait, et rien n'en peut être fait."
    ),
    "forged at seat": "l'adresse secrète de votre place ({seat})",
    "forged at letter": "l'adresse secrète d'une de nos lettres à vous",
    "forged again": (
        "Si vous l'avez écrite vous-même, renvoyez-la directement de chez votre fournisseur, sans passer par une liste "
        "ou un service de transfert."
    ),
    "forged secret": (
        "Sinon, quelqu'un connaît cette adresse : la ligne « address new » en donne une autre à votre place."
    ),
    "forged daily": "Vous n'en êtes averti qu'une fois par jour.",
    # unreadable, parked, put-aside
    "subject unreadable": "Votre lettre n'a pas pu être lue",
    "unreadable yours": (
        "Votre lettre numéro {mail} est arrivée, mais {fault}. Elle est gardée, et rien n'en a été fait."
    ),
    "unreadable again": "Renvoyez-la, s'il vous plaît, en texte simple, un ordre par ligne.",
    "subject parked": "Une lettre n'a pas pu être lue",
    "parked": (
        "La lettre numéro {mail}, de quelqu'un qui joue dans {slug}, n'a pas pu être traitée : {fault}. Elle est "
        "gardée ; qui l'a écrite a été prié d'écrire de nouveau, et l'hôte peut la regarder."
    ),
    "subject put aside": "Une lettre a été mise de côté",
    "put aside": (
        "La lettre numéro {mail} n'a pas pu être traitée : {fault}. Elle est gardée tout entière dans la base de "
        "données ; rien n'en a été fait."
    ),
    # for-the-host, trouble
    "subject for the host": "Une lettre à {address}",
    "for the host": (
        "La lettre numéro {mail} est arrivée le {when} pour {address}, une adresse qui est à vous comme hôte. Une "
        "réponse à cette lettre n'atteint pas qui l'a écrite ; écrivez-lui vous-même."
    ),
    "for the host from": "De : {sender}",
    "for the host about": "Objet : {subject}",
    "for the host more": "{count} autres caractères sont gardés dans la base de données.",
    "subject trouble": "Des ennuis sur {host} : {names}",
    "subject trouble over": "C'est passé sur {host} : {names}",
    "subject trouble all over": "Tout va bien de nouveau sur {host}",
    "trouble new": "Depuis quelques minutes, quelque chose ne va pas sur votre serveur :",
    "trouble over": "Ceci est passé. Ce qui n'allait pas : {names}.",
    "trouble all over": "Tout va bien de nouveau. Ce qui n'allait pas : {names}.",
    "trouble goes on": "Vous le savez déjà ; cela dure :",
    "trouble look": (
        "Comment va le serveur maintenant : {url}, une fois connecté avec cette adresse ; `pbem doctor` regarde de "
        "plus près. Vous recevez une lettre quand quelque chose commence, et une quand c'est passé, au plus une par "
        "jour pour chaque ennui."
    ),
    # stranger
    "subject stranger": "Des parties par lettres sur {host}",
    "stranger": (
        "Une lettre dont l'expéditeur est votre adresse est arrivée à {host}. Sur ce serveur, on joue les uns avec les "
        "autres par lettres."
    ),
    "stranger how": (
        "Si vous voulez jouer, répondez à cette lettre par une de ces lignes :\n"
        "    games\n"
        "    join NOM\n"
        "    guide NOM\n"
        "    help"
    ),
    "stranger lines": (
        "« games » énumère les parties où une place est libre, « join » en prend une, « guide » (comme « guide {game} "
        "», ou avec un nom de cette liste) apporte le premier tour d'un jeu et un livret de ses règles, « help » dit "
        "tout le reste."
    ),
    "stranger games": "Il y a une place pour vous dans",
    "stranger game": "{slug} : {title}, places libres : {count}",
    "stranger on the web": "Sur le web : {url}, et comment jouer : {help}",
    "stranger not you": "Si vous ne nous avez pas écrit, ne faites rien : rien n'a été fait en votre nom.",
}
