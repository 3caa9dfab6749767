"""Batches: every maze equals that of ``generate``, and every argument is checked."""

import importlib
import multiprocessing
import pickle
import re
import threading
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from mazegame.engine import (
    ALGORITHMS,
    PRESETS,
    Batch,
    CancelledError,
    Level,
    Maze,
    NotEnoughMemoryError,
    RecipeError,
    batch,
    generate,
    register,
    texture,
)
from mazegame.engine.batches import running
from mazegame.engine.batches.part import CHUNK_CELLS, SMALL_CELLS, Plan
from mazegame.engine.batches.part_making import make_part
from mazegame.engine.generation import task_of
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.support import memory
from tests.engine.cases import CASES, IDS, few, plain

pytestmark = pytest.mark.core

MORE = (
    {},
    {"ends": "farthest", "braid": 37},
    {"ends": "random"},
    {"ends": "rim", "braid": 20},
    {"ends": "sides", "braid": 100},
    {"ends": "r0c0-r1c1+r0c1"},
)
"""What a batch does besides carving, in every way."""


def same(mazes: Batch) -> None:
    """Assert that every maze of a batch is what its recipe makes, with all that belongs to it."""
    for i, level in enumerate(map(Level.of, map(mazes.recipe, range(len(mazes))))):
        assert np.array_equal(mazes.passages[i], level.maze.passages)
        assert tuple(mazes.starts[i].tolist()) == level.start
        assert tuple(map(tuple, mazes.goals[i].tolist())) == level.goals
        assert mazes.dist_min[i] == level.dist_min
        assert np.array_equal(mazes.fields[i], level.field)
        assert np.array_equal(mazes.path(i), level.cells_of_path())
        goal = tuple(level.cells_of_path()[-1].tolist())
        for name, number in texture(level.maze, level.start, goal).as_dict().items():
            assert mazes.textures[name][i] == (-1 if number is None else number), name


@pytest.mark.parametrize(
    ("count", "cached", "eager"),
    [(1000, True, True), (1000, False, False), (50, True, False), (4000, False, True)],
)
def test_known_many_small_mazes_are_compiled_at_once_if_that_pays(
    monkeypatch, count, cached, eager
):
    plan = Plan("wilson", 8, 8, ())
    task = replace(task_of(plan.sample), batched=True)
    loop = ALGORITHMS["wilson"].text_for(task).variant(looped=True)
    monkeypatch.setattr(loop, "ready", False)  # as in a fresh process
    monkeypatch.setattr(running, "is_cached", lambda _: cached)
    assert running.is_eager(plan, count) is eager


EVERYTHING = {"fields": True, "paths": True, "textures": True}


@pytest.mark.parametrize("mode", [plain, pytest.param(compiled, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_every_maze_is_that_of_generate(name, options, mode):
    sizes = [(7, 4), (1, 3), (2, 1), (1, 1)]
    with mode():
        for turn, (cols, rows) in enumerate(sizes):
            more = MORE[turn] if (cols, rows) != (1, 1) else {"ends": "random"}
            same(batch(name, cols, rows, 2, **EVERYTHING, **options, **more))


@pytest.mark.parametrize("more", MORE)
def test_ends_and_loops_are_those_of_levels(more):
    same(batch("wilson", 6, 5, few(40, 6), **EVERYTHING, **more))


@pytest.mark.parametrize(
    "options",
    [{"weights": (40, 10)}, {"weights": "1-9+9-1", "zones": "halves"}, {"mask": "circle"}],
)
def test_weights_zones_and_masks_are_made_as_well(options):
    same(batch("prim", 9, 8, ["a", "b"], **EVERYTHING, **options))


def test_presets_are_designs_too():
    mazes = batch("catacombs", 8, 8, 2, braid=10)
    assert mazes.options == {"braid": "10"}
    assert mazes.recipe(1).algorithm == PRESETS["catacombs"].algorithm


def test_mazes_are_alike_across_chunks():
    cells = 40 * 40
    count = CHUNK_CELLS // cells + 3
    mazes = batch("binary-tree", 40, 40, count)
    for i in (0, count - 4, count - 3, count - 1):
        assert np.array_equal(mazes.passages[i], generate(mazes.recipe(i)).passages)


@pytest.mark.skipif(few(0, 1), reason="large mazes take long in plain Python")
def test_large_mazes_are_made_one_by_one():
    rows = SMALL_CELLS // 260 + 1
    same(batch("sidewinder", 260, rows, [1], **EVERYTHING))


def test_seeds_are_numbers_or_texts_as_for_generate():
    for seeds in (["kite-7", 3, np.int64(9)], iter(["kite-7", 3, 9]), np.array([5, 6])):
        mazes = batch("eller", 5, 4, seeds)
        for i in range(len(mazes)):
            maze = generate("eller", 5, 4, mazes.seed(i))
            assert np.array_equal(mazes.passages[i], maze.passages)
    assert batch("eller", 5, 4, ["e\u0301"]).seed(0) == "\u00e9"


def test_derived_seeds_hold_the_name_the_algorithm_and_the_size():
    assert batch("eller", 5, 4, 3).seed(2) == "batch.eller.5x4.2"
    assert batch("eller", 5, 4, 3, name="train").seed(-1) == "train.eller.5x4.2"
    # With the same seeds mazes of two sizes share rows: with derived ones they do not.
    tall, square = batch("binary-tree", 8, 9, 40), batch("binary-tree", 8, 8, 40)
    middle = [cells.tobytes() for cells in square.passages[:, 1:7]]
    assert not {cells.tobytes() for cells in tall.passages[:, 1:7]} & set(middle)
    seeds = [square.seed(i) for i in range(40)]
    again = batch("binary-tree", 8, 9, seeds)
    assert {cells.tobytes() for cells in again.passages[:, 1:7]} == set(middle)


def test_an_item_is_a_level_and_a_slice_a_batch():
    mazes = batch("wilson", 6, 5, 5, **EVERYTHING)
    level = mazes[-2]
    assert level.recipe == mazes.recipe(3)
    assert level.dist_min == mazes.dist_min[3]
    assert [one.recipe for one in mazes] == [mazes.recipe(i) for i in range(5)]
    cut = mazes[1:4]
    same(cut)
    assert [cut.seed(i) for i in range(3)] == [mazes.seed(i) for i in (1, 2, 3)]
    assert len(mazes[4:2]) == 0
    assert cut.passages.base is not None
    with pytest.raises(IndexError, match="5 mazes, none with the number 5"):
        mazes[5]
    with pytest.raises(TypeError, match="not 'a'"):
        mazes["a"]
    with pytest.raises(ValueError, match="paths=True"):
        batch("wilson", 6, 5, 1).path(0)


def test_numbers_and_masks_pick_mazes(tmp_path):
    mazes = batch("wilson", 6, 4, 10, fields=True, paths=True, textures=True)
    picked = mazes[[7, 2, -1, 7]]
    assert [picked[i] for i in range(4)] == [mazes[i] for i in (7, 2, 9, 7)]
    for mine, its in enumerate((7, 2, 9, 7)):
        assert np.array_equal(picked.path(mine), mazes.path(its))
        assert np.array_equal(picked.fields[mine], mazes.fields[its])
        assert picked.textures["dead_end_share"][mine] == mazes.textures["dead_end_share"][its]
    assert mazes[::2] == mazes[np.arange(0, 10, 2)]
    assert mazes[np.arange(10) < 3] == mazes[:3]
    assert len(mazes[[]]) == 0
    picked.save(tmp_path / "picked.npz")
    assert Batch.load(tmp_path / "picked.npz") == picked
    for wrong, said in (
        (np.ones(9, bool), r"a mask for the batch has the shape \(10,\), not \(9,\)"),
        ([10], "the batch has 10 mazes, none with the number 10"),
    ):
        with pytest.raises(IndexError, match=said):
            mazes[wrong]
    for wrong in ([0.5], ["a"], np.zeros((2, 2), int)):
        with pytest.raises(TypeError, match="mazes are picked by whole numbers or a mask"):
            mazes[wrong]


def test_batches_are_equal_if_their_mazes_and_designs_are():
    mazes = batch("prim", 5, 4, 3, fields=True)
    assert mazes == batch("prim", 5, 4, 3, fields=True)
    for other in (
        batch("prim", 5, 4, 3), mazes[:2], mazes[[0, 2, 1]], "prim",
        batch("prim", 5, 4, 3, fields=True, name="other"),
        batch("prim", 5, 4, 3, fields=True, ends="farthest"),
    ):  # fmt: skip
        assert mazes != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(mazes)
    changed = mazes[[0, 1, 2]]
    changed.starts[1] = 1, 1
    assert changed != mazes


def test_a_batch_and_a_level_are_arrays_of_passages():
    mazes = batch("prim", 5, 4, 3)
    assert np.array_equal(np.asarray(mazes), mazes.passages)
    assert np.array_equal(np.asarray(mazes[1]), mazes.passages[1])
    assert np.asarray(mazes, dtype=np.int32).dtype == np.int32


LEVELS = [
    Level.of("prim:6x4:a"),
    Level.of("wilson:6x4:ends=farthest:b"),
    Level(generate("eller:6x4:c"), (1, 1), ((0, 3),)),
    Level(Maze.from_floor([[1, 1, 0, 1, 1, 1]] * 4), (0, 0), ((0, 5),)),
]


@pytest.mark.parametrize("kind", ["npz", "parquet"])
@pytest.mark.parametrize("levels", [LEVELS, LEVELS[:1], LEVELS[3:]])
def test_levels_become_a_batch_and_come_back(levels, kind, tmp_path):
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    mazes = Batch.from_levels(levels)
    mazes.save(tmp_path / f"mazes.{kind}")
    for there in (mazes, Batch.load(tmp_path / f"mazes.{kind}"), mazes[:]):
        assert list(there) == levels
        assert there == mazes
        assert all(
            np.array_equal(field, level.field)
            for field, level in zip(there.fields, levels, strict=True)
        )
    assert list(mazes.dist_min) == [level.field[level.start] for level in levels]


def test_levels_of_one_design_are_the_batch_of_their_seeds():
    made = batch("wilson", 6, 4, ["x", "y"], fields=True, ends="r0c0-r1c1+r3c5")
    assert Batch.from_levels(iter(made)) == made
    assert Batch.from_levels(made).recipe(1) == made.recipe(1)


def test_a_level_without_a_recipe_has_none_in_its_batch():
    mazes = Batch.from_levels(LEVELS)
    assert (mazes.seed(0), mazes.seed(2)) == ("a", "")
    assert mazes.recipe(1) == LEVELS[1].recipe
    with pytest.raises(ValueError, match="the maze has no recipe"):
        mazes.recipe(2)


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ([], "takes one level at least"),
        ([LEVELS[0], Level.of("prim:5x4:a")], "levels[1] is 5x4, and levels[0] is 6x4"),
        ([LEVELS[0], Level(LEVELS[0].maze, (0, 0), ())], "levels[1] has 0 goals, and levels[0]"),
        ([LEVELS[0], LEVELS[0].maze], "levels[1] is <Maze 6x4, 23 passages>, not a Level"),
    ],
)
def test_levels_that_fit_no_batch_are_refused(levels, said):
    with pytest.raises((TypeError, ValueError), match=re.escape(said)):
        Batch.from_levels(levels)


OWN_ALGORITHM = """
from dataclasses import replace
from mazegame.engine import ALGORITHMS, register
MINE = replace(ALGORITHMS["prim"], name="mine", title="mine")
register(MINE)
"""


def test_a_registered_algorithm_goes_to_other_processes_by_its_module(tmp_path, monkeypatch):
    (tmp_path / "own_algorithm.py").write_text(OWN_ALGORITHM)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    try:
        mine = importlib.import_module("own_algorithm").MINE
        alone = batch("mine", 5, 4, 6)
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            assert batch("mine", 5, 4, 6, executor=pool) == alone
            shards = batch("mine", 5, 4, 6, executor=pool, out=tmp_path / "mazes")
            assert pool.submit(getattr, mine, "name").result() == "mine"
        assert Batch.load(shards.files[0]) == alone
        register(replace(mine, title="another"))
        with (
            ProcessPoolExecutor(1) as pool,
            pytest.raises(ValueError, match="the algorithm mine is known to this process only"),
        ):
            batch("mine", 5, 4, 6, executor=pool)
    finally:
        ALGORITHMS._entries.pop("mine", None)


def test_the_repr_of_a_batch_is_short():
    assert repr(batch("wilson", 6, 5, 7, braid=20)) == "<Batch of 7: wilson:6x5:braid=20>"


@pytest.mark.parametrize("braid", [0, 50])
def test_no_mazes_are_a_batch_too(braid):
    mazes = batch("wilson", 6, 5, 0, braid=braid, **EVERYTHING)
    assert len(mazes) == 0
    assert mazes.passages.shape == (0, 5, 6)
    assert len(batch("wilson", 6, 5, [])) == 0


def equal(one: Batch, other: Batch) -> None:
    """Assert that two batches are the same."""
    for array in ("passages", "starts", "goals", "dist_min", "fields"):
        assert np.array_equal(getattr(one, array), getattr(other, array)), array
    assert all(np.array_equal(one.path(i), other.path(i)) for i in range(len(one)))
    assert all(np.array_equal(one.textures[name], other.textures[name]) for name in one.textures)
    assert [one.seed(i) for i in range(len(one))] == [other.seed(i) for i in range(len(other))]


class Pickling(Executor):
    """An executor like those in other processes, but in this one and in reverse order."""

    def __init__(self):
        self.sizes = []
        self.left = []

    def submit(self, function, *arguments):
        future = Future()
        self.left.append((future, pickle.dumps((function, arguments))))
        if len(self.left) == 3:
            self.work()
        return future

    def work(self):
        for future, task in reversed(self.left):
            function, arguments = pickle.loads(task)
            made = pickle.dumps(function(*arguments))
            self.sizes.append((len(task), len(made)))
            future.set_result(pickle.loads(made))
        self.left.clear()


@pytest.fixture
def small_parts(monkeypatch):
    """Cut batches into parts of two mazes."""
    monkeypatch.setattr(running, "_part_size", lambda plan, count: 2)


@pytest.mark.parametrize("seeds", [6, list("abcdef")])
def test_an_executor_makes_the_same_mazes(seeds, small_parts):
    here = batch("wilson", 9, 8, seeds, **EVERYTHING)
    with ThreadPoolExecutor(2) as pool:
        equal(here, batch("wilson", 9, 8, seeds, **EVERYTHING, executor=pool))
    equal(here, batch("wilson", 9, 8, seeds, **EVERYTHING, executor=Pickling()))


def test_other_processes_make_the_same_mazes(small_parts):
    with ProcessPoolExecutor(1) as pool:
        made = batch("prim", 9, 8, 4, **EVERYTHING, executor=pool)
    equal(batch("prim", 9, 8, 4, **EVERYTHING), made)


def test_seeds_travel_as_ranges_and_mazes_as_arrays(monkeypatch):
    monkeypatch.setattr(running, "_part_size", lambda plan, count: 100)
    pool = Pickling()
    batch("sidewinder", 15, 15, 300, executor=pool)
    batch("sidewinder", 15, 15, 300, executor=pool, fields=True)
    for number, (there, back) in enumerate(pool.sizes):
        assert there < 1000
        assert back < 100 * (15 * 15 * (5 if number > 2 else 1) + 20) + 1000


@pytest.mark.parametrize(
    ("cols", "rows", "mask"), [(3, 3, None), (255, 1, None), (256, 1, None), (13, 11, "ring")]
)
def test_travelling_loses_nothing(cols, rows, mask, monkeypatch):
    """Cells outside of a mask, and parts of one maze."""
    monkeypatch.setattr(running, "_part_size", lambda plan, count: 1)
    options = {} if mask is None else {"mask": mask}
    here = batch("recursive-backtracker", cols, rows, 3, fields=True, **options)
    pool = Pickling()
    there = batch("recursive-backtracker", cols, rows, 3, fields=True, executor=pool, **options)
    assert there.fields.dtype == np.int32
    for array in ("passages", "fields"):
        assert np.array_equal(getattr(here, array), getattr(there, array)), array


def test_progress_rises_to_one_and_can_stop_it(small_parts):
    for executor in (None, Pickling()):
        shares = []
        batch("eller", 9, 8, 6, executor=executor, progress=shares.append)
        assert shares == sorted(shares)
        assert shares[-1] == 1
        with pytest.raises(CancelledError):
            batch("eller", 9, 8, 6, executor=executor, progress=lambda share: False)


def test_a_batch_that_is_given_up_leaves_no_worker_behind(small_parts):
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(CancelledError):
            batch("eller", 9, 8, 600, executor=pool, progress=lambda share: share < 0.01)
        assert pool.submit(int).result(timeout=20) == 0


def test_an_error_of_a_worker_is_the_callers(small_parts, monkeypatch):
    def fail(*_):
        raise OSError("the machine is on fire")

    monkeypatch.setattr(running, "make_part", fail)
    with ThreadPoolExecutor(2) as pool, pytest.raises(OSError, match="on fire"):
        batch("eller", 9, 8, 6, executor=pool)


def test_an_error_stops_the_other_threads(monkeypatch):
    monkeypatch.setattr(running, "_part_size", lambda plan, count: 1)
    began, stopped = threading.Event(), []

    def wait_for_the_end(plan, seeds, token):
        began.set()
        for _ in range(10_000):
            try:
                token.check()
            except CancelledError:
                stopped.append(seeds[0])
                raise
            threading.Event().wait(0.001)
        return make_part(plan, seeds, token)

    monkeypatch.setattr(running, "make_part", wait_for_the_end)
    with ThreadPoolExecutor(1) as pool, pytest.raises(CancelledError):
        batch("eller", 9, 8, 2, executor=pool, progress=lambda _: not began.is_set())
    assert stopped


def test_a_batch_that_does_not_fit_says_what_it_would_take(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 1 << 30)
    with pytest.raises(
        NotEnoughMemoryError,
        match=r"a batch of 10,000,000 mazes of 15x15 would take 2\.3 GiB of memory: 1\.0 GiB",
    ):
        batch("wilson", 15, 15, 10_000_000)
    with pytest.raises(NotEnoughMemoryError, match=r"2,000,000 mazes of 15x15 would take"):
        batch("wilson", 15, 15, 2_000_000, fields=True)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (("wilsn", 5, 5, 1), {}, RecipeError, "did you mean wilson"),
        (("wilson", 5, 5, -1), {}, ValueError, "seeds must be 0 to"),
        (("wilson", 5, 5, "kite-7"), {}, TypeError, "a single seed is a list of one"),
        (("wilson", 5, 5, 2.5), {}, TypeError, "a number of mazes or a list of seeds, not 2.5"),
        (("wilson", 5, 5, True), {}, TypeError, "not True"),
        (("wilson", 5, 5, ["a", "b c"]), {}, ValueError, r"seeds\[1\]: .* holds a space"),
        (("wilson", 5, 5, ["a", None]), {}, TypeError, r"seeds\[1\]: the seed must be text"),
        (("wilson", 5, 5, 1), {"name": "a b"}, ValueError, "the name of the batch 'a b' holds"),
        (("wilson", 5, 5, 1), {"name": 5}, TypeError, "the name of the batch must be text"),
        (("wilson", 5, 5, 9), {"name": "n" * 60}, ValueError, "at most 51 characters fit"),
        (("wilson", 5, 5, 1), {"fields": "yes"}, TypeError, "fields must be True or False"),
        (("wilson", 5, 5, 1), {"brade": 20}, RecipeError, "no option 'brade'"),
        (("wilson", 5, 5, 1), {"zones": np.ones((5, 5))}, RecipeError, "zones of a batch are a"),
        (("wilson", 5, 5, 1), {"mask": np.ones((5, 4))}, RecipeError, "mask"),
        (("wilson", 5, 5, 1), {"executor": 4}, TypeError, "executor must be .*, not 4"),
        (("wilson", 5, 5, 1), {"out": "x", "kind": "csv"}, ValueError, "npz or parquet, not 'csv'"),
        (("wilson", 5, 5, 1), {"out": "x", "shard_size": 0}, ValueError, "from 1 on, not 0"),
    ],
)
def test_what_does_not_fit_gets_one_sentence(
    arguments, options, error, words, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=words) as told:
        batch(*arguments, **options)
    assert "\n" not in str(told.value)
    assert not list(tmp_path.iterdir())


class LosesWorkers(Executor):
    """Does the work at once, but loses the first few results of each part."""

    def __init__(self, times):
        self.times, self.lost = times, Counter()

    def submit(self, function, /, *arguments):
        future = Future()
        part = arguments[1][0]
        self.lost[part] += 1
        if self.lost[part] <= self.times:
            future.set_exception(TypeError("cannot unpack non-iterable int object"))
        else:
            future.set_result(function(*arguments))
        return future


def test_a_part_whose_worker_is_lost_is_made_again():
    made = batch("prim", 9, 9, 300, executor=LosesWorkers(2))
    assert np.array_equal(made.passages, batch("prim", 9, 9, 300).passages)
    with pytest.raises(TypeError, match="cannot unpack"):
        batch("prim", 9, 9, 300, executor=LosesWorkers(3))


@pytest.mark.parametrize("kind", ["npz", "parquet"])
def test_a_batch_may_have_a_mask_of_its_own(tmp_path, kind):
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    mask = np.ones((6, 9), np.bool_)
    mask[:2, 3:] = mask[4:, :3] = False
    made = batch("wilson", 9, 6, ["a", "b"], mask=mask, fields=True, paths=True)
    for number, seed in enumerate("ab"):
        level = Level.of("wilson", 9, 6, seed, mask=mask)
        assert (made[number].maze, made[number].goals) == (level.maze, level.goals)
        assert np.array_equal(made.path(number), level.cells_of_path())
        assert made[number].recipe is None
    with pytest.raises(ValueError, match="a custom mask, which no recipe holds"):
        made.recipe(0)
    folder = {"out": tmp_path, "kind": kind, "shard_size": 1}
    shards = batch("wilson", 9, 6, ["a", "b"], mask=mask, **folder)
    assert [loaded[0].maze for loaded in shards] == [one.maze for one in made]
    for other in ({}, {"mask": np.ones((6, 9))}):
        with pytest.raises(ValueError, match="holds another batch: its mask"):
            batch("wilson", 9, 6, ["a", "b"], **other, **folder)
