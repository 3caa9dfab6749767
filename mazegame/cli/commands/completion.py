"""``mazegame completion``: a script that completes the command line, made from the parser by shtab.

It knows commands, options, algorithms and presets; the shell completes file names.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from mazegame.cli.output import write

EXAMPLES: Final = """\
  mazegame completion bash > ~/.local/share/bash-completion/completions/mazegame
  mazegame completion zsh > ~/.zfunc/_mazegame     (with ~/.zfunc in fpath, before compinit)
  mazegame completion fish > ~/.config/fish/completions/mazegame.fish
"""

_NAMED: Final = ("ALGORITHM", "PRESET", "GAME_ID")
"""Metavars of arguments that take the name of an algorithm or a preset."""

_FILES: Final = ("FILE", "FOLDER")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="whose script is printed")


def run(arguments: argparse.Namespace) -> int:
    import shtab

    from mazegame.cli.parser import all_commands, command_parsers, make_parser

    parser = make_parser()
    commands = command_parsers(parser)
    for command in commands.values():
        for action in command._actions:
            metavar = action.metavar if isinstance(action.metavar, str) else ""
            if command is commands["help"] and not action.option_strings:
                action.choices = tuple(all_commands())
            elif action.choices is None and (fits := _fitting(metavar)):
                action.complete = fits  # type: ignore[attr-defined]
    write([shtab.complete(parser, arguments.shell) + "\n"])
    return 0


def _fitting(metavar: str) -> dict[str, Any] | None:
    """Return shtab's completion of a value: names, files, or both; None for no completion."""
    import shtab

    from mazegame.engine import ALGORITHMS, PRESETS

    if not any(word in metavar for word in _NAMED):
        return shtab.FILE if any(word in metavar for word in _FILES) else None
    names = " ".join((*ALGORITHMS, *PRESETS))
    files = any(word in metavar for word in _FILES)
    function = "_mazegame_names_and_files" if files else "_mazegame_names"
    bash_files = '; compgen -f -- "$1"' if files else ""
    zsh_files = " 'files:file:_files'" if files else ""
    return {
        "bash": function,
        "zsh": function,
        "fish": names + (f" {shtab.FILE['fish']}" if files else ""),
        "preamble": {
            "bash": f'{function}() {{ compgen -W "{names}" -- "$1"{bash_files}; }}',
            "zsh": f"{function}() {{ _alternative 'names:name:({names})'{zsh_files}; }}",
        },
    }
