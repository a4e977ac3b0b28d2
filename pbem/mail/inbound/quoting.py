"""Which lines of a letter are the writer's own: quotations and signatures are set aside with their reason. Pure.

Every letter we send begins with a sentinel line. Where it comes back quoted, the quoted lines go and all others stay;
where it comes back bare, everything below goes; where it is missing, the marks of the usual mail programs must do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.commands.lines import WriterLine, fold_blanks

SENTINEL = "=== write above this line ==="
SENTINEL_PATTERN = re.compile(r"^[\s>|*_]*={2,}\s*write above this line", re.I)

QUOTE_MARK = re.compile(r"\s*[>|]")
WROTE_WORDS = re.compile(
    r"\b(wrote|writes|schrieb|geschrieben|a écrit|écrit|escribió|ha scritto|scrive|schreef|geschreven|napisał\w*|skrev"
    r"|kirjoitti|написал\w*|пишет|escreveu|napsal\w*|írta|έγραψε|yazdı)\b|写道",
    re.I,
)
ATTRIBUTION_OPENING = re.compile(
    r"\s*((on|am|le|el|il|em|op|w dniu|dnia|den|dne|ti|på|在)\b.*\d|\d{1,4}[-./年]\d"
    r"|\d{1,2}\.? [^\W\d]{3,}\.?,? \d{4}\b)",
    re.I,
)
"""How an introduction begins that goes on in the next line: with a day. A numbered order does not."""
ATTRIBUTION_FACTS = re.compile(r"[\d@<]")
ORIGINAL = re.compile(
    r"\s*[-_=*]{3,}\s*(original message|original appointment|forwarded message|begin forwarded message"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original"
    r"|mensaje reenviado|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht"
    r"|wiadomość oryginalna|ursprungligt meddelande|исходное сообщение|mensagem original|原始邮件)\s*[-_=*]*\s*$"
    r"|\s*(begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié)\s*:\s*$",
    re.I,
)
RULE = re.compile(r"\s*[_=*-]{5,}\s*")
HEAD_FIELD = re.compile(r"\s*\*?([^\W\d][\w-]{0,15})( (?:am|el|il))?\s?\*?[:：]")
HEAD_FIELDS: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (names.split()[0], frozenset((*names.split(), "cc", "reply-to")))
    for names in (
        "from sent date to subject",
        "von gesendet datum an betreff",
        "de envoyé date a objet",
        "de enviado fecha para asunto",
        "de enviado data para assunto",
        "da inviato data a oggetto",
        "van verzonden datum aan onderwerp",
        "od wysłano data do temat dw",
        "från skickat datum till ämne kopia",
        "fra sendt dato til emne cc",
        "от отправлено дата кому тема копия",
        "发件人 发送时间 日期 收件人 主题 抄送",
    )
)
"""What the fields of a copied letter's head are called, by language; the first names the sender, and none is missing
that. A line such as “A: PAR - BUR” is a field (Italian “to”) only beside the others of its language."""
FIELDS_MOST = 8
DEVICE = re.compile(
    r"\s*(sent (from|via|with) (my|yahoo|mail|outlook|proton|gmail|the|android|samsung)\b.*|get outlook for .*"
    r"|von meinem .* gesendet.*|gesendet (von|mit) .*"
    r"|envoyé (de|depuis|à partir de) .*|enviado desde .*|enviado (de|do) .*"
    r"|inviato da .*|verstuurd vanaf .*|verzonden vanaf .*|wysłan[eo] z .*|skickat från .*|sendt fra .*"
    r"|отправлено с .*|发自我的.*|lähetetty .*)",
    re.I,
)
BLOCK_END = re.compile(r"\s*end ?(press|broadcast|if|what ?if)\s*\.?", re.I)
TO_OTHERS = re.compile(r"\s*(pbem:? +)?(press|broadcast)\b", re.I)


def split_own_lines(text: str, host: str = "") -> list[WriterLine]:
    """All lines of a letter's text in order, folded to ordinary blanks, those not its writer's own marked.

    `host` is the name in this server's own addresses: a line that names one of them begins a copy."""
    lines = [fold_blanks(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    why = [""] * len(lines)
    cut = find_end_of_own(lines, host)
    if cut is not None:
        why[cut:] = ["copy"] * (len(lines) - cut)
    drop_quotations(lines, why, host)
    drop_signature(lines, why)
    return [WriterLine(line, reason) for line, reason in zip(lines, why, strict=True)]


def find_end_of_own(lines: Sequence[str], host: str) -> int | None:
    """Return where a copy begins that is not marked line by line, with what introduces it; None if there is none."""
    sentinels = [i for i, line in enumerate(lines) if SENTINEL_PATTERN.match(line)]
    if sentinels:
        cut = next((i for i in sentinels if not QUOTE_MARK.match(lines[i])), None)
        return None if cut is None else extend_copy_up(lines, cut, host)
    cuts = (find_copy_by_marks(lines, host), find_copy_by_address(lines, host))
    return min((cut for cut in cuts if cut is not None), default=None)


def find_copy_by_marks(lines: Sequence[str], host: str) -> int | None:
    """Return where the copy of an earlier letter begins by the marks of the usual mail programs."""
    for at, line in enumerate(lines):
        head = copied_head_range(lines, at)
        marks = ORIGINAL.match(line) or len(head) >= 3 or (line.endswith((":", "：")) and is_attribution(line))
        if marks and not introduces_quotation(lines, at):
            return at if ORIGINAL.match(line) else extend_copy_up(lines, head.stop if head else at + 1, host)
    return None


def find_copy_by_address(lines: Sequence[str], host: str) -> int | None:
    """Return where a copy begins that is known by one of our own addresses in its head: all who copy our letters name
    one. Words for others are left whole; they are searched for secrets elsewhere."""
    last = max((i for i, line in enumerate(lines) if BLOCK_END.fullmatch(line)), default=-1)
    for at, line in enumerate(lines):
        if (
            at > last
            and has_our_address(line, host)
            and not TO_OTHERS.match(line)
            and not introduces_quotation(lines, at)
        ):
            return min(at, extend_copy_up(lines, max(at + 1, copied_head_range(lines, at).stop), host))
    return None


def has_our_address(line: str, host: str) -> bool:
    """Return whether a line that is not marked as quoted names an address of this server."""
    address = rf"(?<![\w.+-])(pbem|orders|reply)(\+[a-z2-7]+)?@{re.escape(host)}(?![\w-]|\.\w)"
    return bool(host) and host in line.lower() and not QUOTE_MARK.match(line) and bool(re.search(address, line, re.I))


def introduces_quotation(lines: Sequence[str], at: int) -> bool:
    """Return whether what a line belongs to stands above lines marked as quoted: they are known without it."""
    if ORIGINAL.match(lines[at]):
        at = next((i for i in range(at + 1, len(lines)) if lines[i].strip()), at)
    wrapped = (at + n for n in range(3) if is_attribution(" ".join(lines[at : at + n + 1])))
    return any(quote_follows(lines, end) for end in (at, copied_head_range(lines, at).stop - 1, *wrapped) if end >= at)


def copied_head_range(lines: Sequence[str], at: int) -> range:
    """The lines around one that make up the head of a copied letter, in one language; empty if it is in none."""
    if not field_name(lines[at]):
        return range(at, at)
    return max((fields_around(lines, at, *names) for names in HEAD_FIELDS), key=len)


def fields_around(lines: Sequence[str], at: int, sender: str, names: frozenset[str]) -> range:
    """A run of fields of one language, none of them twice, the sender's among them."""
    found: dict[str, int] = {}
    start = stop = at
    while stop < len(lines) and stop - at < FIELDS_MOST and (name := field_name(lines[stop])) in names - found.keys():
        found[name], stop = stop, stop + 1
    while found and start and (name := field_name(lines[start - 1])) in names - found.keys():
        found[name], start = start - 1, start - 1
    return range(start, stop) if sender in found and len(found) > 1 else range(at, at)


def field_name(line: str) -> str:
    match = HEAD_FIELD.match(line)
    return match[1].lower().replace("à", "a") if match else ""


def quote_follows(lines: Sequence[str], at: int) -> bool:
    below = next((lines[i] for i in range(at + 1, len(lines)) if lines[i].strip()), "")
    return bool(QUOTE_MARK.match(below))


def is_attribution(text: str) -> bool:
    """Return whether this introduces a quotation: "On 3 May 2026 at 10:00, Anna <anna@example.org> wrote:"."""
    return bool(text.rstrip().endswith((":", "：")) and WROTE_WORDS.search(text) and ATTRIBUTION_FACTS.search(text))


def extend_copy_up(lines: Sequence[str], at: int, host: str) -> int:
    """Moves the beginning of a copy up over the lines that introduce it."""
    top = first_blank_above(lines, at)
    size = attribution_size(lines[max(top - 3, 0) : top])
    head = copied_head_range(lines, top - 1) if top else range(0)
    if size or head:
        at = top - size if size else head.start
    elif top and has_our_address(lines[top - 1], host):
        at = top - 1
    top = first_blank_above(lines, at)
    return top - 1 if top and (RULE.fullmatch(lines[top - 1]) or ORIGINAL.match(lines[top - 1])) else at


def first_blank_above(lines: Sequence[str], at: int) -> int:
    """The first of the blank lines that end before a place."""
    while at and not lines[at - 1].strip():
        at -= 1
    return at


def attribution_size(lines: Sequence[str]) -> int:
    """Return how many of these lines, the last ones, introduce a quotation; a long introduction is wrapped over
    three."""
    fits = []
    for size in range(1, len(lines) + 1):
        block = lines[-size:]
        if not block[0].strip():
            break
        if is_attribution(" ".join(block)):
            fits.append(size)
    begun = [size for size in fits if ATTRIBUTION_OPENING.match(lines[-size])]
    return min(begun, default=min(fits, default=0))


def drop_quotations(lines: Sequence[str], why: list[str], host: str) -> None:
    for at, line in enumerate(lines):
        if why[at] or not QUOTE_MARK.match(line):
            continue
        why[at] = "quoted"
        if not QUOTE_MARK.match(lines[max(at - 1, 0)]):
            top = extend_copy_up(lines, at, host)
            why[top:at] = ["quoted"] * (at - top)


def drop_signature(lines: Sequence[str], why: list[str]) -> None:
    """From two hyphens alone on a line; not where a message to others is still to end, for they belong to it then."""
    ends = (i for i, line in enumerate(lines) if why[i] != "copy" and BLOCK_END.fullmatch(line))
    last = max(ends, default=-1)
    start = next((i for i, line in enumerate(lines) if i > last and not why[i] and line.strip() == "--"), None)
    if start is not None:
        why[start:] = [reason or "signature" for reason in why[start:]]
    for at in range(len(lines) - 1, -1, -1):
        if not why[at] and DEVICE.fullmatch(lines[at]):
            why[at] = "signature"
        elif not why[at] and lines[at].strip():
            break
