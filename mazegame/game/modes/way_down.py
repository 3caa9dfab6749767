"""The shortest way down a stream of rows: exact, row by row, in memory that does not grow."""

from __future__ import annotations

from collections.abc import Sequence

from mazegame.engine.model.maze import Direction


class WayDown:
    """Follows a stream of rows with the length of the shortest way down from a column of row 0.

    The rows are those of a perfect maze, such as ``engine/generators/eller.py`` makes: there is at
    most one way between two cells, so a known distance never changes. A way that dips into later
    rows and comes back becomes known with them. A shortest way to a row ends in its first cell
    there, so no later row shortens it.

    Each row costs O(cols ** 2) time, and as much memory in all.
    """

    def __init__(self, cols: int, start: int) -> None:
        self._cols = cols
        # One more than the cells of a row: the last number is the start, wherever the row is.
        self._apart = [[0] * (cols + 1) for _ in range(cols + 1)]
        self._sets = [[col] for col in range(cols)]
        """The numbers that are connected so far; those of one set share one list."""
        self._sets[start].append(cols)
        self._sets.append(self._sets[start])

    def add(self, row: Sequence[int]) -> int:
        """Take the open sides of the next row's cells; return the length of the way below it."""
        apart, sets = self._apart, self._sets
        for col in range(self._cols - 1):
            if row[col] & Direction.E.value:
                west, east = sets[col], sets[col + 1]
                for one in west:
                    near = apart[one][col] + 1
                    for other in east:
                        apart[one][other] = apart[other][one] = near + apart[col + 1][other]
                west += east
                for other in east:
                    sets[other] = west
        for col in range(self._cols):
            if not row[col] & Direction.S.value:
                sets[col].remove(col)
                sets[col] = [col]
        for one in range(self._cols):
            for other in sets[one]:
                if other == self._cols:
                    apart[one][other] += 1
                    apart[other][one] += 1
                elif other != one:
                    apart[one][other] += 2
        start = self._cols
        return min(apart[start][col] for col in sets[start] if col != start)
