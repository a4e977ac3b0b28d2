"""The lines that words come in, whatever door they come through."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
AWAY_WORDS = re.compile(
    r"\b(away|out of (the |my )?office|on (annual |sick |parental )?(holidays?|vacation|leave)|absente?|abwesend"
    r"|verreist|unterwegs|im (wohlverdienten )?urlaub|elternzeit|nicht (da|im (haus|büro)|erreichbar)"
    r"|congés?|en (vacances|déplacement)|be back|return(ing)?|de retour|wieder (da|erreichbar|zurück)"
    r"|no longer (with|at|works?|working|employed)|nicht mehr (bei|in) (der|dem|uns)|ne travaille plus)\b",
    re.I,
)
"""What says that somebody is away; in an answer it may stand where a yes would (“I am …”)."""


@dataclass(frozen=True)
class WriterLine:
    """A line of a letter. `dropped` says why it is not read: "copy" (of an earlier letter, below the writer's words),
    "quoted" (marked so), "signature"; "" if it is the writer's own. `begins`: it is the first of a file."""

    text: str
    dropped: str = ""
    begins: bool = False


def fold_blanks(line: str) -> str:
    """Every kind of blank one blank; no control or invisible characters."""
    if line.isascii() and line.isprintable():
        return line.rstrip()
    kinds = ((c, unicodedata.category(c)) for c in line.replace("\t", " "))
    return "".join(" " if kind == "Zs" else c for c, kind in kinds if kind not in INVISIBLE).rstrip()
