"""A script that plays descents: to the deepest row in view, by the shortest way."""

from __future__ import annotations

from mazegame.engine import Direction
from mazegame.game.commands import Move, Resume

SIDES = [(int(side), side.step((0, 0))) for side in Direction]


def way_ahead(descent):
    """The steps to the deepest row in view that can be reached, the nearest cell of it."""
    top, sides_of = descent.top, descent.passages.tolist()
    came = {descent.position: None}
    cells = [descent.position]
    for row, col in cells:
        for side, (down, across) in SIDES:
            there = row + down, col + across
            leads = sides_of[row - top][col] & side and top <= there[0] < descent.end
            if leads and there not in came:
                came[there] = (row, col), side
                cells.append(there)
    cell, sides = max(cells, key=lambda cell: cell[0]), []
    while came[cell]:
        cell, side = came[cell]
        sides.append(Direction(side))
    return sides[::-1]


def descend(descent, rows, pace, now=0.0, taken=None):
    """Let the script play down to a row, or until it is caught; return the time then."""
    descent.command(0, Resume(), now)
    while descent.depth.rows < rows and not descent.caught:
        for side in way_ahead(descent)[:20] or [None]:
            now += 1 / pace
            descent.tick(now)
            if side is not None and descent.depth.rows < rows:
                descent.command(0, Move(side), now)
        if taken is not None:
            taken.append(descent.take())
    return now
