"""A backup: the dump of the whole database, and a note beside it of when it was taken and of what."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

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
    partial = file.with_name(f"{file.name}.part")
    try:
        target = os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError:
        raise Failure(f"{partial} is there: another backup is being taken, or one broke off. Then delete it.") from None
    except OSError as error:
        raise Failure(f"{partial} can't be written ({error}).") from None
    try:
        with target:
            return _taken(database, file, partial, target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _taken(database: Database, file: Path, partial: Path, target: BinaryIO) -> Note:
    # Looked for while the partial file is ours: nobody else can give the name away from here on.
    if file.exists():
        raise Failure(f"{file} is there already: name another file.")
    migrations, version = _migrations(database), _version(database)
    taken_at = _now(database)
    database.dump(target)
    os.fsync(target.fileno())
    with partial.open("rb") as source:
        database.fed("pg_restore", "--list", source=source)
    note = Note(taken_at, _now(database), _sha256(partial), migrations, version)
    # The note first: a dump under its name always has one.
    with note_of(file).open("w") as beside:
        beside.write(json.dumps(asdict(note), indent=2) + "\n")
        beside.flush()
        os.fsync(beside.fileno())
    partial.rename(file)
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
