"""Journals and saves: damaged ones, and crafted ones whose checksums are right."""

import binascii
import contextlib
import json
import math
import re
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from mazegame.engine import Level, Recipe
from mazegame.game.recording.record import walk_again
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.report import as_text, describe_saved
from mazegame.store.journal import journal_lines
from mazegame.store.journal.journal import read_abandoned, read_all
from mazegame.store.journal.journal_lines import JournalError, SavedRun
from mazegame.store.records import Category
from tests.fuzz.harness import Finding, InFolder, check_message
from tests.fuzz.mutations import TOKENS, damage_bytes

LEVELS = tuple(
    Level.of(Recipe.parse(game_id))
    for game_id in ("wilson:8x5:kite-7", "kruskal:12x9:braid=30:a", "recursive-backtracker:2x1:b")
)
"""The levels of the journals."""

DIGITS = "@DIGITS@"
"""Placeholder for a number of five thousand digits, which Python refuses to write."""

VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 5, 0.5, -0.0, 10**30, -(10**30), 2**63, 2**64, 1e308, DIGITS,
    float("nan"), float("inf"), float("-inf"), [], [[]], [None], [1, 2, 3, 4], ["shortest:8"],
    [["ghost", 0.0, None, True]], [0] * 6, {}, {"a": 1}, "open", "ghost", "gold", "E100",
    "E1 1 1", "N0", "E" + "9" * 30, *TOKENS,
)  # fmt: skip
"""Wrong values."""


class Journals(InFolder):
    """Contents of journal files."""

    name, share, short = "journals", 0.35, 600

    def __init__(self) -> None:
        super().__init__()
        self._book = self.enter_context(
            contextlib.closing(ScoreBook(self._there / "scores.sqlite3"))
        )

    def run(self, random: Random) -> Counter[str]:
        """Read a journal; sometimes a folder of them."""
        data = _journal(random)
        if random.random() < 0.5:
            data = damage_bytes(random, data, [_journal(random)])
        if random.random() < 0.01:
            return self._folder_of(random, data)
        try:
            saved = journal_lines.parse(data, Path("x.run"))
        except JournalError as error:
            check_message(str(error))
            return Counter({"refused": 1})
        return Counter({self._use(saved): 1})

    def _use(self, saved: SavedRun) -> str:
        """Use a run like the game."""
        heading, record = saved.heading, saved.record
        for shown in (*describe_saved(saved), heading.level, heading.uid, saved.rules):
            if not shown.isprintable():
                raise Finding(f"{shown!r} would be shown")
        if not (math.isfinite(record.seconds) and record.seconds >= 0 <= record.hints):
            raise Finding(f"{record} is no walk")
        if len(record.moves) != len(record.times):
            raise Finding("steps without times")
        for level in LEVELS:
            if str(level.recipe) == heading.level:
                with contextlib.suppress(ValueError):
                    walk_again(level, record)
        if saved.finished is None:
            return "resumed"
        self._book.add(saved.finished)
        if self._book.count() % 500 == 0:
            as_text(self._book.overview())
        return "in the book"

    def _folder_of(self, random: Random, data: bytes) -> Counter[str]:
        """Read a folder with a bad file and a good one."""
        with tempfile.TemporaryDirectory(dir=self._there) as name:
            folder = Path(name)
            good = _lines([_heading(LEVELS[0]) | {"uid": "good"}, _state("E100")])
            (folder / "good.run").write_bytes(good)
            (folder / random.choice(("bad.run", "a.run", "é.run", "x y.run"))).write_bytes(data)
            for find in (read_abandoned, read_all):
                runs, problems = find(folder)
                if "good" not in [saved.heading.uid for saved in runs]:
                    raise Finding("a bad file hides a good one")
                for problem in problems:
                    check_message(problem)
        return Counter({"folder": 1})


def _heading(level: Level) -> dict[str, Any]:
    category = Category.of(level)
    return {
        "journal": 1, "uid": "u", "origin": "", "level": str(level.recipe),
        "algorithm": category.algorithm, "design": category.design, "cols": category.cols,
        "rows": category.rows, "rules": "open", "dist_min": level.dist_min, "rivals": [],
        "series": "", "maze": "", "name": "", "began": 5, "ghost": False,
    }  # fmt: skip


def _state(steps: str) -> dict[str, Any]:
    return {"steps": steps, "hints": 0, "shown": False, "rules": "open", "seconds": 0.1}


def _journal(random: Random) -> bytes:
    """Return a journal with some values replaced."""
    level = random.choice(LEVELS)
    heading = _heading(level) | {"uid": f"{random.getrandbits(64):016x}"}
    lines = [heading]
    if random.random() < 0.3:
        heading["ghost"] = True
        heading["rivals"] = ["ghost"]
        lines.append({"ghost": _steps(random)})
    lines += [_state(_steps(random)) for _ in range(random.randrange(4))]
    if random.random() < 0.5:
        lines.append({"done": 5, "day": 700_000, "rivals": [["shortest", 8.0, 900, True]]})
        if random.random() < 0.7:
            lines.append({"medal": "gold", "habits": [1, 2, 3, 4, 5, 6]})
    for _ in range(random.choice((0, 1, 1, 2))):
        line = random.choice(lines)
        name = random.choice(list(line))
        if random.random() < 0.1:
            del line[name]
        else:
            line[name] = random.choice(VALUES)
        if not line:
            lines.remove(line)
    if random.random() < 0.1:
        random.shuffle(lines)
    return _lines(lines)


def _steps(random: Random) -> str:
    words = [f"{random.choice('NESW')}{random.randrange(2000)}"]
    words += [
        f"{random.choice(('', '', 'N', 'E', 'S', 'W'))}{random.randrange(500)}"
        for _ in range(random.randrange(6))
    ]
    return " ".join(words)


def _lines(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(map(_line, lines))


def _line(content: dict[str, Any]) -> bytes:
    data = re.sub(f'"{DIGITS}"'.encode(), b"9" * 5000, json.dumps(content).encode())
    return b"%08x %s\n" % (binascii.crc32(data), data)
