"""Puts a backup into a database of its own: roles and the mark first, then the data, then what no dump has."""

import re
from pathlib import Path
from typing import Any

from failure import Failure
from postgres import LONGEST_S, Database
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

#: Programs of ours that are connected. Others who look do no harm to the data.
SERVICES = f"select * from ({SESSIONS}) as open where starts_with(role, 'svc_')"
#: How many may connect; the superuser always may. None, until the roles are marked: whoever starts before goes on with a
#: restored booking as if it were new.
LIMIT = """
    select format('alter database %I connection limit %s', current_database(), :'limit')
    \\gexec
"""
SHUT, OPEN = 0, -1


def restore(database: Database, file: Path, aside: str | None) -> None:
    """Restores a dump whose note was read. What is there under the name is renamed to `aside`, and never deleted. No
    service can connect before `finish`."""
    server = database.named("postgres")
    _make_room(server, database.name, aside)
    server.script(
        f'create database "{database.name}" template template0 encoding \'UTF8\' connection limit {SHUT};'
    )
    try:
        _fill(database, file)
    except Failure:
        # It has nothing that the dump has not.
        server.script(f'drop database "{database.name}";')
        raise


def _fill(database: Database, file: Path) -> None:
    set_up(database)
    # Before the data: the mark can't be missing where they are.
    mark(database)
    # Made for the roles' sake, and empty: the dump has its own.
    database.script("".join(f"drop schema {schema} restrict;" for schema in SCHEMAS))
    with file.open("rb") as source:
        database.fed("pg_restore", "--no-password", "--exit-on-error", "--single-transaction", source=source)


def shut(database: Database) -> None:
    """Lets no service connect until `finish`. Refused while one is connected: it has read no mark."""
    before = database.rows("select datconnlimit as n from pg_database where datname = current_database()")[0]["n"]
    # First, so that none can come between.
    database.script(LIMIT, limit=str(SHUT))
    if sessions := database.rows(SERVICES, name=database.name):
        database.script(LIMIT, limit=str(before))
        raise Failure(f"The database {database.name} is in use: {_told(sessions)}. Stop the programs first.")


def finish(database: Database) -> None:
    """What no dump and no copy of the files has: search paths, and the note that the data are of earlier. Then services
    can connect."""
    set_up(database)
    mark(database)
    database.script("analyze;", patience_s=LONGEST_S)
    if found := role_faults(database):
        told = "\n  ".join(found)
        raise Failure(f"The data are there, and services would not get ready. None can connect yet:\n  {told}")
    database.script(LIMIT, limit=str(OPEN))


def _make_room(server: Database, name: str, aside: str | None) -> None:
    for word in (name, aside or name):
        if not PLAIN_NAME.fullmatch(word):
            raise Failure(f"{word!r} is no name for a database here: use small letters, digits and _.")
    if sessions := server.rows(SESSIONS, name=name):
        raise Failure(f"The database {name} is in use: {_told(sessions)}. Stop the programs first.")
    if not _exists(server, name):
        return
    if aside is None:
        raise Failure(
            f"The database {name} exists. --set-aside NAME renames it, and restores beside it. Nothing is deleted."
        )
    if _exists(server, aside):
        raise Failure(f"There is a database {aside} already: name another one.")
    server.script(f'alter database "{name}" rename to "{aside}";')


def _told(sessions: list[dict[str, Any]]) -> str:
    return ", ".join(f"{row['sessions']} of {row['role']}" for row in sessions)


def _exists(server: Database, name: str) -> bool:
    found = server.rows("select datname from pg_database where datname = :'name'", name=name)
    return bool(found)
