"""Config: the player's rules, look and keys as one typed value.

It is read before the first frame, so it imports neither NumPy nor Textual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.drawing.names import DRAWING_NAMES, POSTS
from mazegame.game.racing.race_choice import (
    MAX_GAMES,
    NO_RACE,
    PACES,
    RIVAL_NAMES,
    RaceChoice,
    RivalChoice,
    parse_rival_choices,
    spell_rival_choices,
)
from mazegame.game.rules import Rules

if TYPE_CHECKING:
    from mazegame.game.setup.own_design import Options, OwnDesign

WALLS: Final = tuple(POSTS)
"""The names of the wall styles."""

OF_TEXTURE: Final = ""
"""The choice of walls that gives each texture its own; the other choices are ``WALLS``."""

WALL_CHOICES: Final = (
    (OF_TEXTURE, "each texture's own"),
    *((name, f"{name} for all") for name in WALLS),
)
"""The choices of walls, with their labels."""

AUTO: Final = "auto"
"""The value of ``Look.drawing`` that chooses the largest drawing in which the maze fits."""

OVERVIEW: Final = "overview"
"""The value of ``Look.drawing`` for the map of the whole maze."""

DRAWINGS: Final = (AUTO, *DRAWING_NAMES, OVERVIEW)
"""The values of ``Look.drawing``: ``AUTO``, the names of the drawings, ``OVERVIEW``."""

SLOWEST_RUN: Final = 5.0
"""The least ``Look.run_speed``, in cells per second."""

FASTEST_RUN: Final = 1000.0
"""The greatest ``Look.run_speed``, in cells per second."""

RUN_SPEEDS: Final = (10.0, 20.0, 30.0, 40.0, 60.0, 80.0, 120.0, 160.0, 200.0)
"""The run speeds offered in the game, in cells per second; a file may hold any in the range."""

MAX_DESIGNS: Final = 200
"""The most custom designs."""

PLAYED_RULES: Final = Rules(reveal=True)
"""The built-in rules of the game; those of the library leave the maze open."""


@dataclass(frozen=True)
class Look:
    """How the game looks and moves. A change takes effect at once."""

    theme: str = "maze-dark"
    faces: bool = True
    """Whether each texture has walls and colours of its own; else one look is for all."""
    walls: str = "rounded"
    """One of ``WALLS``: those of all mazes without faces. A choice other than the built-in one is
    one look for all."""
    drawing: str = AUTO
    """One of ``DRAWINGS``."""
    run_speed: float = 40.0
    """Cells per second of a run."""
    animations: bool = True
    """Whether to show movement that is not needed to play."""
    bell: bool = False
    """Whether the terminal rings at a wall and at B."""
    minimap: bool = True
    """Whether to show a small map in a corner if the maze is larger than the window."""

    @property
    def shows_faces(self) -> bool:
        """Whether each texture has its own look; a choice of walls is one look for all."""
        return self.faces and self.walls == DEFAULTS.look.walls

    @property
    def wall_choice(self) -> str:
        """The chosen walls, one of ``WALL_CHOICES``."""
        return OF_TEXTURE if self.shows_faces else self.walls

    def with_walls(self, choice: str) -> Look:
        """Return this look with other walls, one of ``WALL_CHOICES``."""
        if choice == OF_TEXTURE:
            return replace(self, faces=True, walls=DEFAULTS.look.walls)
        return replace(self, faces=False, walls=choice)


@dataclass(frozen=True)
class FormState:
    """The design and the size that the New game form last had."""

    algorithm: str = "recursive-backtracker"
    options: Options = ()
    size: tuple[int, int] | None = None
    """Columns and rows; None fits the maze to the terminal."""
    designs: tuple[OwnDesign, ...] = ()
    """The designs that the player has named."""


@dataclass(frozen=True)
class Config:
    """The player's rules, look and keys."""

    look: Look = Look()
    rules: Rules = PLAYED_RULES
    """The rules that the form begins with. Of them, ``reveal`` holds for all modes."""
    race: RaceChoice = NO_RACE
    """The rivals and the series that the form begins with."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Changed key bindings: the id of a binding, and its keys separated by commas."""
    form: FormState = FormState()


DEFAULTS: Final = Config()
"""The built-in config; its values apply where a file has none."""


@dataclass(eq=False, repr=False)  # which is made before the first frame, and takes half the time
class Setting:
    """A value of the config that people can set, and its plain form in a file."""

    name: str
    """Its name in the file."""
    about: str
    """Its effect and the allowed values, in one line."""
    section: str
    """The part of the config that it belongs to."""
    decode: Callable[[Any], Any]
    """Returns the typed value of a plain one; raises ValueError with the allowed values."""
    encode: Callable[[Any], str | float | bool]
    """Returns the plain value of a typed one."""
    fits: str = ""
    """The values that fit, where they are written in another way on the screen."""

    def value(self, config: Config) -> Any:
        """Return its value in a config."""
        return getattr(getattr(config, self.section), self.name)

    def put(self, config: Config, value: Any) -> Config:
        """Return a config with another value of this setting."""
        part: Any = replace(getattr(config, self.section), **{self.name: value})
        return replace(config, **{self.section: part})

    def plain(self, config: Config) -> str | float | bool:
        """Return its plain form in a config."""
        return self.encode(self.value(config))


def _one_of(names: tuple[str, ...]) -> Callable[[Any], str]:
    def decode(value: Any) -> str:
        if not (isinstance(value, str) and value in names):
            raise ValueError(" or ".join(f'"{name}"' for name in names) + " fits")
        return value

    return decode


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false fits")  # noqa: TRY004  the value of a file
    return value


def _theme(value: Any) -> str:
    if not (isinstance(value, str) and value.isprintable() and 0 < len(value) <= 100):
        raise ValueError('the name of a theme fits, for example "maze-light"')
    return value


def _speed(value: Any) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and SLOWEST_RUN <= value <= FASTEST_RUN):
        raise ValueError(f"{SLOWEST_RUN:g} to {FASTEST_RUN:g} cells a second fit")
    return float(value)


def _rivals(value: Any) -> tuple[RivalChoice, ...]:
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return parse_rival_choices(f"{value:g}")
        return parse_rival_choices(value if isinstance(value, str) else "?")
    except (OverflowError, ValueError):
        raise ValueError(
            f'"nobody", or up to four of {", ".join(RIVAL_NAMES)} with commas between them fit, '
            f"each with :PACE, PACE being {', '.join(PACES)}, yours or 0.1 to 1000 cells a second"
        ) from None


def _best_of(value: Any) -> int:
    if type(value) is not int or not (1 <= value <= MAX_GAMES and value % 2):
        raise ValueError(f"an odd number from 1 to {MAX_GAMES} fits")
    return value


def _countdown(value: Any) -> bool:
    return _one_of(("first-step", "321"))(value) == "321"


def _plain_countdown(countdown: bool) -> str:
    return "321" if countdown else "first-step"


def _flag(name: str, about: str, section: str) -> Setting:
    return Setting(name, about, section, _truth, bool, "true or false")


def _choice(name: str, about: str, section: str, names: tuple[str, ...]) -> Setting:
    return Setting(name, f"{about}: {', '.join(names)}", section, _one_of(names), str)


_THEMES: Final = "maze-dark, maze-light, maze-mono, maze-colour-blind or another (Ctrl+P)"
_RIVALS: Final = "who races you, up to four"
_RIVALS_FIT: Final = 'nobody, or as "tremaux:jog, left-hand:16, ghost"'
_SPEED: Final = "how fast you run, in cells a second: 5 to 1000"
_REVEAL: Final = "the clock starts when the walls appear; else with your first step"
_STARTS: Final = "what starts a race without the reveal"

SETTINGS: Final = (
    Setting("theme", _THEMES, "look", _theme, str),
    _flag("faces", "each texture has its own look; else one look is for all", "look"),
    _choice("walls", "the walls of one look for all", "look", WALLS),
    _choice("drawing", "how a maze is drawn", "look", DRAWINGS),
    Setting("run_speed", _SPEED, "look", _speed, lambda speed: speed if speed % 1 else int(speed)),
    Setting("rivals", _RIVALS, "race", _rivals, spell_rival_choices, _RIVALS_FIT),
    Setting("best_of", "most races of a series: 1, 3, 5 or more", "race", _best_of, int),
    _flag("pursuit", "slower rivals get the start that makes a race close", "race"),
    _flag("compass", "an assist: distance to B, warmer and colder", "rules"),
    _flag("rival_in_sight", "an assist: the rival is shown wherever it is", "rules"),
    _flag("reveal", _REVEAL, "rules"),
    _flag("fog", "only what you see is shown", "rules"),
    _flag("animations", "animate runs, replays and endings", "look"),
    _flag("bell", "the terminal rings at a wall and at B", "look"),
    _flag("minimap", "a map of the whole maze where it has room", "look"),
    Setting("countdown", _STARTS, "rules", _countdown, _plain_countdown, '"first-step" or "321"'),
)
"""All settings, in the order of the file. The table of keys comes after them."""

BY_NAME: Final[Mapping[str, Setting]] = {setting.name: setting for setting in SETTINGS}
"""The settings by their names."""

LABELS: Final = {
    "run_speed": "run speed", "best_of": "series",
    "rival_in_sight": "see rival", "countdown": "start", "minimap": "small map",
}  # fmt: skip
"""Labels of settings on the screen that differ from their names in the file."""
