"""What people say who agree, deny or doubt, in English, French and German: `pbem.mail.inbound.yes_or_no` goes by it."""

from __future__ import annotations

import re
from enum import Enum


def any_of(*patterns: str) -> str:
    return "|".join(" ".join(patterns).split())


# --- before an answer ---------------------------------------------------------------------------------------------

GREETING = re.compile(
    rf"({any_of('hi hello hey dear hallo servus moin liebe[rs]? bonjour bonsoir salut coucou cher madame monsieur')}"
    r"|good (morning|evening|day|afternoon)|guten (tag|morgen|abend)|grüß (gott|dich)|sehr geehrte)\b"
    r"(\s+(?=(yes|yep|yeah|no|it'?s|that|i|oui|non|c'est|ja|nein|das|ich)\b)|[^.!?\n]{0,40}?([,.!:\n]|$)\s*)",
    re.I,
)
COURTESY = re.compile(
    rf"({any_of('oh ah ahh? uh um h+m+ well so haha lol ups oops sorry pardon entschuldigung désolée?')}"
    r"|all good|alles gut|tout va bien|(many )?thanks?( you)?( very much| so much| a lot)?( for [\w' ]{0,40})?|thx"
    r"|(vielen |besten )?danke?( [\w ]{0,40})?"
    r"|merci( beaucoup| bien)?( (de|pour) [\w' ]{0,40})?)\s*[,.!\n]\s*",
    re.I,
)
"""What may stand before an answer and is none."""
HARMLESS = re.compile(
    r"\bno (problem|worries|trouble)|\b(not|kein) (a )?problem\b|\bkeine frage\b|pas de (problème|souci)s?"
    r"|\b((i'm|i am|ich bin|je ne suis) )?(not|keine?|pas) (a |un )?(ro)?bot(er)?\b"
    r"|\b(no|without( a)?|ohne|kein|sans( aucun)?) (doubt|zweifel|doute)|\bwhy not\b|\bwarum nicht\b|\bpourquoi pas\b"
    r"|can't wait|\bif (you please|possible)\b|s'il (vous|te) pla[iî]t"
    r"|\b(who else( (would|could) it be)?|wer sonst|qui d'autre)\b[ ?]*",
    re.I,
)
"""What denies, doubts or asks by its words alone."""

# --- what is none -------------------------------------------------------------------------------------------------

NO = re.compile(rf"({any_of('no nope nah n never not nein nö nee non pas jamais wrong stop 👎 ❌')})(?![\w'])", re.I)
DENIED = re.compile(
    rf"\b({any_of('no not never nothing nobody nein nicht nichts nie niemals niemand keine?[nr]? non pas jamais')}"
    rf"|{any_of('rien aucune? wrong')})\b|n't\b|\b(i|it|that|this|you|we|das|ich|ce) (did|was|do|is|have)nt\b",
    re.I,
)
BY_ME = re.compile(
    r"\b("
    rf"{any_of('i me mine wrote write written sent send asked requested je moi mien écrite? envoyée? demandée? mir')}"
    rf"|{any_of('ich geschrieben geschickt gesendet angefordert verfasst')})\b|\bj'",
    re.I,
)
"""What a denial below a yes speaks of that takes it back; in a signature others deny as well."""
UNSURE = re.compile(
    r"\b(no|any) (idea|clue)|keine? ahnung|aucune idée|\bno longer\b"
    rf"|\b({any_of('know sure certain understand remember recall weiß weiss sicher klar verstanden sais')}"
    rf"|{any_of('comprends? compris souviens sûre? certaine?')}|versteh\w*|erinner\w*)\b",
    re.I,
)
"""Who denies that, says neither yes nor no."""
ASKED = "?🤔🙄😡😠🤬🖕😕❓"
"""Marks of doubt or anger."""
DOUBT = re.compile(
    rf"\b({any_of('but cannot maybe perhaps probably unless whether somebody someone else he she his her their they')}"
    rf"|{any_of('vielleicht wahrscheinlich aber falls jemand mais seulement probablement quelqu elle')}|peut[- ]être"
    rf"|{any_of('wife husband kid child son daughter brother friend frau mann kind sohn tochter bruder freund')}"
    rf"|{any_of('femme mari fils fille frère amie? enfant who what why wer warum wieso qui pourquoi quoi')}"
    r"|"
    rf"{any_of('list off stop police polizei lawyer anwalt avocat plainte tricks? joke witz blague try versuch abuse')}"
    rf"|{any_of('nonsense quatsch unsinn betrug arnaque abmelden')}"
    r"|(spam|scam|fraud|forge|fake|hack|phish|virus|steal|stole|identi|unsubscri|remov|delet|impersonat|report"
    r"|complain|block|(ge)?fälsch|(ge)?lösch|melde|anzeig|missbrauch|entfern|betrüg|streich|escro|pirat|désinscri"
    r"|désabonn|retire[rz]|supprim|usurp|signal|fauss|faux|fals|cancel|undo|revoke|withdr|refus|declin|annul|storn"
    rf"|widerruf|abl[ae]hn|rückgängig|mistak|acciden|error|err?eur|versehen|irrtum)\w*)\b|can't|[{ASKED}]",
    re.I,
)
"""What keeps words from being no more than a name and what stands below it: a but, somebody else, an accusation."""
OUTSPOKEN = re.compile(
    rf"\b({any_of('i me my we us our ich mir mich meine?[mnrs]? wir uns je moi mon ma mes nous please bitte veuillez')}"
    rf"|{any_of('you your yours sie ihnen ihre?[mnrs]? euch eure?[mnrs]? dich dir du vous votre vos toi')})\b|\bj'",
    re.I,
)
"""What is said by somebody, or to somebody: no part of a name."""
DISCLAIMER = re.compile(
    r"\b(confidential\w*|(intended|named) (recipient|addressee)|disclaimer|vertraulich\w*|confidentiel\w*)\b", re.I
)
"""What firms hang below every letter: neither it nor what follows is its writer's word."""

# --- what is one --------------------------------------------------------------------------------------------------


class ConsentPart(Enum):
    """What a phrase is to an answer."""

    YES = "a yes"
    LOOSE = "a yes to what is asked, or a mere nod"
    STATED = "says whose the letter is, or what is wanted"
    BESIDE = "stands beside a yes and changes nothing"
    THANKS = "thanks"
    CLOSING = "ends a letter: a greeting, a name and what stands below it"
    NEXT = "asks how it goes on"
    STRANGE = "anything else"


LETTER = r"(letter|e-?mail|mail|message|one|note|brief|nachricht|schreiben|lettre|courriel|courrier)"
WHICH = r"(work|office|business|other|second|private|personal|home|old|new|neuen|alten)"
TROUBLE = (
    r"(confusion|delays?|trouble|inconvenience|wait|noise|late (answer|reply)|retard|dérangement|verspätung|umstände)"
)
DEVICE = r"(address|account|phone|mobile|tablet|ipad|iphone|computer|laptop|handy|telefon|rechner|adresse|téléphone)"
SURELY = r"((indeed|really|definitely|certainly|actually|truly|just|all|also|hereby|do|did|can|have|myself)\s+)"
IT = rf"(it|that|this|the|that's|it's)( {LETTER})?"
AT_END = r"(?=\s*([,.!…]|$))"
PLAY = r"(play|join|enter|watch|take part|be in|be there)"
PHRASES: dict[ConsentPart, tuple[str, ...]] = {
    ConsentPart.YES: (
        any_of("y yes yse yess yess?ir yepp? yeah yup yea aye certainly absolutely definitely confirm(ed|ing)? gladly"),
        r"accept(ed)?|affirmati(ve|f)|of course|by all means|please do|(please )?go ahead|with pleasure",
        r"\+1|[👍✅✔👌🆗]",
        r"(please )?(count|sign|put) me (in|up|down)|i('m| am) in|mine",
        rf"(yes|yeah|yep|indeed),? i (do|did|would|will|am|was|have)( indeed)?{AT_END}",
        rf"(yes|yeah|yep|of course|sure|indeed|certainly|absolutely),?( it| that| this)? (is|was|does){AT_END}",
        any_of("oui ouais ouaip oué sí volontiers absolument certainement") + r"|bien s[uû]r( que oui)?|tout à fait",
        r"avec (grand |beaucoup de )?plaisir|(vous pouvez y aller|allez-y|inscrivez-moi|je veux bien)",
        any_of("j ja jo jau jap jepp? jupp? jawohl jawoll natürlich natuerlich selbstverständlich bestätigt?"),
        r"(sehr |aber )?gerne?( doch)?|(na|aber) klar|(ich )?bin dabei|auf jeden fall",
    ),
    ConsentPart.LOOSE: (
        any_of("ok okay okey oki k indeed right correct agreed? true exactly exact exactement entendu dac d'acc(ord)?"),
        any_of("klar sicher genau stimmt richtig einverstanden passt") + r"|sure( thing)?",
        rf"{IT}( is|'s| was)? (all )?(right|correct|true|so)|c'est (bien )?(ça|correct|exact|vrai)",
        r"das (ist|war) (so|richtig|korrekt)|das (stimmt|passt)( so)?",
    ),
    ConsentPart.STATED: (
        r"(it|this|that)('s| is| was) (me|mine)",
        rf"{IT}( is| was|'s| does come| did come| came| comes)?\s+{SURELY}?(me|mine|my (own )?{LETTER}|(from|by) me)",
        rf"{IT} (came|comes|is|was) from my( {WHICH})? {DEVICE}",
        rf"i\s+{SURELY}{{0,2}}(confirm|agree|accept)( (to )?(it|that|this){AT_END})?",
        rf"i('ve)?\s+{SURELY}{{0,2}}(wrote|write|written|sent|send) ((it|that|this|the)( {LETTER})?)( myself)?",
        rf"i('d| would| do)?\s+((really|very much|also)\s+)?(want|like|love) (it|that|this|a seat|in|to( {PLAY})?)",
        rf"(i('d| would)? be|i('m| am)) (very )?(happy|glad|delighted) to( {PLAY})?",
        r"je (vous |le |la |te )?(confirme|accepte|valide)|je l'ai (bien |moi-même )?(écrite?|envoyée?)",
        r"je (veux|voudrais|souhaite|souhaiterais) (bien |vraiment )?(jouer|participer|une place)",
        r"j'aimerais (bien |vraiment )?(jouer|participer|une place)",
        rf"je suis (bien )?(d'accord|partante?|(l'auteure?|l'expéditeur|l'expéditrice)( de (ce|cette|la) {LETTER})?)",
        rf"c('est|'était| est| était)? (bien )?(moi|le mien|la mienne|m(on|a) {LETTER}|de moi)",
        rf"c'est (bien )?moi qui (l'ai|ai|vous ai) (écrite?|envoyée?)( (ce|cette|le|la|l') ?{LETTER})?",
        rf"(cette|ce|la|le|l')\s?{LETTER} (est|vient|était) (bien )?(de moi|à moi|le mien|la mienne)",
        r"(hiermit )?bestätige ich( hiermit| das| es)*|ich bestätige( hiermit| das| es)*",
        r"ich (war|bin) (das|es|'s)|ich (wars|bins|war's|bin's)|das (war|bin) (auch |wirklich |tatsächlich )?ich",
        r"ich (möchte|will|würde gerne?|würd gern) (das|es|mitspielen|spielen|teilnehmen|mitmachen|einen platz)",
        rf"(das|der|die|dieser?)( {LETTER})? (ist|war|stammt|kam|kommt) (auch |wirklich |tatsächlich |schon )?"
        rf"(von mir|meine?r?)( {LETTER})?",
        rf"(das|der|die)( {LETTER})? von mir (ist|stammt|kommt|war)",
        r"((das|den|die) )?hab'?e? ich ((selbst|selber|gestern|heute|vom handy)\s+)*(geschrieben|geschickt|gesendet)",
    ),
    ConsentPart.BESIDE: (
        any_of("please pls bitte svp stp and und et that que dass too also auch aussi really doch sehr haha hihi pbem"),
        any_of("sir madam yesterday today earlier gestern heute hier vorhin"),
        r"der herr|(that )?sounds (good|great|fine)|all good|alles gut|very much|for sure|for me|pour moi|für mich"
        r"|(this|yesterday) (morning|evening)"
        r"|last night|just now|(gestern|heute) (abend|morgen)|hier soir|ce matin",
        rf"(from|on|by|vom|von|mit|depuis|de) ((my|the|meinem|mon|ma|le|la)( {WHICH})? )?{DEVICE}",
        rf"(still )?learning it|(a )?(new|neues|nouveau) {DEVICE}"
        rf"|(i wrote|geschrieben|écrit) (from|on|vom|de) (my|mon) {DEVICE}",
        rf"(i'm |je suis )?(sorry|apologies|pardon|désolée?|entschuldigung|excusez-moi)( (for|about|pour|für|du|de)"
        rf"( the| any| my| le| la| les| die| das| den)? {TROUBLE})?",
        r"(war|bin|will|möchte) ich( das| es| gerne?)?|(ist|war|stammt|kommt) (von mir|meine?r?)",
        r"(i('m| am| do)? )?look(ing)? forward( to (it|that|this|playing|the game))?"
        r"|(ich )?freue? mich( schon)?( drauf| darauf)?|hâte (de|d')\s?(jouer|commencer|y être)",
        r"@",
        r"(to )?(play|join)( in)?|mitspielen|mitmachen|jouer|participer|für|as|in|for|dans|bei|à|the game|game|seat",
    ),
    ConsentPart.THANKS: (
        r"(many )?(thanks?( you)?|thx)( very much| so much| a lot| again)?( for (asking|checking|your help))?",
        r"merci( beaucoup| bien)?(( de| pour) (demander|votre aide))?",
        r"(vielen |besten )?danke?( sehr| schön| vielmals)?( (der|für die) nachfrage)?",
    ),
    ConsentPart.CLOSING: (
        r"((kind(est)?|best|warm) )?(regards|wishes|greetings)|best|cheers|yours( sincerely| faithfully| truly)?"
        r"|sincerely|bye|ciao|take care|cordialement|bien à (vous|toi)|à bientôt|bonne (journée|soirée)|amicalement",
        r"(mit )?(freundlichen?|besten?|lieben?|liebe|vielen?|schönen?|herzlichen?)? ?gr(ü|ue)(ß|ss)en?|gruß|[lvb]g|mfg"
        r"|bis bald",
    ),
}
READERS = tuple(
    (part, re.compile(rf"({pattern})(?![\w'])", re.I)) for part, some in PHRASES.items() for pattern in some
)
NEXT = re.compile(
    r"(and )?(what (happens|comes|do i do) (now|next)|what('s| is)? (next|now)|now what"
    r"|when (do|does|will|can) (it|we|the game) (start|begin)"
    r"|was (passiert|kommt|nun|jetzt)( jetzt| nun)?|wie geht es (jetzt |nun )?weiter|wann geht es los"
    r"|et maintenant|que se passe-t-il maintenant|quand (commence-t-on|est-ce que ça commence))\s*[?.!\s]*",
    re.I,
)
"""What somebody asks who has agreed."""
