"""Yes or no, as people write it: the answer to a letter that asks whether something is theirs or wanted.

Read in English, French and German, whatever the language of the game: who is asked for the first time has not chosen
one. Only the first words of an answer count, after a greeting; what is quoted or signed has been cut off before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def words(*patterns: str) -> str:
    return "|".join(" ".join(patterns).split())


GREETING = re.compile(
    rf"({words('hi hello hey dear hallo servus moin liebe[rs]? bonjour bonsoir salut cher madame monsieur')}"
    r"|good (morning|evening|day|afternoon)|guten (tag|morgen|abend)|sehr geehrte)\b[^.!?\n]{0,30}?([,.!:\n]|$)\s*",
    re.I,
)
NO_TROUBLE = re.compile(r"no (problem|worries|doubt)|not a problem|kein problem|pas de (problème|souci)", re.I)
NO = re.compile(rf"({words('no nope nah n never not nein nö nee non pas jamais wrong stop 👎 ❌')})(?![\w'])", re.I)
DENIED = re.compile(
    rf"(?<!why )\b({words('not never nicht kein[e]? pas jamais wrong')})\b|n't\b|\bno thank"
    rf"|\b(i|it|that|this|you|we|das|ich|ce) (did|was|do|is|have)nt\b",
    re.I,
)
DOUBT = re.compile(
    rf"\b({words('but cannot unable sorry afraid maybe perhaps leider vielleicht aber désolé malheureusement mais')}"
    r"|peut-être)\b|can't",
    re.I,
)
ENGLISH = (
    words("y yes yep yeah yup yess+ yea aye ok okay okey k sure certainly absolutely definitely indeed right correct"),
    words("confirm(ed)? agreed? accept(ed)? gladly true exactly affirmative mine"),
    r"of course|please do|go ahead|with pleasure|i (do|did|am|was|confirm|agree|would|will|accept|want|wrote|sent)",
    r"(it|that|this)( is| was|'s) (me|mine|my|right|correct|from me)",
)
FRENCH = (
    words("o oui ouais oué si sí volontiers exact exactement absolument certainement entendu dac d'accord"),
    r"bien s[uû]r|tout à fait|avec plaisir|je (confirme|veux|suis|voudrais|l'ai|accepte)",
    r"c'(est|était) (bien )?(moi|le mien|la mienne|ça|correct|exact|de moi)",
)
GERMAN = (
    words("j ja jo jep jup jawohl jawoll klar sicher natürlich natuerlich gerne? genau stimmt richtig einverstanden"),
    words("selbstverständlich bestätigt? passt"),
    r"na klar|ich (bestätige|bin|war|möchte|will|bins)",
    r"(das|der|die) (war|bin|ist|stammt) (ich|von mir|richtig|meine?r?)",
)
SIGNS = (r"👍|✅|✔|👌|🆗|\+1",)
YES = re.compile(rf"({'|'.join((*ENGLISH, *FRENCH, *GERMAN, *SIGNS))})(?!\w)", re.I)
ABSENT = re.compile(
    r"\b(away|out of (the |my )?office|on (holiday|vacation|leave)|absente?|abwesend|verreist|unterwegs|im urlaub"
    r"|nicht (da|erreichbar)|en (congés?|vacances|déplacement)|be back|return(ing)?|de retour"
    r"|wieder (da|erreichbar))\b",
    re.I,
)
"""A note of absence may begin as a yes does (“I am …”), and a machine writes it."""
AROUND = "\"'“”«»*_-–—>.,!¡ \n"
"""What writers put around a word."""
FIRST = 3
"""The lines of an answer that count."""


def consent(lines: Iterable[str]) -> bool | None:
    """Whether somebody's own lines say yes (True) or no (False) to what they were asked; None if they say neither, or
    both."""
    said = opening(lines)
    if ABSENT.search(said):
        return None
    first = re.split(r"[.!?\n]", said, maxsplit=1)[0]
    if NO_TROUBLE.match(said):
        return True
    if NO.match(said):
        return False
    denied = DENIED.search(first) is not None
    if not YES.match(said):
        return False if denied else None
    if denied and YES.match(said.partition(",")[0]) and "," in first:
        return None
    return False if denied else None if DOUBT.search(first) else True


def opening(lines: Iterable[str]) -> str:
    """The first words after greetings, with blanks made single."""
    some = [" ".join(line.split()).replace("’", "'") for line in lines if line.strip()][:FIRST]
    whole = "\n".join(some).lstrip(AROUND)
    while (found := GREETING.match(whole)) and found.group():
        whole = whole[found.end() :].lstrip(AROUND)
    return whole
