"""Postgres by its own programs: psql, pg_dump and pg_restore of this machine, or of a container (BACKUP_VIA)."""

import json
import os
import subprocess
from dataclasses import dataclass, replace
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit, urlunsplit

from failure import Failure

#: How much of a program's complaint is shown.
LONGEST_COMPLAINT = 2_000


def without_password(url: str) -> tuple[str, dict[str, str]]:
    """The URL as it may stand on a command line, which others can read, and the password as psql takes it."""
    parts = urlsplit(url)
    if not parts.scheme.startswith("postgres"):
        raise Failure("POSTGRES_URL is not a postgres:// URL.")
    if parts.password is None:
        return url, {}
    user, _, host = parts.netloc.rpartition("@")
    bare = parts._replace(netloc=f"{user.partition(':')[0]}@{host}")
    return urlunsplit(bare), {"PGPASSWORD": unquote(parts.password)}


@dataclass(frozen=True)
class Database:
    """A database, as its superuser."""

    url: str
    #: What stands before each program, such as `docker compose exec -T postgres`.
    via: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return urlsplit(self.url).path.lstrip("/")

    def named(self, name: str) -> "Database":
        """Another database of the same server."""
        return replace(self, url=urlunsplit(urlsplit(self.url)._replace(path=f"/{name}")))

    def script(self, sql: str, **variables: str) -> str:
        """Runs statements; `:'name'` in them is the variable of that name. What they print."""
        settings = [word for name, value in variables.items() for word in ("-v", f"{name}={value}")]
        ran = self.run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", *settings, text=sql)
        return ran.decode()

    def rows(self, select: str, **variables: str) -> list[dict[str, Any]]:
        """What a query finds."""
        wrapped = f"select coalesce(json_agg(found), '[]') from ({select}) as found;"
        return json.loads(self.script(wrapped, **variables))

    def run(self, program: str, *arguments: str, text: str = "", target: BinaryIO | None = None) -> bytes:
        """Runs a program on the database, with `text` to read. What it writes, unless that goes to a target."""
        return self._called([program, *arguments], text.encode(), target)

    def fed(self, program: str, *arguments: str, source: BinaryIO) -> bytes:
        """Runs a program that reads a file."""
        return self._called([program, *arguments], source, None)

    def _called(self, words: list[str], given: bytes | BinaryIO, target: BinaryIO | None) -> bytes:
        url, password = without_password(self.url)
        command = [*self.via, *words, *([] if words[-1] == "--list" else ["-d", url])]
        reading = {"input": given} if isinstance(given, bytes) else {"stdin": given}
        writing = {"stdout": target if target else subprocess.PIPE, "stderr": subprocess.PIPE}
        environment = {**os.environ, **password, "PGAPPNAME": "fareway-backup"}
        try:
            ran = subprocess.run(command, env=environment, check=False, **reading, **writing)
        except FileNotFoundError:
            raise Failure(f"{command[0]} is not installed. On Debian: apt-get install postgresql-client.") from None
        if ran.returncode:
            told = ran.stderr.decode(errors="replace").strip()[-LONGEST_COMPLAINT:]
            raise Failure(f"{words[0]} failed:\n{told}")
        return ran.stdout or b""
