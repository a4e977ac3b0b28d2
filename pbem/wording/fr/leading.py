"""Leading games."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "clock runs": "Le temps reprend ; tous en sont avertis.",
    "clock stands": "Le temps est arrêté ; tous en sont avertis.",
    "deadline moved": "Le délai est maintenant le {when} ; tous en sont avertis.",
    "master alone": "Seul le maître du jeu déplace un délai sans vote. Vous pouvez écrire : vote extend {length}",
    "played by": "{seat} est joué maintenant par {address}.",
    "resolved": "C'est joué ; {phase} a commencé.",
    "resumed from": "La partie reprend à {phase} ; tous en sont avertis.",
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
    "no deadline": "Il n'y a plus de délai ; tous en sont avertis.",
    "preview as": "Essai : ce que {seat} lirait si tout était joué maintenant",
    "word is": "Qui connaît le mot « {word} » peut entrer ; le précédent ne vaut plus.",
    "preview": "Essai : ce qui serait annoncé si tout était joué maintenant",
    "you help lead": "Vous menez {slug} avec son maître du jeu.",
    "you lead": "Vous êtes désormais le maître du jeu de {slug}.",
    "you lead no more": "Vous ne menez plus {slug}.",
    "final hand over": "{game} est menée par {address} à votre place, dès qu'il accepte",
    "board corrected": "La position est rectifiée ; {phase} continue, et tous en sont avertis.",
    "can correct": "Ce qui peut être rectifié",
    "known to one": "une chose connue de {names} et de personne d'autre",
    "put right": "Qui mène la partie a rectifié la position : {lines}. La suite a mené à la position d'avant.",
    "terms": "Ce qui est convenu pour {slug}",
    "terms changed": "Changé : {lines}. Tous en sont avertis.",
    "created": (
        "{slug} est ouverte, et vous en êtes le maître du jeu ; ordres {pace}. On la rejoint par la ligne : join {slug}"
    ),
    "created closed": (
        "{slug} attend ceux que vous inviterez, et vous en êtes le maître du jeu ; ordres {pace}. Invitez-les, avec "
        "{slug} en objet : invite NAME@HOST, NAME@HOST – ou donnez le mot que vous vaut la ligne « word »."
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
    "judge address": "Ici, vos lettres arrivent à une seule adresse, que change : {lines}.",
    "judge if": (
        "Les ordres sous condition ne sont pas acceptés, et rien de ce qui est entre ces lignes ne l'a été. Pour une "
        "phase à venir, ou les tours où vous ne pouvez pas écrire, il y a : {lines}."
    ),
    "judge language": "Dans une partie qui parle plusieurs langues, un ordre choisit la vôtre ; {lines} le montre.",
    "judge map": "La carte est dans chaque rapport. Vous l'aurez de nouveau par : {lines}.",
    "judge nothing begun": "Rien n'a commencé que cette ligne puisse finir. On écrit aux autres ainsi : {lines}.",
    "judge opened": "Ce qu'on joue se choisit à l'ouverture de la partie, si ses règles le connaissent : {lines}.",
    "judge password": (
        "Il n'y a pas de mots de passe ici : chaque place a son adresse secrète, et ce qui en vient compte. Voyez : "
        "{lines}."
    ),
    "judge postal": "Ici, les messages partent aussitôt, et le rapport suivant les montre. On écrit : {lines}.",
    "judge press": "Les messages sont toujours signés par leur place. Quand il y en a se choisit par : {lines}.",
    "judge renamed": "Une partie garde son nom. On en ouvre une autre et l'on annule celle-ci par : {lines}.",
    "judge seat": "Chaque place a son adresse : écrivez-y les ordres de cette place. Elle vient par : {lines}.",
    "judge separator": "Plusieurs ordres peuvent tenir sur une ligne, avec un point-virgule entre eux.",
    "judge signed": (
        "Les messages sont toujours signés par leur place et disent à qui ils vont ; rien n'a été envoyé. Signés, on "
        "les écrit ainsi : {lines}."
    ),
}
REFUSALS: Mapping[str, str] = {
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
    "dice told": (
        "{slug} est terminée, et le secret de ses dés est révélé : chacun pourrait calculer comment ils tomberaient. "
        "L'hôte peut la reprendre tout de même."
    ),
    "nothing to go forward to": "{slug} n'est pas revenue en arrière, ou en est déjà de retour.",
    "plays himself": (
        "Vous jouez vous-même dans {slug}, et verriez les ordres des autres. Qui mène la partie sans y jouer peut "
        "regarder."
    ),
    "too many leaders": "{slug} en a {most} autres qui la mènent ou en sont priés ; c'est le plus.",
    "would be stuck": "Cela ne pourrait pas être joué tel quel ({error}) ; l'hôte peut dire pourquoi.",
    "bad board": "Rien n'a été rectifié. {faults}",
    "no corrections": (
        "Les positions de {title} ne peuvent être rectifiées par une phrase. Revenez à une phase passée, ou donnez "
        "des ordres à la place d'un siège."
    ),
    "nobody would owe": (
        "Personne n'aurait alors rien à ordonner. Rectifiez la phase d'avant, ou faites d'abord jouer celle-ci."
    ),
    "plays and corrects": (
        "Vous jouez vous-même dans {slug}, ou y remplacez quelqu'un : vous ne donnez pas d'ordres pour d'autres. Un"
        " autre meneur qui n'y joue pas peut le faire, ou l'hôte."
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
}
LEDGER: Mapping[str, str] = {
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
    "corrected what is hidden": "{actor} a rectifié une chose connue de {whose} et de personne d'autre.",
    "changed the rules": "{actor} a changé ce qui était convenu : {lines}.",
    "set the deadline": "{actor} a fixé un autre délai.",
}
