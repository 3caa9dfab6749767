"""``mazegame completion``: scripts that complete the command line in bash, zsh and fish.

They are generated from the parser, so they include new commands and options. The script contains
the names of algorithms and presets; the shell completes file names.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NamedTuple

from mazegame.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES: Final = """\
examples:
  mazegame completion bash > ~/.local/share/bash-completion/completions/mazegame
  mazegame completion zsh > ~/.zfunc/_mazegame     (with ~/.zfunc in fpath, before compinit)
  mazegame completion fish > ~/.config/fish/completions/mazegame.fish
"""

_NAMED: Final = ("ALGORITHM", "PRESET", "GAME_ID")
"""Metavars that stand for the name of an algorithm or a preset."""

_FILES: Final = ("FILE", "FOLDER")


class _Argument(NamedTuple):
    """What completion needs of an argument."""

    flags: tuple[str, ...]
    """Empty for a positional argument."""
    takes_value: bool
    values: tuple[str, ...]
    """The values to choose from; empty if they are not known."""
    files: bool
    """Whether file names fit."""
    help: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="whose script is printed")


def run(arguments: argparse.Namespace) -> int:
    """Print a script."""
    script = {"bash": _bash, "zsh": _zsh, "fish": _fish}[arguments.shell]
    write([f"{line}\n" for line in script(_tree())])
    return 0


def _tree() -> dict[str, list[_Argument]]:
    """Return the arguments of every command; the empty name stands for ``mazegame`` alone."""
    from mazegame.cli.commands import COMMANDS
    from mazegame.cli.program import command_parsers, make_parser
    from mazegame.engine import ALGORITHMS, PRESETS

    names = (*ALGORITHMS, *PRESETS)
    parser = make_parser()
    tree = {"": _arguments_of(parser, names)}
    for command, parsed in command_parsers(parser).items():
        tree[command] = _arguments_of(parsed, names)
        if command == "help":
            tree[command] = [
                argument._replace(values=tuple(COMMANDS)) if not argument.flags else argument
                for argument in tree[command]
            ]
    return tree


def _arguments_of(parser: argparse.ArgumentParser, names: tuple[str, ...]) -> list[_Argument]:
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        values = tuple(map(str, action.choices or ()))
        if any(word in metavar for word in _NAMED):
            values += names
        found.append(
            _Argument(
                tuple(action.option_strings),
                action.nargs != 0,
                values,
                any(word in metavar for word in _FILES),
                (action.help or "").replace("%%", "%"),
            )
        )
    return found


def _bash(tree: dict[str, list[_Argument]]) -> Iterator[str]:
    yield "# bash completion for mazegame; made by mazegame completion bash"
    yield "_mazegame() {"
    yield '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"'
    yield '    local command="${COMP_WORDS[1]}" words="" files=""'
    yield '    [ "$COMP_CWORD" = 1 ] && command=""'
    yield '    case "$command" in'
    for command, arguments in tree.items():
        yield f"        {command or chr(39) * 2})"
        options = [flag for argument in arguments for flag in argument.flags]
        positional = [a for a in arguments if not a.flags]
        words = [*(word for a in positional for word in a.values), *options]
        if not command:
            words = [*(name for name in tree if name), *words]
        yield '            case "$before" in'
        for argument in arguments:
            if argument.flags and argument.takes_value:
                yield (
                    f"                {'|'.join(argument.flags)}) "
                    f"words='{' '.join(argument.values)}'; files={'1' if argument.files else ''};;"
                )
        some = any(a.files for a in positional)
        yield f"                *) words='{' '.join(words)}'; files={'1' if some else ''};;"
        yield "            esac;;"
    yield "    esac"
    yield "    COMPREPLY=()"
    yield '    [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield '    if [ -n "$files" ]; then'
    yield "        local IFS=$'\\n'"
    yield '        COMPREPLY+=($(compgen -f -- "$word"))'
    yield "        compopt -o filenames 2>/dev/null"
    yield "    fi"
    yield "}"
    yield "complete -F _mazegame mazegame"


def _zsh(tree: dict[str, list[_Argument]]) -> Iterator[str]:
    yield "#compdef mazegame"
    yield "# zsh completion for mazegame; made by mazegame completion zsh"
    yield "_mazegame() {"
    yield "    local -a commands"
    yield "    if (( CURRENT == 2 )); then"
    yield f"        commands=({' '.join(name for name in tree if name)})"
    yield "        _describe command commands"
    yield f"        _arguments {' '.join(_zsh_specs(tree['']))}"
    yield "        return"
    yield "    fi"
    yield '    case "$words[2]" in'
    for command, arguments in tree.items():
        if command:
            yield f"        {command})"
            yield "            shift words; (( CURRENT-- ))"
            yield f"            _arguments {' '.join(_zsh_specs(arguments)) or ':'};;"
    yield "    esac"
    yield "}"
    yield 'if [ "$funcstack[1]" = _mazegame ]; then'
    yield '    _mazegame "$@"'
    yield "else"
    yield "    compdef _mazegame mazegame"
    yield "fi"


def _zsh_specs(arguments: list[_Argument]) -> Iterator[str]:
    for argument in arguments:
        values = f"({' '.join(argument.values)})" if argument.values else ""
        if argument.files:
            action = (
                f"_alternative 'values:value:{values}' 'files:file:_files'" if values else "_files"
            )
        else:
            action = values or " "
        about = "".join(c for c in argument.help if c not in "[]'\"\\:`$")
        if not argument.flags:
            yield _zsh_quote(
                f"*:value:{{{action}}}" if "_alternative" in action else f"*:value:{action}"
            )
            continue
        for flag in argument.flags:
            value = f":value:{action}" if argument.takes_value else ""
            yield _zsh_quote(f"*{flag}[{about}]{value}")


def _zsh_quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(tree: dict[str, list[_Argument]]) -> Iterator[str]:
    from mazegame.cli.commands import COMMANDS

    yield "# fish completion for mazegame; made by mazegame completion fish"
    yield "complete -c mazegame -f"
    for command, arguments in tree.items():
        seen = "__fish_use_subcommand" if not command else f"__fish_seen_subcommand_from {command}"
        start = f"complete -c mazegame -n '{seen}'"
        if command:
            about = _fish_quote(COMMANDS[command])
            yield f"complete -c mazegame -n __fish_use_subcommand -a {command} -d {about}"
        for argument in arguments:
            parts = [start]
            parts += [
                f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
                for flag in argument.flags
            ]
            if argument.flags and argument.takes_value:
                parts.append("-r" if argument.files else "-x")
            if argument.values:
                parts.append(f"-a {_fish_quote(' '.join(argument.values))}")
            if argument.files:
                parts.append("-F")
            if argument.flags:
                parts.append(f"-d {_fish_quote(argument.help)}")
            if len(parts) > 1:
                yield " ".join(parts)


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
