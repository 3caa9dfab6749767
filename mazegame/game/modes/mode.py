"""Mode: one thing to play, with all that the rest of the game needs to know about it.

A mode is a module of this package: its rules, and a value of ``Mode``, its row. ``table.py`` lists
the rows. The first screen, the palette, the command line, help, the score book, statistics,
resuming and the game in words read the rows.

The command line lists the modes without NumPy, and the first screen before its first frame. So
nothing here and in the modules of the modes imports NumPy, but for functions that need it; and rows
are named tuples, which are made in half the time of dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from mazegame.engine import Recipe
    from mazegame.game.match import Match, Series
    from mazegame.game.modes.achievement import Achievement
    from mazegame.game.racing.racer import RivalSpec

FOG: Final = "see only what is or was in sight"
"""The sentence on the option ``--fog``."""


class BookRow(Protocol):
    """A finished run of the score book, as far as a mode reads it."""

    @property
    def level(self) -> str:
        """The game ID, or ``maze:`` and a hash."""

    @property
    def series(self) -> str:
        """The key of its series, which begins with the prefix of its mode."""

    @property
    def rules(self) -> str:
        """``Rules.key`` of the easiest rules during the run."""

    @property
    def rows(self) -> int:
        """The rows of its maze."""

    @property
    def ranked(self) -> bool:
        """Whether it counts for the bests of its category."""

    @property
    def shown(self) -> bool:
        """Whether the path was shown."""

    @property
    def steps(self) -> int:
        """Steps, those back included."""

    @property
    def dist_min(self) -> int:
        """The length of the shortest path."""

    @property
    def ms(self) -> int:
        """The time on the stopwatch, in milliseconds."""

    @property
    def score(self) -> int:
        """Points, 0 to 1000."""

    @property
    def stars(self) -> int:
        """1 to 3 stars."""


class ViewColumns(Protocol):
    """Returns the columns of one player's view in a terminal of some width."""

    def __call__(self, columns: int, *, fog: bool) -> int:
        """Return its columns, with or without fog."""


class EarlierResults(NamedTuple):
    """What a series may ask about earlier runs when one of its matches is resumed."""

    rivals: tuple[RivalSpec, ...] = ()
    stars: Callable[[], Mapping[int, int]] = dict
    """Returns the most stars on each solved level of the journey, by its number."""
    points: Callable[[], Mapping[str, Mapping[str, Mapping[int, int]]]] = dict
    """Returns the points of each walked leg by week, attempt and leg."""
    times: Callable[[str], Sequence[int]] = lambda _: ()
    """Returns the times in milliseconds of the finished runs whose series begins with a text."""
    is_ranked_try: Callable[[], bool] = lambda: True
    """Returns whether the run is the ranked try of its daily maze."""


class Outcome(NamedTuple):
    """The texts that lists of runs show instead of a score, and the names of the walkers."""

    words: str
    brief: str
    """A shorter text for narrow lists."""
    race: str = ""
    """The result of its race in a word; empty without a race."""
    walkers: tuple[str, str] = ("you", "ghost")
    """The name of the walker, and of the second walker whose walk is kept."""


class CommandOption(NamedTuple):
    """An option of a mode's command: a flag, a choice or a positional argument."""

    name: str
    """As on the command line: ``--fewest``, or ``week`` for a positional argument."""
    about: str
    metavar: str = ""
    """The displayed name of its value; empty for a flag and a choice."""
    choices: tuple[str, ...] = ()
    """The values that fit, the first is the default; empty for others."""


Options = Mapping[str, Any]
"""The values of a command's options by their names without hyphens; None or False if not given.
``recipe`` is the design of the first maze, in a size that fits. The first screen gives ``recipe``
and ``fog`` alone."""


class CommandSpec(NamedTuple):
    """The command that opens a mode: ``mazegame NAME``. ``table.py`` has a sentence on each."""

    examples: tuple[str, ...]
    options: tuple[CommandOption, ...] = ()
    design: str = ""
    """Name of the argument for the first maze's design; empty if the player does not choose it."""
    check: Callable[[Options], None] = lambda _: None
    """Raises ValueError with one sentence on options that do not fit."""
    ids: tuple[str, str] = ("", "")
    """The flag that prints the mode's game IDs instead of playing, and the sentence on it."""
    game_ids: Callable[[Options], Sequence[Recipe]] = lambda _: ()
    """Returns the recipes whose game IDs that flag prints."""
    opens: Callable[[Options], Mapping[str, Any]] | None = None
    """Returns the argument of the mode's own screen; None if the command plays a first match."""
    resume_series: Callable[[Options], str | None] = lambda _: None
    """Returns the key of the series whose interrupted run the game in words goes on with."""


class Mode(NamedTuple):
    """Something to play or to look at, with the rules and words of what it opens."""

    name: str
    """Its name on the command line and in key bindings."""
    title: str
    about: str
    """A description in a few words."""
    door: str = "play"
    """The door of the first screen that leads to it (``screens/doors.py``)."""
    command: CommandSpec | None = None
    """Its command; None if another command opens it, or none."""
    plays: bool = True
    """Whether it is played; otherwise it is only watched or looked up."""
    not_in_words: str = ""
    """A sentence on why its command cannot be played in words; empty if it can.

    An interrupted run of one player goes on in words in any mode.
    """

    # Playing

    home_action: str = ""
    """The action of the first screen that opens it, where it is not a screen or a match of its own;
    empty for others."""
    screen: str = ""
    """Its own screen, which leads to its matches, by its function in ``screens/factory.py``; empty
    if it begins with a match."""
    begins_with: Mapping[str, Any] = MappingProxyType({})
    """The argument of its own screen when the first screen opens it."""
    first: Callable[[Options], Match] | None = None
    """Returns its first match; None if its own screen chooses it."""
    reveal: bool = True
    """Whether its clock may start with the reveal of the walls."""
    plays_on: str = "playing.play.PlayScreen"
    """The screen that plays it: its module within ``screens/``, and its class."""
    ends_on: str = ""
    """The screen after its last match, by its function in ``screens/factory.py``, which is given
    the series and the finished run; empty for none."""
    players: int = 1
    """The number of players at one keyboard."""
    view_columns: ViewColumns | None = None
    """Returns the columns of a player's view in a terminal; None for the usual view."""
    lines_beside: int = 0
    """Lines of the screen besides such a view."""

    # What is kept

    prefix: str = ""
    """Prefix of the keys of its series; empty for free play, or if its runs are not kept."""
    series: Callable[[str, EarlierResults], Series | None] | None = None
    """Returns the series of a key, to resume a run; None for an incomplete key."""
    maze_of: Callable[[str], Recipe | None] = lambda _: None
    """Returns the only maze that fits a key; None if any does."""
    ranked: bool = True
    """Whether its runs can be ranked by their mazes."""
    is_match: bool = True
    """Whether an interrupted run of it is a match; if not, its own screen goes on with it."""

    # What lists and statistics say of it

    outcome: Callable[[BookRow], Outcome | None] = lambda _: None
    """Returns what lists show of a run in place of its score; None for the score."""
    lines: Callable[[Sequence[BookRow]], list[str]] = lambda _: []
    """Returns its lines in the statistics; an empty list if none of the runs is of this mode."""
    counts: Callable[[Sequence[BookRow]], Mapping[str, Any]] = lambda _: {}
    """Returns its numbers in the statistics for programs."""
    achievements: tuple[Achievement, ...] = ()
