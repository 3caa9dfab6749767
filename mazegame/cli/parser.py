"""The table of commands, and the command line's parser, which is built from it."""

from __future__ import annotations

import argparse
import difflib
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn

import mazegame
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, cut, quoted
from mazegame.game.modes.table import COMMANDS as MODE_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import SupportsWrite

COMMANDS: Final = {
    "play": "play a maze; without one, choose it first",
    "lab": "watch a maze being carved and searched, step by step",
    "gallery": "look at all algorithms and presets side by side",
    "generate": "print a maze, and its game ID on standard error",
    "stats": "measure a maze: what it is like to walk, in numbers",
    "solve": "print the length of a maze's shortest path",
    "convert": "write a maze of a file in another format",
    "algorithms": "list the algorithms, their textures and their options",
    "book": "write mazes as puzzle sheets to print, with their solutions",
    "batch": "write mazes by the thousand to files, for programs",
    "warm": "compile ahead, so that nothing waits later: for containers and clusters",
    "scores": "list your bests, your latest runs and your races",
    "replay": "watch a walk, or prove it",
    "ghost": "race walks that others shared as ghost codes",
    "party": "open a room, and race your friends in the same maze",
    "join": "race in the room of somebody else",
    "watch": "watch a party on a big screen",
    "where": "print where scores, saves and settings lie",
    "help": "print the help of a command",
    "completion": "print a script that completes the command line in bash, zsh or fish",
}
"""One sentence on each command, except those of modes (``game/modes/table.py``)."""

_SHARED: Final = dict.fromkeys(("party", "join", "watch"), "parties")
"""The modules of commands that share a module."""

_MODULE_NAMES: Final = {"book": "sheets"}
"""The modules whose names differ from their commands: ``book`` also means the score book."""


@cache
def all_commands() -> dict[str, str]:
    """Return one sentence on each command, including those of modes, in the order of help."""
    found = dict(COMMANDS)
    after = {name: found.pop(name) for name in list(found)[list(found).index("party") :]}
    return found | MODE_COMMANDS | after


def is_command(word: str) -> bool:
    """Return whether there is a command of this name."""
    return word in COMMANDS or word in all_commands()


_EXAMPLES: Final = """\
examples:
  mazegame                               choose a texture and a size, and play
  mazegame play wilson                   play a maze of this algorithm
  mazegame play wilson:40x20:kite-7      play this very maze
  mazegame play maze.txt                 play a maze from a file
  mazegame play river-delta              play a preset with a seed of its own
  mazegame play wilson --race greedy     race a rival that searches
  mazegame play --words                  play in words, for screen readers
  mazegame generate kruskal -s 30x15     print a maze
  mazegame batch wilson -n 1000 -o mazes write a thousand mazes to files
  mazegame book wilson -n 24 -o book.pdf write puzzle sheets to print
  mazegame solve wilson:40x20:kite-7     print how long its shortest path is
  mazegame stats wilson:40x20:kite-7     measure what it is like
  mazegame convert maze.png -o maze.txt  write a maze in another format
  mazegame replay walk.replay --check    prove that a walk can be walked
  mazegame party --lan                   open a room for a race with friends
  mazegame join HOST --room WORD         race in the room of somebody else
  mazegame watch HOST --room WORD        show that room on the wall
  mazegame help generate                 print the help of a command

A game ID names one maze for ever: ALGORITHM:COLSxROWS[:OPTION=VALUE,...]:SEED.

exit codes:
  0    done
  1    no path leads from A to B
  2    the command was used wrongly
  3    something cannot be read or written
  130  interrupted with Ctrl+C
  141  the reader of the output went away
"""


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        raise CliError(f"{cut(message, 200)} (see {self.prog} --help)")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help or version; unlike argparse, report a full disk."""
        del file  # errors do not come here, so it is always standard output
        write([message])


def unknown_command_error(word: str) -> CliError:
    """Return the error message for an unknown command."""
    near = difflib.get_close_matches(word, all_commands(), n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(all_commands())}"
    return CliError(f"there is no command {quoted(word)}: {hint}")


def load_command(name: str) -> Any:
    """Import and return a command: a module as in ``cli/__init__.py``, or an object like one."""
    if name not in COMMANDS:
        from mazegame.game.modes.table import BY_NAME

        mode = BY_NAME[name]
        return import_module("mazegame.cli.commands.modes").ModeCommand(mode, mode.command)
    module_name = _MODULE_NAMES.get(name) or _SHARED.get(name, name)
    module = import_module(f"mazegame.cli.commands.{module_name}")
    return getattr(module, name.capitalize())() if name in _SHARED else module


def make_parser(argv: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser for some words; without words every command is complete.

    If the first word is a command, the parser has no other one. Else a command that is not among
    them gets only its name and its sentence, and its module is not imported.
    """
    parser = _Parser(
        prog="mazegame",
        description="Walk generated mazes in the terminal, measured against the shortest path.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mazegame {mazegame.__version__}")
    about = "begin with the built-in settings again; the old ones are set aside"
    parser.add_argument("--reset-settings", action="store_true", help=about)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in argv[:1] if argv and is_command(argv[0]) else all_commands():
        about = COMMANDS[name] if name in COMMANDS else all_commands()[name]
        command = load_command(name) if argv is None or name in argv else None
        added = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=f"examples:\n{command.EXAMPLES}" if command and command.EXAMPLES else "",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if command:
            command.add_arguments(added)
    return parser


def command_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
