"""Answers with a copy of the letter they answer: no stale order gets in, no order of the writer's own is swallowed."""

from __future__ import annotations

from itertools import islice

import pytest

from pbem.mail.inbound.quoting import split_own_lines
from tests.mail.replies import HOST, OLD, Reply, replies
from tests.size import size

STALE = {line.strip() for line in OLD if line}
EVERY = size(5, 1)
"""Which of them the suite reads: every fifth."""


def kept_lines(reply: Reply) -> list[str]:
    return [line.text.strip() for line in split_own_lines(reply.text, HOST) if not line.dropped and line.text.strip()]


@pytest.mark.slow
@pytest.mark.proof
def test_no_stale_order_gets_in_and_none_of_ones_own_is_lost() -> None:
    """V15: in a proof thousands of replies; what is read as the writer's is what he wrote, and nothing else."""
    read = [(reply, kept_lines(reply)) for reply in islice(replies(), None, None, EVERY)]
    stale = [reply.name for reply, lines in read if STALE & set(lines)]
    lost = [reply.name for reply, lines in read if not set(reply.own) <= set(lines)]
    assert len(read) > 4000 / EVERY
    assert (len(stale), stale[:5], len(lost), lost[:5]) == (0, [], 0, [])
    assert not [reply.name for reply, lines in read if set(lines) - set(reply.own)], "what introduces a copy is no line"
