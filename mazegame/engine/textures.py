"""Texture: what a maze is like to walk, in numbers.

What lives here: the numbers and what follows from them. What does not: measuring them
(``measuring.py``), which also says what they mean and where they come from.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, repr=False)
class Texture:
    """Statistics of a maze, and of the path from A to B in it.

    Shares are of the open cells, from 0 to 1; lengths are in passages.
    """

    cells: int
    """N: number of open cells, which are not rock; at least 1."""
    dead_end_share: float
    """Share of cells with one passage."""
    straight_share: float
    """Share of cells with two passages opposite each other."""
    turn_share: float
    """Share of cells with two passages at a right angle."""
    junction_share: float
    """Share of cells with three passages (T-junctions)."""
    crossing_share: float
    """Share of cells with four passages."""
    bias: float
    """Vertical against horizontal straights, (v - h) / (v + h): 1 if all are vertical, -1 if all
    are horizontal, 0 if there are none."""
    mean_straight_length: float
    """Mean length of the straight lines of passages; 0 if there are none."""
    longest_straight: int
    """Length of the longest straight line of passages."""
    dist_min: int
    """distMin: number of passages of a shortest path from A to B."""
    diameter: int
    """Number of passages between the two cells farthest apart that A can reach. With loops a lower
    bound: the distance from the cell farthest from B to the cell farthest from that."""
    wrong_exits: int
    """Number of wrong exits along the shortest path: at A all exits but one, at B none, at every
    other cell all but two."""
    wrong_branch_share: float
    """Share of cells beside the shortest path that a walker can enter before reaching B."""
    passages: int
    """Number of passages."""
    expected_steps: int | None
    """Mean number of steps of a random walk from A to B, exactly; None if the open cells are not a
    tree."""

    @property
    def corridor_share(self) -> float:
        """Share of cells with two passages: corridors, straight or not."""
        return self.straight_share + self.turn_share

    @property
    def difficulty(self) -> float:
        """How hard B is to find: log2(passages x distMin), see above; 0 if A is B."""
        return math.log2(max(self.passages * self.dist_min, 1))

    @property
    def path_share(self) -> float:
        """The share distMin / cells: how much of the maze the path crosses."""
        return self.dist_min / self.cells

    @property
    def diameter_share(self) -> float:
        """The diameter as a share of all cells."""
        return self.diameter / self.cells

    def __repr__(self) -> str:
        about = f"{self.cells} cells, distMin {self.dist_min}, difficulty {self.difficulty:.1f}"
        return f"<Texture of {about}>"

    def as_dict(self) -> dict[str, float | int | None]:
        """Return every number by its name, those that follow from others included.

        Complexity: constant time and memory.

        Examples:
            >>> from mazegame.engine import generate, texture
            >>> measured = texture(generate("wilson", 15, 15, "kite-7"), (0, 0), (14, 14))
            >>> measured.as_dict()["path_share"] == measured.path_share
            True
        """
        return {name: getattr(self, name) for name in (*self.__dataclass_fields__, *DERIVED)}


DERIVED: Final = ("corridor_share", "difficulty", "path_share", "diameter_share")
"""Names of the numbers of a texture that follow from the others."""
