"""How it ends: votes, scores, what is said afterwards, diaries, ratings."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
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
    "unasked after": (
        "Après {count} tours manqués de suite, un vote n'attend plus un joueur ; sa place partage toute "
        "nulle, et ses prochains ordres lui rendent sa voix."
    ),
    "unasked never": "Un vote attend tous ceux qui restent, même après des tours manqués.",
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
    "nameless": "un joueur sans nom",
    "ratings": "Classement de toutes les parties",
    "ratings how": (
        "Le premier chiffre dit la force qu'on prête à un joueur (25 avant sa première partie), le second de combien "
        "on peut se tromper. L'ordre est celui de ce qui est presque sûr : un nouveau venu monte en jouant."
    ),
    "ratings none": "Personne n'est encore classé.",
    "ratings of": "Classement de {title}",
}
REFUSALS: Mapping[str, str] = {
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
