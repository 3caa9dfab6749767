"""The commands of the modes (``daily``, ``chase`` ...), made from ``MODES``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mazegame.capabilities import terminal_size
from mazegame.cli import terminal
from mazegame.cli.commands.play import fitted
from mazegame.cli.options import DEFAULT_ALGORITHM, WALK_FIRST, WORDS, add_flags, starts_with_reveal
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, refusing
from mazegame.cli.targets import make_recipe

if TYPE_CHECKING:
    import argparse

    from textual.screen import Screen

    from mazegame.engine import Recipe
    from mazegame.game.modes.mode import CommandSpec, Mode

_DESIGN: Final = "design"
"""The name of the positional argument for the design of the first maze."""


@dataclass(frozen=True)
class ModeCommand:
    """The command of one mode."""

    mode: Mode
    command: CommandSpec

    @property
    def EXAMPLES(self) -> str:  # noqa: N802  as in the modules of other commands
        """The examples in its help."""
        name = self.mode.name
        return "".join(
            f"  mazegame {name} {words}".rstrip() + "\n" for words in self.command.examples
        )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        if self.command.design:
            about = (
                f"an algorithm, a preset, or a game ID for the first {self.command.design}"
                f" (default: {DEFAULT_ALGORITHM}, in a size that fits)"
            )
            parser.add_argument(
                _DESIGN, nargs="?", default=DEFAULT_ALGORITHM, metavar="DESIGN", help=about
            )
        for one in self.command.options:
            if one.metavar:
                parser.add_argument(one.name, nargs="?", metavar=one.metavar, help=one.about)
            elif one.choices:
                choices, default = one.choices, one.choices[0]
                parser.add_argument(one.name, choices=choices, default=default, help=one.about)
            else:
                add_flags(parser, {one.name: one.about})
        flag, about = self.command.ids
        add_flags(parser, {flag: about} if flag else {})
        if self.mode.reveal:
            add_flags(parser, WALK_FIRST)
        add_flags(parser, WORDS)

    def run(self, arguments: argparse.Namespace) -> int:
        mode, command, options = self.mode, self.command, vars(arguments)
        if arguments.words and mode.not_in_words:
            raise CliError(mode.not_in_words)
        recipe: Recipe | None = None
        with refusing():
            command.check(options)
            if command.design:
                recipe = make_recipe(options[_DESIGN])
            flag = command.ids[0]
            ids = command.game_ids(options) if flag and options[flag.strip("-")] else None
        if ids is not None:
            write([f"{game_id}\n" for game_id in ids])
            return 0
        if arguments.words:
            return self._play_in_words(options | {"recipe": recipe})
        return terminal.play(lambda: self._first_screen(options, recipe))

    def _play_in_words(self, options: dict[str, Any]) -> int:
        from mazegame.cli.play_in_words import play_in_words

        first = self.mode.first
        if first is None:
            raise CliError(f"{self.mode.title} is not played in words")
        return play_in_words(
            lambda: first(options), resume_series=self.command.resume_series(options)
        )

    def _first_screen(self, options: dict[str, Any], recipe: Recipe | None) -> Screen[None]:
        """Return the mode's own screen, or the one that plays its first match."""
        from mazegame.screens import factory

        mode, command = self.mode, self.command
        if command.opens is not None or mode.first is None:
            begins_with = command.opens(options) if command.opens else {}
            walk_first = bool(options.get("walk_first"))
            return factory.by_name(mode.screen, walk_first=walk_first, **begins_with)
        sized = recipe and self._sized(recipe, options)
        reveal = mode.reveal and starts_with_reveal(options)
        return factory.play(mode.first(options | {"recipe": sized}).starting(reveal=reveal))

    def _sized(self, recipe: Recipe, options: dict[str, Any]) -> Recipe:
        """Return a recipe that fits the terminal, unless the size was given."""
        if ":" in options[_DESIGN]:
            return recipe
        columns, lines = terminal_size()
        view = self.mode.view_columns
        return fitted(recipe, view(columns, fog=options["fog"]) if view else columns, lines)
