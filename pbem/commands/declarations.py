"""What is declared of a command: how it is written, who may give it, what it needs, and what it says. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any, Literal, get_type_hints

from pbem.games.rights import Right

Group = Literal["learning", "game", "orders", "others", "letters", "leading"]
"""What a command is about; help lists them in this order."""
Who = Literal["anybody", "player", "master"]
"""Who may give it: somebody whose letter proves nothing, who plays, or the game master alone."""
Act = Callable[..., str]
"""Does a command: gets the work (`pbem.commands.context.Work`) and the arguments that its signature names, and returns
the sentence that answers it. Raises `Refusal` (put into words by `pbem.wording`) or `CommandRefused` with its own
words."""
Weight = Callable[["Utterance", str, str], str]
"""What comes of a command for good, by the name of the game and of the seat; "" if it can be undone."""
Wanted = Callable[[Any, "Utterance"], tuple[str, Mapping[str, str]]]
"""What a stranger wants by a command, to be asked of whom their letter names: the name of a sentence and its facts,
which hold none of their own words. Raises Refusal if there is no such thing, or none that they may know of."""


@dataclass(frozen=True)
class CommandForm:
    """A way to write a command. `pattern` is matched with the whole line, case ignored, blanks made single; its named
    groups are arguments of the act, and a number behind a name is no part of it. `usage` and `help` are for the help
    letter; without `usage` it is another spelling. `friendly`: people say the same to each other, and it betrays
    nothing of what is planned, so an answer to press may be nothing else."""

    pattern: re.Pattern[str]
    usage: str = ""
    help: str = ""
    friendly: bool = False

    @property
    def sample_lines(self) -> list[str]:
        """The lines that `usage` shows, without the end of a block."""
        return self.usage.partition(" … ")[0].split(" · ") if self.usage else []

    @property
    def argument_names(self) -> frozenset[str]:
        """The arguments that a line of this form can hold."""
        return frozenset(name.rstrip("0123456789") for name in self.pattern.groupindex)


def command_form(pattern: str, usage: str = "", help: str = "", *, friendly: bool = False) -> CommandForm:
    return CommandForm(re.compile(pattern, re.IGNORECASE), usage, help, friendly)


@dataclass(frozen=True)
class CommandArgument:
    """Something that an act needs to know. `kind` is its type, which says how words are read
    (`pbem.commands.arguments`); `required`: the act has no default for it."""

    name: str
    kind: Any
    required: bool


@dataclass(frozen=True)
class ArgumentKind:
    """How arguments of a kind are read. `read` gets the work, the words, and the words of all arguments, and raises
    Refusal or CommandRefused for what is none. `usual`: what it is if nothing is said; None: it must be said, or have a
    default. `joint`: what stands between the parts of it that a form has in several fields."""

    read: Callable[[Any, str, Mapping[str, str]], object]
    usual: Callable[[Any], object] | None = None
    joint: str = ", "


def list_arguments(act: Act) -> tuple[CommandArgument, ...]:
    """The arguments of an act by its signature, in order, without the work, which is its first."""
    types = get_type_hints(act, include_extras=True)
    _, *others = signature(act).parameters.values()
    return tuple(CommandArgument(one.name, types[one.name], one.default is Parameter.empty) for one in others)


@dataclass(frozen=True)
class ServerCommand:
    """All that is known of a command, whatever door it comes through.

    `end`: it is a block, which runs to a line that matches this; what stands inside is its argument `text`. `says`: the
    sentences of `pbem.wording` that its act uses.

    `bound`: it is said of one phase and never done to another; `would`: the sentence for what it would have done then.
    `right`: which right it takes to give it for a seat, or Right.OWN if it is about its writer alone; None: a seat's
    holder alone may give it, or the game master. `declined`: the sentence for who does not lead the game, if they are
    told what they can do instead; it may name what they said. `own`: a seat's holder may give it for that seat, too.
    `wanted`: a stranger's letter may ask for it, and they are asked whether they want it.
    `asks`: somebody only learns something by it, as often as there may be answers. `once`: it is done once for a
    letter, however many lines say the same. `foretold`: a box answers it while it is typed: it costs little, and writes
    nothing. `tells`: letters besides the receipt are written of it, so it is counted.
    `final`: what comes of it for good. `proved`: it opens a door, so it is done for words alone that were proved to be
    their writer's. `talks`: words with a question mark at their end can be it. `alone`: a block of which the first line
    says something by itself, if nothing stands below it. `instead`: it is understood and not done here; its answer
    names what does it, and “ready” does not act beside it. `checks_first`: when it is refused nothing but limits was
    written, so that nothing has to be taken back.
    """

    name: str
    forms: tuple[CommandForm, ...]
    group: Group
    who: Who = "player"
    end: re.Pattern[str] | None = None
    says: tuple[str, ...] = ()
    bound: bool = False
    would: str = "not done"
    asks: bool = False
    once: bool = False
    foretold: bool = False
    tells: bool = False
    final: Weight | None = None
    proved: bool = False
    talks: bool = False
    alone: bool = False
    instead: bool = False
    checks_first: bool = False
    declined: str = ""
    own: bool = False
    right: Right | None = None
    wanted: Wanted | None = None
    act: Act | None = None
    arguments: tuple[CommandArgument, ...] = ()

    @property
    def usages(self) -> list[tuple[str, str]]:
        """Return how it is written, each with what that does."""
        who = "game master: " if self.who == "master" else ""
        return [(one.usage, who + one.help) for one in self.forms if one.usage]

    def match_line(self, words: str) -> Utterance | None:
        """Return what a line says, if it is this command in one of its forms."""
        line = words if self.end else words.rstrip(" .")
        for one in self.forms:
            if match := one.pattern.fullmatch(line):
                found = match.groupdict().items()
                args = {key.rstrip("0123456789"): value.strip() for key, value in found if value}
                return Utterance(0, (words,), self.name, args, args.get("text", ""), command=self, form=one)
        return None


@dataclass(frozen=True)
class Utterance:
    """One thing that is said: `at` is its first line's place, `lines` as written.

    `name` is that of the `command`, "orders" for a line of the game, one of `language.ASIDE_PATTERNS`, or "ignored".
    `args` are the arguments that were there, in words. `text` is the inside of a block. `fault`: "" or why it cannot be
    taken: "no end"; or why it is ignored: "end", "after end", or "too many" for all lines beyond
    `engines.language.bounds.LINES`.
    """

    at: int
    lines: tuple[str, ...]
    name: str
    args: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    fault: str = ""
    command: ServerCommand | None = None
    form: CommandForm | None = None

    @property
    def help_text(self) -> str:
        """Return what help tells of it."""
        return (self.form.help if self.form else "") or (self.command.forms[0].help if self.command else "")

    @property
    def is_for_nobody(self) -> bool:
        """Return whether it is nothing to anybody."""
        return self.command is None and self.name != "orders"

    @property
    def is_bound(self) -> bool:
        """Return whether it is of one phase."""
        return self.command.bound if self.command else self.name == "orders"

    @property
    def is_question(self) -> bool:
        return self.command is not None and self.command.asks

    @property
    def is_friendly(self) -> bool:
        """Return whether it may be a word to a friend: a question betrays no plan, unless orders stand below it, nor
        does what is declared so."""
        return (self.is_question and not self.is_block) or (self.form is not None and self.form.friendly)

    @property
    def is_block(self) -> bool:
        return self.command is not None and self.command.end is not None

    @property
    def end_word(self) -> str:
        """The line that ends the block."""
        return self.form.usage.split()[-1] if self.form and self.form.usage else "end"

    def final_consequence(self, game: str = "", seat: str = "") -> str:
        """Return what comes of it for good; "" if it can be undone."""
        return self.command.final(self, game, seat) if self.command and self.command.final else ""
