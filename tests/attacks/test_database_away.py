"""A PostgreSQL that crashes under a server and comes back: letters are put off, pages say so, nobody starts it anew."""

from __future__ import annotations

import json
import smtplib
from collections.abc import Iterator

import pytest

from tests import postgres
from tests.conftest import need_postgres
from tests.hosting import Host, Relay

pytestmark = pytest.mark.slow
LETTER = "From: anna@example.org\r\nSubject: games\r\nMessage-ID: <1@example.org>\r\n\r\ngames\r\n"
NAMED = {"Host": "pbem.test"}


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    need_postgres()
    with postgres.cluster() as found:
        yield found


def post_for_code(host: Host) -> int:
    """Return what the door answers to a letter: 250, or the code of its refusal."""
    try:
        host.post("anna@example.org", "pbem@pbem.test", LETTER)
    except smtplib.SMTPRecipientsRefused as error:
        return next(iter(error.recipients.values()))[0]
    except smtplib.SMTPResponseException as error:
        return error.smtp_code
    return 250


def test_a_database_that_crashed_is_waited_for(host: Host, relay: Relay, cluster: postgres.Cluster) -> None:
    host.settings["database"] = cluster.url
    with host.serving():
        cluster.crash()
        assert post_for_code(host) == 451
        answer, page = host.http("/", headers=NAMED)
        assert answer.status == 503 and "Nothing was done; try again in a moment." in page
        answer, told = host.http("/readyz", headers=NAMED)
        assert answer.status == 503 and json.loads(told)["why"]
        assert host.http("/healthz", headers=NAMED)[0].status == 200
        late = Host(host.folder, relay, host.settings).start_command("serve")
        assert late.stdout is not None
        try:
            assert any("the database is away" in line for line in late.stdout), "it ended instead of waiting"
            cluster.start()
            assert any("pbem serves" in line for line in late.stdout)
        finally:
            late.kill()
            late.communicate()
        assert 250 in [post_for_code(host) for _ in range(3)], "the first to come may meet a dead connection"
        assert relay.wait_for_letter("anna@example.org")
        assert host.http("/", headers=NAMED)[0].status == 200
    assert len(relay.to("anna@example.org")) == 1
