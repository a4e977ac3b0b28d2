"""Leagues, knock-outs, duplicates and series."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
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
    "campaign not again": "Vous ne jouez pas la prochaine saison de {title}.",
    "campaign of rounds": " sur {count}",
    "campaign points": "Points",
    "campaign rests": "Ce tour est laissé par {players}, faute d'une table pleine.",
    "campaign round": "Les parties du tour {round}",
    "campaign series": "une série : une partie suit l'autre, avec ceux qui disent oui",
    "campaign standings": "Le classement",
    "campaign stands": "Où elle en est",
    "campaign unplayed": "{title} est fini. Personne n'y a joué.",
    "campaign wins": "Gagnées",
    "campaign won": "{title} est fini. Premier : {players}.",
    "campaigns": "Les campagnes",
    "no campaigns": "Il n'y a aucune campagne en ce moment.",
    "campaign opened": (
        "Les inscriptions à {title} sont ouvertes, sous votre conduite. On y participe par la ligne : enter {slug} – "
        "et le premier tour s'ouvre par votre ligne : begin {slug}"
    ),
    "page campaign opened": (
        "{title} est ouvert. On s'inscrit sur cette page, ou par lettre avec la ligne : enter {slug}"
    ),
}
REFUSALS: Mapping[str, str] = {
    "bad campaign": (
        "Cette campagne n'est pas possible. Sa sorte est {kinds} ; elle a {most} tours au plus, une ligue au moins un."
    ),
    "not asking": "{title} ne demande pas en ce moment qui joue la saison suivante ; c'est à la fin d'une saison.",
    "campaign closed": "{title} n'accepte plus personne.",
    "campaign full": "{title} compte déjà {most} joueurs ; c'est le plus.",
    "entered": "Vous participez déjà à {title}.",
    "no such campaign": "Il n'y a pas de campagne « {slug} ».{near:near}",
    "not entered": "Vous ne participez pas à {title}.",
    "too few entrants": "Une table demande {needed} joueurs ; {entered} sont inscrits.",
}
