"""The hands people write in: the same orders in other words, other layouts and other mail programs' dress.

A hand knows no game. It words an order by the synonyms the order's own sentence lists, and keeps the canonical form
where another wording could be taken for something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape
from random import Random
from typing import Any

from engines import language
from engines.language.grammar import GrammarPart, Number, OneOf, Order, OrderGrammar, Pick, Repeat, Word

Choose = Callable[[Sequence[str]], str]


@dataclass(frozen=True)
class Handwriting:
    """How somebody words an order, sets their lines, and dresses their mail."""

    word: Callable[[Random], Choose]
    case: Callable[[str], str]
    layout: Callable[[Sequence[str]], str]
    dress: Callable[[EmailMessage, str], None]
    letters: int = 1
    """In how many letters they send their orders."""


# --- words ------------------------------------------------------------------------------------------------------


def word_order(grammar: OrderGrammar, text: str, hand: Handwriting) -> str:
    """An order, given in its canonical form, as this hand writes it: it reads back as the same
    order. What is no order now is left as it is."""
    reading = language.parse_orders(grammar, text)
    if not reading.orders:
        return text
    order = reading.orders[0]
    parts = next(
        p for p in (line.parts for line in grammar.lines if line.verb == order.verb) if parts_spell_order(p, order)
    )
    draft = hand.case(" ".join(filter(None, iter_order_words(parts, order.args, hand.word(Random(text))))))
    return draft if language.parse_orders(grammar, draft).orders == (order,) else text


def parts_spell_order(parts: Sequence[GrammarPart], order: Order) -> bool:
    """Return whether these parts can spell the order."""
    try:
        return " ".join(filter(None, iter_order_words(parts, order.args, first_spelling))) == order.text
    except KeyError:
        return False


def iter_order_words(parts: Sequence[GrammarPart], args: Mapping[str, Any], choose: Choose) -> Iterator[str]:
    for part in parts:
        match part:
            case Word():
                yield choose((part.text, *part.also)) if part.text else ""
            case Pick():
                choice = {c.code: c for c in part.choices}[args[part.name]]
                yield choose(tuple(dict.fromkeys(filter(None, (choice.code, choice.label, *choice.names)))))
            case Number():
                yield str(args[part.name])
            case OneOf():
                yield from iter_order_words(part.get_alternative(args[part.name]["way"]).parts, args[part.name], choose)
            case Repeat():
                for n, row in enumerate(args[part.name]):
                    yield part.between if n else ""
                    yield from iter_order_words(part.parts, row, choose)


def first_spelling(spellings: Sequence[str]) -> str:
    return spellings[0]


def choose_canonical(_: Random) -> Choose:
    return first_spelling


def choose_full_names(_: Random) -> Choose:
    """The second spelling, which is the full name of a thing and the plainest synonym of a word."""
    return lambda spellings: spellings[min(1, len(spellings) - 1)]


def choose_any_words(random: Random) -> Choose:
    return random.choice


# --- lines ------------------------------------------------------------------------------------------------------


def lay_out_plain(lines: Sequence[str]) -> str:
    return "\n".join(lines)


def lay_out_numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1))


def lay_out_bulleted(lines: Sequence[str]) -> str:
    return "\n".join(f"* {line}" for line in lines)


def lay_out_in_one_line(lines: Sequence[str]) -> str:
    return "; ".join(lines)


def lay_out_with_greeting(lines: Sequence[str]) -> str:
    return "\n\n".join(["# my orders", *lines])


# --- dress ------------------------------------------------------------------------------------------------------


def dress_text_only(message: EmailMessage, body: str) -> None:
    message.set_content(body + "\n")


def dress_signed(message: EmailMessage, body: str) -> None:
    message.set_content(f"{body}\n\n-- \nSent with patience\nA ROM - NAP is no order here\n")


def dress_quoting(message: EmailMessage, body: str) -> None:
    """An answer above the letter it answers."""
    message.set_content(f"{body}\n\nOn Monday the server wrote:\n> A PAR H\n> and more of the report\n", cte="base64")


def dress_html_only(message: EmailMessage, body: str) -> None:
    lines = "".join(f"<div>{escape(line)}</div>" for line in body.splitlines())
    message.set_content(f"<html><body>{lines}</body></html>", subtype="html")


def dress_both(message: EmailMessage, body: str) -> None:
    message.set_content(body + "\n", cte="quoted-printable")
    message.add_alternative(f"<p>{'<br>'.join(map(escape, body.splitlines()))}</p>", subtype="html")


def dress_flowed(message: EmailMessage, body: str) -> None:
    message.set_content(body + "\n", charset="iso-8859-1")
    message.set_param("format", "flowed")


HANDS = (
    Handwriting(choose_canonical, str, lay_out_plain, dress_signed),
    Handwriting(choose_full_names, str.lower, lay_out_plain, dress_html_only),
    Handwriting(choose_any_words, str, lay_out_bulleted, dress_both),
    Handwriting(choose_canonical, str.lower, lay_out_in_one_line, dress_quoting),
    Handwriting(choose_full_names, str.title, lay_out_numbered, dress_text_only),
    Handwriting(choose_any_words, str.upper, lay_out_with_greeting, dress_flowed),
    Handwriting(choose_canonical, str.lower, lay_out_plain, dress_both, letters=2),
)


# --- letters ----------------------------------------------------------------------------------------------------


def write_letter_bodies(hand: Handwriting, grammar: OrderGrammar, lines: Sequence[str]) -> list[str]:
    """The bodies of the letters in which somebody sends these orders."""
    drafts = [word_order(grammar, line, hand) for line in lines]
    size = -(-len(drafts) // hand.letters) or 1
    return [hand.layout(drafts[at : at + size]) for at in range(0, len(drafts), size)]


def build_replay_mail(
    hand: Handwriting, sender: str, recipient: str, subject: str, body: str, key: str, at: datetime
) -> bytes:
    """One letter as bytes; the same key gives the same letter."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, recipient, subject
    message["Date"], message["Message-ID"] = format_datetime(at), f"<{key}@players.example>"
    hand.dress(message, body)
    if message.is_multipart():
        message.set_boundary(f"=={key}==")
    return message.as_bytes()
