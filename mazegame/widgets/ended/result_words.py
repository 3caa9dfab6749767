"""The texts above the maze of a finished run, with their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from mazegame.drawing import Ink
from mazegame.game.scoring.verdict import race_sentence
from mazegame.game.scoring.wrong_turns import spell_costs
from mazegame.game.words import clock, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.drawing import Drawing
    from mazegame.drawing.glyphs import Glyphs
    from mazegame.game.racing.race import Placing
    from mazegame.game.run import Result
    from mazegame.game.scoring.wrong_turns import WrongTurn

LEGEND: Final = {
    Ink.SHARED: "shared",
    Ink.PATH: "missed",
    Ink.TRAIL: "yours",
    Ink.BACKTRACK: "backtracked",
}
"""The names of the marks on the maze."""


def rating(result: Result) -> Content:
    """Return stars and score, or the reason for none."""
    if result.assisted:
        return Content.styled("not ranked: the path was shown", "bold $warning")
    stars = "★" * result.stars + "☆" * (3 - result.stars)
    return Content.assemble(
        (stars, "bold $maze-key"), "  score ", (f"{result.score}", "bold $foreground")
    )


def race(order: Sequence[Placing]) -> Content:
    """Return the result of the race."""
    won = order[0].is_player
    return Content.styled(race_sentence(order), f"bold {'$success' if won else '$warning'}")


def circumstances(result: Result) -> Content:
    """Return the time and the hints of the run."""
    time = clock(round(1000 * result.seconds), tenths=False)
    return Content(f"{time}   {counted(result.hints, 'hint')}")


def costliest(turns: list[WrongTurn]) -> Content:
    """Return the costs of the costliest wrong turns, in the order of their numbers on the map."""
    return Content.assemble(("wrong turns: ", "bold $maze-hint"), spell_costs(turns))


def legend(
    shown: set[Ink], drawing: Drawing | None, path: str, path_ink: Ink = Ink.PATH
) -> list[Content]:
    """Return the legend of each visible mark, with a glyph of the drawing.

    Args:
        shown: The inks of these marks.
        drawing: The drawing; None for no legend.
        path: What the shown path is called.
        path_ink: The ink whose colour it has.
    """
    parts = []
    for ink, word in (LEGEND | {Ink.PATH: path}).items():
        if drawing is not None and ink in shown:
            colour = (path_ink if ink is Ink.PATH else ink).name.lower()
            parts.append(
                Content.assemble((drawing.sample(ink), f"bold $maze-{colour}"), f" {word}")
            )
    return parts


def heat_legend(glyphs: Glyphs) -> Content:
    """Return the meaning of a heat map's digits and colours."""
    nearest, farthest = (chr(int(glyphs.bands[band])) for band in (0, -1))
    near, far = (nearest, "bold $maze-heat-near"), (farthest, "bold $maze-heat-far")
    return Content.assemble(near, " near B … ", far, " far")
