"""Report: the score book as text and as JSON, for the command line."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final

from mazegame.game.racing.pace import spell_pace
from mazegame.game.words import clock, counted
from mazegame.store.book.ranking import algorithm_name, category_name, design_name
from mazegame.store.values import Category, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.game.career.statistics import Played
    from mazegame.game.run import Run
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.values import RaceCount

LATEST: Final = 10
"""Most runs in the text."""

JSON_VERSION: Final = 1
"""The version of what programs get."""

ALL_RUNS: Final = 1 << 40
"""More runs than any book has."""


def as_text(book: ScoreBook) -> str:
    """Return the text: bests, efficiency by algorithm, races and latest runs."""
    overview = book.overview(history=LATEST)
    runs = counted(overview.runs, "run")
    lines = [f"{runs}, {overview.perfect:,} perfect, {overview.streak}-day streak"]
    lines += ["", "Personal bests"]
    lines += [
        f"  {best.best.score:4}  {best.best.pace:6.3g} cells/s  {category_name(best.category)}"
        f"  ({counted(best.runs, 'run')})"
        for best in overview.categories
    ]
    lines += ["", "Efficiency by algorithm"]
    lines += [
        f"  {one.efficiency:6.1%}  {algorithm_name(one.algorithm)}  ({one.runs:,})"
        for one in overview.algorithms
    ]
    if overview.races:
        lines += ["", "Races won, by rival"]
        for rival, races in by_rival(overview.races):
            won, total = sum(race.won for race in races), sum(race.races for race in races)
            paces = [f"{_pace(race)} {race.won:,} of {race.races:,}" for race in races if race.pace]
            about = f": {', '.join(paces)}" if len(paces) > 1 else ""
            name = rival_title(rival) if about else rival_name(races[0])
            lines.append(f"  {won / total:4.0%}  {name}  ({won:,} of {total:,}{about})")
    if overview.descents:
        lines += ["", "Deepest descents"]
        lines += [f"  {descent_line(row)}" for row in overview.descents]
    lines += ["", "Latest runs"]
    for row in overview.history:
        name, day = row.name, when(row.done)
        lines.append(f"  {row.id:5}  {rating(row):13}  {clock(row.ms):>9}  {day}  {name}")
    return "\n".join(lines) + "\n"


def as_json(book: ScoreBook | None) -> str:
    """Everything but the steps, for programs: one object, of the same shape without a book."""
    overview = Summary() if book is None else book.overview(history=ALL_RUNS)
    content: dict[str, Any] = {
        "version": JSON_VERSION,
        "runs": overview.runs,
        "perfect": overview.perfect,
        "streak": overview.streak,
        "longest_streak": overview.longest_streak,
        "bests": [
            {
                **asdict(best.category),
                "ranked": best.runs,
                "perfect": best.perfect,
                "score": best.best.score,
                "pace": round(best.best.pace, 6),
            }
            for best in overview.categories
        ],
        "algorithms": [
            {"algorithm": one.algorithm, "runs": one.runs, "efficiency": round(one.efficiency, 6)}
            for one in overview.algorithms
        ],
        "races": [asdict(race) for race in overview.races],
        "rivals": [
            {
                "rival": rival,
                "races": sum(race.races for race in races),
                "won": sum(race.won for race in races),
            }
            for rival, races in by_rival(overview.races)
        ],
        "descents": [
            {"seed": row.seed, "rows": row.depth, "over": row.over, "run": row.id}
            for row in overview.descents
        ],
        "history": [_row(row) for row in overview.history],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _row(row: Played) -> dict[str, Any]:
    content = asdict(row)
    del content["day"], content["habits"]
    category = {part.name: content.pop(part.name) for part in fields(Category)}
    return {**content, **category}


def rating(row: Played) -> str:
    """Return a run's score and stars, or what stands in their place."""
    return row.words[0] or f"{row.score:4} {'*' * row.stars if row.ranked else 'practice'}"


def descent_line(row: Played) -> str:
    """Return a descent on one line: its rows, the steps too many, its seed."""
    return f"{row.depth:>7,} deep {row.over:>7,} over  {row.seed}"


def rival_name(race: RaceCount) -> str:
    """Return the displayed name of a rival, with its pace."""
    name = rival_title(race.rival)
    pace = f", {_pace(race)}" if race.pace else ""
    return f"{name}{pace}"


def _pace(race: RaceCount) -> str:
    return f"{spell_pace(race.pace)}{' with a start' if race.pursuit else ''}"


def rival_title(rival: str) -> str:
    """Return the displayed name of a rival."""
    from mazegame.game.setup.rival_choices import rival_choices

    return dict(rival_choices()).get(rival) or rival.replace("-", " ")


def by_rival(races: Iterable[RaceCount]) -> list[tuple[str, list[RaceCount]]]:
    """Return the races against each rival, at whatever pace, in the order of the names."""
    found: dict[str, list[RaceCount]] = {}
    for race in races:
        found.setdefault(race.rival, []).append(race)
    return sorted(found.items())


def format_verification(run: Run, key: str) -> str:
    """Return what a walk came to that was proven by walking it again, on one line."""
    result = run.result
    steps, hints = counted(result.steps, "step"), counted(result.hints, "hint")
    what = f"{key}: {steps} in {result.seconds:.3f} s, {hints}"
    if not run.finished:
        return f"{what}, not finished: B is {run.remaining:,} away\n"
    over = f"shortest is {result.dist_min:,}"
    if result.assisted:
        return f"{what}, {over}, path shown: not ranked\n"
    return f"{what}, {over}, score {result.score}, {counted(result.stars, 'star')}\n"


def describe_saved(saved: SavedRun) -> tuple[str, str]:
    """Return a run in two short lines: name and level; progress and date."""
    heading = saved.heading
    name = f"{heading.name}: " if heading.name else ""
    steps = counted(saved.steps, "step")
    time_ = clock(round(saved.record.seconds * 1000), tenths=False)
    category = heading.category
    level = heading.maze or f"{design_name(category)} {category.cols}x{category.rows}"
    return f"{name}{level}", f"{steps}, {time_}, {when(heading.began)}"


def when(done: int) -> str:
    """Write milliseconds since 1970 as the player's own date and time."""
    try:
        return dt.datetime.fromtimestamp(done / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):  # a clock that went wrong
        return "at some time"
