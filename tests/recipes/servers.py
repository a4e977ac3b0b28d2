"""Real servers of other makers, run with the configurations that stand in docs/hosting.

A recipe is taken out of the page it stands on; only ports, paths and certificates are replaced, and what is replaced
must be there. The programs are Debian's; where one is missing the test says so.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from types import MappingProxyType

import pytest

from tests.hosting import PATIENCE, ROOT

PAGES = ROOT / "docs" / "hosting"
NAME = "pbem.example.org"
NONE: Mapping[str, str] = MappingProxyType({})


def recipe(page: str, file: str) -> str:
    """The configuration on a page that is to be written into this file."""
    blocks = re.findall(r"^```\n(.*?)^```$", (PAGES / page).read_text("utf-8"), re.M | re.S)
    [found] = [str(block) for block in blocks if block.startswith(f"# {file}\n")]
    return found


def replace_words(text: str, changes: Mapping[str, str]) -> str:
    """A text with other words in it, each of which must have been there."""
    for old, new in changes.items():
        assert old in text, f"the recipe has no {old!r} any more"
        text = text.replace(old, new)
    return text


def program(name: str, package: str) -> str:
    """The path of a program of a Debian package."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/lib/postfix/sbin")
    if found is None:
        cannot(f"{name} was not found: install Debian's {package}")
    assert found is not None
    return found


def cannot(why: str) -> None:
    """Skips the test, or fails it where nothing may be skipped."""
    if os.environ.get("PBEM_TEST_NO_SKIP"):
        pytest.fail(why)
    pytest.skip(why)


def certificate(folder: Path, name: str = NAME, days: int = 30) -> tuple[Path, Path]:
    """A certificate for a name and its key."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    line = [program("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    line += ["-nodes", "-keyout", str(key), "-out", str(chain), "-days", str(days), "-subj", f"/CN={name}"]
    subprocess.run([*line, "-addext", f"subjectAltName=DNS:{name}"], check=True, capture_output=True)
    return chain, key


@dataclass
class Site:
    """A web server that speaks TLS on a port of loopback."""

    port: int
    chain: Path
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: str | None = None,
        headers: Mapping[str, str] = NONE,
        source: str = "127.0.0.3",
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """The answer to a visitor whose address is `source`, who keeps his cookies."""
        trust = ssl.create_default_context(cafile=str(self.chain))
        connection = NamedConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, context=trust, source_address=(source, 0)
        )
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Host": NAME, "Cookie": kept, **headers}
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            text = read_whole_answer(answer).decode("utf-8", "replace")
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers, text


def read_whole_answer(answer: http.client.HTTPResponse) -> bytes:
    """Return what came of an answer: a server in front whose reading was cut short passes on less than it said."""
    try:
        return answer.read()
    except http.client.IncompleteRead as short:
        return short.partial


class NamedConnection(http.client.HTTPSConnection):
    """A connection that asks for the site by its name, wherever it stands."""

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        context: ssl.SSLContext = self._context  # type: ignore[attr-defined]
        self.sock = context.wrap_socket(self.sock, server_hostname=NAME)


@contextmanager
def running(line: list[str], says: str, environ: Mapping[str, str] = NONE) -> Iterator[None]:
    """A program that is ready once it has said these words; ended with the block."""
    process = subprocess.Popen(
        line, env={**os.environ, **environ}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        heard = []
        for word in process.stdout:
            heard.append(word)
            if says in word:
                break
        else:
            raise AssertionError(f"{line[0]} ended: {''.join(heard)}")
        yield
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def nginx(folder: Path, web: int, port: int, plain: int) -> Iterator[Site]:
    """nginx with its recipe, in front of `web`; TLS on `port`, and HTTP on `plain`."""
    chain, key = certificate(folder)
    servers = replace_words(
        recipe("web.md", "/etc/nginx/sites-enabled/pbem"),
        {
            "listen 80 ": f"listen 127.0.0.1:{plain} ",
            "listen 443 ": f"listen 127.0.0.1:{port} ",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(chain),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
            "127.0.0.1:5000": f"127.0.0.1:{web}",
        },
    )
    kept = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    main.write_text(
        f"{user}worker_processes 1;\npid {folder / 'pid'};\nerror_log stderr notice;\ndaemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{kept}{servers}}}\n"
    )
    with running([program("nginx", "nginx"), "-c", str(main), "-e", "stderr"], "start worker process "):
        yield Site(port, chain)


@contextmanager
def caddy(folder: Path, web: int, port: int) -> Iterator[Site]:
    """Caddy with its recipe, in front of `web`; its certificate is given, because there is nobody to ask for one."""
    chain, key = certificate(folder)
    site = replace_words(
        recipe("web.md", "/etc/caddy/Caddyfile"),
        {
            f"{NAME} {{": f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {chain} {key}",
            "127.0.0.1:5000": f"127.0.0.1:{web}",
        },
    )
    main = folder / "Caddyfile"
    main.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site)
    own = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    line = [program("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", str(main)]
    with running(line, "serving initial configuration", own):
        yield Site(port, chain)


@dataclass
class Postfix:
    """A Postfix of the test's own."""

    folder: Path
    port: int

    def command(self, name: str, *options: str) -> str:
        line = [program(name, "postfix"), "-c", str(self.folder / "etc"), *options]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout


MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
{services}
postlog unix-dgram n - n - 1 postlogd
"""
SERVICES = (
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "verify unix - - n - 1 verify",
    "flush unix n - n 1000? 0 flush",
    "proxymap unix - - n - - proxymap",
    "smtp unix - - n - - smtp",
    "relay unix - - n - - smtp",
    "showq unix n - n - - showq",
    "error unix - - n - - error",
    "retry unix - - n - - error",
    "anvil unix - - n - 1 anvil",
    "scache unix - - n - 1 scache",
)


@contextmanager
def postfix(port: int, main: str, files: Mapping[str, str], services: str = "") -> Iterator[Postfix]:
    """Postfix with this main.cf in a folder of its own; `files` lie beside it, where main.cf says /etc/postfix."""
    program("postfix", "postfix")
    if os.geteuid() != 0:
        cannot("a user who may start Postfix was not found: run the tests as root")
    folder = Path(mkdtemp(prefix="pbem-postfix-"))  # other users than root must reach it
    folder.chmod(0o755)
    for name in ("etc", "queue", "data"):
        (folder / name).mkdir()
        (folder / name).chmod(0o755)
    shutil.chown(folder / "data", "postfix")
    chain, key = certificate(folder)
    own = {
        "/etc/letsencrypt/live/mx.example.org/privkey.pem": str(key),
        "/etc/letsencrypt/live/mx.example.org/fullchain.pem": str(chain),
        "inet_interfaces = all": "inet_interfaces = 127.0.0.1",
        "/etc/postfix": str(folder / "etc"),
    }
    paths = f"queue_directory = {folder / 'queue'}\ndata_directory = {folder / 'data'}\n"
    logs = f"maillog_file_prefixes = {folder}\nmaillog_file = {folder / 'log'}\nalias_maps =\nalias_database =\n"
    (folder / "etc/main.cf").write_text(replace_words(main, own) + paths + logs)
    (folder / "etc/master.cf").write_text(MASTER.format(port=port, services="\n".join(SERVICES)) + services)
    for name, text in files.items():
        (folder / "etc" / name).write_text(text)
    for path in (folder / "etc").iterdir():
        path.chmod(0o644)
    found = Postfix(folder, port)
    try:
        found.command("postfix", "start")
        yield found
    except BaseException:
        print((folder / "log").read_text("utf-8") if (folder / "log").exists() else "Postfix said nothing.")
        raise
    finally:
        subprocess.run([program("postfix", "postfix"), "-c", str(folder / "etc"), "stop"], check=False)
        shutil.rmtree(folder, ignore_errors=True)
