"""What a game's master chooses about it, whatever is played: how long is waited, who may write when, what is voted on.

A rule is declared once: a field of `Rules` with its usual value (`choices`), and a `Rule`, a sentence of the order
language that sets it (“GRACE 12 hours”; `sentence_kinds` has their kinds, `rule_sentences` the list). The form of a
new game, the command line, letters and the ledger read and write these sentences; a new rule is a field and a sentence.
"""

from pbem.games.rules.choices import (
    MOST_AWAY,
    USUAL,
    Rules,
    are_names_told,
    dump_rules,
    load_rules,
    parse_phase_kinds,
    resolve_press_kinds,
    rules_of,
    usual_rules,
)
from pbem.games.rules.rule_sentences import (
    HELP_CREATE_HINT,
    PHRASES,
    RULES,
    build_group_grammar,
    build_rules_grammar,
    explain_rules,
    format_rules,
    parse_rules,
)
from pbem.games.rules.sentence_kinds import GROUPS, Group, Rule

__all__ = [
    "GROUPS",
    "HELP_CREATE_HINT",
    "MOST_AWAY",
    "PHRASES",
    "RULES",
    "USUAL",
    "Group",
    "Rule",
    "Rules",
    "are_names_told",
    "build_group_grammar",
    "build_rules_grammar",
    "dump_rules",
    "explain_rules",
    "format_rules",
    "load_rules",
    "parse_phase_kinds",
    "parse_rules",
    "resolve_press_kinds",
    "rules_of",
    "usual_rules",
]
