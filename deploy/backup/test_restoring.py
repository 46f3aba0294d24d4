"""Tests of the order in which a restore goes on, and of what it tells."""

import argparse
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import main
import restoring
from archive import Note
from failure import Failure
from postgres import Database

NOTE = Note("2026-11-26T12:00:00+00:00", "2026-11-26T12:01:00+00:00", "", {}, "17")


class Played(Database):
    """Notes what it is told, and answers by a word that stands in the query."""

    def __init__(self, **answers: list[dict]) -> None:
        super().__init__("postgres://me@db/fareway")
        object.__setattr__(self, "told", [])
        object.__setattr__(self, "answers", {"datconnlimit": [{"n": -1}]} | answers)

    def named(self, name: str) -> Database:
        return self

    def script(self, sql: str, patience_s: int = 0, **variables: str) -> str:
        self.told.append(" ".join([*sql.split(), *variables.values()]))
        return ""

    def rows(self, select: str, **variables: str) -> list[dict]:
        return next((rows for word, rows in self.answers.items() if word in select), [])

    def fed(self, program: str, *arguments: str, source) -> bytes:
        self.told.append(program)
        return b""

    def place(self, words: str) -> int:
        return next(n for n, told in enumerate(self.told) if words in told)


class Barrier(unittest.TestCase):
    def test_the_mark_is_there_before_the_data_and_nobody_can_connect_until_the_end(self):
        database = Played()
        with tempfile.NamedTemporaryFile() as dump:
            restoring.restore(database, Path(dump.name), None)
        self.assertIn("connection limit 0", database.told[database.place("create database")])
        self.assertLess(database.place("fareway.restored_at"), database.place("pg_restore"))
        self.assertFalse([it for it in database.told if "connection limit %s" in it])
        restoring.finish(database)
        self.assertTrue(database.told[-1].endswith("-1"), database.told[-1])

    def test_a_database_that_would_not_do_stays_shut(self):
        database = Played(search_path=[{"role": "svc_brand", "schema": "brand", "is_there": False}])
        with self.assertRaisesRegex(Failure, "svc_brand is missing"):
            restoring.finish(database)
        self.assertFalse([it for it in database.told if "connection limit" in it])

    def test_a_database_that_services_use_is_not_marked(self):
        database = Played(pg_stat_activity=[{"role": "svc_booking", "sessions": 2}])
        with self.assertRaisesRegex(Failure, "2 of svc_booking"):
            main.mark(database, argparse.Namespace(without_broker=True))
        self.assertEqual([it[-2:] for it in database.told], [" 0", "-1"], "shut, and as it was again")


class Told(unittest.TestCase):
    def run_verb(self, act, database: Database, without_broker: bool = True) -> tuple[int, str]:
        text = io.StringIO()
        words = argparse.Namespace(file=Path("a.dump"), set_aside=None, without_broker=without_broker)
        with (
            contextlib.redirect_stdout(text), mock.patch("archive.read", return_value=NOTE),
            mock.patch("restoring.restore"), mock.patch.dict(os.environ, {}, clear=True),
        ):
            try:
                return act(database, words), text.getvalue()
            except Failure:
                return 1, text.getvalue()

    def test_consumers_that_were_not_told_are_said_and_count_unless_that_was_asked_for(self):
        for act in (main.restore, main.mark):
            with self.subTest(act):
                code, text = self.run_verb(act, Played(), without_broker=False)
                self.assertEqual(code, 1)
                self.assertIn("the consumers were not told", text)
                self.assertEqual(self.run_verb(act, Played())[0], 0)


if __name__ == "__main__":
    unittest.main()
