"""The schemas of the services, their roles, and whether both are as deploy/postgres/setup.sql makes them."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from postgres import Database

SCHEMAS = ("booking", "payments", "identity", "brand")
SETUP = Path(__file__).resolve().parents[1] / "postgres/setup.sql"

#: One row a role: what it may, and where its statements land.
ROLES = """
    select
        role.name as role,
        service.name as schema,
        role.is_owner,
        to_regrole(role.name) is not null as is_there,
        (
            select substr(setting, length('search_path=') + 1)
            from pg_db_role_setting
            join pg_database on pg_database.oid = setdatabase
            cross join unnest(setconfig) as setting
            where datname = current_database()
                and setrole = to_regrole(role.name)
                and setting like 'search_path=%'
        ) as search_path,
        (
            select substr(setting, length('fareway.restored_at=') + 1)
            from pg_db_role_setting
            join pg_database on pg_database.oid = setdatabase
            cross join unnest(setconfig) as setting
            where datname = current_database()
                and setrole = to_regrole(role.name)
                and setting like 'fareway.restored_at=%'
        ) as restored_at,
        coalesce(
            has_schema_privilege(to_regrole(role.name)::oid, to_regnamespace(service.name)::oid, 'usage'), false
        ) as may_enter,
        count(pg_class.oid) as tables,
        count(pg_class.oid) filter (
            where case
                when role.is_owner then relowner <> to_regrole(role.name)::oid
                else not has_table_privilege(to_regrole(role.name)::oid, pg_class.oid, 'select')
            end
        ) as tables_of_others
    from unnest(string_to_array(:'schemas', ',')) as service (name)
    cross join lateral (
        values ('svc_' || service.name, false), ('svc_' || service.name || '_owner', true)
    ) as role (name, is_owner)
    left join pg_class on relnamespace = to_regnamespace(service.name)::oid and relkind = 'r'
    group by role.name, service.name, role.is_owner
"""

#: Read by svc-booking, which then looks for the orders of bookings before it sends any, and by svc-payments, which looks for
#: refunds at the card provider before it sends any. At the role, as the search path is: a dump of this database does not
#: carry it on.
MARK = """
    select format(
        'alter role %I in database %I set fareway.restored_at = %L',
        'svc_' || name, current_database(), to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
    from unnest(string_to_array(:'schemas', ',')) as service (name)
    \\gexec
"""


def set_up(database: Database) -> None:
    """Makes the roles that are missing, and gives each what it may and its search path in this database."""
    database.script(SETUP.read_text())


def mark(database: Database) -> None:
    """Notes at the roles that this database was set back to a backup now."""
    database.script(MARK, schemas=",".join(SCHEMAS))


def role_faults(database: Database, taken_at: datetime | None = None) -> list[str]:
    """What keeps services from working on this database, and from knowing that it was set back to a backup."""
    return list(faults(database.rows(ROLES, schemas=",".join(SCHEMAS)), taken_at))


def faults(roles: list[dict[str, Any]], taken_at: datetime | None) -> Iterator[str]:
    for row in roles:
        role, schema = row["role"], row["schema"]
        if not row["is_there"]:
            yield f"the role {role} is missing"
            continue
        if row["search_path"] != schema:
            yield f"{role} has the search path {row['search_path']!r}, not {schema!r}"
        if not row["may_enter"]:
            yield f"{role} may not use the schema {schema}"
        if not row["is_owner"] and not _is_marked(row["restored_at"], taken_at):
            yield f"{role} does not know of this restore: its fareway.restored_at is {row['restored_at']}"
        if not row["tables"]:
            yield f"the schema {schema} has no tables"
        if row["tables_of_others"]:
            what = "does not own" if row["is_owner"] else "may not read"
            yield f"{role} {what} {row['tables_of_others']} tables of {schema}"


def _is_marked(restored_at: str | None, taken_at: datetime | None) -> bool:
    """Whether there is a mark, of after the backup: a copy of the files brings the one of an earlier restore."""
    return bool(restored_at) and (taken_at is None or datetime.fromisoformat(restored_at) >= taken_at)
