"""The rivals that ``--race`` names, for a level."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mazegame.cli.progress import carved
from mazegame.cli.refusals import CliError, cut, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.racing.ghost import GhostWalk
    from mazegame.game.runner import RivalSpec
    from mazegame.store.book.book import ScoreBook

T = TypeVar("T")


def race(
    source: Recipe | Level, words: Sequence[str], rules: str, *, pursuit: bool = False
) -> tuple[Recipe | Level, tuple[RivalSpec, ...]]:
    """Read the rivals of a match.

    Args:
        source: The recipe or the level to play.
        words: The values of ``--race``, each ``NAME[:PACE]``.
        rules: ``Rules.key`` of the rules to play under.
        pursuit: Whether the rivals get starts.

    Returns:
        The source, as a level if the rivals needed it, and the rivals.

    Raises:
        CliError: If there are too many, or one cannot walk this maze.
        ValueError: If there is no such rival or pace.
    """
    if not words:
        if pursuit:
            raise CliError("--pursuit needs a rival: --race NAME")
        return source, ()
    from mazegame.engine import Recipe
    from mazegame.game.racing.pace import YOURS_PACE
    from mazegame.game.racing.race_choice import GHOST, MAX_RIVALS, RaceChoice, parse_rival_choice
    from mazegame.game.racing.rival_kinds import kind_of
    from mazegame.game.racing.rivals import who_can_walk
    from mazegame.game.setup.rival_choices import chosen_rivals
    from mazegame.store.values import Category

    if len(words) > MAX_RIVALS:
        raise CliError(f"a race has {MAX_RIVALS} rivals at most, not {len(words)}")
    choice = RaceChoice(tuple(map(parse_rival_choice, words)), pursuit=pursuit)
    names = {rival.name for rival in choice.rivals}
    kinds = [kind_of(name) for name in names - {GHOST}]
    picky = any(kind is not None and kind.limit for kind in kinds)
    usual = None
    if pursuit or any(rival.pace == YOURS_PACE for rival in choice.rivals):
        category = Category.of(source, rules)
        usual = _ask(lambda book: book.usual_pace(category))
    if isinstance(source, Recipe) and (GHOST in names or picky):
        source = carved(source)
    ghost = None
    if GHOST in names and not isinstance(source, Recipe):
        ghost = _ghost(source)
    chosen, problems = chosen_rivals(source, choice, usual, ghost)
    if not isinstance(source, Recipe):
        problems += who_can_walk(chosen, source)[1]
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
    from mazegame.game.racing.race_choice import MAX_GAMES
    from mazegame.game.series.best_of import BestOf

    games = whole_number(text, 0, MAX_GAMES)
    if games is None:
        raise CliError(f"--best-of {cut(text)}: an odd number up to {MAX_GAMES} fits")
    if match.recipe is None:
        raise CliError("--best-of needs a game ID: a file holds one maze only")
    return replace(match, series=BestOf.begin(games, match.rivals))


def _ghost(level: Level) -> GhostWalk | None:
    """Return the player's best walk of a level; None without one."""
    from mazegame.game.racing.ghost import GhostWalk
    from mazegame.game.recording.record import level_key

    record = _ask(lambda book: book.best_walk(level_key(level)))
    ghost = None if record is None else GhostWalk.of(record)
    return None if ghost is None or ghost.problem(level) else ghost


def _ask(question: Callable[[ScoreBook], T]) -> T | None:
    """Ask the score book; None if there is none, or it cannot be read."""
    from mazegame.store.book.book import ScoreBook, book_exists
    from mazegame.store.book.errors import ScoreBookError
    from mazegame.store.places import NoHomeError, places

    with contextlib.suppress(NoHomeError, ScoreBookError):
        path = places().scores
        if book_exists(path):
            with contextlib.closing(ScoreBook(path)) as book:
                return question(book)
    return None
