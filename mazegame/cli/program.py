"""Run the command of a command line; turn errors into exit codes and one line each."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import Final

from mazegame.cli.output import flush, print_stderr
from mazegame.cli.parser import is_command, load_command, make_parser, unknown_command_error
from mazegame.cli.refusals import INTERRUPTED, READER_GONE, USAGE, CliError, quoted

_GAME_MODULES: Final = ("textual", "rich", "mazegame.app", "mazegame.screens", "mazegame.widgets")
"""Modules that the distribution of the engine alone does not contain."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process; return the exit code."""
    try:
        try:
            code = _run(list(sys.argv[1:] if argv is None else argv))
        except SystemExit as stop:
            if stop.code:
                raise
            code = 0  # --help and --version
        flush()
    except CliError as refusal:
        print_stderr(f"mazegame: {refusal}")
        return refusal.code
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(_GAME_MODULES):
            raise
        print_stderr(
            "mazegame: this takes the game, which is not installed here: it comes with the "
            "distribution mazegame, in place of mazegame-engine"
        )
        return USAGE
    except MemoryError:
        print_stderr("mazegame: there is not enough memory for that")
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return READER_GONE
    except Exception:
        raise
    except BaseException as error:  # noqa: BLE001  only a plugin raises others
        print_stderr(f"mazegame: a plugin ended with {type(error).__name__}: {error}")
        return USAGE
    return code


def _run(argv: list[str]) -> int:
    if argv and not argv[0].startswith("-") and not is_command(argv[0]):
        raise _unknown_command(argv[0])
    arguments, rest = make_parser(argv).parse_known_args(_joined_size(argv))
    if rest:
        command = " ".join(filter(None, ("mazegame", arguments.command)))
        raise CliError(f"unexpected argument {quoted(rest[0])} (see {command} --help)")
    if arguments.reset_settings:
        if arguments.command:
            raise CliError("--reset-settings takes no other arguments (see mazegame --help)")
        from mazegame.cli.commands.where import reset_settings

        reset_settings()
        return 0
    if not arguments.command:
        from mazegame.cli import terminal
        from mazegame.cli.commands.play import welcome

        return terminal.play(welcome)
    code: int = load_command(arguments.command).run(arguments)
    return code


def _unknown_command(word: str) -> CliError:
    if ":" in word or os.path.lexists(word):
        play = f"mazegame play {shlex.quote(word)}"
        if len(play) > 200:  # a truncated command would be wrong
            play = "mazegame play, and that"
        return CliError(f"there is no command {quoted(word)}: did you mean {play}?")
    return unknown_command_error(word)


def _joined_size(argv: list[str]) -> list[str]:
    """Replace ``-s -5x3``, which argparse takes for an option, by ``--size=-5x3``."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] in {"-s", "--size"} and word[:1] == "-" and word[1:2].isdigit():
            joined[-1] = f"--size={word}"
        else:
            joined.append(word)
    return joined
