"""Puts a backup into a database of its own: roles first, then the data, then what no dump has."""

import re
import time
from pathlib import Path

from archive import Note
from failure import Failure
from postgres import Database
from schemas import SCHEMAS, mark, role_faults, set_up

#: Who still uses the database.
SESSIONS = """
    select usename as role, count(*) as sessions
    from pg_stat_activity
    where datname = :'name' and backend_type = 'client backend' and pid <> pg_backend_pid()
    group by usename
    order by usename
"""
PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")

#: Refunds that were about to be sent. A card provider knows a repeated call for a day; after that a part that is paid back
#: would be paid a second time. One that had a row of its own is looked for before it is sent again.
REFUNDS = """
    select booking_id as booking
    from booking.cancellation
    where stage = 'REFUND_SENT'
        and not exists (select from payments.refund where idempotency_key = 'cancelled:' || booking_id)
"""
DAY_S = 24 * 3600


def restore(database: Database, file: Path, aside: str | None) -> None:
    """Restores a dump whose note was read. What is there under the name is renamed to `aside`, and never deleted."""
    server = database.named("postgres")
    _make_room(server, database.name, aside)
    server.script(f'create database "{database.name}" template template0 encoding \'UTF8\';')
    try:
        _fill(database, file)
    except Failure:
        # It has nothing that the dump has not.
        server.script(f'drop database "{database.name}";')
        raise
    finish(database)


def _fill(database: Database, file: Path) -> None:
    set_up(database)
    # Made for the roles' sake, and empty: the dump has its own.
    database.script("".join(f"drop schema {schema} restrict;" for schema in SCHEMAS))
    with file.open("rb") as source:
        database.fed("pg_restore", "--exit-on-error", "--single-transaction", source=source)


def finish(database: Database) -> None:
    """What no dump and no copy of the files has: search paths, and the note that the data are of earlier."""
    set_up(database)
    mark(database)
    database.script("analyze;")
    if found := role_faults(database):
        raise Failure("The data are there, and services would not get ready:\n  " + "\n  ".join(found))


def refunds_under_way(database: Database, note: Note) -> list[str]:
    """The bookings whose refund may have been paid since, where the backup is too old for the card provider to know the
    call again."""
    is_old = time.time() - note.began.timestamp() > DAY_S
    return [row["booking"] for row in database.rows(REFUNDS)] if is_old else []


def _make_room(server: Database, name: str, aside: str | None) -> None:
    for word in (name, aside or name):
        if not PLAIN_NAME.fullmatch(word):
            raise Failure(f"{word!r} is no name for a database here: use small letters, digits and _.")
    if sessions := server.rows(SESSIONS, name=name):
        told = ", ".join(f"{row['sessions']} of {row['role']}" for row in sessions)
        raise Failure(f"The database {name} is in use: {told}. Stop the programs first.")
    if not _exists(server, name):
        return
    if aside is None:
        raise Failure(
            f"The database {name} exists. --set-aside NAME renames it, and restores beside it. Nothing is deleted."
        )
    if _exists(server, aside):
        raise Failure(f"There is a database {aside} already: name another one.")
    server.script(f'alter database "{name}" rename to "{aside}";')


def _exists(server: Database, name: str) -> bool:
    found = server.rows("select datname from pg_database where datname = :'name'", name=name)
    return bool(found)
