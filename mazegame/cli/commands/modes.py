"""The commands that open the game at a screen of its own: ``daily`` to ``gallery``."""

from __future__ import annotations

import shutil
from functools import partial
from typing import TYPE_CHECKING

from mazegame.cli import terminal
from mazegame.cli.commands.play import fitted, play_match
from mazegame.cli.options import DEFAULT_ALGORITHM, WORDS, add_flags, add_seed_argument
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, refusing
from mazegame.cli.targets import make_recipe

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from textual.screen import Screen

    from mazegame.engine import Recipe
    from mazegame.game.match import Match


class Daily:
    """The maze of the day, or its game ID."""

    EXAMPLES = """\
  mazegame daily
  mazegame daily 2026-11-22
  mazegame daily --id
  mazegame daily --words
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        about = "the day in UTC, from 2026-01-01 on (default: today)"
        parser.add_argument("day", nargs="?", metavar="YYYY-MM-DD", help=about)
        add_flags(parser, {"--id": "print its game ID and do not play", **WORDS})

    def run(self, arguments: argparse.Namespace) -> int:
        with refusing():
            from mazegame.game.modes.daily import daily, parse_day, today

            day = today() if arguments.day is None else parse_day(arguments.day)
            if day > today() and not arguments.id:
                raise CliError(f"the maze of {day.isoformat()} can be played from that day on, UTC")
        if arguments.id:
            write([f"{daily(day)}\n"])
            return 0
        if arguments.words:
            from mazegame.cli.play_in_words import play_in_words
            from mazegame.game.modes.daily import daily_key, daily_match

            return play_in_words(partial(daily_match, day, daily(day)), left_in=daily_key(day))
        from mazegame.screens import factory

        return terminal.play(lambda: factory.daily_maze(day, play=True))


class Marathon:
    """The week's seven mazes in a row, or their game IDs."""

    EXAMPLES = """\
  mazegame marathon
  mazegame marathon 2026-W47
  mazegame marathon --ids
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        about = "the ISO week of UTC dates, from 2026-W02 on (default: this week)"
        parser.add_argument("week", nargs="?", metavar="YYYY-Www", help=about)
        add_flags(parser, {"--ids": "print its game IDs and do not play"})

    def run(self, arguments: argparse.Namespace) -> int:
        with refusing():
            from mazegame.game.modes.daily import today
            from mazegame.game.modes.marathon import marathon, parse_week, week_of

            week = arguments.week or week_of(today())
            if parse_week(week) > today() and not arguments.ids:
                raise CliError(f"the marathon of {week} can be played from its Monday on, UTC")
            legs = marathon(week)
        if arguments.ids:
            write([f"{leg}\n" for leg in legs])
            return 0

        from mazegame.game.modes.marathon import MarathonSeries, marathon_match
        from mazegame.store.values import new_uid

        series = MarathonSeries(week, new_uid()[:8], legs)
        return play_match(lambda: marathon_match(series))


class Journey:
    """Forty levels, and the map that leads through them."""

    EXAMPLES = "  mazegame journey\n"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments: none."""

    def run(self, _: argparse.Namespace) -> int:
        from mazegame.screens import factory

        return terminal.play(factory.journey)


class Chase:
    """A hunter to flee from, level by level."""

    EXAMPLES = """\
  mazegame chase
  mazegame chase river-delta --by sight
  mazegame chase wilson:19x9:kite-7 --fog
  mazegame chase --words --by sight
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        _add_design_argument(parser, "level")
        about = "the sense of the hunters (default: both, in turn)"
        senses = ("both", "scent", "sight")
        parser.add_argument("--by", choices=senses, default="both", help=about)
        add_flags(parser, {"--fog": "see only what is or was in sight", **WORDS})

    def run(self, arguments: argparse.Namespace) -> int:
        with refusing():
            recipe = make_recipe(arguments.design)

        def match() -> Match:
            from mazegame.game.modes.chase import chase_match

            sized = recipe if arguments.words else _sized(recipe, arguments)
            return chase_match(sized, fog=arguments.fog, sense=arguments.by)

        return play_match(match, words=arguments.words)


class Duel:
    """Two players at one keyboard."""

    EXAMPLES = """\
  mazegame duel
  mazegame duel river-delta --fewest
  mazegame duel wilson:19x9:kite-7 --fog
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        _add_design_argument(parser, "round")
        flags = {
            "--fewest": "the fewest steps win a round, not the first at B",
            "--fog": "each sees only what was in their sight",
        }
        add_flags(parser, flags)

    def run(self, arguments: argparse.Namespace) -> int:
        with refusing():
            recipe = make_recipe(arguments.design)

        def first() -> Screen[None]:
            from mazegame.game.modes.duel import duel_match
            from mazegame.screens import factory
            from mazegame.widgets.playing.duel import view_columns

            sized = _sized(recipe, arguments, partial(view_columns, fog=arguments.fog))
            return factory.duel(duel_match(sized, fog=arguments.fog, fewest=arguments.fewest))

        return terminal.play(first)


class Endless:
    """A way down rows without end while the top collapses."""

    EXAMPLES = """\
  mazegame endless
  mazegame endless kite-7
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        about = "the seed of the maze, the same for all depths"
        about = f"{about} (default: the descent that was left, or a drawn one)"
        parser.add_argument("seed", nargs="?", metavar="SEED", help=about)

    def run(self, arguments: argparse.Namespace) -> int:
        with refusing():
            from mazegame.engine.support.seed import clean_seed

            seed = "" if arguments.seed is None else clean_seed(arguments.seed)
        from mazegame.screens import factory

        return terminal.play(lambda: factory.endless(seed))


class Gallery:
    """All algorithms and presets side by side."""

    EXAMPLES = """\
  mazegame gallery
  mazegame gallery --seed kite-7
  mazegame gallery --quiz
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_seed_argument(parser)
        add_flags(parser, {"--quiz": "guess by which algorithms ten mazes were carved"})

    def run(self, arguments: argparse.Namespace) -> int:
        with refusing():
            from mazegame.engine.support.seed import clean_seed, typed_seed

            seed = "" if arguments.seed is None else clean_seed(typed_seed(arguments.seed))
        from mazegame.screens import factory

        make = factory.quiz if arguments.quiz else factory.gallery
        return terminal.play(lambda: make(seed))


def _add_design_argument(parser: argparse.ArgumentParser, first: str) -> None:
    """Add the design of a series of mazes; ``first`` is what its first one is called."""
    default = DEFAULT_ALGORITHM
    about = f"an algorithm, a preset, or a game ID for the first {first}"
    about = f"{about} (default: {default}, in a size that fits)"
    parser.add_argument("design", nargs="?", default=default, metavar="DESIGN", help=about)


def _sized(
    recipe: Recipe, arguments: argparse.Namespace, view: Callable[[int], int] = int
) -> Recipe:
    """Return a recipe whose size nobody has asked for in one that fits the terminal."""
    if ":" in arguments.design:
        return recipe
    columns, lines = shutil.get_terminal_size()
    return fitted(recipe, view(columns), lines)
