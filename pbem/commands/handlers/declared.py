"""The table of commands, which the modules of this package fill: each command is declared on its act.

Whoever imports it gets it whole, since the package imports all its acts first.
"""

from __future__ import annotations

from pbem.commands.arguments import ARGUMENT_KINDS
from pbem.commands.language import CommandTable
from pbem.wording import ENGLISH

COMMANDS = CommandTable(ENGLISH.language.sentences.keys(), ARGUMENT_KINDS)
declare = COMMANDS.declare
