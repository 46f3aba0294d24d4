"""A backup: the dump of the whole database, and a note beside it of when it was taken and of what."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from failure import Failure
from postgres import Database
from schemas import SCHEMAS

CHUNK = 1 << 20


@dataclass(frozen=True)
class Note:
    """What stands beside the dump."""

    #: Before the dump began. What was stored until then is in it.
    taken_at: str
    #: When it was whole. What was stored from then on is not in it.
    ended_at: str
    sha256: str
    #: Schema -> its newest migration.
    migrations: dict[str, int]
    postgres: str

    @property
    def began(self) -> datetime:
        return datetime.fromisoformat(self.taken_at)


def note_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")


def take(database: Database, file: Path) -> Note:
    """Dumps the database into a file that only its owner may read. A file of that name must not be there yet."""
    if file.exists():
        raise Failure(f"{file} is there already: name another file.")
    migrations, version = _migrations(database), _version(database)
    taken_at = _now(database)
    partial = file.with_name(f"{file.name}.part")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
        database.run("pg_dump", "--format=custom", target=target)
        os.fsync(target.fileno())
    with partial.open("rb") as source:
        database.fed("pg_restore", "--list", source=source)
    note = Note(taken_at, _now(database), _sha256(partial), migrations, version)
    partial.rename(file)
    note_of(file).write_text(json.dumps(asdict(note), indent=2) + "\n")
    return note


def described(file: Path) -> Note:
    """The note of a backup."""
    try:
        return Note(**json.loads(note_of(file).read_text()))
    except (OSError, ValueError, TypeError) as error:
        raise Failure(f"{note_of(file)} can't be read ({error}). It was written beside the dump: bring both.") from None


def read(file: Path) -> Note:
    """The note of a backup, whose dump must be as it was written."""
    note = described(file)
    if not file.is_file():
        raise Failure(f"{file} is not there.")
    if _sha256(file) != note.sha256:
        raise Failure(f"{file} is not the dump that {note_of(file)} describes. Take another backup or another copy.")
    return note


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as source:
        while chunk := source.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _now(database: Database) -> str:
    """By the clock of the database, which writes most of the times that are compared."""
    epoch = float(database.script("select extract(epoch from clock_timestamp());"))
    return datetime.fromtimestamp(epoch, UTC).isoformat()


def _migrations(database: Database) -> dict[str, int]:
    newest = "select max(version) from {}._sqlx_migrations where success;"
    return {schema: int(database.script(newest.format(schema))) for schema in SCHEMAS}


def _version(database: Database) -> str:
    return database.script("show server_version;").strip()
