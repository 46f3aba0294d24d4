"""Backup, restore, and the check afterwards: docs/backup.md says when to use which.

Settings: POSTGRES_URL (superuser, of the system's database), BACKUP_VIA (what stands before psql, pg_dump and pg_restore),
NATS_URL (the operator), DUFFEL_TEST_TOKEN and DUFFEL_LIVE_TOKEN, DUFFEL_TEST_URL and DUFFEL_LIVE_URL.
"""

import argparse
import json
import os
import shlex
import sys
import time
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import archive
import restoring
from broker import STREAMS, Broker
from checking import Report, check
from failure import Failure
from postgres import Database

#: How long `check` waits until nothing is under way.
USUAL_WAIT_S = 900


def main() -> int:
    arguments = parsed(sys.argv[1:])
    try:
        url = os.environ.get("POSTGRES_URL")
        if not url:
            raise Failure("POSTGRES_URL is not set: the superuser's URL of the system's database.")
        database = Database(url, tuple(shlex.split(os.environ.get("BACKUP_VIA", ""))))
        return arguments.act(database, arguments)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="deploy/scripts/backup", description=__doc__.partition("\n")[0])
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verb = verbs.add_parser("take", help="dump the database into FILE, and write FILE.json beside it")
    verb.add_argument("file", type=Path, metavar="FILE")
    verb.set_defaults(act=take)
    verb = verbs.add_parser("restore", help="restore FILE into a database with roles and search paths right")
    verb.add_argument("file", type=Path, metavar="FILE")
    verb.add_argument("--set-aside", metavar="NAME", help="rename the database that is there, and keep it")
    _without_broker(verb)
    verb.set_defaults(act=restore)
    verb = verbs.add_parser("mark", help="note that the database was restored by other means; also sets roles right")
    _without_broker(verb)
    verb.set_defaults(act=mark)
    verb = verbs.add_parser("check", help="compare the restored database with the broker and both providers")
    source = verb.add_mutually_exclusive_group(required=True)
    source.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the backup that was restored")
    of_when = "when it was taken: 2026-11-26T12:00Z"
    source.add_argument("--since", type=datetime.fromisoformat, metavar="TIME", help=of_when)
    until = "how long to wait until nothing is under way"
    verb.add_argument("--wait", type=int, default=USUAL_WAIT_S, metavar="SECONDS", help=until)
    verb.add_argument("--json", action="store_true", help="print the findings as one JSON document")
    verb.set_defaults(act=compare)
    return parser.parse_args(words)


def _without_broker(verb: argparse.ArgumentParser) -> None:
    why = "end well without NATS_URL: nothing that was heard after the backup has to be heard again"
    verb.add_argument("--without-broker", action="store_true", help=why)


def take(database: Database, arguments: argparse.Namespace) -> int:
    began = time.monotonic()
    note = archive.take(database, arguments.file)
    size = arguments.file.stat().st_size
    print(f"{arguments.file}: {size:,} bytes in {time.monotonic() - began:.1f} s, as of {note.taken_at}")
    print(f"Keep {archive.note_of(arguments.file)} with it, and the keys (docs/backup.md).")
    return 0


def restore(database: Database, arguments: argparse.Namespace) -> int:
    note = archive.read(arguments.file)
    began = time.monotonic()
    restoring.restore(database, arguments.file, arguments.set_aside)
    print(f"The data of {note.taken_at} are in {database.name}.")
    restoring.finish(database)
    took = time.monotonic() - began
    print(f"{database.name} is restored as of {note.taken_at}, in {took:.1f} s. Roles and search paths are right.")
    is_told = forget_consumers() or arguments.without_broker
    print("Migrate, start the programs but the gateway, and check.")
    return 0 if is_told else 1


def mark(database: Database, arguments: argparse.Namespace) -> int:
    restoring.shut(database)
    restoring.finish(database)
    print(f"{database.name} counts as restored now. Roles and search paths are right.")
    return 0 if forget_consumers() or arguments.without_broker else 1


def forget_consumers() -> bool:
    """What was heard after the backup is heard again. False where there is no broker to be told so."""
    if not (url := os.environ.get("NATS_URL")):
        print("NATS_URL is not set: the consumers were not told, and events that were heard after the backup are not heard")
        print("again. Set it and run `mark`, or say --without-broker (docs/backup.md).")
        return False
    broker = Broker(url)
    try:
        names = [name for stream in STREAMS for name in broker.forget_consumers(stream)]
    finally:
        broker.close()
    print(f"The broker gives these consumers everything anew: {', '.join(names) or 'none'}.")
    return True


def compare(database: Database, arguments: argparse.Namespace) -> int:
    taken_at = arguments.since or archive.described(arguments.file).began
    if taken_at.tzinfo is None:
        raise Failure("--since has no zone: write 2026-11-26T12:00Z.")
    report = check(database, taken_at, arguments.wait)
    print(json.dumps(asdict(report)) if arguments.json else listed(report))
    return 0 if all(finding.explained for finding in report.findings) else 1


def listed(report: Report) -> str:
    """The findings for a person, faults last, where they are seen."""
    lines = [f"looked at {count} {what}" for what, count in report.looked_at.items()]
    for finding in sorted(report.findings, key=lambda it: (not it.explained, it.kind, it.id)):
        verdict = "since" if finding.explained else "FAULT"
        lines.append(f"{verdict}  {finding.kind} {finding.id}: {finding.what}")
    explained = sum(finding.explained for finding in report.findings)
    lines.append(
        f"{len(report.findings)} differences: {explained} of after the backup, "
        f"{len(report.findings) - explained} unexplained. docs/backup.md says what to do about each."
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
