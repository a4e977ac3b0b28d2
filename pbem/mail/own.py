"""Which lines of a letter are the writer's own: quotations and signatures are set aside with their reason. Pure.

Every letter we send begins with a sentinel line. Where it comes back quoted, the quoted lines go and all others stay;
where it comes back bare, everything below goes; where it is missing, the marks of the usual mail programs must do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

SENTINEL = "=== write above this line ==="
SENTINEL_PATTERN = re.compile(r"^[\s>|*_]*={2,}\s*write above this line", re.I)

QUOTED = re.compile(r"\s*[>|]")
WROTE = re.compile(
    r"\b(wrote|writes|schrieb|geschrieben|a écrit|écrit|escribió|ha scritto|scrive|schreef|geschreven|napisał\w*|skrev"
    r"|kirjoitti|написал\w*|пишет|escreveu|napsal\w*|írta|έγραψε|yazdı)\b|写道",
    re.I,
)
OPENING = re.compile(r"\s*(on|am|le|el|il|em|op|w dniu|dnia|den|dne|ti|på|\d{1,4}|在)\b", re.I)
FACTS = re.compile(r"[\d@<]")
ORIGINAL = re.compile(
    r"\s*[-_=*]{3,}\s*(original message|original appointment|forwarded message|begin forwarded message"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original"
    r"|mensaje reenviado|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht"
    r"|wiadomość oryginalna|ursprungligt meddelande|исходное сообщение|mensagem original|原始邮件)\s*[-_=*]*\s*$"
    r"|\s*(begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié)\s*:\s*$",
    re.I,
)
RULE = re.compile(r"\s*[_=*-]{5,}\s*")
FROM_FIELD = re.compile(r"\s*\*?(from|von|de|da|van|od|från|fra|от|发件人)\s?\*?[:：]\*?\s*\S", re.I)
OTHER_FIELD = re.compile(
    r"\s*\*?(sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|asunto|inviato|data|a"
    r"|oggetto|verzonden|aan|onderwerp|wysłano|do|temat|skickat|till|ämne|отправлено|кому|тема|дата"
    r"|发送时间|收件人|主题)\s?\*?[:：]",
    re.I,
)
DEVICE = re.compile(
    r"\s*(sent (from|via|with) (my|yahoo|mail|outlook|proton|gmail|the|android|samsung)\b.*|get outlook for .*"
    r"|von meinem .* gesendet.*|gesendet (von|mit) .*"
    r"|envoyé (de|depuis|à partir de) .*|enviado desde .*|enviado (de|do) .*"
    r"|inviato da .*|verstuurd vanaf .*|verzonden vanaf .*|wysłan[eo] z .*|skickat från .*|sendt fra .*"
    r"|отправлено с .*|发自我的.*|lähetetty .*)",
    re.I,
)
BLOCK_END = re.compile(r"\s*end ?(press|broadcast|if|what ?if)\s*\.?", re.I)
INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})


@dataclass(frozen=True)
class Line:
    """A line of a letter. `dropped` says why it is not read: "copy" (of an earlier letter, below the writer's words),
    "quoted" (marked so), "signature"; "" if it is the writer's own."""

    text: str
    dropped: str = ""


def own_lines(text: str) -> list[Line]:
    """All lines of a letter's text in order, folded to ordinary blanks, those not its writer's own marked."""
    lines = [fold(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    why = [""] * len(lines)
    sentinels = [i for i, line in enumerate(lines) if SENTINEL_PATTERN.match(line)]
    cut = next((i for i in sentinels if not QUOTED.match(lines[i])), None) if sentinels else copy_begins(lines)
    if cut is not None:
        cut = above(lines, cut)
        why[cut:] = ["copy"] * (len(lines) - cut)
    drop_quotations(lines, why)
    drop_signature(lines, why)
    return [Line(line, reason) for line, reason in zip(lines, why, strict=True)]


def fold(line: str) -> str:
    """Every kind of blank one blank; no control or invisible characters."""
    if line.isascii() and line.isprintable():
        return line.rstrip()
    kinds = ((c, unicodedata.category(c)) for c in line.replace("\t", " "))
    return "".join(" " if kind == "Zs" else c for c, kind in kinds if kind not in INVISIBLE).rstrip()


def copy_begins(lines: Sequence[str]) -> int | None:
    """Where the copy of an earlier letter begins that is not marked line by line."""
    for at, line in enumerate(lines):
        if ORIGINAL.match(line):
            return at
        if FROM_FIELD.match(line) and sum(bool(OTHER_FIELD.match(later)) for later in lines[at + 1 : at + 6]) >= 2:
            return at
        if line.endswith((":", "：")) and is_attribution(line) and not quote_follows(lines, at):
            return at + 1
    return None


def quote_follows(lines: Sequence[str], at: int) -> bool:
    below = next((lines[i] for i in range(at + 1, len(lines)) if lines[i].strip()), "")
    return bool(QUOTED.match(below))


def is_attribution(text: str) -> bool:
    """Whether this introduces a quotation: "On 3 May 2026 at 10:00, Anna <anna@example.org> wrote:"."""
    return bool(text.rstrip().endswith((":", "：")) and WROTE.search(text) and FACTS.search(text))


def above(lines: Sequence[str], at: int) -> int:
    """Moves the beginning of a copy up over the lines that introduce it."""
    top = at
    while top and not lines[top - 1].strip():
        top -= 1
    size = attribution_size(lines[max(top - 3, 0) : top])
    if size:
        return top - size
    start = top
    while start and top - start < 8 and (OTHER_FIELD.match(lines[start - 1]) or FROM_FIELD.match(lines[start - 1])):
        start -= 1
    if top - start >= 2:
        at = top = start
    while top and not lines[top - 1].strip():
        top -= 1
    return top - 1 if top and (RULE.fullmatch(lines[top - 1]) or ORIGINAL.match(lines[top - 1])) else at


def attribution_size(lines: Sequence[str]) -> int:
    """How many of these lines, the last ones, introduce a quotation; a long introduction is wrapped over three."""
    fits = []
    for size in range(1, len(lines) + 1):
        block = lines[-size:]
        if not block[0].strip():
            break
        if is_attribution(" ".join(block)):
            fits.append(size)
    begun = [size for size in fits if OPENING.match(lines[-size])]
    return min(begun, default=min(fits, default=0))


def drop_quotations(lines: Sequence[str], why: list[str]) -> None:
    for at, line in enumerate(lines):
        if why[at] or not QUOTED.match(line):
            continue
        why[at] = "quoted"
        top = above(lines, at)
        if not QUOTED.match(lines[max(at - 1, 0)]):
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
