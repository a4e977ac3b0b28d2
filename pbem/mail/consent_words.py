"""What people say around a yes or a no, in English, French and German: the words that `pbem.mail.consent` goes by."""

from __future__ import annotations

import re


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
    r"|all good|alles gut|tout va bien|(many )?thanks?( you)?( very much| so much| a lot)?( for [\w' ]{0,40})?|thx"
    r"|(vielen |besten )?danke?( [\w ]{0,40})?"
    r"|merci( beaucoup| bien)?( (de|pour) [\w' ]{0,40})?)\s*[,.!\n]\s*",
    re.I,
)
"""What may stand before an answer and is none."""
HARMLESS = re.compile(
    r"\bno (problem|worries|trouble)|\b(not|keine?) (a )?(problem|robot|bot|roboter|spam)\b|pas de (problème|souci)s?"
    r"|\b(no|without( a)?|ohne|kein|sans( aucun)?) (doubt|zweifel|doute)|\bwhy not\b|\bwarum nicht\b|\bpourquoi pas\b"
    r"|can't wait|\bsorry (for|about|that)\b|désolée? (pour|du|de)\b|\bpas un robot\b|\bif (you please|possible)\b"
    r"|s'il (vous|te) pla[iî]t",
    re.I,
)
"""What denies or doubts by its words alone."""
NO_TROUBLE = re.compile(
    r"no (problem|worries|doubt)|not a problem|keine? (problem|frage)|pas de (problème|souci)", re.I
)
"""With what somebody may begin who agrees."""
NO = re.compile(rf"({words('no nope nah n never not nein nö nee non pas jamais wrong stop 👎 ❌')})(?![\w'])", re.I)
DENIED = re.compile(
    rf"\b({words('no not never nothing nobody nein nicht nichts nie niemals niemand keine?[nr]? non pas jamais')}"
    rf"|{words('rien aucune? wrong')})\b|n't\b|\b(i|it|that|this|you|we|das|ich|ce) (did|was|do|is|have)nt\b",
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
    rf"\b({words('but cannot unable afraid maybe perhaps probably unless if whether until first think believe guess')}"
    rf"|{words('might leider vielleicht wahrscheinlich wohl aber wenn falls sofern ob erst nur jedoch glaube')}"
    rf"|{words('denke malheureusement mais si seulement désolée? probablement crois pense')}|d'abord|peut[- ]être"
    rf"|{words('got received read seen saw reçue? angekommen erhalten bekommen gelesen gesehen lue? vue?')}"
    rf"|{words('somebody someone he she his her their they jemand seine? er wir quelqu sa son il elle on')}"
    rf"|{words('wife husband kid child son daughter brother friend frau mann kind sohn tochter bruder freund')}"
    rf"|{words('femme mari fils fille frère amie? enfant')}"
    r"|(or|oder|ou) (no|not|nein|nicht|non|pas|false|falsch|faux))\b|can't|\?",
    re.I,
)
"""What keeps a yes from being one: an if or a but, having got the letter and no more, somebody else."""
ASKING = re.compile(
    rf"[,\s]*({words('what who why how was wer wie wieso warum wozu quoi qui comment pourquoi')})\b", re.I
)
YES_WORDS = (
    words(
        "y yes yse yess?ir yep yepp yeah yup yess+ yea aye certainly absolutely definitely confirm(ed|ing)?",
        "accept(ed)? gladly mine",
    ),
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
"""They agree to what is asked, or to nothing yet: not if a question or strange words follow."""
LETTER = r"(letter|e-?mail|mail|message|one|note|brief|nachricht|schreiben|lettre|courriel|courrier)"
STATEMENTS = (
    r"i (do|did|am|was|would|will|have)(?=\s*([,.!]|$)|,? (indeed|please|so|confirm|thank))|it('s| is| was) (me|mine)",
    r"i( do| hereby| can| did| have| also|'ve){0,2} (confirm|agree|accept|wr[io]te|written|sen[dt])",
    r"i('d| would| do)? (really |very much )?(want|like|love) (it|that|this|to (play|join|take part)|a seat|in)\b",
    rf"(it|that|this|the)( {LETTER})?( is| was|'s| did come)( \w+)? (me|mine|my|right|correct|true|from me|by me)",
    r"je (vous |le |la |te )?(confirme|accepte|veux bien|valide)|je l'ai (bien |moi-même )?(écrite?|envoyée?)",
    r"je (veux|voudrais|souhaite) (bien |vraiment )?(jouer|participer|une place)",
    r"je suis (bien )?(d'accord|partante?|l'auteure?|l'expéditeur|l'expéditrice)",
    rf"c'(est|était) (bien )?(moi|le mien|la mienne|m(on|a) {LETTER}|ça|correct|exact|de moi)",
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
    re.findall(
        r"\w+",
        """
        i it that this me my mine myself is was am are be m s d ve ll did do does have would will can wrote write
        written sent send from by the a an to for of in into on at as and so very much really indeed just please thank
        thanks you your letter mail email e message note yes yeah ok okay course sure right correct true confirm
        confirmed play playing join joining game seat take part put like love want wish happy glad looking forward too
        here good fine great cheers with pleasure came address thing owner now yesterday today phone go ahead sign up
        count
        ich das der die den dem es ist war bin hab habe von mir mein meine meiner meins brief nachricht schreiben
        geschrieben geschickt gesendet bitte danke dank gern gerne sehr auf jeden fall natürlich klar doch ja genau
        richtig stimmt möchte würde mitspielen spielen mitmachen dabei sein teilnehmen einen eine ein platz spiel partie
        runde und auch heute gestern handy vom selbst selber wirklich stammt bestätige hiermit dass freue mich schon los
        alles gut passt viele liebe schöne grüße gruß lg mfg euch
        je j c est ai suis cest était moi bien le la les l ce cette de du à mon ma mien mienne lettre courriel courrier
        écrit écrite envoyé envoyée merci beaucoup vous plaît svp stp oui avec grand plaisir veux voudrais souhaite
        jouer participer une un place confirme valide accepte volontiers sûr tout fait accord exact et aussi hier
        téléphone depuis que qui auteur partant partante pouvez y aller bonjour très cordialement pour |
        """,
    )
)
"""What stands beside a yes in sentences that are one."""
