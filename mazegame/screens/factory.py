"""Screens: one function for each, which makes it.

A screen opens another one by ``GameScreen.open(factory.lab(...))`` and never imports it. Each
function imports its screen's module when it is called, so that the start loads only the first
screen. The type of ``Screen`` is that of its answer; one that is closed without an answer gives
None.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from textual.content import Content
    from textual.screen import Screen

    from mazegame.drawing import Scene
    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.modes.marathon import MarathonSeries
    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.racing.racer import Racer
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run
    from mazegame.game.scoring.finished_walk import FinishedWalk
    from mazegame.game.scoring.wrong_turns import WrongTurn
    from mazegame.game.setup.draft import Draft
    from mazegame.lab.gallery import Sample
    from mazegame.lab.subject import Subject
    from mazegame.party.client import Client
    from mazegame.party.opening import Opening
    from mazegame.screens.base import GameScreen
    from mazegame.store.journal.journal_lines import SavedRun


# Playing


def play(match: Match, *runs: Run) -> Screen[None]:
    """Return the screen that plays a match, as its mode says; ``runs`` are continued."""
    from mazegame.game.modes.table import mode_of

    made: Screen[None] = _class_of(mode_of(match.series.key).plays_on)(match, *runs)
    return made


def endless(seed: str = "", saved: SavedRun | None = None) -> Screen[None]:
    """Return the screen of a descent: of a seed, else the interrupted one, else a new one."""
    from mazegame.screens.playing.endless import EndlessScreen

    return EndlessScreen(seed, saved)


def first_steps() -> Screen[None]:
    """Return the screen of the very first start, a maze with captions."""
    from mazegame.screens.playing.first_steps import FirstStepsScreen

    return FirstStepsScreen()


def pause(
    level: Level,
    below: Screen[Any],
    rules: Rules,
    change_rules: Callable[[Rules], object],
    *,
    race: bool = False,
    has_next: bool = True,
) -> Screen[str]:
    """Return the menu of a match. Answers "resume", "restart", "next", "lab" or "menu".

    Args:
        level: The level that is played.
        below: The screen that plays it.
        rules: The rules in force.
        change_rules: Called with the rules that the player chooses.
        race: Whether the match has a rival.
        has_next: Whether another maze can follow before this one is finished.
    """
    from mazegame.screens.playing.pause import PauseScreen

    return PauseScreen(level, below, rules, change_rules, race=race, has_next=has_next)


def caught(run: Run, rivals: Sequence[Racer], about: str = "", following: str = "") -> Screen[str]:
    """Return the card for a caught player. Answers "next", "again" or "menu".

    ``about`` says what the player has left in the series, ``following`` names the match that
    follows; empty for none.
    """
    from mazegame.screens.dialogs.questions import CaughtScreen

    return CaughtScreen(run, rivals, about, following)


def result(
    run: Run,
    rivals: Sequence[Racer] = (),
    *,
    head_lines: int = 2,
    note: str = "",
    zoom: int | None = None,
    follows: str = "next",
    fog: bool = False,
) -> Screen[str]:
    """Return the result. Answers "next", "again", "ghost", "menu" or "practice 0".

    The number is that of a wrong turn, the costliest is 0.

    Args:
        run: The run.
        rivals: The rivals of the race, in the order of the match.
        head_lines: The lines above the maze on the screen before, so that the maze does not move.
        note: A message about the run.
        zoom: The zoom that the player chose while walking; None for the one that fits.
        follows: What "next" leads to, in a word or two.
        fog: Whether it was walked in fog, where reading and walking are one.
    """
    from mazegame.screens.ended.result import ResultScreen

    return ResultScreen(
        run, rivals, head_lines=head_lines, note=note, zoom=zoom, follows=follows, fog=fog
    )


def why(run: Run, turns: Sequence[WrongTurn]) -> Screen[int]:
    """Return the list of wrong turns. Answers the number of the one to walk on from."""
    from mazegame.screens.ended.why import WhyScreen

    return WhyScreen(run, turns)


def replay(walk: FinishedWalk, *, race: bool = False) -> Screen[None]:
    """Return the replay of a walk; ``race`` is whether it offers to race that."""
    from mazegame.screens.ended.replay import ReplayScreen

    return ReplayScreen(walk, race=race)


def export(level: Level, scene: Scene, moves: bytes = b"") -> Screen[None]:
    """Return a dialog that writes a maze to a file, with the layers that its scene shows.

    ``moves`` is the walk of the scene's tracks, each step the bit of a side.
    """
    from mazegame.screens.dialogs.file_dialogs import ExportScreen

    return ExportScreen(level, scene, moves)


# Before a game


def home(recipe: Recipe | None = None) -> Screen[None]:
    """Return the first screen; without a recipe it offers the design that was last played."""
    from mazegame.screens.home.home import HomeScreen

    return HomeScreen(recipe)


def design(begun: Draft | Recipe | None = None, focus: str = "") -> Screen[None]:
    """Return the form for all parts of the next level.

    Args:
        begun: The draft to edit, or a recipe to begin one with; None for the design that was last
            played.
        focus: Where to begin: ``game-id``, ``design`` for the design's settings, or empty for
            the list of designs.
    """
    from mazegame.screens.new_game import NewGameScreen

    return NewGameScreen(begun, focus)


def texture(recipe: Recipe) -> Screen[tuple[tuple[str, str], ...]]:
    """Return a dialog for the options of a texture. Answers the options."""
    from mazegame.screens.dialogs.texture import TextureScreen

    return TextureScreen(recipe)


def race(
    recipe: Recipe,
    choice: RaceChoice,
    records: Mapping[str, tuple[int, int]],
    usual: float | None = None,
) -> Screen[RaceChoice]:
    """Return a dialog for the rivals and the series of a race. Answers the choice.

    Args:
        recipe: The maze to race in.
        choice: What is chosen at first.
        records: (won, races) against each rival, by its name.
        usual: The player's pace in such runs, in cells of the shortest path a second, if known.
    """
    from mazegame.screens.dialogs.race import RaceScreen

    return RaceScreen(recipe, choice, records, usual)


# Parties


def party(
    opening: Opening | None = None,
    address: str = "",
    word: str = "",
    name: str = "",
    *,
    watch: bool = False,
) -> Screen[None]:
    """Return the lobby of a party, which also shows the board after each round.

    Args:
        opening: The room to open here; None to join another one.
        address: The address of that room.
        word: Its room word.
        name: The player's name; empty for the usual one.
        watch: Whether this is the screen for the wall, and nobody plays here.
    """
    from mazegame.screens.party.lobby import LobbyScreen

    return LobbyScreen(opening, address, word, name, watch=watch)


def party_race(client: Client) -> Screen[None]:
    """Return the screen that walks the present round of a party."""
    from mazegame.screens.party.rounds import PartyRaceScreen

    return PartyRaceScreen(client)


def party_watch(client: Client) -> Screen[None]:
    """Return the screen that watches the present round of a party."""
    from mazegame.screens.party.rounds import PartyWatchScreen

    return PartyWatchScreen(client)


def load_party() -> None:
    """Import all that a round needs, while file descriptors are free: strangers may take many."""
    for name in (
        "screens.party.rounds",
        "screens.ended.replay",
        "screens.dialogs.help",
        "screens.dialogs.questions",
        "drawing.half_blocks",
        "drawing.minimap",
        "drawing.outline",
        "drawing.overview",
        "drawing.ribbon",
        "drawing.wall_map",
        "game.setup.designs",
        "store.book.compact",
        "store.book.report",
    ):
        import_module(f"mazegame.{name}")


def friends(tab: Literal["host", "join", "watch", "duel"] = "host") -> Screen[None]:
    """Return a tab of the ways to play with friends."""
    from mazegame.screens.party import friends

    kinds = {
        "host": friends.HostScreen, "join": friends.JoinScreen, "watch": friends.WatchScreen,
        "duel": friends.DuelDoorScreen,
    }  # fmt: skip
    return kinds[tab]()


# Reasons to come back


def journey() -> Screen[None]:
    """Return the map of the journey."""
    from mazegame.screens.series.journey import JourneyScreen

    return JourneyScreen()


def daily_maze(
    day: date | None = None, *, play: bool = False, marathon: bool = False
) -> Screen[None]:
    """Return the screen of the daily mazes, with the calendar.

    Args:
        day: The initially chosen day; None for today.
        play: Whether its maze is played at once.
        marathon: Whether the week's marathon is played at once.
    """
    from mazegame.screens.series.daily import DailyScreen

    return DailyScreen(day, play=play, marathon=marathon)


def marathon(
    week: str, attempts: Mapping[str, Mapping[int, int]], left_leg: int = 0
) -> Screen[str]:
    """Return the description of a week's marathon. Answers "start" or "continue".

    Args:
        week: The ISO week, ``2026-W47``.
        attempts: The points of the player's attempts, by their names and by leg.
        left_leg: The leg that was left on its way and can be continued; 0 for none.
    """
    from mazegame.screens.series.marathon import MarathonScreen

    return MarathonScreen(week, attempts, left_leg)


def marathon_end(series: MarathonSeries, run: Run) -> Screen[None]:
    """Return the end of a marathon, whose last leg is ``run``: its points and its legs."""
    from mazegame.screens.series.marathon import MarathonEndScreen

    return MarathonEndScreen(series, run)


def solution(level: Level, title: str) -> Screen[None]:
    """Return the screen of a maze with its shortest path."""
    from mazegame.screens.series.solution import SolutionScreen

    return SolutionScreen(level, title)


def profile(tab: Literal["scores", "statistics", "achievements"] = "scores") -> Screen[None]:
    """Return a tab of scores, statistics and achievements."""
    return scores() if tab == "scores" else statistics(tab)


def statistics(tab: Literal["statistics", "achievements"] = "statistics") -> Screen[None]:
    """Return the statistics of all runs, or the achievements."""
    from mazegame.screens.career.statistics import StatisticsScreen

    return StatisticsScreen(tab)


# Watching


def study(tab: Literal["lab", "gallery", "quiz"] = "lab") -> Screen[None]:
    """Return a tab of lab, gallery and quiz."""
    return lab() if tab == "lab" else gallery() if tab == "gallery" else quiz()


def lab(subjects: Sequence[Subject] = (), recipe: Recipe | None = None) -> Screen[None]:
    """Return the lab with one or two carvings or searches; without any, with a maze that fits.

    ``recipe`` is that of the maze that fits, except for its size; None for a default.
    """
    from mazegame.screens.lab.lab import LabScreen

    return LabScreen(subjects, recipe)


def gallery(seed: str = "") -> Screen[None]:
    """Return the gallery of all algorithms and presets; without a seed one is drawn."""
    from mazegame.screens.lab.gallery import GalleryScreen

    return GalleryScreen(seed)


def versus(samples: tuple[Sample, Sample]) -> Screen[None]:
    """Return two mazes side by side, with their statistics."""
    from mazegame.screens.lab.gallery import VersusScreen

    return VersusScreen(samples)


def quiz(seed: str = "") -> Screen[None]:
    """Return the quiz on the algorithms of mazes; without a seed one is drawn."""
    from mazegame.screens.lab.quiz import QuizScreen

    return QuizScreen(seed)


def choose(
    question: str, lines: Sequence[tuple[str, str | Content]], chosen: str = ""
) -> Screen[str]:
    """Return a list of names and texts to pick from. Answers the name of a line.

    ``chosen`` is the name of the initially highlighted line.
    """
    from mazegame.screens.dialogs.questions import ChooseScreen

    return ChooseScreen(question, lines, chosen)


# What lasts


def scores() -> Screen[None]:
    """Return the screen of the score book."""
    from mazegame.screens.career.scores import ScoresScreen

    return ScoresScreen()


def open_replay() -> Screen[FinishedWalk]:
    """Return a dialog that opens a replay file. Answers its walk, once that is verified."""
    from mazegame.screens.dialogs.file_dialogs import OpenReplayScreen

    return OpenReplayScreen()


def saves() -> Screen[SavedRun]:
    """Return the list of runs to resume. Answers one of them."""
    from mazegame.screens.dialogs.saves import SavesScreen

    return SavesScreen()


def save_name(heading: str = "Save this run", longest: int = 40) -> Screen[str]:
    """Return a dialog for a name, of at most some characters. Answers the name."""
    from mazegame.screens.dialogs.questions import NameScreen

    return NameScreen(heading, longest)


def resume_question(details: Sequence[str], saves: str) -> Screen[bool]:
    """Return the question whether to resume a run. Answers True for yes.

    Any key that is no answer means no, and does what it does on the screen below.

    Args:
        details: The lines that describe the run.
        saves: The key of the list in which the run stays.
    """
    from mazegame.screens.dialogs.questions import ResumeScreen

    return ResumeScreen(details, saves)


def reopen(saved: SavedRun) -> Screen[tuple[Match, tuple[Run, ...]]]:
    """Return a dialog that opens a saved run.

    Answers with its match, and the run to continue; of two players both runs.
    """
    from mazegame.screens.dialogs.saves import OpeningScreen

    return OpeningScreen(saved)


def settings() -> Screen[None]:
    """Return the screen of all settings and keys."""
    from mazegame.screens.settings import SettingsScreen

    return SettingsScreen()


def press_key(about: str) -> Screen[str]:
    """Return a dialog that asks for the key of an action. Answers the key's name."""
    from mazegame.screens.dialogs.questions import KeyScreen

    return KeyScreen(about)


# Over any screen


def confirm(question: str, consequence: str = "", details: Sequence[str] = ()) -> Screen[bool]:
    """Return a yes-or-no question. Answers True for yes.

    ``consequence`` is the effect of an answer, in a sentence; ``details`` are further lines, which
    are cut off rather than wrapped.
    """
    from mazegame.screens.dialogs.questions import ConfirmScreen

    return ConfirmScreen(question, consequence, details)


def help_on(about: Screen[Any]) -> Screen[None]:
    """Return the help of a screen: its keys, and the rules."""
    from mazegame.screens.dialogs.help import HelpScreen

    return HelpScreen(about)


def command_palette(*, themes: bool = False) -> Screen[None]:
    """Return the list of commands, or of themes."""
    from mazegame.screens.command_palette import PaletteScreen

    return PaletteScreen(themes=themes)


def too_small(width: int, height: int) -> Screen[None]:
    """Return the message with the terminal's smallest size, in columns and lines."""
    from mazegame.screens.too_small import TooSmallScreen

    return TooSmallScreen(width, height)


# By name


def by_name(name: str, *, walk_first: bool = False, **begins_with: Any) -> Screen[None]:
    """Return the screen that a function of this module makes, by its name in the row of a mode.

    ``walk_first``: its matches start with the first step, whatever the settings say.
    """
    made: Screen[None] = globals()[name](**begins_with)
    if walk_first:
        cast("GameScreen[None]", made).walk_first = True
    return made


def _class_of(path: str) -> type[Any]:
    """Return the class of a screen by its module within ``screens/`` and its name."""
    module, _, name = path.rpartition(".")
    found: type[Any] = getattr(import_module(f"mazegame.screens.{module}"), name)
    return found


# Keys


def with_changeable_keys() -> list[type[Screen[Any]]]:
    """Return the screens whose keys the player can change, in the order of the settings.

    The keys of dialogs are fixed.
    """
    from mazegame.game.modes.table import MODES
    from mazegame.screens.career.scores import ScoresScreen
    from mazegame.screens.career.statistics import StatisticsScreen
    from mazegame.screens.ended.replay import ReplayScreen
    from mazegame.screens.ended.result import ResultScreen
    from mazegame.screens.home.home import HomeScreen
    from mazegame.screens.lab.gallery import GalleryScreen, VersusScreen
    from mazegame.screens.lab.lab import LabScreen
    from mazegame.screens.lab.quiz import QuizScreen
    from mazegame.screens.new_game import NewGameScreen
    from mazegame.screens.party.friends import FriendsScreen
    from mazegame.screens.playing.first_steps import FirstStepsScreen
    from mazegame.screens.playing.pause import PauseScreen
    from mazegame.screens.series.daily import DailyScreen
    from mazegame.screens.series.journey import JourneyScreen
    from mazegame.screens.series.solution import SolutionScreen

    playing = dict.fromkeys(mode.plays_on for mode in MODES)
    return [
        *map(_class_of, playing), ResultScreen, HomeScreen, NewGameScreen, PauseScreen,
        ReplayScreen, JourneyScreen, DailyScreen, SolutionScreen, StatisticsScreen,
        LabScreen, GalleryScreen, VersusScreen, QuizScreen, ScoresScreen, FriendsScreen,
        FirstStepsScreen,
    ]  # fmt: skip
