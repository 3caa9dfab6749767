"""Routes: values that name a screen and hold what it needs to know.

A screen opens a route with ``GameScreen.open``; the router imports the screen and makes it. So no
screen imports another one. What lives here: the routes, in the order of the keys in the settings,
and the types of screens' answers.

Nobody compares or prints a route, and the first frame waits for this module: what ``dataclass``
would write for that is compiled at each start (17 of the 230 ms until the first frame).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from textual.screen import Screen

    from mazegame.drawing import Scene
    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.game.scoring.wrong_turns import WrongTurn
    from mazegame.lab.gallery import Sample
    from mazegame.lab.subject import Subject
    from mazegame.party.client import Client
    from mazegame.party.opening import Opening
    from mazegame.screens.keys import NamedBinding
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.values import Summary

Answer = TypeVar("Answer")


@dataclass_transform(eq_default=False)
class Route(Generic[Answer]):
    """A screen to open; ``Answer`` is the type of its result. Each kind of route is a dataclass."""

    screen: ClassVar[str]
    """The module and the class of the screen, within ``mazegame.screens``."""
    keys_change: ClassVar[bool]
    """Whether the player can change its keys in the settings; those of dialogs are fixed."""

    def __init_subclass__(cls, *, screen: str, keys_change: bool = False) -> None:
        super().__init_subclass__()
        cls.screen, cls.keys_change = screen, keys_change
        dataclass(eq=False, repr=False)(cls)


class Opener(Protocol):
    """The part of the router that screens use."""

    def open(
        self, route: Route[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open a screen over all others; call back with its answer when it is closed."""

    def bindings(self) -> dict[str, NamedBinding]:
        """Return the bindings that players can change, by id, in the order of the routes."""


# Playing


class Play(Route[None], screen="playing.play.PlayScreen", keys_change=True):
    """A match."""

    match: Match
    resume: Run | None = None
    """An unfinished run of the match's level, to continue."""


class Duel(Route[None], screen="playing.duel.DuelScreen", keys_change=True):
    """A duel of two players at one keyboard."""

    match: Match
    """Its first round, as ``duel_match`` makes it."""
    resume: Run | None = None
    """The run of the first player to continue; ``second`` is that of the other one."""
    second: Run | None = None


class Caught(Route[str], screen="dialogs.questions.CaughtScreen"):
    """A match that a hunter ended. Answers with "next", "again" or "menu"."""

    run: Run
    rivals: Sequence[Rival]
    about: str = ""
    """What the player has left in the series."""
    following: str = ""
    """The match that follows; empty for none."""


class Endless(Route[None], screen="playing.endless.EndlessScreen", keys_change=True):
    """A descent; without a seed the one that was left, or a new one."""

    seed: str = ""
    saved: SavedRun | None = None


class FirstSteps(Route[None], screen="playing.first_steps.FirstStepsScreen"):
    """The maze of the first start, with its captions."""


class Result(Route[str], screen="ended.result.ResultScreen", keys_change=True):
    """A finished run. Answers with "next", "again", "ghost", "practice" or "menu"."""

    run: Run
    rivals: Sequence[Rival] = ()
    """The rivals of the race, in the order of the match."""
    head_lines: int = 2
    """The lines above the maze on the screen before, so that the maze does not move."""
    note: str = ""
    zoom: int | None = None
    """The zoom that the player chose while walking; None for the one that fits."""
    last: bool = False
    """Whether it ends its series: then "next" leads to the menu."""


class NewGame(Route[None], screen="new_game.NewGameScreen", keys_change=True):
    """The form for the next level."""

    recipe: Recipe | None = None
    """The initial recipe; None for a default that fits the terminal."""


class Texture(Route[tuple[tuple[str, str], ...]], screen="dialogs.texture.TextureScreen"):
    """The options of a texture. Answers with them; None for no change."""

    recipe: Recipe


class Race(Route["RaceChoice"], screen="dialogs.race.RaceScreen"):
    """The rivals and the series of a race. Answers with them."""

    recipe: Recipe
    race: RaceChoice
    records: Mapping[str, tuple[int, int]]
    """(won, races) against each rival, by its name."""
    usual: float | None = None
    """The player's pace in such runs, in cells of the shortest path a second, if it is known."""


class Pause(Route[str], screen="playing.pause.PauseScreen", keys_change=True):
    """The menu of a match. Answers with "resume", "restart", "next", "lab" or "menu"."""

    level: Level
    below: Screen[Any]
    """The screen that plays the match."""
    rules: Rules
    change_rules: Callable[[Rules], object]
    race: bool = False
    """Whether the match has a rival."""
    has_next: bool = True
    """Whether another maze can follow before this one is finished."""


class Exits(Route[bool], screen="dialogs.questions.ExitsScreen"):
    """The exits of a wrong turn. Answers with whether to walk on from there."""

    run: Run
    turn: WrongTurn


class Replay(Route[None], screen="ended.replay.ReplayScreen", keys_change=True):
    """A recorded walk to watch."""

    run: Run
    rivals: Sequence[Rival] = ()
    """The rivals of the race; empty for none."""
    turns: Sequence[WrongTurn] = ()
    """The wrong turns to number on the map, the costliest first."""
    race: bool = False
    """Whether the screen offers to race the walk."""
    name: str = "you"
    party: str = ""
    """Who raced as well, and whose walks are not kept."""


class Export(Route[None], screen="dialogs.file_dialogs.ExportScreen"):
    """Asks for a file name and writes a maze to it, with the visible layers."""

    level: Level
    scene: Scene
    """Its scene, with path, tracks and heat."""
    moves: bytes = b""
    """The walk of the scene's tracks, each step the bit of a side."""


# Parties


class Party(Route[None], screen="party.lobby.LobbyScreen"):
    """A party: its lobby, and the board after each round."""

    opening: Opening | None = None
    """The room to open here; None to join another one."""
    address: str = ""
    word: str = ""
    name: str = ""
    watch: bool = False
    """Whether this is the screen for the wall, and nobody plays here."""


class PartyRace(Route[None], screen="party.rounds.PartyRaceScreen"):
    """The present round of a party, to walk."""

    client: Client


class PartyWatch(Route[None], screen="party.rounds.PartyWatchScreen"):
    """The present round of a party, to watch."""

    client: Client


class PartyDoor(Route[None], screen="party.door.PartyDoorScreen"):
    """Asks for a name, and for the address and the word of a room; without one it opens a room."""


# Reasons to come back


class Journey(Route[None], screen="series.journey.JourneyScreen", keys_change=True):
    """The map of the journey."""


class DailyMaze(Route[None], screen="series.daily.DailyScreen", keys_change=True):
    """The maze of the day, and the calendar."""

    day: date | None = None
    """The initially chosen day; None for today."""
    play: bool = False
    """Whether its maze is played at once."""
    marathon: bool = False
    """Whether the week's marathon is played at once."""


class Solution(Route[None], screen="series.solution.SolutionScreen", keys_change=True):
    """A maze with its shortest path."""

    level: Level
    title: str


class Statistics(Route[None], screen="career.statistics.StatisticsScreen", keys_change=True):
    """Statistics of all runs, and the achievements."""


# Watching


class Lab(Route[None], screen="lab.lab.LabScreen", keys_change=True):
    """Carvings and searches to watch."""

    subjects: Sequence[Subject] = ()
    """One or two subjects to watch; none for a maze that fits the terminal."""
    recipe: Recipe | None = None
    """The recipe of that maze, except for its size; None for a default."""


class Gallery(Route[None], screen="lab.gallery.GalleryScreen", keys_change=True):
    """All algorithms and presets side by side."""

    seed: str = ""
    """The seed of all mazes; drawn if empty."""


class Versus(Route[None], screen="lab.gallery.VersusScreen", keys_change=True):
    """Two mazes side by side, with their statistics."""

    samples: tuple[Sample, Sample]


class Quiz(Route[None], screen="lab.quiz.QuizScreen", keys_change=True):
    """The quiz on the algorithms of mazes."""

    seed: str = ""
    """Decides the questions; drawn if empty."""


class Choose(Route[str], screen="dialogs.questions.ChooseScreen"):
    """A list to pick from. Answers with the name of a line."""

    question: str
    lines: Sequence[tuple[str, str]]
    """The name and the text of each line."""
    chosen: str = ""
    """The name of the initially highlighted line."""


# What lasts


class Scores(Route[None], screen="career.scores.ScoresScreen", keys_change=True):
    """The score book."""

    overview: Summary
    """The book's summary, with the latest ``HISTORY`` runs; read before, so that one layout is
    enough."""


class OpenReplay(Route[Replay], screen="dialogs.file_dialogs.OpenReplayScreen"):
    """Asks for a replay file. Answers with what shows its walk, once that is verified."""


class Saves(Route["SavedRun"], screen="dialogs.saves.SavesScreen"):
    """The runs to resume. Answers with one of them."""


class SaveName(Route[str], screen="dialogs.questions.NameScreen"):
    """Asks for a name to keep something under. Answers with it."""

    heading: str = "Save this run"
    longest: int = 40
    """Most characters of the name."""


class Reopen(Route["Play | Duel"], screen="dialogs.saves.OpeningScreen"):
    """Makes the level of a saved run and replays its steps. Answers with what plays it on."""

    saved: SavedRun


class Settings(Route[None], screen="settings.SettingsScreen"):
    """All settings and keys."""


class AskKey(Route[str], screen="dialogs.questions.KeyScreen"):
    """Asks for a key. Answers with its name; None for Escape."""

    about: str
    """The effect of the key."""


# Over any screen


class Confirm(Route[bool], screen="dialogs.questions.ConfirmScreen"):
    """A yes-or-no question. Answers with True for yes."""

    question: str
    consequence: str = ""
    """The effect of an answer, in a sentence."""
    details: Sequence[str] = ()
    """Further lines; they are cut off rather than wrapped."""


class Help(Route[None], screen="dialogs.help.HelpScreen"):
    """The keys of a screen, and the rules."""

    about: Screen[Any]


class CommandPalette(Route[None], screen="command_palette.PaletteScreen"):
    """The list of commands, or of themes."""

    themes: bool = False


class TooSmall(Route[None], screen="too_small.TooSmallScreen"):
    """A message with the smallest size of the terminal, in columns and lines."""

    width: int
    height: int
