"""What game masters are used to write to the judges of old: answered with what does it here."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Form, Said, form
from pbem.mail.work import Work

DRAWS, MISSING, PRESS = "set DRAWS survivors · set DRAWS any", "set MISSING default · set MISSING wait", "set PRESS ALL"
PACE = "set PACE movement daily 20:00; retreat 12h · set GRACE 6 hours · set DELAY 30 minutes"
INSTEAD: Mapping[str, str] = {
    r"create \?.*|create": "create NAME GAME … end",
    r"become .+|take ?over master@.*": "hand over to NAME@HOST · co-master NAME@HOST · accept GAME",
    r"eject \S+@\S+": "eject SEAT",
    r"revive .+": "replace SEAT by NAME@HOST",
    r"set ((no )?nmr|(no )?cd|civil disorder)": MISSING,
    r"set (no )?dias": DRAWS,
    r"set (no )?concessions?": "set DRAWS none · set DRAWS survivors",
    r"timing\b.*|set (move(ment)?|retreats?|adjust(ment)?s?|clock|min|next|days) .*": PACE,
    r"set (start|late|strict|must|touch)\b.*|set (auto|manual) .*": "set FIRST 48 hours · set GRACE 6 hours · terms",
    r"set max absence .*": "terms",
    r"set (no )?(partial|white|grey|gray|fake|broadcast|minor press|grace press|late press|quiet|postal press)\b.*": (
        f"{PRESS} · set PRESS NONE"
    ),
    r"force begin|begin|form|unstart|wait for players": "dummy SEAT · replace SEAT by NAME@HOST · cancel GAME",
    r"terminate|purge( .*)?|cancel": "cancel GAME",
    r"(process|resolve) .+": "process",
    r"set (no |un|not )?(list|private|public|rated|moderated|show|reveal|secret|approval|approve|proxy)\b.*"
    r"|set (watch|observer|access|level|dedication|ontimerat|resrat|cent(er|re)s|players|powers)\b.*"
    r"|set (variant|comment|preference|prf\w+|any|home|one|blank)\b.*|(allow|deny) player .*"
    r"|rename .*|reveal": "terms · create NAME GAME … end",
}
"""What judges understand, and the lines that do it here, or tell what can be chosen."""


def older(patterns: Mapping[str, str]) -> tuple[Form, ...]:
    return tuple(form(pattern) for pattern in patterns)


@declare(Command("judge", older(INSTEAD), "leading", asks=True, says=("judge",)))
def judge(work: Work, said: Said) -> str:
    """Which lines do it here."""
    pattern = said.form.pattern if said.form else re.compile("")
    return work.say("judge", lines=INSTEAD[pattern.pattern].split(" · "))
