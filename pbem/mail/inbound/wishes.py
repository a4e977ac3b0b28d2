"""What strangers ask for, in commands or in sentences of their own: named to them in our words before anything is
done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from sqlmodel import col, select

from pbem.commands.declarations import Utterance
from pbem.commands.handlers import COMMANDS
from pbem.games import Refusal, games
from pbem.mail.inbound.case import Case, is_server_word
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game

LINES, CHARACTERS = 60, 4_000
"""The longest letter that is shown whole and can be confirmed; so much of any is looked through."""
WORD = re.compile(r"[\w-]{2,40}")
TO_PLAY = re.compile(
    r"(?<!do you )\b(join|play(ing)?|seat|take part|mit(zu)?(spielen|machen)|spielen|beitreten|teilnehmen|platz"
    r"|jouer|rejoindre|participer|place)\b",
    re.I,
)
"""What somebody says who wants to play; whether one could (“Spielt ihr auch …?”) is asked in other words."""
AS = re.compile(
    r"\b(?:as|be|play(?:ing)?|seat|als|spielen|comme|être|jouer) (?:(?:the|seat|la|le|les|die|der|den) |l')*+"
    r"(?P<seat>[\w'-]+(?: [\w'-]+)?)",
    re.I,
)
"""Where somebody names a seat in a sentence."""
LIKENESS, SHORTEST = 0.8, 4
"""How like the name of a seat a misspelt word must be, and how long."""


def find_wish(case: Case) -> tuple[Utterance, str, dict[str, str]] | None:
    """The first thing a letter says that a stranger may ask for, the sentence for it and its facts."""
    for said in (*case.saying, *find_wishes_in_sentences(case)):
        if said.command is None or said.command.wanted is None or said.fault:
            continue
        try:
            sentence, facts = said.command.wanted(case, said)
        except Refusal:
            continue
        return said, sentence, dict(facts)
    return None


def is_wish_in_passing(case: Case) -> bool:
    """Return whether what a letter asks for stands in no command of it."""
    wish = find_wish(case)
    return wish is not None and not is_among_said(case, wish[0])


def is_among_said(case: Case, said: Utterance) -> bool:
    return any(one is said for one in case.saying)


def reopen_wish(case: Case, asked: Mapping[str, Any]) -> Case | None:
    """A letter with what was asked about and nothing else, in our own words; None if it would not be the same now."""
    wish = find_wish(case)
    if wish is None or [*wish[1:]] != [asked["says"], asked["facts"]]:
        return None
    said, _, facts = wish
    line = " as ".join(filter(None, (f"{said.name} {facts.get('slug', '')}".strip(), facts.get("seat"))))
    more = is_among_said(case, said) and any(other is not said and not other.is_for_nobody for other in case.saying)
    return replace(
        case, lines=[], saying=[replace(said, at=0, lines=(line,), args=args_as_asked(said, facts))], alone=more
    )


def args_as_asked(said: Utterance, facts: Mapping[str, str]) -> dict[str, str]:
    """Return what a wish says, with the seat as it was named to who wishes it."""
    args = {key: value for key, value in said.args.items() if key not in ("seat", "wishes")}
    return {**args, "seat": facts["seat"]} if "seat" in facts else args


# --- in sentences -------------------------------------------------------------------------------------------------


def find_wishes_in_sentences(case: Case) -> list[Utterance]:
    """The wish for a seat in the one open game that a letter names, or whose kind it names, in sentences of its own (“I
    want to play lille”); none where it holds another command than that wish in other words (“join lille please”), which
    says better what is wanted."""
    others = (said for said in case.saying if is_server_word(said) and said.name not in ("join", "yes"))
    if any(said.command and not said.command.instead for said in others):
        return []
    text = first_words(case)
    game = find_only_open_game(case, text)
    if game is None:
        return []
    seat = next(iter_seats_in_text(game, text), "")
    said = COMMANDS.find_command(f"join {game.slug} as {seat}" if seat else f"join {game.slug}")
    return [said] if said else []


def find_only_open_game(case: Case, text: str) -> Game | None:
    """The one game with a free seat that a text names; else the only one of the kind that somebody wants to play."""
    words = sorted({*WORD.findall(text.casefold())})
    query = select(Game).where(Game.shelf == "open", col(Game.free) > 0).limit(2)
    found = case.session.exec(query.where(col(Game.slug).in_(words))).all()
    kind = engine_code_in_text(text) if TO_PLAY.search(text) else ""
    if not found and kind:
        found = case.session.exec(query.where(Game.engine == kind)).all()
    return found[0] if len(found) == 1 else None


def engine_code_in_text(text: str) -> str:
    """The code of the kind of game that a text names; "" for none. A longer name goes before one that it holds."""
    names = {name.casefold(): code for code, one in ENGINES.items() for name in (code, one.title)}
    found = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text.casefold())]
    return names[max(found, key=len)] if found else ""


def iter_seats_in_text(game: Game, text: str) -> Iterator[str]:
    """The seats of a game that a text wishes, or nearly so (“Can I be Itally?”)."""
    names = {
        name.casefold(): one.label or one.code
        for one in games.game_setup(game).seats
        for name in (one.label, *one.names)
    }
    for found in AS.finditer(text):
        words = found["seat"].casefold()
        for said in (words, words.partition(" ")[0]):
            near = get_close_matches(said, names, 1, LIKENESS) if len(said) >= SHORTEST and said != game.slug else []
            yield from (names[name] for name in ([said] if said in names else near))


def first_words(case: Case) -> str:
    """The subject of a letter and its first lines."""
    own = [line.text for line in case.lines if not line.dropped and line.text.strip()]
    return " ".join([case.letter.subject, *own[:LINES]])[:CHARACTERS]
