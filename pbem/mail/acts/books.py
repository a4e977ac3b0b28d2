"""Commands that bring the books of a game: each piece that is asked for comes in a letter of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engines.base import Engine
from engines.language.phrases import Phrases
from pbem.books import shelf
from pbem.books.book import Book, read
from pbem.installed import ENGINES
from pbem.mail.acts.asking import all_orders
from pbem.mail.acts.declared import COMMANDS, declare
from pbem.mail.commands import Command, Form, Said, form
from pbem.mail.work import No, Work
from pbem.play import Refused, games, people, tell
from pbem.play import rules as terms
from pbem.spending import spend

OF_ORDERS = ("orders", "order", "my orders")
"""Words for what the writer's own seat can say now."""
OPENING = ("create", "set", "terms")
"""Words for what is agreed about a game."""
LOOKED_IN = ("rules", "guide", "orders", "examples", "rulings")
"""Where a passage is looked for, one book after the other."""


def of_books(name: str, *forms: Form) -> Command:
    """A command that brings a piece of a game's books."""
    return Command(
        name,
        forms,
        "learning",
        who="anybody",
        elsewhere="Below the box there are links to your first turn, to all that you can write, and to the help.",
        says=("can all", "no topic", "several games", "no book", "no passage", "near", "book", "of which game"),
        asks=True,
        once=True,
        talks=True,
    )


@declare(
    of_books(
        "topic",
        form(
            r"help (?!me$)(me )?((with|on|about) )?(?P<what>.{1,60})",
            "help TOPIC",
            "about a command, a game, or what its books name: help press, help E30, help siege; "
            "“help orders” tells of all that you can write now",
        ),
    )
)
def topic(work: Work, said: Said) -> str:
    """Help about a command, a game, or whatever its books name."""
    words = said.args["what"]
    if words.lower() in OF_ORDERS and work.ask:
        return all_orders(work)
    if told := "\n\n".join(filter(None, (COMMANDS.described(words), agreed(words)))):
        return work.tell(words, told)
    if work.writer.game is None and game_named(work, words) is None:
        if holding := [engine for engine in ENGINES.values() if holds(engine, words)]:
            return of_game(work, holding, words)
        near = [f"“help {one}”" for one in (COMMANDS.nearest(words),) if one]
        raise No(work.say("no topic", words=words, near=near))
    return bring(work, "guide", words, LOOKED_IN)


def agreed(words: str) -> str:
    """What can be agreed about a game, to who asks how one is opened; else the rule of this name."""
    return terms.explained("" if words.lower() in OPENING else words)


@declare(
    of_books(
        "guide",
        form(
            r"(the )?guide( ((to|of|for) )?(?P<what>.{1,60}))?",
            "guide GAME",
            "a game's first turn, and a booklet to print; of your own game without its name",
        ),
    )
)
def guide(work: Work, said: Said) -> str:
    return bring(work, "guide", said.args.get("what", ""))


@declare(
    of_books(
        "rules",
        form(
            r"(the )?rules?(?! of (the|this) game$)( ((of|for) )?(?P<what>.{1,60}))?",
            "rules GAME 5.2",
            "a section of a game's rules, or what a code such as E30 means; “rules GAME” lists all there is",
        ),
    )
)
def rules(work: Work, said: Said) -> str:
    return bring(work, "rules", said.args.get("what", ""))


@declare(
    of_books(
        "sentences",
        form(
            r"orders( ((of|for) )?(?P<what>[\w-]+( [\w-]+)?))?",
            "orders GAME",
            "all that can be written in a game, with examples",
        ),
    )
)
def sentences(work: Work, said: Said) -> str:
    return bring(work, "orders", said.args.get("what", ""))


def holds(engine: Engine[Any], words: str) -> bool:
    """Whether the rules or the guide of the game have a passage of this name."""
    return any((found := read(engine, kind)) and found.passage(words) for kind in ("rules", "guide"))


def of_game(work: Work, told: Sequence[Engine[Any]], words: str) -> str:
    """Help that the books of these games have, for somebody who has not said which he means. Raises No."""
    if len(told) == 1:
        return bring(work, "guide", f"{told[0].code} {words}", LOOKED_IN)
    lines = Phrases().either(f"“help {engine.code} {words}”" for engine in told)
    raise No(work.say("several games", lines=lines))


def bring(work: Work, kind: str, words: str, also: tuple[str, ...] = LOOKED_IN) -> str:
    """Sends a book's passage, or the book's contents if none is named. Raises No, and Refused "too many commands"."""
    engine, part = about(work, words)
    wanted = read(engine, kind)
    if wanted is None and not part:
        books = ", ".join(
            f"“{one} {engine.code}”" for one in shelf.kinds(engine) if one in ("rules", "guide", "orders")
        )
        raise No(work.say("no book", title=engine.title, books=books))
    order = (kind, *(one for one in also if one != kind)) if part else (kind,)
    found = next((one for k in order if (one := read(engine, k)) and (not part or one.passage(part))), None)
    if found is None:
        raise No(missing(work, engine, order, part))
    return sent(work, engine, found, part)


def missing(work: Work, engine: Engine[Any], order: tuple[str, ...], part: str) -> str:
    """What is said of a section that does not exist: what comes near to it."""
    books = [found for kind in order if (found := read(engine, kind))]
    near = next((near for found in books if (near := found.mentions(part))), [])
    near = near or next((near for found in books if (near := found.nearest(part))), [])
    told = work.say("no passage", part=part, title=engine.title)
    titles = Phrases().either(f"“{title}”" for title in near)
    return f"{told} {work.say('near', titles=titles)}" if near else told


def sent(work: Work, engine: Engine[Any], found: Book, part: str) -> str:
    """The letter. A book's contents bring the booklet as well, as often as the limit allows."""
    player, own = work.writer.player, work.writer.game
    people.commanded(work.session, work.config.limits, player, work.now)
    attached = (
        not part and player.attach_pdf and spend(work.session, work.config.limits, "booklets", player.id, work.now)
    )
    of_game = own is not None and own.engine == engine.code
    tell.tell(
        work.session,
        tell.Kind.BOOK,
        player,
        f"book:{work.key}:{engine.code}:{found.kind}:{part[:60]}",
        game=own if of_game else None,
        seat=work.writer.seat if of_game else None,
        data={"engine": engine.code, "kind": found.kind, "part": part, "booklet": attached},
        now=work.now,
    )
    heading = found.titled(part) if part else found.title
    return work.say("book", title=engine.title, part=heading)


# --- which game ---------------------------------------------------------------------------------------------------


def about(work: Work, words: str) -> tuple[Engine[Any], str]:
    """The game whose book is meant, and what of it: one that is named, else the writer's own. Raises No."""
    named = game_named(work, words)
    if named is not None:
        return named
    if work.writer.game is not None:
        return games.engine(work.writer.game), words
    raise No(work.say("of which game", first=next(iter(ENGINES)), codes=", ".join(ENGINES)))


def game_named(work: Work, words: str) -> tuple[Engine[Any], str] | None:
    """A game whose code or title words begin with, or the name of one that is played here; and the words behind it."""
    for engine in ENGINES.values():
        for name in (engine.code, engine.title, engine.title.partition(" ")[0]):
            found = re.fullmatch(rf"{re.escape(name)}(?:[ ,:]+(?P<rest>.*))?", words.strip(), re.I)
            if found and (name != engine.title.partition(" ")[0] or unmistakable(name)):
                return engine, (found["rest"] or "").strip()
    first, _, rest = words.strip().partition(" ")
    try:
        game = work.visible(first) if first else None
    except Refused:
        return None
    return (games.engine(game), rest.strip()) if game and game.engine in ENGINES else None


def unmistakable(name: str) -> bool:
    """Whether only one game's title begins with this word."""
    return sum(engine.title.partition(" ")[0].lower() == name.lower() for engine in ENGINES.values()) == 1
