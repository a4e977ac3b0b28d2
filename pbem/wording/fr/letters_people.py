"""Letters about a person: how they sign in, where their letters go, what is kept of them."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # signin
    "subject sign in": "Se connecter à {host}",
    "sign in here": "Pour vous connecter, ouvrez ce lien dans le navigateur où vous l'avez demandé :",
    "sign in anywhere": "Pour vous connecter, ouvrez ce lien dans n'importe quel navigateur :",
    "sign in once": "Il sert une fois, jusqu'au {when}. Si vous ne l'avez pas demandé, ne faites rien.",
    # address-asked, address-new
    "subject address asked": "Vos lettres doivent aller à une autre adresse",
    "moving asked": (
        "On a demandé en votre nom que vos lettres aillent désormais à {address}. On a demandé à cette adresse si elle "
        "est à vous ; dès qu'elle le dit, vos places et tout ce que vous avez ici la suivent, et celle-ci ne reçoit "
        "plus rien."
    ),
    "moving not you": (
        "Si ce n'était pas vous, écrivez à postmaster@{host}, et donnez d'autres adresses à vos places par la ligne « "
        "address new »."
    ),
    "subject address yours": "Est-ce votre nouvelle adresse ?",
    "moving here": (
        "Quelqu'un qui joue ici par lettre, sous l'adresse {address}, veut désormais ses lettres à cette adresse. Si "
        "c'est vous, répondez à cette lettre par la ligne\n\n"
        "    confirm address {code}\n\n"
        "ou ouvrez {url} d'ici {days} jours. Sinon ne faites rien : vous ne recevrez pas d'autre lettre."
    ),
    # calendar
    "subject calendar": "L'adresse de votre calendrier",
    "calendar here": "Tous vos délais et vos congés se trouvent dans un calendrier auquel le vôtre peut s'abonner :",
    "calendar follows": (
        "Il suit chaque délai qui change. Gardez cette adresse pour vous : qui l'a peut lire votre calendrier, et rien "
        "d'autre."
    ),
    "calendar another": "La ligne « calendar new » vous donne une autre adresse ; celle-ci ne vaut alors plus.",
    # export, banned
    "subject export": "Ce que ce serveur garde de vous",
    "export enclosed": "Ci-joint tout ce que ce serveur garde de vous, en un fichier (JSON).",
    "export too large": (
        "Ce que ce serveur garde de vous est trop long pour une lettre. Votre compte sur {url} le donne à télécharger."
    ),
    "subject banned": "On ne lit plus vos lettres ici",
    "banned": (
        "L'hôte de ce serveur ne veut plus rien avoir à faire avec vous : vos lettres ne sont pas lues, vous ne pouvez "
        "entrer dans aucune partie, et les places que vous aviez sont données à d'autres. Vous ne recevrez pas d'autre "
        "lettre que celle-ci, ou celle-ci encore si quelqu'un demande un lien de connexion pour votre adresse. Si vous "
        "pensez que c'est une erreur, écrivez à postmaster@{host}."
    ),
}
