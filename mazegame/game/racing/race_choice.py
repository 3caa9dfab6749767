"""``RaceChoice``: rivals, paces and series as chosen in a form, a command or a file.

``rivals.py`` makes the rivals. The settings are read before the first frame, so nothing here
imports NumPy.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Final, NamedTuple

from mazegame.game.racing.rival_kinds import KINDS, SHORTEST

PACES: Final = {"stroll": 4.0, "jog": 8.0, "run": 16.0, "sprint": 32.0}
"""The named paces, in cells per second."""

YOURS_PACE: Final = 0.0
"""A placeholder for the pace that makes the race close, measured from the player's own runs."""

SLOWEST: Final = 0.1
"""The slowest pace, in cells per second."""

FASTEST: Final = 1000.0
"""The fastest pace, in cells per second."""

GHOST: Final = "ghost"
"""The name of the rival that walks the player's best run of the same maze."""

YOURS: Final = "yours"
"""The name of the pace that is measured from the player's own runs."""

NOBODY: Final = "nobody"
"""The word for a race without rivals."""

_PACE_NAMES: Final = {YOURS_PACE: YOURS, **{value: name for name, value in PACES.items()}}

RIVAL_NAMES: Final = (SHORTEST, GHOST, *KINDS)
"""The names of the built-in rivals on the command line and in files."""

MAX_RIVALS: Final = 4
"""Most rivals in a race, and the number of their colours; a party has more players."""

MAX_GAMES: Final = 99
"""Most races of a series."""

SERIES: Final = (1, 3, 5)
"""The numbers of races that the game offers; 1 is a single race."""


class RivalChoice(NamedTuple):  # half the time of a dataclass, before the first frame
    """A rival by its name, and its pace."""

    name: str = SHORTEST
    """One of ``RIVAL_NAMES``, or a rival that a plugin adds."""
    pace: float = PACES["jog"]
    """Cells per second, or ``YOURS_PACE``; ignored for a ghost."""

    def __str__(self) -> str:
        """Return ``NAME:PACE``, or ``ghost``."""
        if self.name == GHOST:
            return GHOST
        return f"{self.name}:{_PACE_NAMES.get(self.pace, f'{self.pace:g}')}"


@dataclass(frozen=True, repr=False)
class RaceChoice:
    """The rivals of a race, and the length of the series."""

    rivals: tuple[RivalChoice, ...] = ()
    """At most ``MAX_RIVALS``; empty for no race."""
    best_of: int = 1
    """Most races of the series; 1 for a single race."""
    pursuit: bool = False
    """Whether rivals get head starts that make the race close, computed from the player's runs."""

    @property
    def _paced(self) -> tuple[RivalChoice, ...]:
        """The rivals without ghosts."""
        return tuple(rival for rival in self.rivals if rival.name != GHOST)

    @property
    def is_simple(self) -> bool:
        """Whether it is a single race without head starts against at most one rival, no ghost."""
        one = len(self.rivals) <= 1 and self.best_of == 1 and not self.pursuit
        return one and self._paced == self.rivals

    @property
    def problem(self) -> str:
        """A sentence on why the series is impossible; empty if it is possible."""
        if self.best_of > 1 and not self._paced:
            return "a series of races needs a rival for every maze"
        if self.best_of > 1 and self._paced != self.rivals:
            return "a ghost knows one maze only: it does not race in a series"
        return ""

    @property
    def possible(self) -> RaceChoice:
        """The nearest possible choice: without what ``problem`` names."""
        if not self.problem:
            return self
        races = self.best_of if self._paced else 1
        return RaceChoice(self._paced or self.rivals, races, self.pursuit)


NO_RACE: Final = RaceChoice()
"""A walk without rivals."""


def one_rival(pace: float | None, name: str = SHORTEST) -> RaceChoice:
    """Return the race against one rival; no race if the pace is None."""
    return RaceChoice() if pace is None else RaceChoice((RivalChoice(name, pace),))


def parse_pace(text: str) -> float:
    """Parse a pace: a name from ``PACES``, or cells per second. ValueError lists what fits."""
    word = text.strip().lower()
    if word in PACES:
        return PACES[word]
    try:
        pace = float(f"{float(word):g}")  # in the form of files
    except ValueError:
        pace = float("nan")
    if not SLOWEST <= pace <= FASTEST:
        from mazegame.engine.recipes.recipe import shorten  # loads NumPy: only for an error

        raise ValueError(
            f"the pace {shorten(text)} does not fit: {', '.join(PACES)}, "
            f"or {SLOWEST:g} to {FASTEST:g} cells a second"
        )
    return pace


def spell_pace(pace: float) -> str:
    """Return a pace in words: its name, or cells per second."""
    return _PACE_NAMES.get(pace, f"{pace:g} cells/s")


def parse_rival_choice(text: str, *, yours: bool = True) -> RivalChoice:
    """Parse a rival, ``NAME[:PACE]``; a pace alone is a runner on the shortest path.

    Examples are ``tremaux``, ``left-hand:16``, ``shortest:jog``, ``jog``, ``12`` and ``ghost``. The
    default pace is ``jog``. ``yours`` allows the pace of that name. ValueError lists what fits.
    """
    name, colon, pace = text.strip().partition(":")
    name = name.strip().lower()
    if name == GHOST:
        if colon:
            raise ValueError("a ghost has a pace of its own: ghost fits")
        return RivalChoice(GHOST)

    def read_pace(words: str) -> float:
        mine = yours and words.strip().lower() == YOURS
        return YOURS_PACE if mine else parse_pace(words)

    if not colon:
        pace = "jog"
        if name not in RIVAL_NAMES:
            with contextlib.suppress(ValueError):
                return RivalChoice(SHORTEST, read_pace(name))
    if name in RIVAL_NAMES or name in KINDS:
        return RivalChoice(name, read_pace(pace))
    from mazegame.engine.recipes.recipe import shorten  # loads NumPy: only where there is an error

    paces = [*PACES, *([YOURS] if yours else [])]
    raise ValueError(
        f"there is no rival {shorten(text)}: NAME[:PACE] fits, NAME being "
        f"{', '.join(RIVAL_NAMES)}, and PACE {', '.join(paces)} or cells a second"
    )


def parse_rival_choices(text: str) -> tuple[RivalChoice, ...]:
    """Parse rivals separated by commas; ``nobody`` is none. ValueError lists what fits."""
    if text.strip().lower() in {NOBODY, ""}:
        return ()
    rivals = tuple(parse_rival_choice(part) for part in text.split(","))
    if len(rivals) > MAX_RIVALS:
        raise ValueError(f"{MAX_RIVALS} rivals at most fit, not {len(rivals)}")
    if sum(rival.name == GHOST for rival in rivals) > 1:
        raise ValueError("one ghost fits")
    return rivals


def spell_rival_choices(rivals: tuple[RivalChoice, ...]) -> str:
    """Return the text that ``parse_rival_choices`` reads."""
    return ", ".join(map(str, rivals)) or NOBODY
