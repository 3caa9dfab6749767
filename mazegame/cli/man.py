"""``mazegame man``: the manual page, made from the parser."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final

import mazegame
from mazegame.cli.output import write

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES: Final = """\
examples:
  mazegame man | man -l -
  mazegame man > ~/.local/share/man/man1/mazegame.1
"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(_: argparse.Namespace) -> int:
    """Print the page as roff."""
    write([f"{line}\n" for line in _page()])
    return 0


def _page() -> Iterator[str]:
    from mazegame.cli.commands import COMMANDS
    from mazegame.cli.program import command_parsers, make_parser

    parser = make_parser()
    yield f'.TH MAZEGAME 1 "" "mazegame {mazegame.__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"mazegame \\- {_escape((parser.description or '').rstrip('.').lower())}"
    yield ".SH SYNOPSIS"
    yield ".B mazegame"
    yield "[\\fIOPTION\\fR] [\\fICOMMAND\\fR [\\fIARGUMENT\\fR...]]"
    yield ".SH DESCRIPTION"
    yield _escape(parser.description or "")
    yield "Without a command the game starts at its form."
    yield ".SH OPTIONS"
    yield from _arguments(parser)
    yield ".SH COMMANDS"
    for name, command in command_parsers(parser).items():
        yield f".SS mazegame {_escape(name)}"
        yield f"{_escape(COMMANDS[name][0].upper() + COMMANDS[name][1:])}."
        yield from _arguments(command)
        yield from _examples(command.epilog or "")
    for title, lines in _sections(parser.epilog or ""):
        yield f".SH {title.upper()}"
        yield from _verbatim(lines)
    yield ".SH ENVIRONMENT"
    for variable, about in (
        ("MAZEGAME_HOME", "The one folder for settings, scores and saves."),
        ("NO_COLOR", "If it is set and not empty, the game shows no colours."),
        ("NUMBA_DISABLE_JIT", "If it is 1, nothing is compiled; the mazes are the same."),
    ):
        yield ".TP"
        yield f".B {variable}"
        yield _escape(about)


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        yield ".TP"
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if not metavar and action.nargs != 0:
            metavar = "|".join(map(str, action.choices or (action.dest.upper(),)))
        value = f"\\fI{_escape(metavar)}\\fR" if metavar else ""
        flags = ", ".join(f"\\fB{_escape(flag)}\\fR" for flag in action.option_strings)
        yield " ".join(filter(None, (flags, value)))
        yield _escape(formatter._expand_help(action)) if action.help else ""


def _sections(epilog: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of an epilog: a heading that ends with a colon, and its lines."""
    title, lines = "", list[str]()
    for line in epilog.splitlines():
        match = re.fullmatch(r"([a-z ]+):", line)
        if match:
            if title:
                yield title, lines
            title, lines = match[1], []
        elif line.strip():
            lines.append(line)
    if title:
        yield title, lines


def _examples(epilog: str) -> Iterator[str]:
    for title, lines in _sections(epilog):
        yield ".PP"
        yield f"{title.capitalize()}:"
        yield from _verbatim(lines)


def _verbatim(lines: list[str]) -> Iterator[str]:
    yield ".PP"
    yield ".nf"
    for line in lines:
        yield _escape(line)
    yield ".fi"


def _escape(text: str) -> str:
    """Escape the characters that have a meaning in roff."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
