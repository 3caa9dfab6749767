"""The score book as text for people and as JSON for programs; names of categories and rivals."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final

from mazegame.game.modes.daily import day_of
from mazegame.game.modes.table import mode_of
from mazegame.game.racing.race_choice import spell_pace
from mazegame.game.racing.rival_kinds import rival_name
from mazegame.game.score import MIN_RANKED_PATH
from mazegame.game.words import clock, counted, spell_gap, tally
from mazegame.store.records import LOADED_DESIGN, OPEN_RULES, Category, by_rival

if TYPE_CHECKING:
    from mazegame.game.career.statistics import Played
    from mazegame.game.run import Run
    from mazegame.game.texture_names import TextureName
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.records import RaceCount, Ranking, Summary


STEP_MS: Final = 25
"""Least mean milliseconds per step of a person, as in parties."""

PROVEN: Final = (
    "proven: every step, B and the shortest path; not proven: times, hints, assists and rivals\n"
)
"""A sentence on what replaying a walk proves, and what anybody can write into its file."""


def as_text(overview: Summary) -> str:
    """Return the text: bests, efficiency by algorithm, races and runs."""
    counts = tally(overview.runs, overview.ranked, overview.perfect)
    lines = [", ".join([*counts, str(overview.streak)])]
    lines += ["", "Personal bests"]
    lines += [
        f"  {best.best.score:4}  {best.best.pace:6.3g} cells/s  {category_name(best.category)}"
        f"  ({counted(best.runs, 'run')})"
        for best in overview.categories
    ] or ["  None yet: the first walk of a maze is ranked."]
    lines += ["", "Efficiency by algorithm"] if overview.algorithms else []
    lines += [
        f"  {one.efficiency:6.1%}  {algorithm_name(one.algorithm)}  ({one.runs:,})"
        for one in overview.algorithms
    ]
    if overview.races:
        lines += ["", "Races won, by rival"]
        for rival, won, total, races in by_rival(overview.races):
            paces = [f"{_pace(race)} {race.won:,} of {race.races:,}" for race in races if race.pace]
            about = f": {', '.join(paces)}" if len(paces) > 1 else ""
            name = rival_name(rival) if about else rival_with_pace(races[0])
            lines.append(f"  {won / total:4.0%}  {name}  ({won:,} of {total:,}{about})")
    if overview.descents:
        lines += ["", "Deepest descents"]
        lines += [f"  {descent_line(row)}" for row in overview.descents]
    lines += ["", "Latest runs"]
    for row in overview.history:
        what = f"{rating(row):13}  {clock(row.ms):>9}  {when(row.done)}  {row.name}"
        lines.append(f"  {row.id:5}  {what}")
    return "\n".join(lines) + "\n"


def as_json(overview: Summary) -> str:
    """Return the summary as one JSON object; it has the same keys if there are no runs."""
    content: dict[str, Any] = {
        "version": 1,
        "runs": overview.runs,
        "ranked": overview.ranked,
        "perfect": overview.perfect,
        "streak": overview.streak.days,
        "longest_streak": overview.streak.longest,
        "bests": [
            asdict(best.category)
            | {"ranked": best.runs, "perfect": best.perfect}
            | {"score": best.best.score, "pace": round(best.best.pace, 6)}
            for best in overview.categories
        ],
        "algorithms": [
            {"algorithm": one.algorithm, "runs": one.runs, "efficiency": round(one.efficiency, 6)}
            for one in overview.algorithms
        ],
        "races": [asdict(race) for race in overview.races],
        "rivals": [
            {"rival": rival, "races": total, "won": won}
            for rival, won, total, _ in by_rival(overview.races)
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
    """Return a run's score and stars, or ``practice``, or the words of its mode."""
    return row.words[0] or f"{row.score:4} {'*' * row.stars if row.ranked else 'practice'}"


def descent_line(row: Played) -> str:
    """Return a descent on one line: its depth in rows, the extra steps, its seed."""
    return f"{row.depth:>7,} deep {row.over:>7,} over  {row.seed}"


def rival_with_pace(race: RaceCount) -> str:
    """Return the name of a rival with its pace."""
    return rival_name(race.rival) + (f", {_pace(race)}" if race.pace else "")


def _pace(race: RaceCount) -> str:
    return f"{spell_pace(race.pace)}{' with a start' if race.pursuit else ''}"


def format_verification(run: Run, key: str) -> str:
    """Return two lines on a verified walk: its result, and what the verification proves.

    A third line warns if it is faster than anybody can walk.
    """
    return f"{_walked_to(run, key)}{_too_fast(run)}{PROVEN}"


def _too_fast(run: Run) -> str:
    """Return a warning if the mean step after the first took less than ``STEP_MS``; else "".

    On a clock that starts with the reveal each step of a glide counts as long as that, so
    animations explain nothing.
    """
    further = run.steps - 1
    if further < 1 or run.times[-1] - run.times[0] >= STEP_MS * further:
        return ""
    each = (run.times[-1] - run.times[0]) / further
    most = f"{each:.1f} ms a step, where a party allows {STEP_MS} at least"
    why = "" if run.reveal else "; runs down corridors can be so fast, without animations"
    return f"faster than anybody walks: {most}{why}\n"


def _walked_to(run: Run, key: str) -> str:
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
    """Return two short lines on a saved run: name, mode and level; progress and date."""
    heading = saved.heading
    name = f"{heading.name}: " if heading.name else ""
    of = mode_of(heading.series)
    mode = f"{of.title.lower()}, " if of.players > 1 else ""
    steps = counted(saved.steps, "step")
    time_ = clock(round(saved.record.seconds * 1000), tenths=False)
    category = heading.category
    design = design_title(category.algorithm, category.design).plain
    level = heading.maze or f"{design} {category.cols}x{category.rows}"
    return f"{name}{mode}{level}", f"{steps}, {time_}, {when(heading.began)}"


def when(done: int) -> str:
    """Return milliseconds since 1970 as local date and time."""
    try:
        return dt.datetime.fromtimestamp(done / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):  # a clock that went wrong
        return "at some time"


# Rankings and categories


def best_line(ranking: Ranking, *, screen: bool = False, named: bool = True) -> str:
    """Return one line that compares a run with the best so far; empty if the path was shown.

    Args:
        ranking: What the book says on the run.
        screen: Whether the line is for a screen, where textures have plain names.
        named: Whether it contains the name of the category, which may be long.
    """
    if ranking.run.shown:
        return ""
    name = category_title if screen else category_name
    on = f" on {name(ranking.run.category)}" if named else ""
    return _ranked_line(ranking, on) if ranking.ranked else _practice_line(ranking)


def _ranked_line(ranking: Ranking, on: str) -> str:
    run, best = ranking.run, ranking.best
    if best is None:
        return f"First ranked run{on}"
    by_pace = run.category.by_pace
    if run.beats(best):
        if run.score > best.score and not by_pace:
            return f"New best: {run.score} (was {best.score})"
        return f"New best: {run.pace:.3g} cells/s (was {best.pace:.3g})"
    if run.score < best.score and not by_pace:
        return f"Best{on}: {best.score}, {best.score - run.score} more than this run"
    return f"Best{on}: {best.pace:.3g} cells/s (now {run.pace:.3g})"


def _practice_line(ranking: Ranking) -> str:
    run, best = ranking.run, ranking.maze_best
    if day_of(run.heading.series) is not None and best is None:
        return "Practice: a daily maze is ranked once, on its own UTC date"
    if run.heading.dist_min < MIN_RANKED_PATH:
        return f"Not ranked: the shortest path is under {MIN_RANKED_PATH} steps"
    if best is None:
        return "Not ranked: you know this maze"
    if (-run.score, run.ms) < (-best.score, best.ms):
        if run.score > best.score:
            return f"Practice: new best here, {run.score} (was {best.score})"
        return f"Practice: new best here, {spell_gap(best.ms - run.ms)} faster"
    if run.score < best.score:
        return f"Practice: your best is {best.score}"
    faster = run.ms - best.ms
    return f"Practice: your best is {f'{spell_gap(faster)} faster' if faster else 'as fast'}"


def category_name(category: Category) -> str:
    """Return the name of a category in printed text: design, size, and rules but the usual ones.

    A clock that starts when the walls appear is usual.
    """
    return _with_rules(design_name(category), category)


def category_title(category: Category) -> str:
    """Return the name of a category on a screen: ``category_name`` with a plain name."""
    return _with_rules(design_title(category.algorithm, category.design).plain, category)


def _with_rules(design: str, category: Category) -> str:
    words = [word for word in category.rules.split() if word not in {OPEN_RULES, "reveal"}]
    named = ["rival in sight" if word == "rival" else word for word in words]
    if not category.by_pace:
        named.append("walk first")
    return ", ".join([f"{design} {category.cols}x{category.rows}", *named])


def maze_title(row: Played) -> str:
    """Return the name of a run's maze on a screen: its own, or its texture and its size."""
    return row.maze or f"{design_title(row.algorithm, row.design).plain} {row.cols}x{row.rows}"


def design_title(algorithm: str, design: str) -> TextureName:
    """Return the names of a design on a screen; both as a ``Category`` has them."""
    from mazegame.game.texture_names import TextureName, texture_name

    if design == LOADED_DESIGN:
        return TextureName(algorithm_name(algorithm), "")
    _, _, options = design.partition(":")
    pairs = (pair.partition("=")[::2] for pair in options.split(",") if pair)
    return texture_name(algorithm, pairs)


def design_name(category: Category) -> str:
    """Return the name of a design in printed text: a preset's, or the algorithm with options."""
    if category.design == LOADED_DESIGN:
        return algorithm_name(category.algorithm)
    from mazegame.engine import PRESETS

    algorithm, _, options = category.design.partition(":")
    pairs = {tuple(pair.partition("=")[::2]) for pair in options.split(",")} if options else set()
    for preset in PRESETS.values():
        if (preset.algorithm, set(preset.options)) == (algorithm, pairs) and options:
            return preset.title
    return f"{algorithm} {options.replace(',', ' ')}".rstrip()


def algorithm_name(algorithm: str) -> str:
    """Return the displayed name of an algorithm."""
    return "loaded mazes" if algorithm == LOADED_DESIGN else algorithm
