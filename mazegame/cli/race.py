"""The rivals that ``--race`` names, for a level."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mazegame.cli.progress import showing
from mazegame.cli.refusals import CliError, cut

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mazegame.engine import Level, Recipe
    from mazegame.game.ghost import GhostWalk
    from mazegame.game.match import Match, RivalSpec
    from mazegame.store.book import ScoreBook

T = TypeVar("T")


def race(
    source: Recipe | Level, words: Sequence[str], rules: str
) -> tuple[Recipe | Level, tuple[RivalSpec, ...]]:
    """Read the rivals of a match.

    Args:
        source: The recipe or the level to play.
        words: The values of ``--race``, each ``NAME[:PACE]``.
        rules: ``Rules.key`` of the rules to play under.

    Returns:
        The source, as a level if the rivals needed it, and the rivals.

    Raises:
        CliError: If there are too many, or one cannot walk this maze.
        ValueError: If there is no such rival or pace.
    """
    if not words:
        return source, ()
    from mazegame.engine import Recipe
    from mazegame.game.race_choice import GHOST, MAX_RIVALS
    from mazegame.game.rivals import Racer, parse_rival, who_can_walk
    from mazegame.game.yours import yours_for
    from mazegame.store.values import Category

    if len(words) > MAX_RIVALS:
        raise CliError(f"a race has {MAX_RIVALS} rivals at most, not {len(words)}")
    names = [word.strip().lower().partition(":")[0] for word in words]
    category = Category.of(source, rules)
    yours = yours_for(source, lambda: _ask(lambda book: book.usual_pace(category)))
    rivals = [
        None if name == GHOST else parse_rival(word, yours)
        for name, word in zip(names, words, strict=True)
    ]
    for name, word in zip(names, words, strict=True):
        if name == GHOST and ":" in word:
            raise CliError("a ghost has a pace of its own: --race ghost fits")
    picky = any(isinstance(rival, Racer) and rival.kind.limit for rival in rivals)
    if isinstance(source, Recipe) and (GHOST in names or picky):
        source = _made(source)
    level = None if isinstance(source, Recipe) else source
    ghost = _ghost(level) if GHOST in names and level is not None else None
    found = [rival or ghost for rival in rivals]
    chosen = tuple(rival for rival in found if rival is not None)
    if level is not None:
        _, problems = who_can_walk(chosen, level)
        if problems:
            raise CliError(problems[0])
    return source, chosen


def best_of(match: Match, text: str) -> Match:
    """Return the first race of a series.

    Args:
        match: The race.
        text: The largest number of races.

    Raises:
        CliError: If that is not a number.
        ValueError: If it is even, or if the match has no rival or a ghost.
    """
    from mazegame.game.best_of import BestOf
    from mazegame.game.race_choice import MAX_GAMES

    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_GAMES))):
        raise CliError(f"--best-of {cut(text)}: an odd number up to {MAX_GAMES} fits")
    if match.recipe is None:
        raise CliError("--best-of needs a game ID: a file holds one maze only")
    return replace(match, series=BestOf.begin(int(text), match.rivals))


def _made(recipe: Recipe) -> Level:
    from mazegame.engine import Level

    with showing(f"carving {recipe.cols}x{recipe.rows}") as progress:
        return Level.of(recipe, progress=progress)


def _ghost(level: Level) -> GhostWalk:
    """Return the player's best walk of a level.

    Raises:
        CliError: If there is none.
    """
    from mazegame.game.ghost import GhostWalk
    from mazegame.game.record import can_be_walked, level_key
    from mazegame.game.rival_choices import NO_GHOST

    record = _ask(lambda book: book.best_walk(level_key(level)))
    if record is None or not can_be_walked(level, record):
        raise CliError(NO_GHOST)
    return GhostWalk.of(record)


def _ask(question: Callable[[ScoreBook], T]) -> T | None:
    """Ask the score book; None if there is none, or it cannot be read."""
    from mazegame.store.book import ScoreBook, book_exists
    from mazegame.store.errors import ScoreBookError
    from mazegame.store.places import NoHomeError, places

    with contextlib.suppress(NoHomeError, ScoreBookError):
        path = places().scores
        if book_exists(path):
            with contextlib.closing(ScoreBook(path)) as book:
                return question(book)
    return None
