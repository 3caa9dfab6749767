"""Shows: the picture and the texts at a step do not depend on the steps before."""

import random
from itertools import product

import numpy as np
import pytest

from mazegame.drawing import Ink, Walker
from mazegame.engine import (
    METHODS,
    Direction,
    EventKind,
    Level,
    Recipe,
    generate,
    search,
    trace,
)
from mazegame.engine.steps.event_log import Event
from mazegame.engine.steps.presentation import Presentation
from mazegame.engine.tracing import text_of
from mazegame.lab import searching as lab_searching
from mazegame.lab.carving import Carving
from mazegame.lab.searching import Searching
from mazegame.lab.stories import Sentences, Story, carving_story
from tests import naive
from tests.engine.cases import CASES, IDS

every_case = pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
every_method = pytest.mark.parametrize("method", METHODS)


def carving(name, options=(), cols=9, rows=7, **more):
    return Carving(trace(Recipe.make(name, cols, rows, "kite-7", {**dict(options), **more})))


def searching(method, game_id="prim:12x9:braid=40:kite-7"):
    level = Level.of(Recipe.parse(game_id))
    return Searching(search(level.maze, level.start, level.goals, method))


def seen(show):
    """Return the picture and the texts of a show."""
    scene = show.scene
    layers = [scene.grid, scene.paint, scene.signs]
    layers += [layer for layer in (scene.path, scene.numbers) if layer is not None]
    told = (show.sentence, show.line, show.counts, show.queue, show.heading)
    return [layer.tolist() for layer in layers], told, [w.cell for w in scene.walkers]


def check(show):
    """Go through a show, whose texts are complete, then to steps of it in any order."""
    assert (show.line, show.heading) == (None, getattr(show, "walker", Walker(None)).cell)
    steps = [seen(show)]
    for position in range(1, show.length + 1):
        show.seek(position)
        steps.append(seen(show))
        begins = position == 1 and show.event.kind is EventKind.PUSH
        assert show.line is not None or begins, show.event
        assert show.sentence.endswith(".")
        assert len(show.sentence) < 100
        if not show.scene.walkers or show.scene.walkers[0].cell is None:
            assert show.heading == show.event.cell
    jumps = random.Random(7)
    for position in [0, *jumps.choices(range(show.length + 1), k=25), show.length]:
        layers = seen(show)[0]
        walkers = [walker.cell for walker in show.scene.walkers]
        told = show.seek(position)
        assert show.position == position
        now = seen(show)
        assert now == steps[position]
        assert_told(layers, now[0], told)
        if told is not None and walkers != now[2]:
            assert {cell for cell in (*walkers, *now[2]) if cell is not None} <= set(told)


def assert_told(layers, later, told):
    """Each cell that looks different is among those told; None stands for all cells."""
    for before, after in zip(layers, later, strict=True):
        changed = np.argwhere(np.array(before) != np.array(after)).tolist()
        assert told is None or set(map(tuple, changed)) <= set(told)


@every_case
def test_a_carving_is_the_same_however_one_comes_to_a_step(name, options):
    check(carving(name, options, 7, 5, braid="30"))


@every_method
def test_a_search_is_the_same_however_one_comes_to_a_step(method):
    check(searching(method))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            Event(EventKind.CARVE, (2, 5), Direction.E),
            "r2c5 east r2c6 r2c5 2 1 1 from top to bottom",
        ),
        (Event(EventKind.CARVE, (2, 5), None, (6, 9)), "r2c5  r2c5 r6c9 2 5 5 from top to bottom"),
        (Event(EventKind.CARVE, (2, 5), Direction.S, (2, 9)), "r2c5 south r3c5 r2c9 2 5 1 across"),
        (Event(EventKind.PUSH, (2, 5)), "r2c5."),
    ],
)
def test_a_sentence_has_the_values_of_its_event(event, told):
    places = "{cell} {side} {there} {other} {row} {cols} {rows} {across}"
    counts = " {number} {pending} {others} {before} {away} {where}"
    sentences = Sentences(
        {"carve": "common"}, Presentation("stack", sentences={"carve": places + counts})
    )
    said = sentences.on(event, number=1000, pending=3000, away=7)
    assert said == told + " 1,000 3,000 2,999 3,001 7 stack" * (event.kind is EventKind.CARVE)
    assert (
        Sentences({"carve": "common"}, Presentation()).on(Event(EventKind.CARVE, (0, 0)))
        == "common"
    )


def test_every_algorithm_and_search_has_a_story_that_fits_beside_the_maze():
    searches = {name: Story(*method.story) for name, method in METHODS.items()}
    recipes = [Recipe.make(name, 9, 9, "x", {**options, "braid": "9"}) for name, options in CASES]
    carvings = [(str(recipe), carving_story(recipe, text_of(recipe))) for recipe in recipes]
    for name, story in (*carvings, *searches.items()):
        assert 4 <= len(story.lines) <= 7, name
        assert max(map(len, story.lines)) <= 34, name


@every_case
def test_the_last_step_shows_the_maze_without_active_cells(name, options):
    show = carving(name, options)
    show.seek(show.length)
    assert np.array_equal(show.scene.grid, generate(show.recipe).passages)
    assert show.sentence.startswith("Done")
    if name not in {"kruskal", "eller"}:
        assert not show.scene.paint.any()
    carved = show.counts[0]
    assert carved.value == carved.whole


def test_sets_jump_by_key_frames():
    recipe = Recipe("kruskal", 60, 40, "kite-7")
    show, walking = Carving(trace(recipe)), Carving(trace(recipe))
    for share in (0.9, 0.1, 1.0, 0.0, 0.5, 0.55, 0.2):
        position = int(show.length * share)
        way = 100 if position > walking.position else -100
        for between in range(walking.position, position, way):
            walking.seek(between)
        walking.seek(position)
        before = seen(show)[0]
        assert_told(before, seen(walking)[0], show.seek(position))
        assert seen(show)[0] == seen(walking)[0]


@pytest.mark.parametrize("name", ["kruskal", "eller"])
def test_sets_are_what_is_joined(name):
    show = carving(name, cols=7, rows=6)
    for position in range(0, show.length, 3):
        show.seek(position)
        grid = show.scene.grid
        names = show._sets.names.reshape(-1, 9)[1:-1, 1:-1]  # the very sets, not their few colours
        for cell in map(tuple, np.argwhere(grid).tolist()):
            reached = naive.flood(grid, [cell]) >= 0
            assert np.array_equal(reached, (names == names[cell]) & (grid > 0))


def test_the_frontier_is_painted_outside_the_maze():
    for name in ("prim", "simple-prim", "true-prim"):
        show = carving(name)
        for position in range(0, show.length, 7):
            show.seek(position)
            frontier = show.scene.paint == Ink.FRONTIER
            assert not (show.scene.grid[frontier]).any()
        assert frontier.sum() <= show.pending


def test_a_wilson_walk_is_painted_with_its_way_on():
    show = carving("wilson", cols=14, rows=9)
    walks = []
    for position in range(show.length):
        show.seek(position)
        walk = show.scene.paint == Ink.WALK
        assert (show.scene.signs[walk] > 0).all()
        walks.append(int(walk.sum()))
    assert max(walks) > 5


def test_the_queue_lists_what_waits_from_its_head_to_its_tail():
    show, queue, inks = searching("bfs"), [], set()
    for position, event in enumerate(show.log, start=1):
        show.seek(position)
        if event.kind is EventKind.PUSH:
            queue.append(event.cell)
            assert show.queue.fresh > 0
        elif event.kind is EventKind.POP:
            assert queue.pop(0) == event.cell
            assert show.queue.taken == event.cell
            assert show.queue.fresh == 0
        assert list(show.queue.cells) == queue
        assert [int(note) for note in show.queue.notes] == sorted(map(int, show.queue.notes))
        inks |= set(np.unique(show.scene.paint).tolist())
    assert inks & {Ink.FRONTIER, Ink.STACK} == {Ink.FRONTIER}


def test_the_stack_is_listed_from_its_top_and_a_stars_queue_by_its_estimate(monkeypatch):
    monkeypatch.setattr(lab_searching, "LISTED", 4)
    show, stack, inks = searching("dfs"), [], set()
    for position, event in enumerate(show.log, start=1):
        show.seek(position)
        if event.kind is EventKind.PUSH:
            stack.append(event.cell)
        elif event.kind is EventKind.POP:
            stack.pop()
        below = stack[::-1]
        assert show.queue.size == len(stack)
        assert show.queue.cells == (below if len(below) <= 4 else below[:2] + below[-2:])
        inks |= set(np.unique(show.scene.paint).tolist())
    assert inks & {Ink.FRONTIER, Ink.STACK} == {Ink.STACK}
    show = searching("a-star")
    for position, event in enumerate(show.log, start=1):
        head = show.queue.cells[0] if show.queue.cells else None
        show.seek(position)
        if event.kind is EventKind.POP:
            assert event.cell == head


def test_a_breadth_first_search_counts_the_cells_and_the_steps():
    show = searching("bfs")
    show.seek(show.length)
    found = show.search
    counts = {count.label: count for count in show.counts}
    assert counts["looked at"].value == len(found.visited)
    assert counts["path"].value == found.steps
    assert show.scene.path.any()
    assert show.scene.distances_shown == (0, show.distances.max())
    assert show.scene.keeps_heat_range, "whatever a window holds"
    row, col = found.goals[0]
    assert show.scene.numbers[row, col] == found.steps


def test_a_walker_stands_where_its_walk_is():
    show = searching("tremaux")
    steps = iter(show.search.walk.tolist())
    assert show.walker.cell == tuple(next(steps))
    for position, event in enumerate(show.log, start=1):
        show.seek(position)
        if event.kind in {EventKind.WALK, EventKind.BACKTRACK}:
            assert show.walker.cell == tuple(next(steps))
    assert next(steps, None) is None
    counts = {count.label: count.value for count in show.counts}
    assert counts["steps"] == show.search.steps
    assert counts["looked at"] == len(show.search.visited)


def test_a_circling_wall_follower_says_so():
    maze = generate("wilson", 6, 6, "kite-7", braid=100)
    cells = product(np.ndindex(6, 6), repeat=2)
    circling = (Searching(search(maze, a, b, "left-hand")) for a, b in cells)
    show = next(show for show in circling if not show.search.arrived)
    show.seek(show.length)
    assert "circles" in show.sentence


def test_a_hunt_paints_the_part_of_its_row_that_it_has_looked_through():
    show = carving("hunt-and-kill")
    longest = 0
    for position, event in enumerate(show.log, start=1):
        show.seek(position)
        if event.kind is EventKind.HUNT and position < show.length:
            row, col = event.cell
            scanned = np.argwhere(show.scene.paint == Ink.SCAN).tolist()
            assert scanned == [[row, before] for before in range(col)]
            longest = max(longest, len(scanned))
    assert longest > 1


@pytest.mark.parametrize(
    ("name", "scanned"),
    [
        ("hunt-and-kill", "the row hunted through"),
        ("recursive-division", "the room to split"),
        ("recursive-backtracker", None),
    ],
)
def test_the_legend_names_what_is_scanned(name, scanned):
    assert dict(carving(name).legend).get(Ink.SCAN) == scanned


def test_the_longest_stack_so_far_is_counted():
    show, waiting, longest = carving("recursive-backtracker"), 0, 0
    for position, event in enumerate(show.log, start=1):
        waiting += (event.kind is EventKind.PUSH) - (event.kind is EventKind.POP)
        longest = max(longest, waiting)
        show.seek(position)
        counted = {count.label: count.value for count in show.counts}
        assert (counted["stack"], counted["longest"]) == (waiting, longest)
