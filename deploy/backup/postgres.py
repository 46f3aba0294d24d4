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
CONNECT_S = "10"
#: What a statement may take, and what a dump, a restore or `analyze` may.
STATEMENT_S, LONGEST_S = 600, 24 * 3600


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

    def script(self, sql: str, patience_s: int = STATEMENT_S, **variables: str) -> str:
        """Runs statements; `:'name'` in them is the variable of that name. What they print."""
        # By stdin: a word of a command line ends at 128 KiB.
        text = "".join(f"\\set {name} {_quoted(value)}\n" for name, value in variables.items()) + sql
        words = ["psql", "-XAtqw", "-v", "ON_ERROR_STOP=1"]
        return self._called(words, text.encode(), None, patience_s).decode()

    def rows(self, select: str, **variables: str) -> list[dict[str, Any]]:
        """What a query finds."""
        wrapped = f"select coalesce(json_agg(found), '[]') from ({select}) as found;"
        return json.loads(self.script(wrapped, **variables))

    def dump(self, target: BinaryIO) -> None:
        """Writes all of it as pg_restore reads it."""
        self._called(["pg_dump", "--no-password", "--format=custom"], b"", target, LONGEST_S)

    def fed(self, program: str, *arguments: str, source: BinaryIO) -> bytes:
        """Runs a program that reads a file."""
        return self._called([program, *arguments], source, None, LONGEST_S)

    def _called(
        self, words: list[str], given: bytes | BinaryIO, target: BinaryIO | None, patience_s: int
    ) -> bytes:
        url, password = without_password(self.url)
        command = [*self.via, *words, *([] if words[-1] == "--list" else ["-d", url])]
        reading = {"input": given} if isinstance(given, bytes) else {"stdin": given}
        writing = {"stdout": target if target else subprocess.PIPE, "stderr": subprocess.PIPE}
        environment = {"PGCONNECT_TIMEOUT": CONNECT_S, **os.environ, **password, "PGAPPNAME": "fareway-backup"}
        try:
            ran = subprocess.run(command, env=environment, check=False, timeout=patience_s, **reading, **writing)
        except FileNotFoundError:
            raise Failure(f"{command[0]} is not installed. On Debian: apt-get install postgresql-client.") from None
        except subprocess.TimeoutExpired:
            raise Failure(f"{words[0]} was not done within {patience_s:,} s, and was ended. Is Postgres up?") from None
        if ran.returncode:
            told = ran.stderr.decode(errors="replace").strip()[-LONGEST_COMPLAINT:]
            raise Failure(f"{words[0]} failed:\n{told}")
        return ran.stdout or b""


def _quoted(value: str) -> str:
    """A value as psql's `\\set` reads it: quotes are doubled, and a backslash begins an escape."""
    return "'" + value.replace("\\", "\\\\").replace("'", "''").replace("\n", "\\n") + "'"
