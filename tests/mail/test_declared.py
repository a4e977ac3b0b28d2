"""A command is declared once, on its act: it works by letter, help tells of it, and what cannot hold is refused."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from functools import partial
from inspect import getsource
from textwrap import dedent

import pytest

from pbem.commands import handlers
from pbem.commands.context import Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers import COMMANDS
from pbem.commands.language import CommandTable
from pbem.commands.lines import WriterLine
from pbem.wording import ENGLISH
from tests.mail.conftest import Office

TOSS = ServerCommand(
    "toss", (command_form(r"toss (?P<what>\w+)", "toss COIN", "let the server toss something"),), "game", asks=True
)


def toss(work: Work, what: str) -> str:
    return f"{work.seat.label} tosses a {what}."


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> CommandTable:
    """The table of commands, with what a test adds to it."""
    monkeypatch.setattr(COMMANDS, "known", COMMANDS.known)
    return COMMANDS


def test_a_new_command_is_one_declaration(office: Office, table: CommandTable) -> None:
    """H6: it was a pattern, an act, names in eight sets, and help. Now it is read, done, listed and explained."""
    table.declare(TOSS)(toss)
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), "toss penny\ntoss ?\nhelp\ntos")
    first, asked, _, wrong = office.receipt("red@example.org")["lines"]
    assert (first["level"], first["text"]) == ("ok", "Red tosses a penny.")
    assert asked["level"] == "ok" and wrong["notes"] == ["Did you mean the command “toss”?"]
    sections = {section["title"]: section["text"] for section in office.receipt("red@example.org")["sections"]}
    listed = sections["Commands, one a line"]
    assert sections["toss"] == "toss COIN\n    let the server toss something" and sections["toss"] in listed


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (replace(TOSS, name="clear"), "one of this name already"),
        (replace(TOSS, says=("tossed",)), "no sentence in every language is called tossed"),
        (replace(TOSS, would="would toss"), "no sentence in every language is called would toss"),
        (replace(TOSS, forms=(command_form("toss", "toss"),)), "a usage needs its help"),
        (replace(TOSS, forms=()), "a usage needs its help"),
        (replace(TOSS, forms=(command_form("tossing(?P<what>)", "toss", "toss it"),)), "toss does not read it"),
        (
            replace(TOSS, forms=(command_form(r"(toss|ready)(?P<what>)", "toss", "toss it"),)),
            "“ready” is how ready is written, and toss reads it",
        ),
        (replace(TOSS, forms=(command_form("clear (?P<what>coins)", "clear coins", "toss"),)), "clear reads it"),
        (replace(TOSS, forms=(command_form("toss", "toss", "toss it"),)), "it can be written without what"),
        (
            replace(TOSS, forms=(command_form(r"toss (?P<what>\w+) (?P<how>\w+)", "toss COIN WELL", "toss it"),)),
            "its act does not know how",
        ),
        (replace(TOSS, group="coins"), "no group “coins”"),  # type: ignore[arg-type]
        (replace(TOSS, who="bank"), "nobody is “bank”"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_hold_is_refused_at_once(table: CommandTable, command: ServerCommand, why: str) -> None:
    """H6: names that nobody knew were found out when somebody wrote the command."""
    with pytest.raises(ValueError, match=why):
        table.declare(command)(toss)


def test_no_command_is_without_an_act(table: CommandTable) -> None:
    with pytest.raises(ValueError, match="it has no act"):
        table.add_command(TOSS)


def flip(_: Work, coin: complex) -> str:
    return str(coin)


def test_an_argument_that_nobody_can_read_is_refused(table: CommandTable) -> None:
    with pytest.raises(ValueError, match="nobody can read what coin is"):
        table.declare(replace(TOSS, forms=(command_form(r"toss (?P<coin>\w+)", "toss COIN", "toss it"),)))(flip)


def test_acts_say_what_they_declare() -> None:
    """Every sentence that an act names is in every language, and every one that is declared is used."""
    modules = (handlers.asking, handlers.books, handlers.leading, handlers.letters, handlers.seat)
    used = {name for module in modules for name in said_in(getsource(module))}
    declared = {name for command in COMMANDS.known for name in command.says}
    assert {*used, *declared} <= ENGLISH.language.sentences.keys()
    assert used - {"below"} <= declared and len(used) > 10


def said_in(source: str) -> set[str]:
    """The names of the sentences that a module says by `work.say`."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args)
    said = (call.args[0] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "say")
    named = (one for name in said for one in ((name.body, name.orelse) if isinstance(name, ast.IfExp) else (name,)))
    return {one.value for one in named if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def test_what_is_the_masters_is_done_for_nobody_else(office: Office) -> None:
    """Each command that help shows to game masters alone is refused to a player."""
    game = office.start_party()
    lines = ["extend 24h", "pause", "resume", "process", "replace Blue by eve@example.org", "rollback R1"]
    lines += ["address new Blue", "agree Blue", "word", "invite eve@example.org"]
    lines += ["deputy for Blue: eve@example.org until friday"]
    lines += ["preview", "rollforward", "eject Blue", "dummy Blue", "cancel verdun"]
    lines += ["hand over to red@example.org", "co-master red@example.org", "dismiss red@example.org"]
    lines += ["deadline Fri 20:00", "set GRACE 3 hours"]
    blocks = ["correct orders of Blue", "correct board", "official"]
    text = "\n".join([*lines, *(f"{line}\nbid 9\nend" for line in blocks)])
    lines += blocks
    office.write("red@example.org", office.seat_address(game, "RED"), text)
    found = office.receipt("red@example.org")["lines"]
    assert {command.name for command in COMMANDS.known if command.who == "master"} == masters(lines)
    assert [one["level"] for one in found] == ["no"] * len(lines)


def masters(lines: list[str]) -> set[str]:
    read = (COMMANDS.find_command(line) for line in lines)
    return {said.name for said in read if said}


def test_the_reader_needs_no_database() -> None:
    """Whoever reads commands imports neither tables nor acts."""
    program = """
        import sys
        import pbem.commands.language
        print([name for name in sys.modules if name.partition(".")[0] in ("sqlmodel", "sqlalchemy", "flask")])
    """
    told = subprocess.run([sys.executable, "-c", dedent(program)], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


# --- questions and blocks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["press to france: shall we?", "broadcast: who is in?", "rules siege?", "hello?"])
def test_words_with_a_question_mark_are_themselves(line: str) -> None:
    """Where nothing could be ordered, such as for a game master, a message that asks was taken for a question how a
    line can go on, and reached nobody."""
    for verbs in ((), ("bid",)):
        (said,) = COMMANDS.parse_lines([WriterLine(line)], partial(frozenset, verbs))
        assert said.name in ("press", "broadcast", "rules", "greeting")


def test_a_block_without_its_end_does_nothing(office: Office) -> None:
    """Its brother: “what if” without “endif” was answered as if it held nothing."""
    game = office.start_party()
    office.write("red@example.org", office.seat_address(game, "RED"), "what if\nRED: bid 7\nready")
    (found,) = office.outcomes("red@example.org")
    assert found[0] == "no" and "“endif” is missing" in found[1]
