"""Texts made to be dear to read, and positions of every game to read them in.

Each text is made of what the seat could really say (its own sentences, names and signs), so that it goes as deep into
the reader as a stranger to the game could not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import chain, cycle, islice
from random import Random
from typing import Any

from engines import states
from engines.abilities import Adviser
from engines.all import list_own_engines
from engines.base import Engine, Seat, State
from engines.dice import KeyedDice
from engines.language import outline_grammar, parse_orders, roll_orders
from engines.language.grammar import GrammarPart, OneOf, OrderGrammar, OrderPattern, Pick, Repeat, Word
from goofspiel import ENGINE as GOOFSPIEL
from tests.engines.playing import steps
from tests.engines.toy import CARDS_GAME

SIZE = 250_000
PHASES = 60
"""Of a game that are looked at for one in which there is much to say."""
SENTENCES = 600
"""Different sentences an ask is tried with: more than are read of one text."""
GAMES: tuple[Engine[Any], ...] = (*list_own_engines(), GOOFSPIEL, CARDS_GAME)
OPTIONS = {
    "diplomacy": "END 1910",
    "europa": "PLAYERS 5",
    "cantillon": "PLAYERS 4\nGOAL ROUNDS 12",
    "europax": "PLAYERS 5",
    "europe2028": "MAX-ROUNDS 8",
}


class Texts(Mapping[str, str]):
    """Long texts by their names, each made when it is asked for: whoever wants one need not wait for all."""

    def __init__(self, made: Mapping[str, Callable[[], str]]) -> None:
        self.made = made

    def __getitem__(self, name: str) -> str:
        return self.made[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self.made)

    def __len__(self) -> int:
        return len(self.made)


@dataclass(frozen=True)
class Desk:
    """Where a text is read: a seat of a game in a phase. `view` None: the options of a new game."""

    engine: Engine[Any]
    name: str
    grammar: OrderGrammar
    view: State | None = None
    seat: Seat = ""

    def __str__(self) -> str:
        return f"{self.engine.code} {self.name}"

    def texts(self, size: int = SIZE) -> Texts:
        """The corpus for this ask, each text `size` characters long."""
        return Texts({name: partial(fill_to_size, pieces, size) for name, pieces in self.sources.items() if pieces})

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        return sources(self.grammar)


@cache
def desks(game: str) -> dict[str, Desk]:
    """A game's options, and each kind of phase as the seat sees it that can say most, by their names."""
    (engine,) = (engine for engine in GAMES if engine.code == game)
    return {desk.name: desk for desk in of_game(engine)}


def of_game(engine: Engine[Any]) -> Iterator[Desk]:
    yield Desk(engine, "options", engine.setup)
    options = parse_orders(engine.setup, OPTIONS.get(engine.code, "")).orders
    first = engine.start(options, KeyedDice(b"adversarial", "0"))
    games = [steps(engine, first.state, 1, advised, PHASES) for advised in {False, isinstance(engine, Adviser)}]
    best: dict[str, Desk] = {}
    for step in (first, *chain.from_iterable(games)):
        for seat in step.state.seats:
            view = states.seat_view(step.state, seat)
            grammar = engine.grammar(view, seat)
            known = best.get(view.kind)
            if grammar is not None and (known is None or weight(grammar) > weight(known.grammar)):
                best[view.kind] = Desk(engine, view.kind, grammar, view, seat)
    yield from best.values()


def weight(grammar: OrderGrammar) -> int:
    """Return how much there is to say."""
    return sum(
        len(part.choices) if isinstance(part, Pick) else 1 for line in grammar.lines for part in flat(line.parts)
    )


def flat(parts: tuple[GrammarPart, ...]) -> Iterator[GrammarPart]:
    for part in parts:
        yield part
        if isinstance(part, Repeat):
            yield from flat(part.parts)
        elif isinstance(part, OneOf):
            for way in part.alternatives:
                yield from flat(way.parts)


# --- the texts --------------------------------------------------------------------------------------------------


def fill_to_size(pieces: list[str], size: int) -> str:
    """The pieces again and again until there are so many characters."""
    period = sum(map(len, pieces))
    return "".join(islice(cycle(pieces), (size // period + 1) * len(pieces)))[:size] if period else ""


def sources(grammar: OrderGrammar) -> dict[str, list[str]]:
    """Return what each text repeats, by its name."""
    random = Random(grammar.title)
    valid = list_sayable_sentences(grammar, random)
    words = vocabulary(grammar)
    openings = [" ".join(line.split()[:2]) for line in valid]
    long = max(valid, key=len, default="x")
    headings = [line.section for line in grammar.lines if line.section] or ["Orders"]
    return {
        "x lines": ["x\n"],
        "one word again": [f"{words[0]}\n"],
        "the same line": [f"{valid[0]}\n"],
        "the longest line": [f"{long}\n"],
        "valid lines": [f"{line}\n" for line in valid],
        "valid lines, semicolons": [f"{line};" for line in valid],
        "valid lines, commas": [f"{line}," for line in valid],
        "valid lines, commas, cut": [*(f"{line}," for line in valid[:40]), "\n"],
        "commas": [f"{valid[0]}", *[",x"] * 900, "\n"],
        "bare commas": [","],
        "bare semicolons": [";"],
        "bare lines": ["\n"],
        "blank lines": [" \n"],
        "semicolons": ["x;"],
        "one word": ["x"],
        "one long line": [f"{word} " for word in words],
        "long words": [*("w" * 1900), "\n"],
        "long words, near": [*(f"{word * 30} " for word in words[:9]), "\n"],
        "nearly right": [f"{misspell_last_word(line, random)}\n" for line in valid * 5],
        "nearly right at the end": [f"{line} {misspell_last_word(line, random)}\n" for line in valid],
        "nearly right names": [
            f"{opening} {misspell_last_word(word, random)}\n" for opening in openings for word in words[:60]
        ],
        "cut short": [f"{line[:n]}\n" for line in valid for n in range(1, len(line), 3)],
        "words in any order": [f"{' '.join(random.choices(words, k=12))}\n" for _ in range(600)],
        "many words in any order": [f"{' '.join(random.choices(words, k=250))}\n" for _ in range(80)],
        "a line that goes on": [f"{repeat_text(line, 1900)}\n" for line in valid],
        "its end goes on": [f"{line} {repeat_text(tail(line), 1900 - len(line))}\n" for line in valid],
        "its middle goes on": [f"{stretch_middle(line, 1900)}\n" for line in valid],
        "its middle goes on, in vain": [f"{stretch_middle(line, 1900)} x\n" for line in valid],
        "lists of one thing": [f"{opening} {' , '.join([words[-1]] * 600)}"[:1990] + "\n" for opening in openings],
        "conditions": [f"{line} {clause}\n" for line in valid for clause in (chain_word("IF"), chain_word("ELSE IF"))],
        "and": [f"{line} {chain_word('AND')}\n" for line in valid],
        "beginnings only": [f"{' '.join([opening] * 100)}\n" for opening in openings],
        "combining marks": [f"{pile_accents(line)}\n" for line in valid],
        "expanding characters": ["\ufdfa" * 400 + "\n"],
        "one expanding line": ["\ufdfa"],
        "expanding characters behind": [f"{line} {chr(0xFDFA) * 90}\n" for line in valid],
        "hangul and fractions": ["각½㎢Ⅷ…" * 90 + "\n"],
        "invisible": [f"{chr(0x200B).join(line)}\n" for line in valid],
        "only invisible": ["\u200b\u2060\n"],
        "digits": ["1234567890" * 150 + "\n"],
        "numbers": ["1 2 3 4 5 6 7 8 9 " * 60 + "\n"],
        "odd digits": ["٣٤५߂ " * 200 + "\n"],
        "headings": [f"{heading}:\n" for heading in headings],
        "headings and lines": [
            f"{heading} 1901\n{line}\n" for heading, line in zip(cycle(headings), valid, strict=False)
        ],
        "bullets": [f"{sign} {line}\n" for sign in ("-", "1.", "(2)", "•", "***", ">") for line in valid],
        "bullets of bullets": ["- " * 900 + "\n"],
        "brackets": ["(" * 900 + ")" * 900 + "\n"],
        "brackets around": [f"{'(' * 40}{line}{')' * 40}\n" for line in valid],
        "signs": ["-> <= >= = + * " * 100 + "\n"],
        "comments": [f"# {line}\n" for line in valid],
        "comments behind": [f"{line}{' ' * 700}#\n" for line in valid],
        "blanks": [" " * 1900 + "x\n"],
        "words without meaning": [f"{' '.join([*grammar.skip][:9] * 40)} {line}\n" for line in valid],
        "other phases": [f"{word} x\n" for word in grammar.elsewhere] or ["later x\n"],
        "standing lines": [f"STANDING {line}\n" for line in valid],
    }


def list_sayable_sentences(grammar: OrderGrammar, random: Random) -> list[str]:
    """Sentences that can be said, each once, the drafts among them."""
    found = dict.fromkeys(grammar.draft)
    for _ in range(60):
        found.update(dict.fromkeys(order.text for order in roll_orders(grammar, random, grave=0.1)))
    for _ in range(5):
        for line in grammar.lines:
            found.update(
                dict.fromkeys(order.text for order in roll_orders(replace(grammar, lines=(line,)), random, grave=1.0))
            )
    return [*found][:SENTENCES] or ["x"]


def vocabulary(grammar: OrderGrammar) -> list[str]:
    """Every word and name of the sentences."""
    return [
        *dict.fromkeys(re.findall(r"[\w+*<>=-]+", " ".join((*outline_grammar(grammar), *names(grammar.lines)))))
    ] or ["x"]


def names(lines: tuple[OrderPattern, ...]) -> Iterator[str]:
    for part in chain.from_iterable(flat(line.parts) for line in lines[:60]):
        if isinstance(part, Pick):
            yield from chain.from_iterable((c.code, c.label) for c in part.choices)
        elif isinstance(part, Word):
            yield part.text


def misspell_last_word(line: str, random: Random) -> str:
    """With two letters of its last word changed places or one doubled."""
    *head, last = line.split() or ["x"]
    at = random.randrange(len(last))
    return " ".join([*head, last[:at] + last[at + 1 : at + 2] + last[at : at + 1] + last[at + 1 :]])


def tail(line: str) -> str:
    return " ".join(line.split()[-2:])


def repeat_text(text: str, size: int) -> str:
    return " ".join([text] * (size // (len(text) + 1) + 1))[: max(size, 0)]


def stretch_middle(line: str, size: int) -> str:
    """With what stands in its middle again and again."""
    words = line.split()
    cut = len(words) // 2
    head, middle, end = words[:cut], words[cut : cut + 2], words[cut + 2 :]
    return " ".join([*head, repeat_text(" ".join(middle), size - len(line)), *end])


def chain_word(word: str) -> str:
    return " ".join(f"{word} {n}" for n in range(200))


def pile_accents(line: str) -> str:
    return "".join(c + "\u0301\u0323" * 8 for c in line)


# --- whole letters ----------------------------------------------------------------------------------------------

COMMANDS = (
    *("help", "status", "history", "end", "press to a\nendpress", "press to a", "what if\nendif", "clear x"),
    *("replace a by b@c.example", "vote draw", "zone Europe/Paris", "join g as RED", "// a", "thanks ,.!"),
)
MARKS = (
    *("> x", ">", "On 3 May 2026 Anna <a@b.c> wrote:\n> x", "On 3 May 2026 Anna wrote:\n\n", "le 3 a écrit:\n\n\n> y"),
    *(
        "From: x",
        "From: x\nSent: y",
        "-----",
        "--",
        "Sent from my x",
        "=== write above this line ===",
        "x 1: ",
        "[",
        "•",
    ),
    *("\u3000x", "\u200bx", "\tx", " ", "\r", "- a - a", "x \n> x ", "1. 1. 1. ", "hi hi hi", "von meinem x gesendet"),
)


def wordings(size: int = SIZE) -> Texts:
    """Letters that are dear to take apart, each `size` characters long."""
    lines = {f"{text} (lines)": partial(fill_to_size, [f"{text}\n"], size) for text in (*COMMANDS, *MARKS)}
    rows = {
        f"{text} (one line)": partial(fill_to_size, [f"{text} ".replace("\n", " ")], size)
        for text in (*COMMANDS, *MARKS)
    }
    after = {
        f"{text} (behind a verb)": partial(goes_on, "replace ", text, size) for text in ("a by ", "a by <", "a by x@")
    }
    return Texts({**lines, **rows, **after})


def goes_on(beginning: str, text: str, size: int, end: str = "") -> str:
    return beginning + fill_to_size([text], size) + end


TAGS = (
    *(
        "<div>",
        "<b>",
        "<p>",
        "<a>",
        "<table>",
        "<td>",
        "<table><tr><td>",
        "<b><p>",
        "</b><p><b>",
        "<blockquote>",
        "<pre>",
    ),
    *("<ul><li>", "<font size=1>", "<select>", "<svg>", "<div hidden>", "<div style='display:none'>", "</div>", "<br>"),
    *("<!--", "<!", "<", "</", "<div ", "<a b='", '<a b="', "&amp;", "&", "&#x1", "&#99999999;", "x ", "<script>"),
    *("<p>x\n", "<pre>x\n", "<i>x</i>", "<p hidden>x", "<td>x", "<title>", "\x00", "<?x", "<x-y>", "a < b "),
)


def pages(size: int = SIZE) -> Texts:
    """Pages of HTML that are dear to read, each `size` characters long."""
    found = {tag: partial(fill_to_size, [tag], size) for tag in TAGS}
    more: dict[str, Callable[[], str]] = {
        "tags of their own, never closed": partial(fonts, size),
        "one tag": partial(goes_on, "<div ", " a1=b", size),
        "one style": partial(goes_on, "<div style='", "a:b;", size, "'>x"),
        "styles": partial(fill_to_size, [f"<div style='{'a: b;' * 50}'>x</div>"], size),
        "one line": partial(goes_on, "<p>", "<i>x</i>", size),
        "one number": partial(goes_on, "&#", "9", size, ";"),
    }
    return Texts({**found, **more})


def fonts(size: int) -> str:
    """No two tags alike."""
    return "".join(f"<font a={n}>x<p>" for n in range(size // 15))[:size]
