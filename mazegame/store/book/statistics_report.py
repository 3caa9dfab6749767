"""The statistics of all runs as text, JSON and CSV."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from mazegame.game.career.achievements import ACHIEVEMENTS, earned
from mazegame.game.career.statistics import (
    Statistics,
    advice,
)
from mazegame.game.words import counted, tally
from mazegame.store.book.report import design_name
from mazegame.store.records import Category, today

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazegame.game.career.habits import Habits
    from mazegame.game.career.statistics import Played

COLUMNS: Final = (
    "run", "finished", "game_id", "design", "cols", "rows", "rules", "series", "ranked",
    "path_shown", "shortest", "steps", "efficiency", "seconds", "hints", "score", "stars", "medal",
    "junctions", "right_at_first_sight", "corridor_steps", "corridor_seconds", "junction_steps",
    "junction_seconds",
)  # fmt: skip
"""The columns of the CSV."""


def design_names(rows: Sequence[Played]) -> dict[str, str]:
    """Return the displayed name of each design in the rows."""
    algorithms = {row.design: row.algorithm for row in rows}
    return {one: design_name(Category(name, one, 1, 1)) for one, name in algorithms.items()}


def as_text(rows: Sequence[Played]) -> str:
    """Return the statistics as text."""
    found, names = Statistics(rows), design_names(rows)
    counts = tally(found.runs, found.ranked, found.perfect)
    lines = [", ".join([*counts, str(found.streak(today()))]), "", advice(found, names)]
    for line in found.lines:
        lines += ["", line]
    lines += ["", "Efficiency by texture"]
    lines += [
        f"  {one.efficiency:6.1%}  {names[one.design]}  ({one.runs:,})" for one in found.textures
    ]
    lines += ["", "Reading at first sight", *(f"  {line}" for line in spell_habits(found.habits))]
    done = earned(rows)
    lines += ["", f"Achievements: {len(done)} of {len(ACHIEVEMENTS)}"]
    lines += [
        f"  {spell_date(done[one.name]) if one.name in done else '-':10}  {one.title}: {one.about}"
        for one in ACHIEVEMENTS
    ]
    return "\n".join(lines) + "\n"


def spell_habits(habits: Habits) -> list[str]:
    """Return a line each on decisions, thinking and pace; lines without data are left out."""
    lines = []
    if habits.right_share is not None:
        lines.append(
            f"{counted(habits.junctions, 'junction')}: correct exit taken {habits.right_share:.0%}"
        )
    if habits.junction_seconds is not None:
        lines.append(f"{habits.junction_seconds:.2f} s at a junction")
    if habits.corridor_pace is not None:
        lines.append(f"{habits.corridor_pace:.1f} cells/s where there is no choice")
    return lines


def as_json(rows: Sequence[Played]) -> str:
    """Return the statistics as one JSON object."""
    found, names = Statistics(rows), design_names(rows)
    done, streak = earned(rows), found.streak(today())
    content: dict[str, Any] = {
        "version": 1,
        "runs": found.runs,
        "ranked": found.ranked,
        "perfect": found.perfect,
        "streak": streak.days,
        "longest_streak": streak.longest,
        "efficiency": _round(found.efficiency),
        "advice": advice(found, names),
        "habits": _habits(found.habits),
        "latest_habits": _habits(found.latest),
        "thinking_share": _round(found.thinking_share),
        "textures": [
            {
                "design": one.design,
                "algorithm": one.algorithm,
                "ranked": one.runs,
                "efficiency": _round(one.efficiency),
                "trend": _round(one.trend),
                "efficiencies": [_round(share) for share in one.efficiencies],
                "habits": _habits(one.habits),
            }
            for one in found.textures
        ],
        **found.counts,
        "days": _days(found),
        "achievements": [
            {"name": one.name, "title": one.title, "about": one.about, "run": row and row.id}
            | {"finished": row and spell_date(row)}
            for one, row in ((one, done.get(one.name)) for one in ACHIEVEMENTS)
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def as_csv(rows: Sequence[Played]) -> str:
    """Return the finished runs as CSV, oldest first, with the habits of each."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        its = row.habits
        measured = [""] * 6 if its is None else [
            its.junctions, its.right, its.corridor_steps, its.corridor_ms / 1000,
            its.junction_steps, its.junction_ms / 1000,
        ]  # fmt: skip
        writer.writerow(
            [
                row.id, _time(row), row.level, row.design, row.cols, row.rows, row.rules,
                row.series, int(row.ranked), int(row.shown), row.dist_min, row.steps,
                _round(row.efficiency), row.ms / 1000, row.hints, row.score, row.stars, row.medal,
                *measured,
            ]
        )  # fmt: skip
    return out.getvalue()


def _habits(habits: Habits) -> Mapping[str, Any]:
    derived = ("right_share", "corridor_pace", "junction_seconds")
    return asdict(habits) | {name: _round(getattr(habits, name)) for name in derived}


def _days(found: Statistics) -> dict[str, int]:
    days = {}
    for day, runs in sorted(found.days.items()):
        if 1 <= day <= dt.date.max.toordinal():
            days[dt.date.fromordinal(day).isoformat()] = runs
    return days


def _round(share: float | None) -> float | None:
    return None if share is None else round(share, 6)


def _time(row: Played) -> str:
    """Return the time of a run's end in UTC, ISO 8601; empty if the clock was wrong."""
    try:
        return dt.datetime.fromtimestamp(row.done / 1000, dt.UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):  # a clock that went wrong
        return ""


def spell_date(row: Played) -> str:
    """Return the UTC date on which a run was finished; empty if the clock was wrong."""
    return _time(row)[:10]
