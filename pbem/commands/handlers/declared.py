"""The table of commands, which the modules of this package fill: each command is declared on its act.

Whoever imports it gets it whole, since the package imports all its acts first.
"""

from __future__ import annotations

from pbem.commands.language import CommandTable
from pbem.wording import ENGLISH

COMMANDS = CommandTable(ENGLISH.language.sentences.keys())
declare = COMMANDS.declare
