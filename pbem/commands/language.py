"""The server's own words: one a line, or a block with its end; everything else is the game's. Pure.

A command is declared once, on the act that does it (`pbem.commands.handlers`), and `CommandTable` is the table of all
of them. Letters, the boxes of pages and the command line are read by it; the help letter, the help page and the table
of docs/mail.md are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from itertools import product
from typing import get_args

from engines.language.bounds import LINES
from pbem.commands.declarations import (
    Act,
    ArgumentKind,
    Group,
    ServerCommand,
    Utterance,
    Who,
    list_arguments,
)
from pbem.commands.lines import WriterLine

PICTURE = (
    r"[\[<](((inline|eingebettete[sr]?)[ -])?(images?|cid|bild|grafik|foto|photo|picture|\w*logo)\b|(an?|eine?|une?) "
    r"|https?:)[^\]>]*[\]>]|[\[<][^\]>]{1,80}\.(png|jpe?g|gif|svg|bmp)[\]>]"
)
"""How mail programs write a picture where there is none, as below a signature."""
ASIDE_PATTERNS: Mapping[str, re.Pattern[str]] = {
    "comment": re.compile(r"//.*"),
    "picture": re.compile(PICTURE, re.I),
    "greeting": re.compile(
        r"(hi|hello|dear|hey|hallo|moin|servus|liebe[rs]?|bonjour|bonsoir|salut|coucou|ch[eè]re?|hola|ciao"
        r"|good (morning|afternoon|evening|day)|guten (tag|morgen|abend))\b[^\d\->]{0,30}",
        re.I,
    ),
    "closing": re.compile(
        r"(regards|cheers|thanks|thank you|thx|merci|danke|grü(ße|sse)|gruß|(viele|liebe|schöne|beste) grüße|lg|vg|mfg"
        r"|(best|kind|warm) (regards|wishes)|cordialement|amicalement)[ ,]+[^\W\d_]{2,20}( [^\W\d_]{2,20})?",
        re.I,
    ),
}
"""What is neither for the server nor for the game."""
PLEASE = re.compile(r"(?<![ ,])[ ,]++(please|pls|plz|bitte|svp|s['’]il (vous|te) pla[iî]t)[ .!]*+(?=\?*$)", re.I)
FREE_WORDS = frozenset({"text", "reason", "name", "subject"})
"""What somebody says in words of their own, of which the last may be a “please”."""
CLOSING_LINE = re.compile(
    r"(sign ?off|end|the end|thanks|thank you|thx|merci|danke|gracias|cheers|regards|best"
    r"|(best|kind|warm) (regards|wishes)|yours (sincerely|faithfully)|(mit )?freundlichen grüßen"
    r"|((viele|liebe|schöne|herzliche) )?grü(ße|sse)|gruß|mfg|lg|vg"
    r"|(bien )?(cordialement|amicalement)|bien à vous|salutations|saludos|saluti)[\s,.!]*",
    re.I,
)
BULLET = re.compile(r"\s*(?:[•▪▸‣◦·]|[*-](?=\s+[a-z])|\(?\d{1,3}[.)])\s+", re.I)
FORCED_PREFIX = re.compile(r"pbem:? +", re.I)
"""What makes a line ours beyond doubt; the only one that acts inside an answer to press."""
ALWAYS_OURS = "clear"
"""What every receipt says of this word alone holds in a game, too, whose own sentences begin with it."""
QUESTION, HELP = "steps", "help"
"""The commands that a line with a question mark at its end is, and that mark alone where nothing can be ordered."""


def no_verbs() -> Collection[str]:
    return ()


class CommandTable:
    """The table. `sentences`: the names of all sentences that acts may use, in every language; `kinds`: what an
    argument may be."""

    def __init__(self, sentences: Collection[str], kinds: Mapping[object, ArgumentKind]) -> None:
        self.sentences, self.kinds = sentences, kinds
        self.known: tuple[ServerCommand, ...] = ()
        self.any: re.Pattern[str] | None = None

    def declare(self, command: ServerCommand) -> Callable[[Act], Act]:
        """Declares that what stands below is the act of a command. Raises ValueError if the declaration cannot hold."""

        def declare_act(act: Act) -> Act:
            self.add_command(replace(command, act=act, arguments=list_arguments(act)))
            return act

        return declare_act

    def add_command(self, new: ServerCommand) -> None:
        """Raises ValueError for what would be found out only when somebody writes it."""
        if why := self.declaration_fault(new) or self.describe_misreading(new):
            raise ValueError(f"The command “{new.name}”: {why}.")
        self.known = tuple(sorted((*self.known, new), key=lambda one: get_args(Group).index(one.group)))
        self.any = None

    def declaration_fault(self, new: ServerCommand) -> str:
        """Return what is wrong with a declaration by itself; "" if nothing is."""
        if any(one.name == new.name for one in self.known):
            return "there is one of this name already"
        if not new.act:
            return "it has no act"
        if new.group not in get_args(Group) or new.who not in get_args(Who):
            return f"there is no group “{new.group}”, or nobody is “{new.who}”"
        if missing := {*new.says, new.would, new.declined or new.would} - {*self.sentences}:
            return f"no sentence in every language is called {', '.join(sorted(missing))}"
        if not new.forms or any(bool(one.usage) != bool(one.help) for one in new.forms):
            return "a usage needs its help, and a help its usage"
        return self.argument_fault(new)

    def argument_fault(self, new: ServerCommand) -> str:
        """Return where what can be written and what its act needs do not fit; "" if they do."""
        if strange := [one.name for one in new.arguments if one.kind not in self.kinds]:
            return f"nobody can read what {', '.join(strange)} is"
        names = {one.name for one in new.arguments}
        if lost := {name for one in new.forms for name in one.argument_names} - names:
            return f"its act does not know {', '.join(sorted(lost))}"
        inside = {"text"} if new.end else set()
        needed = {one.name for one in new.arguments if one.required and self.kinds[one.kind].usual is None}
        if missing := {name for one in new.forms for name in needed - one.argument_names - inside}:
            return f"it can be written without {', '.join(sorted(missing))}"
        return ""

    def describe_misreading(self, new: ServerCommand) -> str:
        """Return which line of help would be read as another command than the one it shows; "" if none."""
        for reader, writer in [(new, new), *product([new], self.known), *product(self.known, [new])]:
            for line in (line for one in writer.forms for line in one.sample_lines if not line.endswith("?")):
                if bool(reader.match_line(line)) is not (reader is writer):
                    does = "does not read" if reader is writer else "reads"
                    return f"“{line}” is how {writer.name} is written, and {reader.name} {does} it"
        return ""

    def __getitem__(self, name: str) -> ServerCommand:
        return next(one for one in self.known if one.name == name)

    def list_usages(self, *, leads: bool = True) -> list[tuple[str, str]]:
        """Return how commands are written, each with what that does; those of the game master only for who `leads`."""
        return [usage for one in self.known if leads or one.who != "master" for usage in one.usages]

    def describe_command(self, words: str) -> str:
        """Return what the commands of this name do, as help tells it; "" if there is none."""
        wanted = words.lower()
        found = [
            (usage, told)
            for one in self.known
            for usage, told in one.usages
            if wanted in (one.name, usage.split()[0].lower())
        ]
        return "\n".join(f"{usage}\n    {told}" for usage, told in found)

    def nearest_command(self, text: str, *, leads: bool = True) -> str:
        """The command a line that nobody understood may have meant, a game master's for who `leads`; "" if none comes
        near."""
        words = (*dict.fromkeys(usage.split()[0] for usage, _ in self.list_usages(leads=leads)), "endpress")
        first = text.lower().partition(" ")[0]
        return next(iter(get_close_matches(first, words, 1, 0.75)), "") if first not in words else ""

    # --- reading --------------------------------------------------------------------------------------------------

    def parse_lines(
        self, lines: Sequence[WriterLine], verbs: Callable[[], Collection[str]] = no_verbs
    ) -> list[Utterance]:
        """Return what the writer's own lines say, in order. `verbs` gives the first words of the game's own sentences
        now, in lower case: what begins so is the game's, unless "pbem" stands before it, or it is `ALWAYS_OURS`. It is
        asked only if that matters."""
        found = list(self.iter_utterances(lines, cache(verbs)))
        given = any(one.name == "orders" for one in found)
        return [replace(one, name="greeting", command=None) if given and is_orders_title(one) else one for one in found]

    def iter_utterances(self, lines: Sequence[WriterLine], verbs: Callable[[], Collection[str]]) -> Iterator[Utterance]:
        at, count, ended = 0, 0, False
        while at < len(lines):
            here, text = at, lines[at].text.strip()
            ended = ended and not lines[at].begins
            at += 1
            if lines[here].dropped or not text:
                continue
            count += 1
            if count > LINES:
                rest = (line.text.strip() for line in lines[here:] if line.text.strip() and not line.dropped)
                yield Utterance(here, tuple(rest), "ignored", fault="too many")
                return
            if ended:
                yield Utterance(here, (text,), "ignored", fault="after end")
            elif CLOSING_LINE.fullmatch(text):
                ended = True
                yield Utterance(here, (text,), "ignored", fault="end")
            else:
                found, at = self.parse_next(lines, here, verbs)
                yield found

    def parse_press_reply(
        self, lines: Sequence[WriterLine], verbs: Callable[[], Collection[str]] = no_verbs
    ) -> tuple[list[Utterance], str]:
        """For an answer to press: what is said behind the word “pbem”, and all the writer's other words."""
        found: list[Utterance] = []
        words: list[str] = []
        at = 0
        while at < len(lines):
            here, text = at, lines[at].text.strip()
            at += 1
            if lines[here].dropped:
                continue
            if not FORCED_PREFIX.match(strip_bullet(text)):
                words.append(lines[here].text)
            elif len(found) >= LINES:
                found.append(Utterance(here, (text,), "ignored", fault="too many"))
            else:
                said, at = self.parse_next(lines, here, verbs)
                found.append(said)
        return found, "\n".join(words).strip("\n")

    def parse_next(
        self, lines: Sequence[WriterLine], at: int, verbs: Callable[[], Collection[str]]
    ) -> tuple[Utterance, int]:
        """Return what is said at a place, one line or a whole block, and the place behind it."""
        found = self.parse_one_line(at, lines[at].text.strip(), verbs)
        end = found.command.end if found.command and "text" not in found.args else None
        return collect_block(found, end, lines, at + 1) if end else (found, at + 1)

    def parse_one_line(self, at: int, text: str, verbs: Callable[[], Collection[str]]) -> Utterance:
        """One line alone."""
        plain = strip_bullet(text)
        forced = FORCED_PREFIX.match(plain)
        words = plain[forced.end() :] if forced else plain
        asks = words.endswith("?")
        said = self.find_polite_command(words, asks=asks) or self.find_command(words, asks=asks) or parse_aside(words)
        if said and (
            forced or words.rstrip(" .").lower() == ALWAYS_OURS or words.lower().partition(" ")[0] not in verbs()
        ):
            return replace(said, at=at, lines=(text,))
        if asks:
            what = words.rstrip(" ?")
            command = self[QUESTION if what or verbs() else HELP]
            return Utterance(at, (text,), command.name, {"what": what}, command=command)
        return Utterance(at, (text,), "orders", text=words)

    def find_polite_command(self, words: str, *, asks: bool) -> Utterance | None:
        """The command that a line is with a “please” behind it, which is no part of it."""
        plain = PLEASE.sub("", words)
        found = self.find_command(plain, asks=asks) if plain != words else None
        return None if found is None or FREE_WORDS & found.args.keys() else found

    def find_command(self, words: str, *, asks: bool = False) -> Utterance | None:
        """The command that a line is. `asks`: it ends in a question mark."""
        if self.any is None:
            self.any = compile_any_form(self.known)
        if not (self.any.fullmatch(words) or self.any.fullmatch(words.rstrip(" ."))):
            return None  # as most lines of a game are not
        readings = (one.match_line(words) for one in self.known if one.talks or not asks)
        return next(filter(None, readings), None)


def compile_any_form(known: Sequence[ServerCommand]) -> re.Pattern[str]:
    """Return what any of some commands is written like."""
    patterns = (re.sub(r"\(\?P<\w+>", "(?:", one.pattern.pattern) for command in known for one in command.forms)
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


def parse_aside(words: str) -> Utterance | None:
    """A comment or a greeting, if a line is one."""
    return next(
        (
            Utterance(0, (words,), name)
            for name, pattern in ASIDE_PATTERNS.items()
            if pattern.fullmatch(words.rstrip(" ."))
        ),
        None,
    )


def is_orders_title(one: Utterance) -> bool:
    """Return whether a line may be the title of the orders of a letter, "Orders" and no more."""
    return one.name == "sentences" and not one.args and not FORCED_PREFIX.match(strip_bullet(one.lines[0]))


def strip_bullet(text: str) -> str:
    """A line without what lists are decorated with."""
    bullet = BULLET.match(text)
    return " ".join(text[bullet.end() if bullet else 0 :].split())


def collect_block(
    start: Utterance, end: re.Pattern[str], lines: Sequence[WriterLine], at: int
) -> tuple[Utterance, int]:
    """The block that begins before `at`, and the place behind it; ">" and "-- " are ordinary words in there.

    Without its end nothing of it is taken: the lines might be orders as well as words for others."""
    inside: list[str] = []
    for place, line in enumerate(lines[at:], at):
        if line.dropped == "copy":
            break
        if end.fullmatch(line.text.strip().rstrip(".")):
            whole = (*start.lines, *inside, line.text.strip())
            return replace(start, lines=whole, text="\n".join(inside).strip("\n")), place + 1
        inside.append(line.text)
    rest = [line.text for line in lines[at:] if not line.dropped and line.text.strip()]
    if not rest and start.command and start.command.alone:
        return start, len(lines)
    return replace(start, lines=(*start.lines, *rest), fault="no end"), len(lines)
