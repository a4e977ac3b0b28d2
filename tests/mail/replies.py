"""Answers to a letter of ours as mail programs make them: every program, way of quoting and place for one's own words.

Each reply holds orders of its writer's (`NEW`) and a copy of a letter with orders that are old (`OLD`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pbem.mail.inbound.quoting import SENTINEL

HOST = "pbem.test"
FROM = f"France · verdun <pbem@{HOST}>"
NEW: tuple[tuple[str, ...], ...] = (
    ("A PAR - BUR", "F BRE - MAO"),
    ("A: PAR - BUR", "A: MAR - SPA"),
    ("1. A PAR - BUR", "2. A MAR - SPA"),
    ("1) A PAR - BUR", "2) F BRE - MAO", "3) A MAR H"),
    ("- A PAR - BUR", "* A MAR - SPA"),
    ("On Sunday A PAR - BUR", "Le A MAR - SPA"),
    ("F: BRE - MAO",),
    ("SPAIN: A MAR", "DE: A PAR - BUR"),
)
"""What a writer says of his own, in spellings that resemble what mail programs put between."""
OLD = ("Your orders for S1901M as they stand:", "    A PAR - PIC", "    F BRE - ENG", "", "A MAR - GAS", "ready")


def copy_of_letter(sentinel: bool) -> list[str]:
    """A letter of ours as it was read."""
    return [*([SENTINEL, ""] if sentinel else []), *OLD, "", "-- ", "verdun · Diplomacy · France"]


def mark_lines(lines: Sequence[str]) -> list[str]:
    return ["> " + line if line else ">" for line in lines]


def tight(lines: Sequence[str]) -> list[str]:
    return [">" + line for line in lines]


def bar_lines(lines: Sequence[str]) -> list[str]:
    return ["| " + line for line in lines]


def bare(lines: Sequence[str]) -> list[str]:
    return list(lines)


def indent_lines(lines: Sequence[str]) -> list[str]:
    return ["    " + line for line in lines]


@dataclass(frozen=True)
class Program:
    """A mail program: what it puts above the copy, and how it marks the copy's lines."""

    name: str
    head: str
    quotes: tuple[Callable[[Sequence[str]], list[str]], ...]


EVERY = (mark_lines, tight, bar_lines, bare, indent_lines)
MARKED = (mark_lines, tight, bar_lines)
BARE = (bare, indent_lines)


def head(*names: str) -> str:
    """A copied head in one language: sender, day, recipient, subject."""
    values = (FROM, "Mon, 2 Mar 2026 10:00", "Anna <anna@example.org>", "[verdun] S1901M France")
    return "\n".join(f"{name}: {value}" for name, value in zip(names, values, strict=True))


PROGRAMS = (
    Program("Gmail", f"On Mon, 2 Mar 2026 at 10:00, {FROM} wrote:", EVERY),
    Program("Gmail, wrapped", f"On Mon, 2 Mar 2026 at 10:00, France · verdun\n<pbem@{HOST}> wrote:", EVERY),
    Program("Gmail, wrapped late", f"On Mon, 2 Mar 2026 at 10:00, {FROM}\nwrote:", EVERY),
    Program("Apple Mail", f"On 2 Mar 2026, at 10:00, {FROM} wrote:", EVERY),
    Program("Thunderbird", "On 3/2/26 10:00, France · verdun wrote:", EVERY),
    Program("Thunderbird, German", "Am 02.03.26 um 10:00 schrieb France · verdun:", EVERY),
    Program("Gmail, French", f"Le lun. 2 mars 2026 à 10:00, {FROM} a écrit :", EVERY),
    Program("Gmail, Spanish", f"El lun, 2 mar 2026 a las 10:00, {FROM} escribió:", EVERY),
    Program("Gmail, Italian", f"Il giorno lun 2 mar 2026 alle ore 10:00 {FROM} ha scritto:", EVERY),
    Program("Gmail, Dutch", f"Op ma 2 mrt 2026 om 10:00 schreef {FROM}:", EVERY),
    Program("Gmail, Polish", f"pon., 2 mar 2026 o 10:00 {FROM} napisał(a):", EVERY),
    Program("Gmail, Russian", f"пн, 2 мар. 2026 г. в 10:00, {FROM}:", EVERY),
    Program("Gmail, Hungarian", f"{FROM} ezt írta (időpont: 2026. márc. 2., H, 10:00):", EVERY),
    Program("Gmail, Japanese", f"2026年3月2日(月) 10:00 {FROM}:", EVERY),
    Program("Gmail, Chinese", f"{FROM} 于2026年3月2日周一 10:00写道：", EVERY),
    Program("FairEmail", f"2 March 2026 10:00:00 {FROM}:", EVERY),
    Program("mutt", f"* {FROM} [2026-03-02 10:00]:", EVERY),
    Program("Zoho", f"---- On Mon, 02 Mar 2026 10:00:00 +0100 {FROM} wrote ---", EVERY),
    Program("Proton", f"------- Original Message -------\nOn Monday, March 2nd, 2026 at 10:00, {FROM} wrote:", EVERY),
    Program("Outlook", head("From", "Sent", "To", "Subject"), BARE),
    Program("Outlook on the web", "_" * 32 + "\n" + head("From", "Sent", "To", "Subject"), BARE),
    Program("Outlook Express", "-----Original Message-----\n" + head("From", "Sent", "To", "Subject"), EVERY),
    Program("Outlook, German", head("Von", "Gesendet", "An", "Betreff"), EVERY),
    Program("Outlook, French", head("De ", "Envoyé ", "À ", "Objet "), EVERY),
    Program("Outlook, Spanish", head("De", "Enviado el", "Para", "Asunto"), EVERY),
    Program("Outlook, Italian", head("Da", "Inviato", "A", "Oggetto"), EVERY),
    Program("Outlook, bold", head("*From", "*Sent", "*To", "*Subject").replace(": ", ":* "), EVERY),
    Program("Outlook, Chinese", head("发件人", "发送时间", "收件人", "主题"), EVERY),
    Program(
        "Thunderbird, forward", "-------- Original Message --------\n" + head("From", "Date", "To", "Subject"), EVERY
    ),
    Program("Notes", head("From", "Date", "To", "Subject"), EVERY),
)


@dataclass(frozen=True)
class Reply:
    """One answer: `text`, and what in it is its writer's own."""

    name: str
    text: str
    own: tuple[str, ...]


def replies() -> Iterator[Reply]:
    """Every program, quoting, sentinel kept or gone, spelling and place."""
    for program, sentinel in product(PROGRAMS, (True, False)):
        for quote in program.quotes:
            for spelling, own in enumerate(NEW):
                for place, text in place_words(program, quote(copy_of_letter(sentinel)), own, quote in MARKED):
                    kept = "with" if sentinel else "without"
                    yield Reply(f"{program.name}, {quote.__name__}, {kept} sentinel, {place}, {spelling}", text, own)


def place_words(program: Program, copy: Sequence[str], own: Sequence[str], quoted: bool) -> Iterator[tuple[str, str]]:
    """One's words above the copy, close to it or apart; below and between its lines where those are marked."""
    apart = "" if program.head.startswith("\n") else "\n"
    yield "above", "\n".join((*own, apart, program.head, *copy))
    yield "above, apart", "\n".join((*own, "", program.head, "", *copy))
    yield "right above", "\n".join((*own, program.head, *copy))
    if quoted:
        yield "below", "\n".join((program.head, *copy, "", *own))
        middle = len(copy) // 2
        yield "between", "\n".join((program.head, *copy[:middle], "", *own, "", *copy[middle:]))
