"""Travel: where the commands of automatic walking lead.

Here: the steps of a glide, one by one. Not here: when they are taken (``session.py``), and how a
corridor goes on (``corridor.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game import run as moves
from mazegame.game.commands import Command, Glide, WalkBack, WalkTo
from mazegame.game.corridor import glide, known_path, walk_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.game.events import Event
    from mazegame.game.player import Player


def steps_of(player: Player, command: Command) -> Iterator[Event]:
    """The steps of a glide: asking for an event takes its step.

    Args:
        player: Who walks.
        command: What for: ``Glide``, ``WalkBack`` or ``WalkTo``.

    Raises:
        TypeError: If that is not a command to walk automatically.
    """
    run = player.run
    match command:
        case Glide(direction):
            return glide(run, direction)
        case WalkBack():
            return walk_back(run)
        case WalkTo(cell):
            path = known_path(run.level, run.position, cell, player.knowledge()) or ()
            return (moves.step(run, direction) for direction in path)
        case _:
            raise TypeError(f"{command} is no command of a session")
