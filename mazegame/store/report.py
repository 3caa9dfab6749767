"""Report: the score book as text, for the command line, for people and for programs."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from mazegame.game.pace import spell_pace
from mazegame.game.words import counted
from mazegame.store.scores import EMPTY
from mazegame.store.standing import name_of, texture_of

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.store.journal import Saved
    from mazegame.store.scores import Scores

LATEST: Final = 10
"""So many of the latest runs are listed for people."""

JSON_VERSION: Final = 1
"""The version of what programs get."""


def as_text(scores: Scores) -> str:
    """The bests, the textures, the races and the latest runs, for people."""
    overview = scores.overview(history=LATEST)
    days = counted(overview.days_in_a_row, "day")
    lines = [f"{counted(overview.runs, 'run')}, {overview.perfect:,} perfect, {days} in a row"]
    lines += ["", "Your bests"]
    for kind in overview.kinds:
        best, runs = kind.best, counted(kind.runs, "run")
        lines.append(f"  {best.score:4}  {clock(best.ms):>9}  {name_of(kind)}  ({runs})")
    lines += ["", "How near to the shortest path, by texture"]
    lines += [
        f"  {share:6.1%}  {texture_of(name)}  ({runs:,})" for name, runs, share in overview.textures
    ]
    if overview.paces:
        lines += ["", "Races won, by the runner's pace"]
        lines += [
            f"  {won / races:4.0%}  {spell_pace(pace)}  ({won:,} of {races:,})"
            for pace, races, won in overview.paces
        ]
    lines += ["", "The latest runs"]
    for line in overview.history:
        stars = "not ranked" if line.assisted else f"{line.score:4} {'*' * line.stars:3}"
        lines.append(
            f"  {line.id:5}  {stars:10}  {clock(line.ms):>9}  {when(line.done)}  {line.name}"
        )
    return "\n".join(lines) + "\n"


def as_json(scores: Scores | None) -> str:
    """Everything but the steps, for programs: one object, of the same shape without a book."""
    overview = EMPTY if scores is None else scores.overview(history=1 << 40)
    content: dict[str, Any] = {
        "version": JSON_VERSION,
        "runs": overview.runs,
        "perfect": overview.perfect,
        "days_in_a_row": overview.days_in_a_row,
        "longest_row": overview.longest_row,
        "bests": [
            {
                "algorithm": kind.algorithm,
                "cols": kind.cols,
                "rows": kind.rows,
                "mode": kind.mode,
                "ranked": kind.runs,
                "perfect": kind.perfect,
                "score": kind.best.score,
                "ms": kind.best.ms,
            }
            for kind in overview.kinds
        ],
        "textures": [
            {"algorithm": name, "runs": runs, "efficiency": round(share, 6)}
            for name, runs, share in overview.textures
        ],
        "races": [
            {"pace": pace, "races": races, "won": won} for pace, races, won in overview.paces
        ],
        "history": [asdict(line) for line in overview.history],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def proven(run: Run, key: str) -> str:
    """What a proven walk came to, on one line."""
    result = run.result
    steps, hints = counted(result.steps, "step"), counted(result.hints, "hint")
    what = f"{key}: {steps} in {result.seconds:.3f} s, {hints}"
    if not run.finished:
        return f"{what}, not finished: B is {run.remaining:,} away\n"
    over = f"shortest is {result.dist_min:,}"
    if result.assisted:
        return f"{what}, {over}, path shown: not ranked\n"
    return f"{what}, {over}, score {result.score}, {counted(result.stars, 'star')}\n"


def describe_saved(saved: Saved) -> tuple[str, str]:
    """Return a run in two short lines: its name and its level; how far it got, when it began."""
    heading = saved.heading
    name = f"{heading.name}: " if heading.name else ""
    steps = counted(saved.steps, "step")
    time_, _, _ = clock(round(saved.record.seconds * 1000)).partition(".")
    return f"{name}{heading.maze or heading.level}", f"{steps}, {time_}, {when(heading.began)}"


def clock(ms: int) -> str:
    """Write milliseconds as minutes, seconds and a tenth."""
    minutes, rest = divmod(ms // 100, 600)
    return f"{minutes}:{rest // 10:02d}.{rest % 10}"


def when(done: int) -> str:
    """Write milliseconds since 1970 as the player's own date and time."""
    try:
        return dt.datetime.fromtimestamp(done / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):  # a clock that went wrong
        return "at some time"
