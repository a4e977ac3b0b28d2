"""The server's own words in a letter: one a line, or a block with its end; everything else is the game's. Pure.

`COMMANDS` is the whole table: what is understood, how it is written, what it does. The help letter is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache

from engines.language.bounds import LINES
from pbem.mail.own import Line


@dataclass(frozen=True)
class Command:
    """`pattern` is matched with the whole line, case ignored, blanks made single. A block runs to a line that matches
    `end`. `usage` and `help` are for the help letter; without `usage` it is an older form of another command."""

    name: str
    pattern: re.Pattern[str]
    usage: str = ""
    help: str = ""
    end: re.Pattern[str] | None = None


def command(name: str, pattern: str, usage: str = "", help: str = "", end: str = "") -> Command:
    flags = re.IGNORECASE
    return Command(name, re.compile(pattern, flags), usage, help, re.compile(end, flags) if end else None)


MASTERS = "game master: "
"""How the help of a command begins that only the game master can give."""
END_PRESS = r"end ?press|end ?broadcast"
COMMANDS: tuple[Command, ...] = (
    command("help", r"help( me)?|commands|\?", "help", "this list, and the orders you can give now"),
    command(
        "topic",
        r"help (me )?((with|on|about) )?(?P<what>.{1,60})",
        "help TOPIC",
        "about a command, a game, or what its books name: help press, help E30, help siege; "
        "“help orders” tells of all that you can write now",
    ),
    command(
        "steps",
        r"(?P<what>[^?]*?) ?\?+",
        "? · BEGINNING ?",
        "how a line can go on from its beginning; “?” alone, what you can order now. Nothing of it is an order",
    ),
    command(
        "guide",
        r"(the )?guide( ((to|of|for) )?(?P<what>.{1,60}))?",
        "guide GAME",
        "a game's first turn, and a booklet to print; of your own game without its name",
    ),
    command(
        "rules",
        r"(the )?rules?( ((of|for) )?(?P<what>.{1,60}))?",
        "rules GAME 5.2",
        "a section of a game's rules, or what a code such as E30 means; “rules GAME” lists all there is",
    ),
    command(
        "sentences",
        r"orders( ((of|for) )?(?P<what>[\w-]+( [\w-]+)?))?",
        "orders GAME",
        "all that can be written in a game, with examples",
    ),
    command("games", r"(list )?games|list", "games", "the games of this server"),
    command(
        "join",
        r"join (the )?(game )?(?P<game>[\w-]+)( (as|with) (?P<seat>.+))?",
        "join GAME as SEAT",
        "take a seat; without “as SEAT” any free one",
    ),
    command(
        "status",
        r"(my )?status( (?P<game>[\w-]+))?",
        "status",
        "your orders as they stand, the deadline, who is awaited",
    ),
    command(
        "report",
        r"(get )?report( (?P<phase>\w[\w ,.()–/-]{0,80}))?",
        "report PHASE",
        "that report again, as “report round 3”; the last if no phase is named",
    ),
    command("history", r"(get )?(history|summary)( [\w-]+)?", "history", "all phases so far, and what the master did"),
    command("ready", r"(set )?ready|(set )?no ?wait|done", "ready", "resolve as soon as everybody is ready"),
    command("wait", r"(set )?wait|not ready", "wait", "do not resolve before the deadline"),
    command("clear", r"clear( (my |all )?orders)?", "clear", "take all your orders back"),
    command("clear", r"clear (?P<what>.+)", "clear WORDS", "take back the orders that say these words"),
    command(
        "press",
        r"press( to)? (?P<to>[^:]+?)( ?: ?(?P<text>.+))?",
        "press to SEAT, SEAT … endpress",
        "the lines between go to these seats; “master” is the game master",
        END_PRESS,
    ),
    command(
        "broadcast",
        r"broadcast( ?: ?(?P<text>.+))?",
        "broadcast … endbroadcast",
        "the lines between go to all",
        END_PRESS,
    ),
    command(
        "unvote",
        r"(vote|set) no(ne| ?votes?| draw| concede.*)|withdraw (my )?votes?|unvote",
        "vote none",
        "take your votes back",
    ),
    command(
        "vote",
        r"(vote|set)( for)? (?P<proposal>(draw|concede|extend)( .+)?)",
        "vote draw · vote concede SEAT · vote extend 24h",
        "carried when all agree (more time: more than half); all hear of it, nobody who votes for it",
    ),
    command("vote", r"vote (?P<proposal>.+)"),
    command(
        "resign",
        r"(resign|withdraw)( from)?( (?P<game>[\w-]+))?",
        "resign GAME",
        "leave your seat for good; nobody waits for it then, and what you left standing ends",
    ),
    command(
        "what if",
        r"what ?if( ?:)?",
        "what if … endif",
        "what would happen: lines “SEAT: order”; nothing is given as an order",
        r"end ?(if|what ?if)",
    ),
    command("zone", r"(set )?(time ?)?zone (?P<zone>[\w/+-]+)", "zone Europe/Paris", "the time zone of your letters"),
    command("address", r"(my |seat )?address", "address", "your seat's own address, in a letter of its own"),
    command("address", r"address (?P<new>new)", "address new", "another address for your seat; the old one is void"),
    command(
        "address",
        r"address (?P<new>new) (for )?(?P<seat>.+)",
        "address new SEAT",
        MASTERS + "another address for a seat whose old one got into other hands",
    ),
    command("sign in", r"(sign|log) ?in", "sign in", "a link that signs you in on the web, in any browser, once"),
    command("pdf", r"(set )?pdf (?P<flag>on|off)", "pdf off", "reports without the PDF; “pdf on” with it"),
    command("paper", r"(set )?paper (?P<paper>a4|letter)", "paper letter", "the paper of the PDF: a4 or letter"),
    command("yes", r"(yes|confirm|ja|oui|s[ií]|ok)[.!]?"),
    command("extend", r"extend( by)? (?P<length>\d.*)", "extend 24h", MASTERS + "move the deadline"),
    command("pause", r"pause|suspend", "pause", MASTERS + "stop the clock"),
    command("resume", r"resume|unpause", "resume", MASTERS + "start it again"),
    command("process", r"process!?", "process", MASTERS + "resolve now with the orders that are there"),
    command(
        "replace",
        r"replace (?P<seat>[^<>@]{1,80}?) (by|with) ([^<]*<)?(?P<address>[^\s<>@]+@[^\s<>@]+)>?",
        "replace SEAT by ADDRESS",
        MASTERS + "hand a seat to somebody else",
    ),
    command("rollback", r"roll ?back( to)? (?P<phase>[\w-]+)", "rollback PHASE", MASTERS + "go on from that phase"),
    command("signon", r"sign ?on\b.*"),
    command("comment", r"//.*"),
    command(
        "greeting", r"(hi|hello|dear|hey|hallo|bonjour|salut|hola|ciao|good (morning|evening|day))\b[^\d\->]{0,30}"
    ),
)
STOP = re.compile(
    r"(sign ?off|end|the end|thanks|thank you|thx|merci|danke|gracias|cheers|regards|best"
    r"|(best|kind|warm) (regards|wishes)|(mit )?freundlichen grüßen|viele grüße|mfg"
    r"|cordialement|saludos|saluti)[\s,.!]*",
    re.I,
)
BULLET = re.compile(r"\s*(?:[•▪▸‣◦·]|[*-](?=\s+[a-z])|\(?\d{1,3}[.)])\s+", re.I)
FORCED = re.compile(r"pbem:? +", re.I)
"""What makes a line ours beyond doubt; the only one that acts inside an answer to press."""
TALKING = frozenset({"topic", "guide", "rules", "sentences", "press", "broadcast", "comment", "greeting"})
"""Commands that words with a question mark at their end can be."""
ALWAYS = "clear"
"""What every receipt says of this word alone holds in a game, too, whose own sentences begin with it."""
WORDS = (*dict.fromkeys(c.usage.split()[0] for c in COMMANDS if c.usage), "endpress")


@dataclass(frozen=True)
class Said:
    """One thing a letter says: `at` is its first line's place in the letter, `lines` as written.

    `name` is a command's, or "orders" for a line of the game, or "ignored". `args` are the named groups of the
    pattern that were there. `text` is the inside of a block. `fault`: "" or why it cannot be taken: "no end"; or why
    it is ignored: "end", "after end", or "too many" for all lines beyond `engines.language.bounds.LINES`.
    """

    at: int
    lines: tuple[str, ...]
    name: str
    args: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    fault: str = ""


def no_verbs() -> Collection[str]:
    return ()


def read(lines: Sequence[Line], verbs: Callable[[], Collection[str]] = no_verbs) -> list[Said]:
    """What the writer's own lines say, in order. `verbs` gives the first words of the game's own sentences now, in
    lower case: what begins so is the game's, unless "pbem" stands before it, or it is `ALWAYS`. It is asked only if
    that matters."""
    found = list(said(lines, cache(verbs)))
    given = any(one.name == "orders" for one in found)
    return [replace(one, name="greeting") if given and is_title(one) else one for one in found]


def is_title(one: Said) -> bool:
    """Whether a line may be the title of the orders of a letter, "Orders" and no more."""
    return one.name == "sentences" and not one.args and not FORCED.match(bare(one.lines[0]))


def said(lines: Sequence[Line], verbs: Callable[[], Collection[str]]) -> Iterator[Said]:
    at, count, ended = 0, 0, False
    while at < len(lines):
        here, text = at, lines[at].text.strip()
        at += 1
        if lines[here].dropped or not text:
            continue
        count += 1
        if count > LINES:
            rest = (line.text.strip() for line in lines[here:] if line.text.strip() and not line.dropped)
            yield Said(here, tuple(rest), "ignored", fault="too many")
            return
        if ended:
            yield Said(here, (text,), "ignored", fault="after end")
        elif STOP.fullmatch(text):
            ended = True
            yield Said(here, (text,), "ignored", fault="end")
        else:
            found, at = thing(lines, here, verbs)
            yield found


def explicit(lines: Sequence[Line], verbs: Callable[[], Collection[str]] = no_verbs) -> tuple[list[Said], str]:
    """For an answer to press: what is said behind the word “pbem”, and all the writer's other words."""
    found: list[Said] = []
    words: list[str] = []
    at = 0
    while at < len(lines):
        here, text = at, lines[at].text.strip()
        at += 1
        if lines[here].dropped:
            continue
        if not FORCED.match(bare(text)):
            words.append(lines[here].text)
        elif len(found) >= LINES:
            found.append(Said(here, (text,), "ignored", fault="too many"))
        else:
            said, at = thing(lines, here, verbs)
            found.append(said)
    return found, "\n".join(words).strip("\n")


def thing(lines: Sequence[Line], at: int, verbs: Callable[[], Collection[str]]) -> tuple[Said, int]:
    """What is said at a place, one line or a whole block, and the place behind it."""
    found = understood(at, lines[at].text.strip(), verbs)
    end = None if "text" in found.args else next((c.end for c in COMMANDS if c.name == found.name), None)
    return whole_block(found, end, lines, at + 1) if end else (found, at + 1)


def bare(text: str) -> str:
    """A line without what lists are decorated with."""
    bullet = BULLET.match(text)
    return " ".join(text[bullet.end() if bullet else 0 :].split())


def understood(at: int, text: str, verbs: Callable[[], Collection[str]]) -> Said:
    """One line alone."""
    plain = bare(text)
    forced = FORCED.match(plain)
    words = plain[forced.end() :] if forced else plain
    asks = words.endswith("?") and bool(verbs())
    for candidate in COMMANDS:
        if asks and candidate.name not in TALKING:
            continue
        match = candidate.pattern.fullmatch(words if candidate.end else words.rstrip(" ."))
        ours = forced or words.rstrip(" .").lower() == ALWAYS
        if match and (ours or words.lower().partition(" ")[0] not in verbs()):
            args = {key: value.strip() for key, value in match.groupdict().items() if value}
            return Said(at, (text,), candidate.name, args, args.get("text", ""))
    if asks:
        return Said(at, (text,), "steps", {"what": words.rstrip(" ?")})
    return Said(at, (text,), "orders", text=words)


def whole_block(start: Said, end: re.Pattern[str], lines: Sequence[Line], at: int) -> tuple[Said, int]:
    """The block that begins before `at`, and the place behind it; ">" and "-- " are ordinary words in there.

    Without its end nothing of it is taken: the lines might be orders as well as words for others."""
    inside: list[str] = []
    for place, line in enumerate(lines[at:], at):
        if line.dropped == "copy":
            break
        if end.fullmatch(line.text.strip().rstrip(".")):
            whole = (*start.lines, *inside, line.text.strip())
            return Said(start.at, whole, start.name, start.args, "\n".join(inside).strip("\n")), place + 1
        inside.append(line.text)
    rest = [line.text for line in lines[at:] if not line.dropped and line.text.strip()]
    return Said(start.at, (*start.lines, *rest), start.name, start.args, fault="no end"), len(lines)


def described(words: str) -> str:
    """What the commands of this name do, as help tells it; "" if there is none."""
    found = [c for c in COMMANDS if c.usage and words.lower() in (c.name, c.usage.split()[0].lower())]
    return "\n".join(f"{c.usage}\n    {c.help}" for c in found)


def nearest(text: str) -> str:
    """The command a line that nobody understood may have meant; "" if none comes near."""
    first = text.lower().partition(" ")[0]
    return next(iter(get_close_matches(first, WORDS, 1, 0.75)), "") if first not in WORDS else ""
