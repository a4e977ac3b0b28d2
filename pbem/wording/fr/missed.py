"""Missed turns, and what stands in."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "by advice": "le conseil du jeu",
    "by deputy": "son suppléant",
    "by later": "ce qui avait été ordonné d'avance",
    "by master": "le maître du jeu",
    "by standing": "les derniers ordres donnés",
    "here": "Vous êtes là. La partie commence quand tous l'ont dit.",
    "here all": "Vous êtes là, et tous les autres aussi : la partie a commencé.",
    "later dropped": "Ce que vous aviez ordonné d'avance est retiré ({count}).",
    "later hangs": "Seule la situation d'alors dira si ceci peut être donné : {lines}.",
    "later kept": (
        "Gardé pour {phase}. Quand une phase de ce nom s'ouvre, vos lignes sont jugées et données, et l'on vous dit ce "
        "qui est pris ; elles valent tant que vous n'écrivez pas vous-même."
    ),
    "later list": "Ordonné d'avance",
    "later none": "Vous n'avez rien ordonné d'avance.",
    "later not ready": "La ligne « ready » qui les suit est laissée de côté, puisque tous ne sont pas gardés.",
    "later nothing": (
        "Rien n'en est gardé : aucune ligne n'est un ordre de ce jeu. Écrivez-le de nouveau comme le disent "
        "les réponses à ses lignes."
    ),
    "later wrong": (
        "Rien n'est encore gardé : certaines lignes ne sont pas des ordres de ce jeu. {lines} Corrigez-les et "
        "renvoyez le tout."
    ),
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
    "you lose": "Si personne ne la prend, elle perd tout ce qu'elle a ; tours sans joueur jusque-là : {count}.",
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
    "gift declined": "Noté : vous ne prenez pas {seat} dans {slug}.",
    "gift waits": "Vous prenez {seat} dans {slug} ; il faut l'accord du maître du jeu, à qui on le demande.",
    "gift withdrawn": "Vous gardez {seat} ; la place n'est offerte à personne.",
    "not watching": "Vous ne recevez plus les rapports de {slug}.",
    "watching": "Vous recevez les rapports publics de {slug} à partir du prochain ; « unwatch {slug} » y met fin.",
}
REFUSALS: Mapping[str, str] = {
    "no later phase": (
        "Aucune phase ne s'appellera « {word} », ou elle est finie. Dites « next », un genre ({kinds}) ou un nom "
        "comme {like}."
    ),
    "not kept": "Vous n'avez rien ordonné d'avance pour « {word} ». Ce qui est gardé l'est pour : {kept}.",
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
}
LEDGER: Mapping[str, str] = {
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
}
