"""``mazegame party``: open a room for a race with friends, and play in it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from mazegame.cli.refusals import CliError, cut, refusing, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES: Final = """\
examples:
  mazegame party
  mazegame party river-delta -s 40x20 --rounds 5
  mazegame party --lan --fog
  mazegame party --lan --browsers
  mazegame join 192.168.1.5 --room ab3d-9xyz
"""

_SIZE: Final = "30x15"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        nargs="?",
        default="wilson",
        metavar="GAME_ID|PRESET",
        help="a game ID, an algorithm or a preset (default: wilson)",
    )
    parser.add_argument("-s", "--size", metavar="COLSxROWS", help=f"in cells (default: {_SIZE})")
    parser.add_argument("--fog", action="store_true", help="show only what was seen on the way")
    parser.add_argument(
        "--rounds", type=_within(1, 99, "rounds"), default=3, metavar="N", help="default: 3"
    )
    parser.add_argument(
        "--points",
        type=_points,
        metavar="N,N,...",
        help="for the first, the second and so on; all others get the last (default: "
        "10,8,6,5,4,3,2,1)",
    )
    parser.add_argument(
        "--port", type=_within(0, 65535, "ports"), metavar="N", help="default: 4747"
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let other machines in; without it this machine alone reaches the room",
    )
    parser.add_argument(
        "--browsers", action="store_true", help="serve the whole game to browsers on this port"
    )
    add_name_argument(parser)


def add_name_argument(parser: argparse.ArgumentParser) -> None:
    """Add the player's name."""
    parser.add_argument("--name", default="", help="1 to 16 characters (default: your user name)")


def run(arguments: argparse.Namespace) -> int:
    """Open the room; return the game's exit code."""
    name = ready_for_party(arguments.name, browsers=arguments.browsers)
    from mazegame.app import run_game
    from mazegame.cli import targets
    from mazegame.party.opening import PORT, Opening
    from mazegame.party.room import POINTS
    from mazegame.screens.routes import Party

    target = arguments.target
    with refusing():
        if ":" not in target:
            target = f"{target}:{arguments.size or _SIZE}"
        elif arguments.size:
            raise CliError("--size is for algorithms and presets: a game ID says everything")
        files = {"form": "", "start": "", "goal": "", "max_cells": None, "from_cell": None}
        recipe = targets.find_recipe(argparse.Namespace(target=target, from_wall=None, **files))
    plan = Opening(
        recipe,
        fog=arguments.fog,
        rounds=arguments.rounds,
        points=arguments.points or POINTS,
        port=PORT if arguments.port is None else arguments.port,
        lan=arguments.lan,
        browsers=arguments.browsers,
    )
    return run_game(lambda: Party(plan, name=name))


def ready_for_party(name: str, *, browsers: bool = False) -> str:
    """Return the player's name, checked; refuse without a terminal or the libraries of parties."""
    from mazegame.cli import terminal
    from mazegame.party import missing

    if problem := missing(browsers=browsers):
        raise CliError(problem)
    if browsers and sys.platform == "win32":
        raise CliError("--browsers takes Linux or macOS on this machine; players may have any")
    with refusing():
        from mazegame.party.protocol import clean_name

        name = clean_name(name) if name else ""
    terminal.require_terminal()
    return name


def _within(low: int, high: int, what: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        found = whole_number(text, low, high)
        if found is None:
            raise argparse.ArgumentTypeError(f"{cut(text)!r} is none of {what} {low} to {high}")
        return found

    return read


def _points(text: str) -> tuple[int, ...]:
    found = tuple(whole_number(part, 0, 9999) for part in text.split(","))
    points = tuple(part for part in found if part is not None)
    if len(points) != len(found):
        raise argparse.ArgumentTypeError(f"{cut(text)!r} are no points: 3,2,1 fits")
    return points
