"""``mazegame replay``: watch a recorded walk, race it, or verify it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.options import add_flags
from mazegame.cli.output import printable, write
from mazegame.cli.refusals import FileFailedError, refusing

if TYPE_CHECKING:
    import argparse

    from textual.screen import Screen

EXAMPLES: Final = """\
  mazegame replay walk.replay
  mazegame replay walk.replay --check
  mazegame replay walk.replay --maze maze.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a replay file (- is standard input)")
    about = "walk it without a screen, and print what it came to"
    add_flags(parser, {"--check": about, "--race": "race it as a ghost"})
    about = "the file of the maze, if it is a loaded one not kept here"
    parser.add_argument("--maze", metavar="FILE", help=about)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.formats.replay import load_replay, prove
    from mazegame.game.recording.record import LOADED

    with refusing(FileFailedError):
        replay = load_replay(arguments.file)
        if arguments.maze is not None:
            from mazegame.formats.files import load_level

            level = load_level(arguments.maze, needs_path=True)
        elif replay.record.level.startswith(LOADED):
            from mazegame.store.journal.mazes import level_of
            from mazegame.store.places import NoHomeError, places

            try:
                kept = places().mazes
            except NoHomeError as error:
                raise FileFailedError(f"{error}; or name the maze's file with --maze") from None
            level = level_of(kept, replay.record.level)
        else:
            from mazegame.engine import Recipe

            level = terminal.carved(Recipe.parse(replay.record.level))
        with terminal.showing(f"walking {len(replay.record.moves):,} steps") as progress:
            run = prove(level, replay, progress=progress)
    if arguments.check:
        from mazegame.store.book.report import format_verification

        write([printable(format_verification(run, replay.record.level))])
        return 0
    if arguments.file == "-":
        terminal.reopen_terminal()

    def first() -> Screen[None]:
        from mazegame.game.modes.free_play import free_play
        from mazegame.game.racing.rivals import rivals_on
        from mazegame.game.scoring.finished_walk import FinishedWalk
        from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
        from mazegame.screens import factory

        if arguments.race:
            match = free_play(level).starting(reveal=replay.record.reveal)
            return factory.play(match.against(replay.record))
        rivals = rivals_on(level, replay.rivals, replay.ghost, run)
        walk = FinishedWalk(run, rivals, wrong_turns(run)[:MARKED_TURNS])
        return factory.replay(walk, race=True)

    return terminal.play(first)
