"""Score books with changed bytes in the file, or with rows changed by SQL."""

import contextlib
import sqlite3
from collections import Counter
from dataclasses import replace
from datetime import date
from random import Random

from mazegame.game.career.achievements import earned
from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import RivalResult, Statistics
from mazegame.game.modes.calendar import state_of_today
from mazegame.screens.career.statistics import achievements, figures
from mazegame.store.book import statistics_report
from mazegame.store.book.book import ScoreBook, set_book_aside
from mazegame.store.book.errors import DamagedError, ScoreBookError
from mazegame.store.book.report import as_json, as_text, design_title
from mazegame.store.records import new_uid
from tests.fuzz.harness import Finding, InFolder, check_message
from tests.fuzz.mutations import TOKENS, damage_bytes
from tests.game.mazes import walked
from tests.store.conftest import played

VALUES = (
    "NULL", "'x'", "''", "-1", "0", "1e300", "-1e300", "9223372036854775807", "x'00ff'", "0.5",
    "'9'", "zeroblob(5)", "char(27)", "char(0)", "'" + "a" * 300 + "'",
)  # fmt: skip
"""Wrong values for a column, as SQL."""


NOON, DAY_MS = 1_772_366_400_000, 86_400_000
"""2026-03-01 12:00 UTC, and a day, in milliseconds."""


class ScoreBooks(InFolder):
    """Score books with some twenty runs."""

    name, share, short = "score books", 0.012, 60

    def __init__(self) -> None:
        super().__init__()
        self._path = self._there / "scores.sqlite3"
        with contextlib.closing(ScoreBook(self._path)) as book:
            for number in range(20):
                rivals = (RivalResult("shortest", 8.0, 900, won=True), RivalResult("ghost"))
                book.add(
                    played(
                        walked(f"wilson:8x5:k{number}", detours=number % 3),
                        rules=("open", "fog")[number % 2],
                        rivals=rivals[: number % 3],
                        habits=Habits(1, 1, 2, 3, 4, 5),
                        series=(f"journey:{number}", f"daily:2026-03-{number + 1:02d}")[number % 2],
                        began=NOON + DAY_MS * number,
                    )
                )
        self._whole = self._path.read_bytes()
        with contextlib.closing(sqlite3.connect(self._path)) as base:
            self._columns = [
                (table, column)
                for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                for (column,) in base.execute("SELECT name FROM pragma_table_info(?)", (table,))
            ]
        self._run = played(walked("kruskal:9x9:new"))

    def run(self, random: Random) -> Counter[str]:
        """Open a changed book and run all queries."""
        for path in self._path.parent.iterdir():
            path.unlink()
        changed_rows = random.random() < 0.4
        if changed_rows:
            self._path.write_bytes(self._whole)
            self._change_rows(random)
        else:
            self._path.write_bytes(self._damaged(random))
        try:
            with contextlib.closing(ScoreBook(self._path)) as book:
                self._ask_everything(book, random)
        except DamagedError as error:
            check_message(str(error))
            return self._mend()
        except ScoreBookError as error:
            check_message(str(error))
            return Counter({"refused": 1})
        return Counter({"rows left out" if changed_rows else "read": 1})

    def _damaged(self, random: Random) -> bytes:
        if random.random() < 0.5:
            data = bytearray(self._whole)
            schema = random.random() < 0.5  # the first pages hold the definitions
            for _ in range(random.choice((1, 1, 3, 40))):
                at = random.randrange(100, 12_000 if schema else len(data))
                data[at] = random.randrange(256)
            return bytes(data)
        return damage_bytes(random, self._whole, [self._whole])

    def _change_rows(self, random: Random) -> None:
        with contextlib.closing(sqlite3.connect(self._path)) as base:
            base.execute("PRAGMA foreign_keys = OFF")
            base.execute("PRAGMA ignore_check_constraints = ON")
            for _ in range(random.choice((1, 2, 5))):
                table, column = random.choice(self._columns)
                value = random.choice(
                    (*VALUES, "'" + random.choice(TOKENS).replace("'", "''") + "'")
                )
                where = random.choice(("", " WHERE rowid % 3 = 0")) if table == "runs" else ""
                with contextlib.suppress(sqlite3.Error, UnicodeEncodeError, ValueError):
                    base.execute(f"UPDATE OR REPLACE {table} SET {column} = {value}{where}")
            base.commit()

    def _ask_everything(self, book: ScoreBook, random: Random) -> None:
        overview = book.overview()
        for row in overview.history:
            with contextlib.suppress(ScoreBookError):
                book.walk(row.id)
        as_text(book.overview())
        as_json(book.overview(history=-1))
        calendar = book.calendar()
        calendar.clock_note(NOON)
        state_of_today(calendar, book.journey(), date(2026, 3, 9))
        book.marathons()
        rows = book.played()
        for form in ("text", "json", "csv"):
            getattr(statistics_report, f"as_{form}")(rows)
        for size in (41, 96):
            names = {row.design: design_title(row.algorithm, row.design) for row in rows}
            figures(Statistics(rows), names, size, date(2026, 3, 9).toordinal())
            achievements(earned(rows), size)
        book.note_walk("wilson:8x5:k1", "other", 3)
        ranking = book.add(replace(self._run, heading=replace(self._run.heading, uid=new_uid())))
        if random.random() < 0.3 and ranking.ranked and book.count() < 1:
            raise Finding("a run that was added is not there")

    def _mend(self) -> Counter[str]:
        """Replace a damaged book like the game: start a new one, keep the old one."""
        aside = set_book_aside(self._path)
        with contextlib.closing(ScoreBook(self._path)) as book:
            book.overview()
        if aside is None:
            return Counter({"damage that only some questions meet": 1})
        if not aside.exists():
            raise Finding("a damaged book is gone")
        return Counter({"set aside": 1})
