"""``plot``: draw mazes with matplotlib (``pip install 'mazegame[plot]'``)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mazegame.engine import Level, Maze
from mazegame.formats.picture import HEAT_BANDS, Picture
from mazegame.formats.pictures.colours import colours_of


def plot(
    level: Level | Maze,
    ax: Any = None,
    *,
    path: bool | ArrayLike = False,
    heat: bool = False,
    walk: ArrayLike | None = None,
    doors: bool | str = False,
    theme: str = "",
) -> Any:
    """Draw a maze into axes of matplotlib.

    Complexity: time and memory in proportion to the cells.

    Args:
        level: A level, or a maze alone.
        ax: The ``matplotlib.axes.Axes``; those of the current figure if None.
        path: Whether to draw the level's shortest path; or cells, of shape (n, 2).
        heat: Whether colours show the distance of every cell to B.
        walk: The cells of a run in their order, of shape (n, 2).
        doors: Whether the boundary is open at A and B, or at which sides: see ``Picture.of``.
        theme: The name of the colours.

    Returns:
        The axes. The unit is a cell, the point (0, 0) is the upper left corner, y runs downwards.

    Raises:
        ImportError: If matplotlib is not installed; the message names the package.
        ValueError: As ``Picture.of``.

    Examples:
        >>> from mazegame.engine import Level
        >>> ax = plot(Level.of("wilson:8x5:kite-7"), path=True)
    """
    try:
        from matplotlib import pyplot as plt
        from matplotlib.collections import LineCollection
        from matplotlib.colors import ListedColormap
    except ImportError:
        raise ImportError(
            "plot needs matplotlib: install it, or mazegame with its extra: pip install "
            "'mazegame[plot]'"
        ) from None

    picture = Picture.of(level, path=path, heat=heat, walk=walk, doors=doors, theme=theme)
    colours = colours_of(picture.theme)
    maze = picture.maze
    axes = plt.gca() if ax is None else ax
    if picture.heat:
        bands = picture.heat_bands(slice(0, maze.rows))
        axes.imshow(
            np.ma.masked_equal(bands, HEAT_BANDS),
            cmap=ListedColormap(colours.heat()),
            vmin=-0.5,
            vmax=HEAT_BANDS - 0.5,
            extent=(0, maze.cols, maze.rows, 0),
            interpolation="nearest",
            zorder=0,
        )
    for cells, colour, wide, name in (
        (picture.walk, colours.walk, 5.0, "walk"),
        (picture.path, colours.path, 2.0, "path"),
    ):
        if cells is not None:
            axes.plot(
                cells[:, 1] + 0.5, cells[:, 0] + 0.5, color=colour, linewidth=wide, label=name,
                solid_capstyle="round", zorder=1,
            )  # fmt: skip
    segments = [*np.concatenate([*picture.strokes()]).reshape(-1, 2, 2)]
    walls = LineCollection(
        segments, colors=colours.wall, linewidths=1.5, capstyle="projecting", zorder=2
    )
    axes.add_collection(walls)
    for (row, col), letter in picture.letters():
        colour = colours.start if letter == "A" else colours.goal
        axes.text(
            col + 0.5, row + 0.5, letter, color=colour, weight="bold", ha="center", va="center",
            zorder=3,
        )  # fmt: skip
    axes.set_facecolor(colours.ground)
    axes.set_aspect("equal")
    axes.set_xlim(-0.5, maze.cols + 0.5)
    axes.set_ylim(maze.rows + 0.5, -0.5)
    axes.set_axis_off()
    return axes
