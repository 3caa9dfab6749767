"""``mazegame party``, ``join`` and ``watch``: a room for a race with friends."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Final

from mazegame.cli import terminal
from mazegame.cli.options import (
    DEFAULT_ALGORITHM,
    WALK_FIRST,
    WORDS,
    add_flags,
    add_size_argument,
    starts_with_reveal,
    whole,
)
from mazegame.cli.refusals import CliError, refusing
from mazegame.game.modes.doors import PARTY

_SIZE: Final = "30x15"
_NAME: Final = "1 to 16 characters (default: your user name)"


class Party:
    """The command ``party``: open a room and play in it."""

    EXAMPLES = """\
  mazegame party
  mazegame party river-delta -s 40x20 --rounds 5
  mazegame party --lan --fog
  mazegame party --lan --browsers
  mazegame party --browsers --public https://maze.example
  mazegame join 192.168.1.5 --room ab3d-9xyz
"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        default, metavar = DEFAULT_ALGORITHM, "GAME_ID|PRESET"
        about = f"a game ID, an algorithm or a preset (default: {default})"
        parser.add_argument("target", nargs="?", default=default, metavar=metavar, help=about)
        add_size_argument(parser, _SIZE)
        add_flags(parser, {"--fog": "show only what was seen on the way", **WALK_FIRST})
        rounds = whole(1, 99, "none of rounds 1 to 99")
        parser.add_argument("--rounds", type=rounds, metavar="N", help="default: 3")
        about = "for the first, the second and so on; all others get the last"
        about = f"{about} (default: 10,8,6,5,4,3,2,1)"
        parser.add_argument("--points", type=_points, metavar="N,N,...", help=about)
        ports = whole(0, 65535, "none of ports 0 to 65535")
        parser.add_argument("--port", type=ports, metavar="N", help="default: 4747")
        flags = {
            "--lan": "let other machines in; without it this machine alone reaches the room",
            "--browsers": "serve the whole game to browsers on this port",
        }
        add_flags(parser, flags)
        about = "of a proxy in front of the room: https://maze.example"
        parser.add_argument("--public", type=_public, metavar="URL", help=about)
        parser.add_argument("--name", default="", help=_NAME)
        add_flags(parser, WORDS)

    def run(self, arguments: argparse.Namespace) -> int:
        if arguments.words:
            raise CliError(PARTY.not_in_words)
        name = _checked_name(arguments.name)
        if arguments.browsers and getattr(sys, "frozen", False):
            raise CliError(
                "--browsers starts Python for each visitor, which a frozen program lacks"
            )
        if arguments.browsers and sys.platform == "win32":
            raise CliError("--browsers takes Linux or macOS on this machine; players may have any")
        from mazegame.cli.targets import make_recipe
        from mazegame.party.opening import Opening, refusal
        from mazegame.screens import factory

        target, size = arguments.target, arguments.size
        with refusing():
            if ":" not in target and size is None:
                size = _SIZE
            recipe = make_recipe(target, size)
        if problem := refusal(recipe):
            raise CliError(problem)
        options = "fog", "rounds", "points", "port", "lan", "browsers", "public"
        given = {one: getattr(arguments, one) for one in options}
        given["reveal"] = starts_with_reveal(vars(arguments))
        plan = Opening(recipe, **{one: it for one, it in given.items() if it is not None})
        return terminal.play(lambda: factory.party(plan, name=name))


class Join:
    """The command ``join``: race in somebody else's room."""

    EXAMPLES = """\
  mazegame join 192.168.1.5 --room ab3d-9xyz
  mazegame join 127.0.0.1:4747 --room ab3d-9xyz --name Ada
"""
    watches = False
    """Whether it only watches the room."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        about = "HOST[:PORT] as the host's screen shows it, or a URL"
        parser.add_argument("address", metavar="ADDRESS", help=about)
        about, default = "the room word (default: $MAZEGAME_ROOM)", os.environ.get("MAZEGAME_ROOM")
        parser.add_argument("--room", default=default or "", metavar="WORD", help=about)
        if not self.watches:
            parser.add_argument("--name", default="", help=_NAME)

    def run(self, arguments: argparse.Namespace) -> int:
        watch = self.watches
        name = _checked_name("wall" if watch else arguments.name)
        from mazegame.screens.factory import party

        return terminal.play(
            lambda: party(address=arguments.address, word=arguments.room, name=name, watch=watch)
        )


class Watch(Join):
    """The command ``watch``: show somebody else's room, with all players and the boards."""

    EXAMPLES = "  mazegame watch 127.0.0.1:4747 --room ab3d-9xyz\n"
    watches = True


def _checked_name(name: str) -> str:
    """Return the player's name, validated; CliError without the libraries for parties."""
    from mazegame.party.opening import missing
    from mazegame.party.player_names import clean_name

    if problem := missing():
        raise CliError(problem)
    with refusing():
        return clean_name(name) if name else ""


def _points(text: str) -> tuple[int, ...]:
    return tuple(map(whole(0, 9999, "no number of points: 3,2,1 fits"), text.split(",")))


def _public(text: str) -> str:
    """Return the URL of a proxy; without a scheme it is https."""
    url = (text if "://" in text else f"https://{text}").rstrip("/")
    scheme, _, host = url.partition("://")
    if scheme not in {"http", "https"} or not host or set("/?#@ ") & set(host):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no URL of a proxy: https://maze.example fits"
        )
    return url
