"""Wilson and Aldous-Broder by weight: each step of the walk is drawn by weight.

A walk must look alike forwards and backwards. Then it comes everywhere, in a time that grows with
a power of the size and no faster, and the law of the mazes is known. So both directions of an axis
weigh the same here, the sum of the two; and a step into a zone where its axis has the lesser share
of the weights counts by the ratio of the two shares only, else the walk stays where it is
(Metropolis's rule). A link is walked as often one way as the other then, and a tree has a
probability in proportion to the product of its links' shares, exactly: a link's share is that of
one direction of its axis among all four, and between two zones the lesser of theirs. Without zones
that is the product of the links' weights.

If each cell walked by its own zone's weights alone, the walk would drift like water: with
``100-1+1-100`` in turn along a narrow corridor every step forth could be a hundred times as likely
as the step back, and a cell at the upper end would never be found.

A step that stays changes nothing but the time, as what a cell remembers of it is written over by
the next. The same holds for a step over the rim, or out of the mask, which is drawn again: that
leaves the ratios of the others as they are.

Wilson's ``build=walls`` walks from post to post. A wall that runs north or south stands in the way
of a link between east and west; it is as likely as that link is not. So the posts are walked with
the reciprocals, and as these are 1/horizontal and 1/vertical, in the ratio of vertical to
horizontal: with the very same weights.

The stories stand in ``wilson.py`` and ``aldous_broder.py``.

Source. For weights: James Propp and David Wilson, "How to get a perfectly random sample from a
generic Markov chain and generate a random spanning tree of a directed graph" (1998). For the
borders of zones: Nicholas Metropolis and others, "Equation of state calculations by fast computing
machines" (1953).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.generators.weighted.draw import first_cell, throw
from mazegame.engine.jit import MASK64, Buffer, Kernel, device, kernel, u64
from mazegame.engine.pulse import CANCEL, DONE
from mazegame.engine.rng import load_state, new_dice, next_word
from mazegame.engine.site import ANY_SIDE, LEFT_BY, UNVISITED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.rng import State
    from mazegame.engine.site import Site
    from mazegame.engine.terrain import Terrain


def carve_wilson(site: Site, terrain: Terrain, build: str = "carve") -> None:
    """Carve a perfect maze into the unvisited cells of a site, in place."""
    ways, bits = terrain.walk_table()
    borders = terrain.walk_borders()
    if build == "walls":
        posts = np.zeros((site.rows + 2, site.stride), np.uint8)
        posts[1:-2, 1:-2] = 1
        _BUILD_WALLS[terrain.zoned](
            site.buffer,
            posts.reshape(-1),
            ways,
            borders,
            _zones_of_posts(site, terrain),
            _moves(site),
            site.rng,
            site.pulse,
            terrain.many,
            bits,
            site.cols,
            site.rows,
        )
        return
    row, col = terrain.centre(site.cols, site.rows)
    _WALK_AND_CARVE[terrain.zoned](
        site.buffer,
        ways,
        borders,
        terrain.zones,
        _moves(site),
        site.sides,
        site.rng,
        site.pulse,
        terrain.many,
        bits,
        site.cols,
        site.rows,
        (row + 1) * site.stride + col + 1,
    )


def carve_aldous_broder(site: Site, terrain: Terrain) -> None:
    """Carve a perfect maze into the unvisited cells of a site, in place."""
    ways, bits = terrain.walk_table()
    borders = terrain.walk_borders()
    _WANDER[terrain.zoned](
        site.buffer,
        ways,
        borders,
        terrain.zones,
        _moves(site),
        site.sides,
        site.rng,
        site.pulse,
        terrain.many,
        bits,
        terrain.cells,
        site.cols,
        site.rows,
    )


def _zones_of_posts(site: Site, terrain: Terrain) -> NDArray[np.uint8]:
    """The zone of each post, flat: that of the cell to its north-west.

    The posts of the rim have the zones of those beside them: a wall that ends at the rim crosses no
    border.
    """
    if terrain.zones.size == 1:
        return terrain.zones
    zones = terrain.zones.reshape(site.rows + 2, site.stride).copy()
    zones[0], zones[site.rows] = zones[1], zones[site.rows - 1]
    zones[:, 0], zones[:, site.cols] = zones[:, 1], zones[:, site.cols - 1]
    return zones.reshape(-1)


def _moves(site: Site) -> NDArray[np.int64]:
    """int64 (5,): from a cell to those on its sides; and none, for staying."""
    return np.array([-site.stride, 1, site.stride, -1, 0])


@device
def _step_over(
    borders: Buffer, zones: Buffer, many: int, zone: int, there: int, way: int, state: State
) -> tuple[int, int, State]:
    """Draw whether a step from one zone into another counts.

    Whoever calls this does so behind a branch and keeps the zone in between. Borders are rare, so
    the processor draws on in the same zone before it has read that of the next cell.

    Args:
        borders: uint64, from ``weights.walk_borders``.
        zones: The zone of each cell.
        many: How many zones there are.
        zone: The number of the zone that the step leaves.
        there: The cell that it enters.
        way: The side: 0 to 3 for N, E, S, W.
        state: The random stream.

    Returns:
        The zone the walk is in then, whether the step counts (1 or 0), and the next state.
    """
    other = u64(zones[there])
    chance = u64(borders[(zone * many + other) << u64(1) | way & u64(1)])
    if chance != u64(MASK64):
        word, state = next_word(state)
        if word >= chance:
            return zone, u64(0), state
    return other, u64(1), state


def _walker(*, zoned: bool) -> Kernel:
    """Make the kernel that walks from cell to cell and carves."""

    @kernel
    def _walk_and_carve(
        grid: Buffer,
        ways: Buffer,
        borders: Buffer,
        zones: Buffer,
        moves: Buffer,
        sides: Buffer,
        rng: Buffer,
        pulse: Buffer,
        many: int,
        bits: int,
        cols: int,
        rows: int,
        root: int,
    ) -> None:
        one, unvisited, left_by = u64(1), u64(UNVISITED), u64(LEFT_BY)
        stride = cols + u64(2)
        dice = new_dice(load_state(rng))
        grid[root] = 64  # without a passage yet, it must not look like the rim
        done = one
        start = stride + one
        for _row in range(rows):
            for _col in range(cols):
                if u64(grid[start]) < unvisited:
                    start += one
                    continue
                cell, zone = start, u64(zones[start]) if zoned else u64(0)
                while True:  # walk until the maze is met
                    way, dice = throw(ways, zone, bits, dice)
                    there = cell + u64(moves[way])
                    met = u64(grid[there])
                    grid[cell] = left_by | way
                    if zoned and u64(zones[there]) != zone and met != u64(0):
                        word, left, state = dice
                        zone, counts, state = _step_over(
                            borders, zones, many, zone, there, way, state
                        )
                        dice = word, left, state
                        if counts == u64(0):
                            met = u64(0)
                    if met >= unvisited:
                        cell = there
                    elif met != u64(0):
                        break
                    elif pulse[CANCEL] != 0:  # else draw again from here: see above
                        return
                cell, back = start, u64(0)
                side = u64(grid[cell])
                while side >= unvisited:  # walk the same way without the loops
                    grid[cell] = u64(sides[side]) | back
                    back = u64(sides[u64(256) + side])
                    cell += u64(moves[side & u64(3)])
                    side = u64(grid[cell])
                    done += one
                grid[cell] |= back
                pulse[DONE] = done
                if pulse[CANCEL] != 0:
                    return
                start += one
            start += u64(2)
        grid[root] &= 15

    return _walk_and_carve


def _builder(*, zoned: bool) -> Kernel:
    """Make the kernel that walks from post to post and builds walls."""

    @kernel
    def _build_walls(
        grid: Buffer,
        posts: Buffer,
        ways: Buffer,
        borders: Buffer,
        zones: Buffer,
        moves: Buffer,
        rng: Buffer,
        pulse: Buffer,
        many: int,
        bits: int,
        cols: int,
        rows: int,
    ) -> None:
        """Build walls on the posts until all of them are joined to the rim: see ``wilson.py``.

        ``zones`` are those of the posts.
        """
        one, any_side = u64(1), u64(ANY_SIDE)
        stride = cols + u64(2)
        dice = new_dice(load_state(rng))
        start = stride + one
        for row in range(rows):  # open floor inside the rim
            floor = u64(14) if u64(row) == u64(0) else u64(15)
            floor = floor & u64(11) if u64(row) + one == rows else floor
            for col in range(cols):
                sides = floor if u64(col) > u64(0) else floor & u64(7)
                grid[start] = sides if u64(col) + one < cols else sides & u64(13)
                start += one
            start += u64(2)
        done = cols + rows - one
        start = stride + one
        for _row in range(rows):
            for _col in range(cols):
                post = start
                way, zone = u64(posts[post]), u64(zones[post]) if zoned else u64(0)
                while way != u64(0):  # walk until a wall is met
                    way, dice = throw(ways, zone, bits, dice)
                    posts[post] = any_side | way
                    there = post + u64(moves[way])
                    if zoned and u64(zones[there]) != zone:
                        word, left, state = dice
                        zone, counts, state = _step_over(
                            borders, zones, many, zone, there, way, state
                        )
                        dice = word, left, state
                        if counts == u64(0):
                            there = post
                    post = there
                    way = u64(posts[post])
                post = start
                way = u64(posts[post])
                while way != u64(0):  # walk the same way without the loops, and build
                    pair = way & u64(3)
                    flat = pair & one
                    onward = (pair ^ pair >> one) & one
                    across = one + flat * (stride - one)
                    first = post + onward * (stride + one - across)
                    grid[first] -= u64(2) << flat
                    grid[first + across] -= u64(8) >> flat * u64(3)
                    posts[post] = 0
                    post += u64(moves[pair])
                    way = u64(posts[post])
                    done += one
                start += one
            pulse[DONE] = done
            if pulse[CANCEL] != 0:
                return
            start += u64(2)

    return _build_walls


def _wanderer(*, zoned: bool) -> Kernel:
    """Make the kernel that wanders over all cells."""

    @kernel
    def _wander(
        grid: Buffer,
        ways: Buffer,
        borders: Buffer,
        zones: Buffer,
        moves: Buffer,
        sides: Buffer,
        rng: Buffer,
        pulse: Buffer,
        many: int,
        bits: int,
        cells: int,
        cols: int,
        rows: int,
    ) -> None:
        one, any_side = u64(1), u64(ANY_SIDE)
        left = cells - one
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        grid[cell] = 0
        throws, values = u64(64) // bits, (one << bits) - one
        zone = u64(zones[cell]) if zoned else u64(0)
        while left > u64(0) and pulse[CANCEL] == 0:
            pulse[DONE] = cells - left
            for _ in range(4):
                word, state = next_word(state)
                # As in `throw`, but for asking what is left of the word.
                for _throw in range(throws):
                    way = u64(ways[zone << bits | word & values])
                    word >>= bits
                    there = cell + u64(moves[way])
                    seen = u64(grid[there])
                    if zoned and seen != u64(0) and u64(zones[there]) != zone:
                        zone, counts, state = _step_over(
                            borders, zones, many, zone, there, way, state
                        )
                        if counts == u64(0):
                            seen = u64(0)
                    if seen == u64(UNVISITED):
                        grid[cell] |= sides[any_side | way]
                        grid[there] = sides[u64(256) | any_side | way]
                        left -= one
                    # A visited cell has a passage, the rim has none: there, draw again from here.
                    if seen != u64(0):
                        cell = there

    return _wander


# Each twice: where there is one zone, nothing is asked of zones, and nothing is paid for them.
_WALK_AND_CARVE: Final = (_walker(zoned=False), _walker(zoned=True))
_BUILD_WALLS: Final = (_builder(zoned=False), _builder(zoned=True))
_WANDER: Final = (_wanderer(zoned=False), _wanderer(zoned=True))
