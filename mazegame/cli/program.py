"""The program: pick the command, parse its arguments, turn errors into exit codes.

The exit codes are in ``refusals``; each error is one line on standard error.
"""

from __future__ import annotations

import argparse
import difflib
import os
import shlex
import sys
from typing import TYPE_CHECKING, Final, NoReturn

import mazegame
from mazegame.cli.commands import COMMANDS, load_command
from mazegame.cli.output import flush, say, write
from mazegame.cli.refusals import INTERRUPTED, READER_GONE, USAGE, CliError, cut, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import SupportsWrite

_EXAMPLES: Final = """\
examples:
  mazegame                               choose a texture and a size, and play
  mazegame play wilson                   play a maze of this algorithm
  mazegame play wilson:40x20:kite-7      play this very maze
  mazegame play maze.txt                 play a maze from a file
  mazegame play river-delta              play a preset with a seed of its own
  mazegame lab wilson                    watch a maze being carved and searched
  mazegame gallery                       look at all textures side by side
  mazegame generate kruskal -s 30x15     print a maze
  mazegame batch wilson -n 1000 -o mazes write a thousand mazes to files
  mazegame solve wilson:40x20:kite-7     print how long its shortest path is
  mazegame stats wilson:40x20:kite-7     measure what it is like
  mazegame algorithms                    list the textures and their options
  mazegame scores                        list your bests
  mazegame replay walk.replay --check    prove that a walk can be walked
  mazegame daily                         play the maze of the day
  mazegame marathon                      play the week's seven mazes in a row
  mazegame journey                       walk through forty levels
  mazegame where                         print where scores and settings lie
  mazegame help generate                 print the help of a command
  mazegame completion bash               print a script that completes the rest
  mazegame man                           print the manual page

A game ID names one maze for ever: ALGORITHM:COLSxROWS[:OPTION=VALUE,...]:SEED.

exit codes:
  0    done
  1    no path leads from A to B
  2    the command was used wrongly
  3    something cannot be read or written
  130  interrupted with Ctrl+C
  141  the reader of the output went away
"""


LONGEST_HINT: Final = 200
"""Most characters of a command line that an error message suggests."""

_GAME_MODULES: Final = ("textual", "rich", "mazegame.app", "mazegame.screens", "mazegame.widgets")
"""Modules that the engine's own distribution does not contain."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        raise CliError(f"{cut(message, 200)} (see {self.prog} --help)")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help or version; unlike argparse, report a full disk."""
        del file  # errors do not come here, so it is always standard output
        write([message])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments after the program's name; those of the process if None.

    Returns:
        The exit code.
    """
    try:
        try:
            code = _run(list(sys.argv[1:] if argv is None else argv))
        except SystemExit as stop:  # --help and --version
            code = stop.code if isinstance(stop.code, int) else 0
        flush()
    except CliError as refusal:
        say(f"mazegame: {refusal}")
        return refusal.code
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(_GAME_MODULES):
            raise
        say(
            "mazegame: this takes the game, which is not installed here: it comes with the "
            "distribution mazegame, in place of mazegame-engine"
        )
        return USAGE
    except MemoryError:
        say("mazegame: there is not enough memory for that")
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return READER_GONE
    return code


def _run(argv: list[str]) -> int:
    if argv and not argv[0].startswith("-") and argv[0] not in COMMANDS:
        raise CliError(_unknown_command(argv[0]))
    arguments, rest = make_parser(argv).parse_known_args(_joined_size(argv))
    if rest:
        command = " ".join(filter(None, ("mazegame", arguments.command)))
        raise CliError(f"unexpected argument {quoted(rest[0])} (see {command} --help)")
    if arguments.reset_settings:
        if arguments.command:
            raise CliError("--reset-settings stands alone (see mazegame --help)")
        from mazegame.cli.where import reset_settings

        reset_settings()
        return 0
    if not arguments.command:
        from mazegame.cli.play import start

        return start(welcome=True)
    return load_command(arguments.command).run(arguments)


def make_parser(argv: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Make the parser.

    Args:
        argv: The words to parse. If the first one is a command, the parser has no other one.
            Else a command that is not among them gets only its name and its sentence, and its
            module is not imported. None: every command is complete.
    """
    parser = _Parser(
        prog="mazegame",
        description="Walk generated mazes in the terminal, measured against the shortest path.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mazegame {mazegame.__version__}")
    parser.add_argument(
        "--reset-settings",
        action="store_true",
        help="begin with the built-in settings again; the old ones are set aside",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    wanted = argv[:1] if argv and argv[0] in COMMANDS else COMMANDS
    for name in wanted:
        about = COMMANDS[name]
        command = load_command(name) if argv is None or name in argv else None
        added = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=command.EXAMPLES if command else "",
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


def _unknown_command(word: str) -> str:
    if ":" in word or os.path.lexists(word):
        play = f"mazegame play {shlex.quote(word)}"
        if len(play) > LONGEST_HINT:  # a truncated command would be wrong
            play = "mazegame play, and that"
        return f"there is no command {quoted(word)}: did you mean {play}?"
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
    return f"there is no command {quoted(word)}: {hint}"


def _joined_size(argv: list[str]) -> list[str]:
    """Replace ``-s -5x3``, which argparse takes for an option, by ``--size=-5x3``."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] in {"-s", "--size"} and word[:1] == "-" and word[1:2].isdigit():
            joined[-1] = f"--size={word}"
        else:
            joined.append(word)
    return joined
