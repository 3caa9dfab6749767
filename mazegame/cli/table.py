"""The table of commands. The code of each is in the module of its name, or in a shared one."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from mazegame.cli.refusals import CliError, quoted

if TYPE_CHECKING:
    import argparse

COMMANDS: Final = {
    "play": "play a maze; without one, choose it first",
    "lab": "watch a maze being carved and searched, step by step",
    "gallery": "look at all algorithms and presets side by side",
    "generate": "print a maze, and its game ID on standard error",
    "stats": "measure a maze: what it is like to walk, in numbers",
    "solve": "print the length of a maze's shortest path",
    "convert": "write a maze of a file in another format",
    "algorithms": "list the algorithms, their textures and their options",
    "batch": "write mazes by the thousand to files, for programs",
    "warm": "compile ahead, so that nothing waits later: for containers and clusters",
    "scores": "list your bests, your latest runs and your races",
    "replay": "watch a walk, or prove it",
    "daily": "play the maze of the day",
    "marathon": "play the week's seven mazes in a row",
    "journey": "walk through forty levels, each harder than the one before",
    "chase": "flee from a hunter, level by level",
    "duel": "play for two at one keyboard, in the same maze",
    "endless": "go down rows without end while the top collapses",
    "party": "open a room, and race your friends in the same maze",
    "join": "race in the room of somebody else",
    "watch": "show somebody's party on the wall",
    "where": "print where scores, saves and settings lie",
    "help": "print the help of a command",
    "completion": "print a script that completes the command line in bash, zsh or fish",
}
"""One sentence on each command, in the order of ``mazegame --help``."""

_SHARED: Final = dict.fromkeys(("party", "join", "watch"), "parties") | dict.fromkeys(
    ("daily", "marathon", "journey", "chase", "duel", "endless", "gallery"), "modes"
)
"""The modules of commands that share one."""


def no_command(word: str) -> CliError:
    """Return the error for a word that is no command."""
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
    return CliError(f"there is no command {quoted(word)}: {hint}")


class CommandModule(Protocol):
    """A command: a module, or an object of a class in a module of several."""

    EXAMPLES: str
    """The text below the command's help; may be empty."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments to its parser."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do the work; return the exit code."""


def load_command(name: str) -> CommandModule:
    """Import a command."""
    module = import_module(f"mazegame.cli.commands.{_SHARED.get(name, name)}")
    return cast(
        "CommandModule", getattr(module, name.capitalize())() if name in _SHARED else module
    )
