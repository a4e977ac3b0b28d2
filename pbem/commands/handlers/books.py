"""Commands that bring the books of a game: each piece that is asked for comes in a letter of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.base import Engine
from engines.language.phrases import Phrases
from pbem.books import shelf
from pbem.books.book import Book, read_book
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import CommandForm, ServerCommand, command_form
from pbem.commands.handlers.asking import add_all_orders
from pbem.commands.handlers.declared import COMMANDS, declare
from pbem.games import Refusal, games, notify
from pbem.games import rules as terms
from pbem.games.people import people
from pbem.settings.installed_engines import ENGINES
from pbem.storage.budgets import spend

OF_ORDERS = ("orders", "order", "my orders")
"""Words for what the writer's own seat can say now."""
OPENING_WORDS = ("create", "set", "terms")
"""Words for what is agreed about a game."""
LOOKED_IN = ("rules", "guide", "orders", "examples", "rulings")
"""Where a passage is looked for, one book after the other."""


def book_command(name: str, *forms: CommandForm) -> ServerCommand:
    """A command that brings a piece of a game's books."""
    return ServerCommand(
        name,
        forms,
        "learning",
        who="anybody",
        says=("can all", "no topic", "several games", "no book", "no passage", "near", "book", "of which game"),
        asks=True,
        once=True,
        talks=True,
    )


@declare(
    book_command(
        "topic",
        command_form(
            r"help (?!me$)(me )?((with|on|about) )?(?P<what>.{1,60})",
            "help TOPIC",
            "about a command, a game, or what its books name: help press, help E30, help siege; "
            "“help orders” tells of all that you can write now",
        ),
    )
)
def explain_topic(work: Work, what: str) -> str:
    """Help about a command, a game, or whatever its books name."""
    if what.lower() in OF_ORDERS and work.current_grammar:
        return add_all_orders(work)
    if told := "\n\n".join(filter(None, (COMMANDS.describe_command(what), explain_terms(what)))):
        return work.add_section(what, told)
    if work.game_id is None and find_named_engine(work, what) is None:
        if holding := [engine for engine in ENGINES.values() if has_passage(engine, what)]:
            return bring_help_of_engines(work, holding, what)
        near = [f"“help {one}”" for one in (COMMANDS.nearest_command(what),) if one]
        raise CommandRefused(work.say("no topic", words=what, near=near))
    return bring_book(work, "guide", what, LOOKED_IN)


def explain_terms(words: str) -> str:
    """Return what can be agreed about a game, to who asks how one is opened; else the rule of this name."""
    return terms.explain_rules("" if words.lower() in OPENING_WORDS else words)


@declare(
    book_command(
        "guide",
        command_form(
            r"(the )?guide( ((to|of|for) )?(?P<what>.{1,60}))?",
            "guide GAME",
            "a game's first turn, and a booklet to print; of your own game without its name",
        ),
    )
)
def send_guide(work: Work, what: str = "") -> str:
    return bring_book(work, "guide", what)


@declare(
    book_command(
        "rules",
        command_form(
            r"(the )?rules?(?! of (the|this) game$)( ((of|for) )?(?P<what>.{1,60}))?",
            "rules GAME 5.2",
            "a section of a game's rules, or what a code such as E30 means; “rules GAME” lists all there is",
        ),
    )
)
def send_rules(work: Work, what: str = "") -> str:
    return bring_book(work, "rules", what)


@declare(
    book_command(
        "sentences",
        command_form(
            r"orders( ((of|for) )?(?P<what>[\w-]+( [\w-]+)?))?",
            "orders GAME",
            "all that can be written in a game, with examples",
        ),
    )
)
def send_sentences(work: Work, what: str = "") -> str:
    return bring_book(work, "orders", what)


def has_passage(engine: Engine[Any], words: str) -> bool:
    """Return whether the rules or the guide of the game have a passage of this name."""
    return any((found := read_book(engine, kind)) and found.find_passage(words) for kind in ("rules", "guide"))


def bring_help_of_engines(work: Work, told: Sequence[Engine[Any]], words: str) -> str:
    """Help that the books of these games have, for somebody who has not said which they mean. Raises CommandRefused."""
    if len(told) == 1:
        return bring_book(work, "guide", f"{told[0].code} {words}", LOOKED_IN)
    lines = Phrases().join_with_or(f"“help {engine.code} {words}”" for engine in told)
    raise CommandRefused(work.say("several games", lines=lines))


def bring_book(work: Work, kind: str, words: str, also: tuple[str, ...] = LOOKED_IN) -> str:
    """Sends a book's passage, or the book's contents if none is named. Raises CommandRefused, and Refusal "too many
    commands"."""
    engine, part = get_meant_engine(work, words)
    wanted = read_book(engine, kind)
    if wanted is None and not part:
        books = ", ".join(
            f"“{one} {engine.code}”" for one in shelf.list_shelf_kinds(engine) if one in ("rules", "guide", "orders")
        )
        raise CommandRefused(work.say("no book", title=engine.title, books=books))
    order = (kind, *(one for one in also if one != kind)) if part else (kind,)
    found = next((one for k in order if (one := read_book(engine, k)) and (not part or one.find_passage(part))), None)
    if found is None:
        raise CommandRefused(describe_missing_passage(work, engine, order, part))
    return send_book(work, engine, found, part)


def describe_missing_passage(work: Work, engine: Engine[Any], order: tuple[str, ...], part: str) -> str:
    """Return what is said of a section that does not exist: what comes near to it."""
    books = [found for kind in order if (found := read_book(engine, kind))]
    near = next((near for found in books if (near := found.list_mentions(part))), [])
    near = near or next((near for found in books if (near := found.nearest_titles(part))), [])
    told = work.say("no passage", part=part, title=engine.title)
    titles = Phrases().join_with_or(f"“{title}”" for title in near)
    return f"{told} {work.say('near', titles=titles)}" if near else told


def send_book(work: Work, engine: Engine[Any], found: Book, part: str) -> str:
    """The letter. A book's contents bring the booklet as well, as often as the limit allows."""
    player, own = work.writer.player, work.writer.game
    people.count_command(work.session, work.config.limits, player, work.now)
    attached = (
        not part and player.attach_pdf and spend(work.session, work.config.limits, "booklets", player.id, work.now)
    )
    of_game = own is not None and own.engine == engine.code
    notify.queue_letter(
        work.session,
        notify.Kind.BOOK,
        player,
        f"book:{work.key}:{engine.code}:{found.kind}:{part[:60]}",
        game=own if of_game else None,
        seat=work.writer.seat if of_game else None,
        data={"engine": engine.code, "kind": found.kind, "part": part, "booklet": attached},
        now=work.now,
    )
    heading = found.passage_title(part) if part else found.title
    return work.say("book", title=engine.title, part=heading)


# --- which game ---------------------------------------------------------------------------------------------------


def get_meant_engine(work: Work, words: str) -> tuple[Engine[Any], str]:
    """The game whose book is meant, and what of it: one that is named, else the writer's own. Raises CommandRefused."""
    named = find_named_engine(work, words)
    if named is not None:
        return named
    if work.writer.game is not None:
        return games.get_engine(work.writer.game), words
    raise CommandRefused(work.say("of which game", first=next(iter(ENGINES)), codes=", ".join(ENGINES)))


def find_named_engine(work: Work, words: str) -> tuple[Engine[Any], str] | None:
    """A game whose code or title words begin with, or the name of one that is played here; and the words behind it."""
    for engine in ENGINES.values():
        for name in (engine.code, engine.title, engine.title.partition(" ")[0]):
            found = re.fullmatch(rf"{re.escape(name)}(?:[ ,:]+(?P<rest>.*))?", words.strip(), re.I)
            if found and (name != engine.title.partition(" ")[0] or is_title_word_unique(name)):
                return engine, (found["rest"] or "").strip()
    first, _, rest = words.strip().partition(" ")
    try:
        game = work.get_game_for_writer(first) if first else None
    except Refusal:
        return None
    return (games.get_engine(game), rest.strip()) if game and game.engine in ENGINES else None


def is_title_word_unique(name: str) -> bool:
    """Return whether only one game's title begins with this word."""
    return sum(engine.title.partition(" ")[0].lower() == name.lower() for engine in ENGINES.values()) == 1
