"""Doors: what the first screen leads to besides the modes of playing alone or at one keyboard."""

from __future__ import annotations

from typing import Final

from mazegame.game.modes.mode import Mode

GALLERY: Final = Mode(
    name="gallery",
    title="Gallery",
    about="all designs as live pictures",
    door="study",
    plays=False,
    screen="gallery",
)

QUIZ: Final = Mode(
    name="quiz",
    title="Quiz",
    about="which algorithm carved this maze?",
    door="study",
    plays=False,
    screen="quiz",
)

LAB: Final = Mode(
    name="lab",
    title="Lab",
    about="watch it being carved",
    door="study",
    plays=False,
    home_action="lab",
)

STATISTICS: Final = Mode(
    name="statistics",
    title="Statistics",
    about="what your runs say, and your achievements",
    door="profile",
    plays=False,
    screen="statistics",
)

PARTY: Final = Mode(
    name="party",
    title="Party",
    about="race your friends in the same maze",
    door="friends",
    not_in_words="a party is for screens in one room: it is not played in words",
    screen="friends",
)
