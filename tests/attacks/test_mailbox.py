"""The embedded mailbox, seen from outside."""

from __future__ import annotations

import pytest

from tests.hosting import Host

pytestmark = pytest.mark.slow


def test_no_mailbox_behind_a_proxy(host: Host) -> None:
    """S1: behind a proxy loopback is the world, and the mailbox showed every address and let anybody write."""
    with host.serving():
        for name in ("pbem.test", f"127.0.0.1:{host.web}"):
            answer, text = host.http("/mailbox", headers={"Host": name})
            assert answer.status == 404 and "orders+" not in text
            assert host.http("/mailbox/send", "POST", "from=a@b.example", {"Host": name})[0].status in (400, 404)


def test_a_mailbox_cannot_be_asked_for_beside_a_public_address(host: Host) -> None:
    """S1: set by name, it is refused with a sentence, and nothing is served."""
    host.settings["mailbox_page"] = "yes"
    done = host.run_command("serve")
    assert done.returncode == 1 and b"mailbox_page = true: everybody's mail would be shown" in done.stderr
    assert b"Traceback" not in done.stderr
