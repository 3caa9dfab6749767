"""The targets by name."""

from typing import Final, NamedTuple

from tests.fuzz.command_lines import CommandLines
from tests.fuzz.harness import Target
from tests.fuzz.journals import Journals
from tests.fuzz.maze_files import MazeFiles
from tests.fuzz.parties import PartyRooms, PartyServers
from tests.fuzz.score_books import ScoreBooks
from tests.fuzz.settings_files import SettingsFiles
from tests.fuzz.terminal import Keys, Signals


class Aim(NamedTuple):
    """What is fuzzed, its share of the inputs of a long run, and the inputs of the short form."""

    target: type[Target]
    share: float
    short: int


TARGETS: Final = {
    "settings": Aim(SettingsFiles, 0.08, 600),
    "journals": Aim(Journals, 0.35, 600),
    "score books": Aim(ScoreBooks, 0.012, 60),
    "maze files": Aim(MazeFiles, 0.3, 500),
    "command lines": Aim(CommandLines, 0.05, 250),
    "keys": Aim(Keys, 0.2, 300),
    "signals": Aim(Signals, 0.0005, 1),
    "party rooms": Aim(PartyRooms, 0.09, 600),
    "party servers": Aim(PartyServers, 0.01, 300),
}
"""What is fuzzed, by the names of the targets."""
