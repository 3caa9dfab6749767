"""The targets by name."""

from typing import Final

from tests.fuzz.command_lines import CommandLines
from tests.fuzz.control_sequences import ControlSequences
from tests.fuzz.journals import Journals
from tests.fuzz.lattices import Lattices
from tests.fuzz.maze_files import MazeFiles
from tests.fuzz.parties import PartyRooms, PartyServers
from tests.fuzz.score_books import ScoreBooks
from tests.fuzz.settings_files import SettingsFiles
from tests.fuzz.terminal import Keys, Leaving, Signals

TARGETS: Final = {
    target.name: target
    for target in (
        SettingsFiles, Journals, ScoreBooks, MazeFiles, Lattices, CommandLines, Keys, Signals,
        Leaving, ControlSequences, PartyRooms, PartyServers,
    )
}  # fmt: skip
"""What is fuzzed, by the names of the targets."""
