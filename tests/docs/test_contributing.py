"""The command that CONTRIBUTING shows can be declared as it stands, and is read."""

from __future__ import annotations

import re

from pbem.commands.arguments import ARGUMENT_KINDS
from pbem.commands.context import Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.language import CommandTable
from pbem.commands.lines import WriterLine
from tests.docs.cited import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_command_can_be_declared() -> None:
    [example] = [block for block in re.findall(r"```python\n(.*?)```", TEXT, re.S) if "@declare" in block]
    table = CommandTable({"tossed", "not done"}, ARGUMENT_KINDS)
    names = {"declare": table.declare, "ServerCommand": ServerCommand, "command_form": command_form, "Work": Work}
    exec(example, names)
    [said] = table.parse_lines([WriterLine("toss coin 3 times")])
    assert said.name == "toss" and said.args == {"what": "coin", "times": "3"}
    assert [one.name for one in table["toss"].arguments] == ["what", "times"]
