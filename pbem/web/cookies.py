"""The name of our cookie: `__Host-` where the public address is https, so that no other name of the same domain and
nobody on an open line can plant one. A browser that still brings the one of an older version keeps what it says."""

from __future__ import annotations

from flask import Flask, Request, Response
from flask import request as asked
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from pbem.config import Config

PLAIN = "pbem"
HOST_ONLY = f"__Host-{PLAIN}"
SECURE_FOR = "max-age=31536000"
"""How long browsers that have seen us come by https alone."""


def is_secure(config: Config) -> bool:
    return config.public_url.startswith("https://")


def name(config: Config) -> str:
    return HOST_ONLY if is_secure(config) else PLAIN


class Cookies(SecureCookieSessionInterface):
    """Sessions in a signed cookie; the cookie of an older version is taken over once, and then removed."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        found = super().open_session(app, request)
        signer = self.get_signing_serializer(app)
        if found or not signer or not self.is_older(app, request) or self.get_cookie_name(app) in request.cookies:
            return found
        longest = int(app.permanent_session_lifetime.total_seconds())
        try:
            return self.session_class(signer.loads(request.cookies[PLAIN], max_age=longest))
        except BadSignature:
            return found

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if self.is_older(app, asked):
            session.modified = session.modified or bool(session)
            response.delete_cookie(PLAIN, path="/", secure=True, httponly=True, samesite="Lax")
        super().save_session(app, session, response)

    def is_older(self, app: Flask, request: Request) -> bool:
        return self.get_cookie_name(app) != PLAIN and PLAIN in request.cookies
