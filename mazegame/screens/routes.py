"""Routes: values that name a screen and hold its arguments.

A screen opens a route with ``GameScreen.open``; the router builds the screen. So no screen imports
another one. What lives here: the routes and the types of screens' answers. What does not: the
classes of the screens (``router.py``).

Routes are never compared or printed. The first frame waits for this module, and each method that
``dataclass`` writes is compiled at import, so they have no more of these than they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mazegame.frozen import frozen_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from textual.screen import Screen

    from mazegame.drawing import Scene
    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.race_choice import RaceChoice
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.game.wrong_turns import WrongTurn
    from mazegame.lab.gallery import Sample
    from mazegame.lab.subject import Subject
    from mazegame.store.journal_lines import SavedRun
    from mazegame.store.values import Overview

Answer = TypeVar("Answer")


class Route(Generic[Answer]):
    """A screen to open; ``Answer`` is the type of its result."""


class Opener(Protocol):
    """The part of the router that screens use."""

    def open(
        self, route: Route[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open a screen over all others.

        Args:
            route: Which screen.
            answered: Called with the screen's answer when it is closed.
        """


# Playing


@frozen_identity
class NewGame(Route[None]):
    """The form for the next level."""

    recipe: Recipe | None = None
    """The initial recipe; None for a default that fits the terminal."""


@frozen_identity
class Texture(Route[tuple[tuple[str, str], ...]]):
    """The options of a texture. Answers with them; None for no change."""

    recipe: Recipe


@frozen_identity
class Race(Route["RaceChoice"]):
    """The rivals and the series of a race. Answers with them."""

    recipe: Recipe
    race: RaceChoice
    """The initial choice."""
    records: Mapping[str, tuple[int, int]]
    """(won, races) against each rival, by its name."""
    usual: float | None = None
    """The player's pace, in cells of the shortest path a second, if it is known."""


@frozen_identity
class Play(Route[None]):
    """A match."""

    match: Match
    resume: Run | None = None
    """An unfinished run of the match's level, to continue."""


class FirstSteps(Route[None]):
    """The maze of the first start, with its captions."""


@frozen_identity
class LiveSetting:
    """A setting that the player can change during a match."""

    name: str
    """Its label."""
    options: Sequence[tuple[Any, str]]
    """Its values and their labels."""
    value: Any
    """The chosen value."""
    apply: Callable[[Any], None]
    """Called with the new value."""
    lasts: bool = True
    """Whether it holds for all games from then on, and not for this game alone."""


@frozen_identity
class Pause(Route[str]):
    """The menu of a match. Answers with "resume", "restart", "next" or "menu"."""

    level: Level
    below: Screen[Any]
    """The screen that plays the match."""
    settings: Sequence[LiveSetting] = ()
    has_next: bool = True
    """Whether another maze can follow before this one is finished."""


@frozen_identity
class Result(Route[str]):
    """A finished run. Answers with "next", "again", "ghost", "practice" or "menu"."""

    run: Run
    rivals: Sequence[Rival] = ()
    """The rivals of the race, in the order of the match."""
    head_lines: int = 2
    """The number of lines above the maze on the screen before."""
    note: str = ""
    """A sentence more about it."""
    zoom: int | None = None
    """The zoom that the player chose while walking; None for the one that fits."""


@frozen_identity
class Exits(Route[bool]):
    """The exits of a wrong turn. Answers with whether to walk on from there."""

    run: Run
    turn: WrongTurn


@frozen_identity
class Replay(Route[None]):
    """A recorded walk to watch."""

    run: Run
    rivals: Sequence[Rival] = ()
    """The rivals of the race; empty for none."""
    turns: Sequence[WrongTurn] = ()
    """The wrong turns to number on the map, the costliest first."""
    race: bool = False
    """Whether the screen offers to race the walk."""


@frozen_identity
class Export(Route[None]):
    """Asks for a file name and writes a maze to it, with the visible layers."""

    level: Level
    scene: Scene
    """Its scene, with path, tracks and heat."""
    moves: bytes = b""
    """The walk of the scene's tracks, each step the bit of a side."""


# Reasons to come back


class Journey(Route[None]):
    """The map of the journey."""


@frozen_identity
class DailyMaze(Route[None]):
    """The maze of the day, and the calendar."""

    day: date | None = None
    """The initially chosen day; None for today."""
    play: bool = False
    """Whether its maze is played at once."""


class Statistics(Route[None]):
    """Statistics of all runs, and the achievements."""


@frozen_identity
class Solution(Route[None]):
    """A maze with its shortest path."""

    level: Level
    title: str
    """The title above the maze."""


# What lasts


@frozen_identity
class Scores(Route[None]):
    """The score book."""

    overview: Overview
    """The book's summary, with the latest ``HISTORY`` runs."""


@frozen_identity
class ProvenWalk:
    """A verified walk."""

    run: Run
    turns: list[WrongTurn]
    """Its wrong turns, the costliest first."""
    rivals: Sequence[Rival] = ()
    """The rivals of the race; empty for none."""


class OpenReplay(Route[ProvenWalk]):
    """Asks for a replay file. Answers with its walk."""


class Saves(Route["SavedRun"]):
    """The runs to resume. Answers with one of them."""


@frozen_identity
class SaveName(Route[str]):
    """Asks for a name to keep something under. Answers with it."""

    heading: str = "Save this run"
    """The design to save."""
    longest: int = 40
    """Most characters of the name."""


@frozen_identity
class Reopened:
    """A run to resume."""

    run: Run
    match: Match


@frozen_identity
class Reopen(Route[Reopened]):
    """Makes the level of a saved run and replays its steps. Answers with the run."""

    saved: SavedRun


class Settings(Route[None]):
    """All settings and keys."""


@frozen_identity
class AskKey(Route[str]):
    """Asks for a key. Answers with its name; None for Escape."""

    about: str
    """The effect of the key."""


# Watching


@frozen_identity
class Lab(Route[None]):
    """Carvings and searches to watch."""

    subjects: Sequence[Subject] = ()
    """One or two subjects to watch; none for a maze that fits the terminal."""
    recipe: Recipe | None = None
    """The recipe of that maze, except for its size; None for a default."""


@frozen_identity
class Gallery(Route[None]):
    """All algorithms and presets side by side."""

    seed: str = ""
    """The seed of all mazes; drawn if empty."""


@frozen_identity
class Versus(Route[None]):
    """Two mazes side by side, with their statistics."""

    left: Sample
    right: Sample


@frozen_identity
class Quiz(Route[None]):
    """The quiz on the algorithms of mazes."""

    seed: str = ""
    """Decides the questions; drawn if empty."""


@frozen_identity
class Choose(Route[str]):
    """A list to pick from. Answers with the name of a line."""

    question: str
    """The question above the list."""
    lines: Sequence[tuple[str, str]]
    """The name and the text of each line."""
    chosen: str = ""
    """The name of the initially highlighted line."""


# Over any screen


@frozen_identity
class Confirm(Route[bool]):
    """A yes-or-no question. Answers with True for yes."""

    question: str
    """The question, in a few words."""
    consequence: str = ""
    """The effect of an answer, in a sentence."""
    details: Sequence[str] = ()
    """Further lines; they are cut off rather than wrapped."""


@frozen_identity
class Help(Route[None]):
    """The keys of a screen, and the rules."""

    about: Screen[Any]


@frozen_identity
class Palette(Route[None]):
    """The list of commands, or of themes."""

    themes: bool = False


@frozen_identity
class TooSmall(Route[None]):
    """A message with the smallest size of the terminal."""

    width: int
    """The columns that the game needs."""
    height: int
    """The lines that the game needs."""
