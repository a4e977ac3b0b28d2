"""A small game's books for tests of everything that reads or serves them."""

from __future__ import annotations

from typing import Any

import pytest

from engines.base import Engine
from pbem.books import citations, shelf

RULES = """# Sealed bids: the rules
All bid at once; the highest gets a point for each.

## 1 Bidding
### 1.1 A bid
A bid is 0 to 9. Silence is 0.
```
BID 7
```

**1.1a** Who passes bids nothing, and may not bid as well; see [what you are told](#2).

## 2 What you are told
### 2.1 Codes
| code | what it says |
| --- | --- |
| E04–E06 | you hold no such card |
| W15 | a bid of 0 wins nothing |

### 2.2 Siege of the last card
Nobody escapes. [The guide](../engines/toy.md#your-first-turn) says more, [the host](../hosting/README.md) nothing.

- **2.2.1** A *siege* lasts a round.
- Another item.
"""
GUIDE = """# Sealed bids
Two to four people bid in secret. There is nothing else to it.

## Your first turn
**What you are.** A bidder. **What to do first.** Bid, with `BID 7`.

## Credits
Made for the tests.
"""


def replace_books(patch: pytest.MonkeyPatch, code: str = "toy", rules: str = RULES, guide: str = GUIDE) -> None:
    """From now on a game has these books, and no other game is changed."""
    written, kept = {"rules": rules, "guide": guide}, shelf.load_book_source

    def source(engine: Engine[Any], kind: str) -> str:
        return written.get(kind, "") if engine.code == code else kept(engine, kind)

    patch.setattr(shelf, "load_book_source", source)
    patch.setattr(citations, "PLACES", {})
