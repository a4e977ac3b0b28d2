"""What people are used to write to the judges of old: answered with what does it here.

Where a line means the same here, it is another form of the command that does it; docs/judge-commands.md shows them all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.commands.context import Work
from pbem.commands.declarations import CommandForm, ServerCommand, Utterance, command_form
from pbem.commands.handlers.declared import declare
from pbem.commands.language import PICTURE
from pbem.games.rights import Right

Instead = tuple[str, str]
"""The sentence that answers, and the lines it names."""
ADDRESS, JOIN = "set address NAME@HOST", "join GAME · join GAME as SEAT"
DRAWS, MISSING, PRESS = "set DRAWS survivors · set DRAWS any", "set MISSING default · set MISSING wait", "set PRESS ALL"
PACE = "set PACE movement daily 20:00; retreat 12h · set GRACE 6 hours · set DELAY 30 minutes"
WHO_MAY = "set OPEN invited · set OPEN all · invite NAME@HOST · word"
OPENED = "create NAME GAME … end · rules GAME"
SIGNED = "press to SEAT, SEAT … endpress · broadcast … endbroadcast"
UNSIGNED = "grey|gray|fake|partial|anonymous(ly)?"

OF_PLAYERS: Mapping[str, Instead] = {
    r"(set )?(password|pw)( .+)?|set p( .+)?": ("judge password", "address · address new"),
    r"join [\w-]+ (?!(as|with|als|comme|word)\b)[^:]+": ("judge password", JOIN),
    r"resign \S+@\S+( \S+)?": ("judge", "resign GAME · eject SEAT"),
    r"(i am also|reply[- ]to ?:?|set (ad|address)) .*@.*,.*|(i am also|reply[- ]to ?:?) .+": ("judge address", ADDRESS),
    r"info player .+|(get|set) dedication": ("judge", "whois NAME · who GAME"),
    r"get (index|syntax|flist|package|\w+\.\S+)|send( me)? (?!.*\bdata\b).+": (
        "judge",
        "help · help TOPIC · rules GAME · orders GAME · guide GAME",
    ),
    r"version": ("judge", "help · verify"),
    r"(set )?language( .+)?": ("judge language", "?"),
    r"(get |show )?(the )?map( .+)?": ("judge map", "report · report PHASE · game book"),
    r"\\+\S{0,3}": ("judge separator", ""),
    rf"(?!{PICTURE})\[[^\]]{{1,40}}\].*": ("judge seat", "address"),
    rf"({UNSIGNED}|white|no ?fake|un-?anonymous(ly)?|quiet)|(fake )?from .+|(no ?)?fake (\+|to ).+": (
        "judge signed",
        SIGNED,
    ),
    r"end ?(press|broadcast)": ("judge nothing begun", SIGNED),
}
"""What players write in a line."""
OF_PLAYERS_IN_BLOCKS: Mapping[str, tuple[str, Instead]] = {
    r"register( .*)?": (r"end( ?register)?", ("judge", f"name NAME · zone Europe/Paris · {ADDRESS}")),
    r"(else ?)?if .+": (r"end( ?if)?", ("judge if", "phase NAME … endphase · stand in standing, advice")),
    rf"({UNSIGNED}) (press|broadcast)\b.*|(press|broadcast)( to)? ({UNSIGNED})\b.*|press [^:]+ (fake|from) [^:]+": (
        r"end( ?(press|broadcast))?",
        ("judge signed", SIGNED),
    ),
    r"postal press.*": (r"end( ?press)?", ("judge postal", SIGNED)),
}
"""What they write with lines below it, up to an end; nothing of those is done."""
OF_MASTERS: Mapping[str, Instead] = {
    r"create \?.*|create": ("judge", "create NAME GAME … end"),
    r"become .+|take ?over master@.*": ("judge", "hand over to NAME@HOST · co-master NAME@HOST · accept GAME"),
    r"eject \S+@\S+": ("judge", "eject SEAT"),
    r"revive .+": ("judge", "replace SEAT by NAME@HOST"),
    r"(set |rule )+((no )?nmr|(no )?cd|(smart_|hidden_)?cd|civil.disorder)": ("judge", MISSING),
    r"set (no )?dias": ("judge", DRAWS),
    r"set (no )?concessions?": ("judge", "set DRAWS none · set DRAWS survivors"),
    r"timing\b.*|set (move(ment)?|retreats?|adjust(ment)?s?|clock|min|next|days) .*": ("judge", PACE),
    r"set grace .*:.*": ("judge", "deadline 24 Dec 20:00 · set GRACE 6 hours"),
    r"set start\b.*": ("judge", "set FIRST 48 hours · set ROLL CALL 24 hours"),
    r"set (strict (grace|wait)|must)\b.*|set (auto|manual) .*": ("judge", f"{MISSING} · set GRACE 6 hours · terms"),
    r"set late count": ("judge", "set ABSENCES all · set ABSENCES own"),
    r"set max absence .*": ("judge", "set ABSENCE 14"),
    r"(set |rule )+player.deadlines": ("judge", "set EXTENSIONS ON · set EXTENSION 48 hours"),
    r"(set |rule )+((no )?(partial|white|grey|gray|fake|broadcast|minor press|grace press|late press|touch press"
    r"|quiet(?! (?!press))|postal press)|no_press)\b.*": ("judge press", f"{PRESS} · set PRESS NONE"),
    r"force begin|begin|form|unstart|wait for players": (
        "judge",
        "dummy SEAT · replace SEAT by NAME@HOST · cancel GAME",
    ),
    r"terminate|purge( .*)?|cancel": ("judge", "cancel GAME"),
    r"(process|resolve) (?!because\b).+": ("judge", "process"),
    r"set (no |un)?rated": ("judge", "set RATED ON · set RATED OFF"),
    r"set (no |un)?moderated": ("judge", "hand over to NAME@HOST · step down GAME"),
    r"set (no )?(list|private|public|approval)|set (not )?approve .*|set access .*|(set )?(allow|deny) player .*": (
        "judge",
        WHO_MAY,
    ),
    r"set (level|dedication|ontimerat|resrat)\b.*": (
        "judge",
        "set RELIABLE 80 percent over 20 turns · set NEWCOMERS OFF",
    ),
    r"set (no )?(show|reveal|secret)|reveal": ("judge", "set NAMES told · set NAMES kept · set VOTES open"),
    r"set (watch|observer)\b.*": ("judge", "set WATCHERS ON · set WATCHERS OFF"),
    r"set preference\b.*|set prf\w+": ("judge", "join GAME: SEAT, SEAT, any · set SEATING draw"),
    r"set comment\b.*": ("judge", "official … endofficial"),
    r"set (no )?(proxy|strict convoy)|set (cent(er|re)s|players|powers|variant|any|home|one|blank)\b.*"
    r"|(set |rule )+blind": ("judge opened", OPENED),
    r"rename .*": ("judge renamed", "create NAME GAME … end · cancel GAME"),
}
"""What game masters write."""


def older_forms(patterns: Mapping[str, Instead]) -> tuple[CommandForm, ...]:
    return tuple(command_form(pattern) for pattern in patterns)


def describe_instead(work: Work, pattern: str) -> str:
    """Return which lines do it here."""
    blocks = {key: told for key, (_, told) in OF_PLAYERS_IN_BLOCKS.items()}
    sentence, lines = {**OF_PLAYERS, **blocks, **OF_MASTERS}[pattern]
    return work.say(sentence, lines=lines.split(" · "))


def instead_sentences(patterns: Mapping[str, Instead]) -> tuple[str, ...]:
    return tuple({sentence: "" for sentence, _ in patterns.values()})


@declare(
    ServerCommand(
        "judge's master",
        older_forms(OF_MASTERS),
        "leading",
        asks=True,
        foretold=True,
        instead=True,
        says=instead_sentences(OF_MASTERS),
    )
)
@declare(
    ServerCommand(
        "judge",
        older_forms(OF_PLAYERS),
        "others",
        asks=True,
        foretold=True,
        instead=True,
        says=instead_sentences(OF_PLAYERS),
        right=Right.OWN,
    )
)
def answer_judge_line(work: Work, said: Utterance) -> str:
    assert said.form is not None
    return describe_instead(work, said.form.pattern.pattern)


def declare_judge_blocks() -> None:
    """A command for each, since each ends in another way."""
    for pattern, (end, told) in OF_PLAYERS_IN_BLOCKS.items():
        command = ServerCommand(
            f"judge's {pattern.split()[0].strip('(')}",
            (command_form(pattern),),
            "others",
            end=re.compile(end, re.IGNORECASE),
            asks=True,
            foretold=True,
            instead=True,
            says=(told[0],),
            right=Right.OWN,
        )
        declare(command)(answer_judge_line)


declare_judge_blocks()
