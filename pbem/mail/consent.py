"""Yes or no, as people write it: the answer to a letter that asks whether something is theirs or wanted.

Read in English, French and German, whatever the language of the game: who is asked for the first time has not chosen
one. What is quoted or signed has been cut off before. A yes acts for somebody, so it is one only without an if, a but,
or a question beside it; the lines below the first sentence can take it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.mail.absence import AWAY


def words(*patterns: str) -> str:
    return "|".join(" ".join(patterns).split())


GREETING = re.compile(
    rf"({words('hi hello hey dear hallo servus moin liebe[rs]? bonjour bonsoir salut coucou cher madame monsieur')}"
    r"|good (morning|evening|day|afternoon)|guten (tag|morgen|abend)|grüß (gott|dich)|sehr geehrte)\b"
    r"(\s+(?=(yes|yep|yeah|no|it'?s|that|i|oui|non|c'est|ja|nein|das|ich)\b)|[^.!?\n]{0,40}?([,.!:\n]|$)\s*)",
    re.I,
)
COURTESY = re.compile(
    rf"({words('oh ah ahh? uh um h+m+ well so haha lol ups oops sorry pardon entschuldigung désolée?')}"
    r"|all good|alles gut|tout va bien|(many )?thanks?( you)?( very much| so much| a lot)?( for [\w' ]{0,40})?|thx|(vielen |besten )?dank[e]?( [\w ]{0,40})?"
    r"|merci( beaucoup| bien)?( (de|pour) [\w' ]{0,40})?)\s*[,.!\n]\s*",
    re.I,
)
"""What may stand before an answer and is none."""
HARMLESS = re.compile(
    r"\bno (problem|worries|trouble)|\b(not|kein|keine?) (a )?(problem|robot|bot|roboter|spam)\b|pas de (problème|souci)s?"
    r"|\b(no|without( a)?|ohne|kein|sans( aucun)?) (doubt|zweifel|doute)|\bwhy not\b|\bwarum nicht\b|\bpourquoi pas\b"
    r"|can't wait|\bsorry (for|about|that)\b|désolée? (pour|du|de)\b|\bpas un robot\b|\bif (you please|possible)\b"
    r"|s'il (vous|te) pla[iî]t",
    re.I,
)
"""What denies or doubts by its words alone."""
NO_TROUBLE = re.compile(r"no (problem|worries|doubt)|not a problem|keine? (problem|frage)|pas de (problème|souci)", re.I)
"""With what somebody may begin who agrees."""
NO = re.compile(rf"({words('no nope nah n never not nein nö nee non pas jamais wrong stop 👎 ❌')})(?![\w'])", re.I)
DENIED = re.compile(
    rf"\b({words('no not never nothing nobody nein nicht nichts nie niemals niemand kein[e]?[nr]? non pas jamais rien')}"
    rf"|{words('aucune? wrong')})\b|n't\b|\b(i|it|that|this|you|we|das|ich|ce) (did|was|do|is|have)nt\b",
    re.I,
)
BY_ME = re.compile(
    rf"\b({words('me mine wrote write written sent send asked requested moi mien écrite? envoyée? demandée? mir ich')}"
    rf"|{words('geschrieben geschickt gesendet angefordert verfasst')})\b",
    re.I,
)
"""What a denial below a yes must speak of to take it back."""
UNSURE = re.compile(
    r"\b(no|any) (idea|clue)|keine? ahnung|aucune idée"
    rf"|\b({words('know sure certain understand remember recall weiß weiss sicher klar verstanden sais')}"
    rf"|{words('comprends? compris souviens sûre? certaine?')}|versteh\w*|erinner\w*)\b",
    re.I,
)
"""Who denies that, says neither yes nor no."""
DOUBT = re.compile(
    rf"\b({words('but cannot unable afraid maybe perhaps probably unless if whether until first think believe guess might')}"
    rf"|{words('leider vielleicht wahrscheinlich wohl aber wenn falls sofern ob erst nur jedoch glaube denke schätze')}"
    rf"|{words('malheureusement mais si seulement désolée? probablement crois pense')}|d'abord|peut[- ]être"
    rf"|{words('got received read seen saw reçue? angekommen erhalten bekommen gelesen gesehen lue? vue?')}"
    rf"|{words('somebody someone he she his her their they jemand seine? er wir quelqu sa son il elle on')}"
    rf"|{words('wife husband kid child son daughter brother friend frau mann kind sohn tochter bruder freund')}"
    rf"|{words('femme mari fils fille frère amie? enfant')}"
    r"|(or|oder|ou) (no|not|nein|nicht|non|pas|false|falsch|faux))\b|can't|\?",
    re.I,
)
"""What keeps a yes from being one: it holds only if …, or only for having got the letter, or speaks of somebody else."""
ASKING = re.compile(rf"[,\s]*({words('what who why how was wer wie wieso warum wozu quoi qui comment pourquoi')})\b", re.I)
YES_WORDS = (
    words("y yes yse yess?ir yep yepp yeah yup yess+ yea aye certainly absolutely definitely confirm(ed)? accept(ed)? gladly mine"),
    r"affirmati(ve|f)|of course|please do|go ahead|with pleasure",
    words("o oui ouais ouaip oué sí volontiers absolument certainement"),
    r"si(?=\s*([,.!]|$))|bien s[uû]r|tout à fait|avec (grand |beaucoup de )?plaisir",
    words("j ja jo jau jap jepp? jupp? jawohl jawoll natürlich natuerlich gerne? selbstverständlich bestätigt?"),
    r"na klar|👍|✅|✔|👌|🆗|\+1",
)
LOOSE_WORDS = (
    words("ok okay okey oki k sure indeed right correct agreed? true exactly exact exactement entendu dac d'acc(ord)?"),
    words("klar sicher genau stimmt richtig einverstanden passt"),
)
"""They agree to what is asked, or to nothing yet, if a question follows."""
LETTER = r"(letter|e-?mail|mail|message|one|note|brief|nachricht|schreiben|lettre|courriel|courrier)"
STATEMENTS = (
    r"i (do|did|am|was|would|will|have)(?=\s*([,.!]|$)|,? (indeed|please|so|confirm|thank))|it('s| is| was) (me|mine)",
    r"i( do| hereby| can| did| have| also|'ve){0,2} (confirm|agree|accept|wr[io]te|written|sen[dt])",
    r"i('d| would| do)? (really |very much )?(want|like|love) (it|that|this|to (play|join|take part)|a seat|in)\b",
    rf"(it|that|this|the)( {LETTER})?( is| was|'s| did come)( \w+)? (me|mine|my|right|correct|true|from me|by me)",
    r"je (vous |le |la |te )?(confirme|accepte|veux bien|valide)|je l'ai (bien |moi-même )?(écrite?|envoyée?)",
    r"je (veux|voudrais|souhaite) (bien |vraiment )?(jouer|participer|une place)",
    r"je suis (bien )?(d'accord|partante?|l'auteure?|l'expéditeur|l'expéditrice)",
    r"c'(est|était) (bien )?(moi|le mien|la mienne|ça|correct|exact|de moi)",
    rf"(cette|ce|la|le|l')\s?{LETTER} (est|vient|était) (bien )?(de moi|à moi|le mien|la mienne)",
    r"(hiermit )?(bestätige )?ich (bestätige|war (das|es|'s)|bin (es|'s|das)|bins|wars)|hiermit bestätige ich",
    r"ich (möchte|will|würde gerne?|würd gern) (das|es|mitspielen|spielen|teilnehmen|mitmachen|einen platz)\b",
    rf"(das|der|die)( {LETTER})? (war|bin|ist|stammt|kam|kommt) (auch |wirklich |tatsächlich )?"
    r"(ich|von mir|richtig|meine?r?)|(das |den |die )?hab'?e? ich (selbst |selber )?(geschrieben|geschickt|gesendet)",
    r"(ist|war|stammt) (von mir|meine?r?)",
)
YES = re.compile(rf"({'|'.join(YES_WORDS)})(?!\w)", re.I)
LOOSE = re.compile(rf"({'|'.join(LOOSE_WORDS)})(?!\w)[,\s]*", re.I)
STATED = re.compile(rf"({'|'.join(STATEMENTS)})(?!\w)", re.I)
"""What says whose the letter is, or what is wanted. Denied it is a no, where “yes, not …” is neither."""
OF_A_YES = frozenset(
    words(
        "i it that this me my mine myself is was am are be m s d ve ll did do does have would will can wrote write written sent",
        "send from by the a an to for of in into on at as and so very much really indeed just please thank thanks you your",
        "letter mail email e message note yes yeah ok okay course sure right correct true confirm confirmed play playing join",
        "joining game seat take part put like love want wish happy glad looking forward too here good fine great cheers with",
        "pleasure now yesterday today phone go ahead sign up count",
        "ich das der die den dem es ist war bin hab habe von mir mein meine meiner meins brief nachricht schreiben geschrieben",
        "geschickt gesendet bitte danke dank gern gerne sehr auf jeden fall natürlich klar doch ja genau richtig stimmt möchte",
        "will würde mitspielen spielen mitmachen dabei sein teilnehmen einen eine ein platz spiel partie runde und auch heute",
        "gestern handy vom selbst selber wirklich stammt bestätige hiermit dass freue mich schon los alles gut passt viele liebe",
        "schöne grüße gruß lg mfg euch",
        "je j c est ai suis cest était moi bien le la les l ce cette de du à mon ma mien mienne lettre courriel courrier écrit",
        "écrite envoyé envoyée merci beaucoup vous plaît svp stp oui avec grand plaisir veux voudrais souhaite jouer participer",
        "une un place confirme valide accepte volontiers sûr tout fait accord exact et aussi hier téléphone depuis que qui auteur",
        "partant partante très cordialement pour",
    ).split("|")
)
"""What stands beside a yes in sentences that are one."""
OTHERS = 2
"""How many words beside these a yes may have, as the name of a game; none if a question follows."""
DRAWN_OUT = re.compile(r"(\w)\1{2,}")
AROUND = "\"'“”«»„*_-–—>.,!¡ \n"
"""What writers put around a word."""
FIRST = 6
"""The lines of an answer that count."""


def consent(lines: Iterable[str]) -> bool | None:
    """Whether somebody's own lines say yes (True) or no (False) to what they were asked; None if they say neither, or
    both."""
    said = opening(lines)
    sentences = [one for one in re.split(r"(?<=[.!?\n])\s*", HARMLESS.sub("…", said)) if one.strip(AROUND)]
    if not sentences or AWAY.search(said):
        return None
    first, *more = sentences
    if NO.match(first) or DENIED.search(first):
        return denial(first)
    asks, denies = any("?" in one for one in more), any(map(takes_back, more))
    if agrees(first, asks) or (NO_TROUBLE.match(said) and not asks):
        return None if denies or DOUBT.search(first) or strange(first) > (0 if asks else OTHERS) else True
    return False if denies else None


def agrees(sentence: str, asks: bool) -> bool:
    """Whether a sentence begins as a yes does. `asks`: a question follows it."""
    loose, word = LOOSE.match(sentence), YES.match(sentence)
    if STATED.match(sentence, loose.end() if loose else 0):
        return True
    found = word or (None if asks else loose)
    return found is not None and ASKING.match(sentence, found.end()) is None


def strange(sentence: str) -> int:
    """How many words of a sentence do not belong to a yes."""
    found = YES.match(sentence) or LOOSE.match(sentence)
    return sum(word not in OF_A_YES for word in re.findall(r"[^\W_]+", sentence[found.end() if found else 0 :].casefold()))


def denial(sentence: str) -> bool | None:
    """What a sentence means in which something is denied: no, or neither."""
    if UNSURE.search(sentence) or "?" in sentence or YES.match(sentence) or LOOSE.match(sentence):
        return None
    return False


def takes_back(sentence: str) -> bool:
    """Whether a sentence says that a letter is not its writer's, whatever was said before."""
    return bool(NO.match(sentence) or (DENIED.search(sentence) and BY_ME.search(sentence)))


def opening(lines: Iterable[str]) -> str:
    """The first words after greetings and courtesies, with blanks made single."""
    some = [" ".join(line.split()).replace("’", "'") for line in lines if line.strip()][:FIRST]
    whole = DRAWN_OUT.sub(r"\1", "\n".join(some)).lstrip(AROUND)
    while found := GREETING.match(whole) or COURTESY.match(whole):
        whole = whole[found.end() :].lstrip(AROUND)
    return whole
