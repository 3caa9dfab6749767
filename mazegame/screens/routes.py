"""Routes: values that say which screen is wanted, and what it needs to know.

A screen opens a route with ``GameScreen.open``; the router makes the screen. So no screen imports
another one. What lives here: the routes and the values that screens answer with. What does not:
which class a route stands for (``router.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen

    from mazegame.drawing import Scene
    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.game.wrong_turns import WrongTurn
    from mazegame.lab.gallery import Sample
    from mazegame.lab.subject import Subject
    from mazegame.store.journal_lines import SavedRun
    from mazegame.store.values import Overview

Answer = TypeVar("Answer")


class Route(Generic[Answer]):
    """A screen that is wanted; ``Answer`` is the type of what it is dismissed with."""


class Opener(Protocol):
    """What opens routes: the router, as screens see it."""

    def open(
        self, route: Route[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open a screen over all others.

        Args:
            route: Which screen.
            answered: Called with the screen's answer when it is closed.
        """


# Playing


@dataclass(frozen=True)
class NewGame(Route[None]):
    """The form that decides the next level."""

    recipe: Recipe | None = None
    """What the form begins with; None for a default that fits the terminal."""


@dataclass(frozen=True)
class Texture(Route[tuple[tuple[str, str], ...]]):
    """The options of a texture. Answers with them, with None if nothing changes."""

    recipe: Recipe


@dataclass(frozen=True)
class Play(Route[None]):
    """A match."""

    match: Match
    resume: Run | None = None
    """An unfinished run of the match's level to go on with."""


@dataclass(frozen=True)
class LiveSetting:
    """Something that can be changed while a match is paused."""

    name: str
    """Its label."""
    options: Sequence[tuple[Any, str]]
    """Its values and their labels."""
    value: Any
    """Which value is chosen."""
    apply: Callable[[Any], None]
    """Called with another value."""


@dataclass(frozen=True)
class Pause(Route[str]):
    """The menu of a match. Answers with "resume", "restart", "next" or "menu"."""

    level: Level
    below: Screen[Any]
    """The screen that plays the match."""
    settings: Sequence[LiveSetting] = ()


@dataclass(frozen=True)
class Result(Route[str]):
    """A finished run. Answers with "next", "again", "ghost", "practice" or "menu"."""

    run: Run
    rivals: Sequence[Rival] = ()
    """Whom the player raced, in the order of the match."""
    head_lines: int = 2
    """The lines above the maze on the screen before."""
    note: str = ""
    """A sentence more about it."""


@dataclass(frozen=True)
class Exits(Route[bool]):
    """The exits of a wrong turn. Answers with whether to walk on from there."""

    run: Run
    turn: WrongTurn


@dataclass(frozen=True)
class Replay(Route[None]):
    """A walk to look at."""

    run: Run
    rivals: Sequence[Rival] = ()
    """Whom the walk was a race with."""
    turns: Sequence[WrongTurn] = ()
    """The wrong turns to number on the map, the costliest first."""
    race: bool = False
    """Whether the walk can be raced from there."""


@dataclass(frozen=True)
class Export(Route[None]):
    """Asks for a file and writes a maze to it, as it is seen."""

    level: Level
    scene: Scene
    """How it is seen: its path, tracks and heat are written."""
    moves: bytes = b""
    """The walk whose tracks the scene shows, each step the bit of a side."""


# Reasons to come back


@dataclass(frozen=True)
class Journey(Route[None]):
    """The map of the journey."""


@dataclass(frozen=True)
class DailyMaze(Route[None]):
    """The maze of the day, and the calendar."""


@dataclass(frozen=True)
class Statistics(Route[None]):
    """What all runs say about the player, and the achievements."""


@dataclass(frozen=True)
class Solution(Route[None]):
    """A maze with its shortest path."""

    level: Level
    title: str
    """Whose solution it is."""


# What lasts


@dataclass(frozen=True)
class Scores(Route[None]):
    """The score book."""

    overview: Overview
    """What the book says of the latest ``HISTORY`` runs."""


@dataclass(frozen=True)
class ProvenWalk:
    """A walk whose every step was checked."""

    run: Run
    turns: list[WrongTurn]
    """Its wrong turns, the costliest first."""
    rivals: Sequence[Rival] = ()
    """Whom it was a race with."""


@dataclass(frozen=True)
class OpenReplay(Route[ProvenWalk]):
    """Asks for the file of a replay. Answers with its walk."""


@dataclass(frozen=True)
class Saves(Route["SavedRun"]):
    """The runs that can be gone on with. Answers with one of them."""


@dataclass(frozen=True)
class SaveName(Route[str]):
    """Asks for the name of a save. Answers with it."""


@dataclass(frozen=True)
class Reopened:
    """A run to go on with."""

    run: Run
    match: Match


@dataclass(frozen=True)
class Reopen(Route[Reopened]):
    """Makes the level of a saved run and walks to where it was. Answers with the run."""

    saved: SavedRun


@dataclass(frozen=True)
class Settings(Route[None]):
    """All settings and keys."""


@dataclass(frozen=True)
class AskKey(Route[str]):
    """Asks for a key. Answers with its name, with None for Escape."""

    about: str
    """What the key is for."""


# Watching


@dataclass(frozen=True)
class Lab(Route[None]):
    """Carvings and searches to watch."""

    subjects: Sequence[Subject] = ()
    """What to watch, one or two; none for a maze that fits the terminal."""
    recipe: Recipe | None = None
    """What that maze is made of, but for its size; None for a default."""


@dataclass(frozen=True)
class Gallery(Route[None]):
    """All algorithms and presets side by side."""

    seed: str = ""
    """The seed of all mazes; drawn if empty."""


@dataclass(frozen=True)
class Versus(Route[None]):
    """Two mazes side by side, with their numbers."""

    left: Sample
    right: Sample


@dataclass(frozen=True)
class Quiz(Route[None]):
    """Mazes to guess the algorithm of."""

    seed: str = ""
    """Decides the questions; drawn if empty."""


@dataclass(frozen=True)
class Choose(Route[str]):
    """Asks for one of several things. Answers with its name."""

    question: str
    """What is to be chosen."""
    lines: Sequence[tuple[str, str]]
    """The name and the text of each."""
    chosen: str = ""
    """The name of the one that is chosen now."""


# Over any screen


@dataclass(frozen=True)
class Confirm(Route[bool]):
    """A question. Answers with whether the player agrees."""

    question: str
    """The question, in a few words."""
    consequence: str = ""
    """What a yes brings with it, or a no."""
    details: Sequence[str] = ()
    """What the question is about: lines that are cut off rather than wrapped."""


@dataclass(frozen=True)
class Help(Route[None]):
    """The keys of a screen, and the rules."""

    about: Screen[Any]


@dataclass(frozen=True)
class Palette(Route[None]):
    """The list of commands, or of themes."""

    themes: bool = False


@dataclass(frozen=True)
class TooSmall(Route[None]):
    """Says how large the terminal has to be."""

    width: int
    """The columns that the game needs."""
    height: int
    """The lines that the game needs."""
