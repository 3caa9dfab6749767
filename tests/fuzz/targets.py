"""The targets by name."""

from collections.abc import Callable
from typing import Final

from tests.fuzz.command_lines import CommandLines
from tests.fuzz.harness import Target
from tests.fuzz.journals import Journals
from tests.fuzz.maze_files import MazeFiles
from tests.fuzz.parties import PartyRooms, PartyServers
from tests.fuzz.score_books import ScoreBooks
from tests.fuzz.settings_files import SettingsFiles
from tests.fuzz.terminal import Keys, Signals

TARGETS: Final[dict[str, Callable[[], Target]]] = {
    target.name: target
    for target in (
        SettingsFiles, Journals, ScoreBooks, MazeFiles, CommandLines, Keys, Signals, PartyRooms,
        PartyServers,
    )
}  # fmt: skip
"""The classes of the targets by name."""
