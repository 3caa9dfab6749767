"""Ranking in words: how a run compares with those before it, and the names of categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.score import MIN_RANKED_PATH
from mazegame.game.series.daily import day_of
from mazegame.game.words import spell_gap
from mazegame.store.values import LOADED_DESIGN, OPEN_RULES

if TYPE_CHECKING:
    from mazegame.store.values import Category, Ranking


def best_line(ranking: Ranking, *, named: bool = True) -> str:
    """Return one line on the ranking of a run: whether it is a best, and by how much.

    Args:
        ranking: The ranking.
        named: Whether the line names the category, which may take much room.
    """
    if ranking.run.shown:
        return ""
    return _ranked_line(ranking, named=named) if ranking.ranked else _practice_line(ranking)


def _ranked_line(ranking: Ranking, *, named: bool) -> str:
    run, best = ranking.run, ranking.best
    on = f" on {category_name(run.category)}" if named else ""
    if best is None:
        return f"First ranked run{on}"
    if (run.score, run.pace) > (best.score, best.pace):
        if run.score > best.score:
            return f"New best: {run.score} (was {best.score})"
        return f"New best: {run.pace:.3g} cells/s (was {best.pace:.3g})"
    if run.score < best.score:
        return f"Best{on}: {best.score}, {best.score - run.score} more than this run"
    return f"Best{on}: {best.pace:.3g} cells/s (now {run.pace:.3g})"


def _practice_line(ranking: Ranking) -> str:
    run, best = ranking.run, ranking.maze_best
    if day_of(run.heading.series) is not None and best is None:
        return "Practice: a daily maze is ranked once, on its own UTC date"
    if run.heading.dist_min < MIN_RANKED_PATH:
        return f"Not ranked: the shortest path is under {MIN_RANKED_PATH} steps"
    if best is None:
        return "Practice: this maze was walked before"
    if (-run.score, run.ms) < (-best.score, best.ms):
        if run.score > best.score:
            return f"Practice: new best here, {run.score} (was {best.score})"
        return f"Practice: new best here, {spell_gap(best.ms - run.ms)} faster"
    if run.score < best.score:
        return f"Practice: your best is {best.score}"
    return f"Practice: your best is {spell_gap(run.ms - best.ms)} faster"


def category_name(category: Category) -> str:
    """Return the displayed name of a category: design, size and, unless default, rules."""
    words = [] if category.rules == OPEN_RULES else category.rules.split()
    named = ("rival in sight" if word == "rival" else word for word in words)
    return ", ".join([f"{design_name(category)} {category.cols}x{category.rows}", *named])


def design_name(category: Category) -> str:
    """Return the displayed name of a design: a preset's name, or the algorithm with its options."""
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
