"""Under a WSGI server what was kept for the next who asks is forgotten too."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import create_app


@pytest.mark.parametrize("hour", [0, 3600])
def test_a_request_forgets_once_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hour: int) -> None:
    """As `gunicorn wsgi:app` starts it: with an instance folder alone."""
    forgotten: list[bool] = []
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path))
    monkeypatch.setattr("pbem.web.http.memo_expiry.HOUR", hour)
    monkeypatch.setattr("engines.memo.clear_caches", lambda: forgotten.append(True))
    client = create_app().test_client()
    for _ in range(3):
        assert client.get("/healthz").status_code == 200
    assert len(forgotten) == (0 if hour else 3)
