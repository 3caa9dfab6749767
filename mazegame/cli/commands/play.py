"""``mazegame play``, and ``mazegame`` alone: check the arguments, then start the game."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from mazegame.capabilities import terminal_size
from mazegame.cli import options, terminal
from mazegame.cli.options import WALK_FIRST, starts_with_reveal
from mazegame.cli.refusals import CliError, cut, refusing, whole_number
from mazegame.cli.targets import find, masked, recipe_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from textual.screen import Screen

    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.racing.racer import RivalSpec
    from mazegame.game.racing.repeaters import GhostWalk
    from mazegame.game.rules import Rules
    from mazegame.store.book.book import ScoreBook

T = TypeVar("T")

EXAMPLES: Final = """\
  mazegame play river-delta --race jog
  mazegame play wilson:19x9:kite-7 --race tremaux,left-hand:16
  mazegame play wilson:19x9:kite-7 --race greedy:yours --race ghost
  mazegame play wilson --race tremaux:yours --best-of 3
  mazegame play wilson --race tremaux:stroll --pursuit
  mazegame play --words wilson
"""

RULES: Final = {
    "--pursuit": "give rivals that are slower than you the start that makes the race close",
    "--countdown": "begin a race with 3-2-1",
    "--fog": "show only what was seen on the way",
    "--compass": "show how far B is, and warmer or colder (an assist: compared within its own "
    "class)",
    "--rival-in-sight": "show the rival wherever it is (an assist, as well)",
    **WALK_FIRST,
}
"""The flags of the rules, which the form offers as well."""

NEEDS: Final = {
    "--race": "a game ID or a file; the form has its own choice of rivals",
    "--best-of": "a game ID and --race",
    "--mask": "a game ID, an algorithm or a preset; the form has shapes of its own",
    **dict.fromkeys(RULES, "a game ID or a file; the form has its own choice"),
}
"""The arguments that options for a named maze require."""

BESIDE_MAZE: Final = 2, 4
"""Columns and lines of the play screen around the maze: margins, numbers, a track and keys.

The form has the same (``widgets/playing/hud.py``, which loads Textual).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a game ID, an algorithm, a preset, or a file with a block grid (- is standard input)"
    parser.add_argument("target", nargs="?", metavar="GAME_ID|PRESET|FILE", help=about)
    about = (
        "race a rival: shortest, ghost, left-hand, right-hand, tremaux, depth-first, greedy "
        "or random-mouse, at stroll, jog, run, sprint, yours, or cells a second; up to four, "
        "each with an option of its own or with commas between them"
    )
    parser.add_argument("--race", metavar="NAME[:PACE]", action="append", default=[], help=about)
    about = "race N times at most, until it is decided: 3, 5 or more"
    parser.add_argument("--best-of", metavar="N", help=about)
    options.add_flags(parser, RULES)
    parser.add_argument("--mask", metavar="FILE", help=options.MASK_HELP)
    options.add_flags(parser, options.WORDS)
    options.add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.target is None:
        for flag, needs in NEEDS.items():
            if getattr(arguments, flag[2:].replace("-", "_")) not in (None, False, []):
                raise CliError(f"{flag} needs {needs}")
        return _play_any_in_words() if arguments.words else terminal.play()
    quick = contextlib.nullcontext() if arguments.words else terminal.no_garbage_collection()
    races = arguments.race or arguments.pursuit or arguments.best_of is not None
    with quick:
        with refusing():
            found, match = _source(arguments), None
            if arguments.words or races:  # which may not fit
                match = _match(found, arguments)
        if "-" in {arguments.target, arguments.mask}:
            terminal.reopen_terminal()
        return play_match(lambda: match or _match(found, arguments), words=arguments.words)


def play_match(match: Callable[[], Match], *, words: bool = False) -> int:
    """Play a match in words, or on the screen, which calls ``match`` after its first frame."""
    if words:
        from mazegame.cli.play_in_words import play_in_words

        return play_in_words(match)
    from mazegame.screens import factory

    return terminal.play(lambda: factory.play(match()))


def _play_any_in_words() -> int:
    """Play in words: continue an interrupted run, or play a maze of the default design."""
    from mazegame.cli.play_in_words import play_in_words
    from mazegame.game.modes.free_play import free_play

    return play_in_words(lambda: free_play(recipe_of(options.DEFAULT_ALGORITHM)), resume_series="")


def _source(arguments: argparse.Namespace) -> Recipe | Level:
    """Return the maze to play, inside the mask; without a size it fits the terminal."""
    from mazegame.engine import Recipe

    found = find(arguments)
    if isinstance(found, Recipe) and ":" not in arguments.target and not arguments.words:
        found = fitted(found, *terminal_size())
    if arguments.mask is None:
        return found
    return masked(found, arguments.mask, sized=":" in arguments.target)[1]


def _match(source: Recipe | Level, arguments: argparse.Namespace) -> Match:
    from mazegame.game.modes.free_play import free_play
    from mazegame.game.rules import Rules

    named = ("fog", "compass", "rival_in_sight", "countdown")
    reveal = starts_with_reveal(vars(arguments))
    rules = Rules(**{name: getattr(arguments, name) for name in named}, reveal=reveal)
    source, rivals = _race(source, arguments.race, rules, pursuit=arguments.pursuit)
    match = free_play(source, rules, rivals)
    return match if arguments.best_of is None else _best_of(match, arguments.best_of)


def _race(
    source: Recipe | Level, words: Sequence[str], rules: Rules, *, pursuit: bool
) -> tuple[Recipe | Level, tuple[RivalSpec, ...]]:
    """Return the maze, as a level if its rivals need one, and the rivals of ``--race``."""
    if not words:
        if pursuit:
            raise CliError("--pursuit needs a rival: --race NAME")
        return source, ()
    from mazegame.engine import Recipe
    from mazegame.game.racing import race_choice as choices
    from mazegame.game.racing.rival_kinds import kind_of
    from mazegame.game.racing.rivals import who_can_walk
    from mazegame.game.setup.rival_choices import chosen_rivals
    from mazegame.store.records import Category

    words = [part for word in words for part in word.split(",")]
    if len(words) > choices.MAX_RIVALS:
        raise CliError(f"a race has {choices.MAX_RIVALS} rivals at most, not {len(words)}")
    choice = choices.RaceChoice(tuple(map(choices.parse_rival_choice, words)), pursuit=pursuit)
    names = {rival.name for rival in choice.rivals}
    kinds = [kind_of(name) for name in names - {choices.GHOST}]
    picky = any(kind is not None and kind.limit for kind in kinds)
    usual = None
    if pursuit or any(rival.pace == choices.YOURS_PACE for rival in choice.rivals):
        category = Category.of(source, rules.key)
        usual = query_book(lambda book: book.usual_pace(category))
    if isinstance(source, Recipe) and (choices.GHOST in names or picky):
        source = terminal.carved(source)
    level = None if isinstance(source, Recipe) else source
    ghost = None
    if level and choices.GHOST in names:
        ghost = _ghost(level, reveal=rules.reveal)
    chosen, problems = chosen_rivals(source, choice, usual, ghost)
    if level:
        problems += who_can_walk(chosen, level)[1]
    if problems:
        raise CliError(problems[0])
    return source, chosen


def _best_of(match: Match, text: str) -> Match:
    """Return the first race of a series; ``text`` is the largest number of races."""
    from mazegame.game.modes.best_of import BestOf
    from mazegame.game.racing.race_choice import MAX_GAMES

    games = whole_number(text, 0, MAX_GAMES)
    if games is None:
        raise CliError(f"--best-of {cut(text)}: an odd number up to {MAX_GAMES} fits")
    if match.recipe is None:
        raise CliError("--best-of needs a game ID: a file holds one maze only")
    return replace(match, series=BestOf.begin(games, match.rivals))


def _ghost(level: Level, *, reveal: bool) -> GhostWalk | None:
    """Return the ghost of the player's best walk of a level; None if there is none."""
    from mazegame.game.racing.repeaters import GhostWalk
    from mazegame.game.recording.record import level_key

    record = query_book(lambda book: book.best_walk(level_key(level)))
    ghost = None if record is None else GhostWalk.for_race(record, reveal=reveal)
    return None if ghost is None or ghost.problem(level) else ghost


def query_book(question: Callable[[ScoreBook], T]) -> T | None:
    """Return the result of a query to the score book; None without a readable book."""
    from mazegame.store.book.book import ScoreBook, book_exists
    from mazegame.store.book.errors import ScoreBookError
    from mazegame.store.places import NoHomeError, places

    with contextlib.suppress(NoHomeError, ScoreBookError):
        path = places().scores
        if book_exists(path):
            with contextlib.closing(ScoreBook(path)) as book:
                return question(book)
    return None


def welcome() -> Screen[None] | None:
    """Return the first steps at the very first start; None for the form."""
    from mazegame.screens import factory
    from mazegame.store.places import claim_first_start

    return factory.first_steps() if claim_first_start() else None


def fitted(recipe: Recipe, columns: int, lines: int) -> Recipe:
    """Return a recipe in a size that fits a terminal; unchanged if its algorithm needs more."""
    from mazegame.drawing import ZOOMS, capacity
    from mazegame.drawing.names import ROOMY
    from mazegame.engine import Recipe, RecipeError

    roomy = next(drawing for drawing in ZOOMS if drawing.name == ROOMY)
    cols, rows = capacity(roomy, columns - BESIDE_MAZE[0], lines - BESIDE_MAZE[1])
    try:
        return Recipe(recipe.algorithm, cols, rows, recipe.seed, recipe.options)
    except RecipeError:
        return recipe
