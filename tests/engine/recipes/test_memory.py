"""Available memory: of the machine, the control groups and the process; and what mazes take."""

import sys
from pathlib import Path

import pytest

from mazegame.engine import NotEnoughMemoryError, RecipeError, braid, distances, generate, texture
from mazegame.engine.kernels.jit import compiled, jit_disabled
from mazegame.engine.recipes.memory_figures import bytes_per_cell, check_memory
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.support import memory
from tests.programs import run_code, run_python

ROOT = Path(__file__).parents[3]
GIB = 1 << 30


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Write files as the kernel shows them, for a machine with 8 GiB left and no limits."""
    proc, groups = tmp_path / "proc", tmp_path / "cgroup"
    monkeypatch.setattr(memory, "_PROC", proc)
    monkeypatch.setattr(memory, "_CGROUPS", groups)
    monkeypatch.setattr(memory, "_process_bytes", lambda: None)

    def write(path, text):
        file = {"proc": proc, "cgroup": groups}[path.split("/")[0]] / path.split("/", 1)[1]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(str(text), encoding="ascii")

    write("proc/meminfo", f"MemTotal: 99 kB\nMemAvailable: {8 * GIB // 1024} kB\n")
    return write


def group(write, folder, most, now, idle=0):
    """A control group of version 2."""
    write(f"{folder}/memory.max", f"{most}\n")
    write(f"{folder}/memory.current", now)
    write(f"{folder}/memory.stat", f"anon 7\ninactive_file {idle}\nactive_file 5\n")


def test_a_machine_without_groups_has_what_it_says(system):
    assert memory.available_bytes() == 8 * GIB


GROUPS = {
    "less what is used and not idle": ("/a/b", {"/a/b": (2 * GIB, GIB, GIB // 4)}, 5 * GIB // 4),
    "above": ("/a/b", {"/a/b": ("max", GIB), "/a": (3 * GIB, 2 * GIB)}, GIB),
    "the root": ("/a/b", {"/a": (3 * GIB, 2 * GIB), "": (GIB, GIB // 2)}, GIB // 2),
    "that of a container": ("/somewhere/on/the/host", {"": (GIB, 0)}, GIB),
    "over its limit": ("/", {"": (GIB, 2 * GIB)}, 0),
}
"""The group of a process, groups with limit, use and what is idle, and what is available."""


@pytest.mark.parametrize(("own", "groups", "available"), GROUPS.values(), ids=GROUPS)
def test_the_narrowest_group_counts(system, own, groups, available):
    system("proc/self/cgroup", f"0::{own}")
    for folder, figures in groups.items():
        group(system, f"cgroup{folder}", *figures)
    assert memory.available_bytes() == available


def test_groups_of_the_first_version_count_as_well(system):
    system("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/job\n1:name=systemd:/x")
    for folder, most in (("", 9223372036854771712), ("/job", 4 * GIB)):
        system(f"cgroup/memory{folder}/memory.limit_in_bytes", most)
        system(f"cgroup/memory{folder}/memory.usage_in_bytes", GIB)
        system(f"cgroup/memory{folder}/memory.stat", f"cache 1\ntotal_inactive_file {GIB // 2}\n")
    assert memory.available_bytes() == 3 * GIB + GIB // 2


def test_files_that_say_nothing_are_passed_over(system):
    system("proc/self/cgroup", "nonsense\n0::/")
    system("cgroup/memory.max", "nonsense")
    assert memory.available_bytes() == 8 * GIB


@pytest.mark.skipif(sys.platform != "linux", reason="what is measured is in /proc")
def test_the_limit_on_addresses_counts():
    code = (
        "import resource\n"
        "from mazegame.engine import generate, RecipeError\n"
        "from mazegame.engine.support import memory\n"
        "limit = 4 << 30\n"
        "resource.setrlimit(resource.RLIMIT_AS, (limit, limit))\n"
        "there = memory.available_bytes()\n"
        "assert (1 << 30) < there < limit, there\n"
        "try:\n"
        "    generate('kruskal', 20000, 20000, 'x')\n"
        "except RecipeError as error:\n"
        "    print(error)\n"
    )
    said = run_code(code)
    assert "would take" in said
    assert "is available" in said


@pytest.mark.parametrize(
    ("game_id", "takes"),
    [
        ("wilson:9x9:x", 1.1),
        ("wilson:9x9:build=walls:x", 2.1),
        ("wilson:9x9:braid=1:x", 4.7),
        ("kruskal:9x9:braid=1:x", 12),
        ("growing-tree:9x9:x", 1.1),
        ("growing-tree:9x9:pick=newest:x", 3),
        ("growing-tree:9x9:removal=ordered:x", 5.5),
        ("wilson:9x9:weights=4-1:x", 1.1),
        ("wilson:9x9:build=walls,weights=4-1:x", 2.1),
        ("wilson:9x9:weights=4-1+1-4,zones=halves:x", 4.3),
        ("wilson:9x9:build=walls,weights=4-1+1-4,zones=halves:x", 5.3),
        ("prim:9x9:weights=4-1+1-4,zones=halves:x", 2.2),
        ("wilson:9x9:mask=heart:x", 10.1),
        ("recursive-backtracker:9x9:weights=4-1:x", 5.1),
        ("simple-prim:9x9:weights=4-1:x", 9.1),
        ("simple-prim:9x9:weights=4-1+1-4,zones=halves,mask=heart:x", 11.3),
        ("kruskal:9x9:weights=4-1:x", 17.75),
        ("kruskal:9x9:weights=4-1+1-4,zones=halves:x", 18.85),
        ("kruskal:9x9:weights=4-1+1-4,zones=halves,mask=heart:x", 19.95),
        ("hunt-and-kill:9x9:weights=4-1+1-4,zones=halves,mask=heart,braid=1:x", 10.1),
    ],
)
def test_what_a_recipe_takes_depends_on_its_options(game_id, takes):
    assert bytes_per_cell(Recipe.parse(game_id)) == pytest.approx(takes)


def test_what_does_not_fit_is_refused_and_what_just_fits_is_not(monkeypatch):
    def have(size):
        monkeypatch.setattr(memory, "available_bytes", lambda: size)

    for options, figure, said in (((), 12, "1.1 GiB"), ((("weights", "4-1"),), 17.75, "1.7 GiB")):
        recipe = Recipe("kruskal", 9998, 9998, "x", options)
        have(10**8 * figure)
        check_memory(recipe)
        have(10**8 * figure - 1)
        with pytest.raises(RecipeError, match=f"would take {said} of memory: {said} is available"):
            check_memory(recipe)
    with pytest.raises(RecipeError, match=r"would take 2\.5 GiB"):
        check_memory(recipe, 27)
    zoned = (("weights", "4-1+1-4"), ("zones", "halves"))
    with pytest.raises(RecipeError, match=r"would take 1\.8 GiB"):
        generate(Recipe("kruskal", 9998, 9998, "x", zoned))
    have(1 << 30)
    with compiled():
        maze = generate("binary-tree", 5000, 5000, "x")
    have(50 << 20)
    calls = {
        "the distance field of 5000x5000": lambda: distances(maze, (0, 0)),
        "braiding a maze of 5000x5000": lambda: braid(maze, 1, "x"),
        "measuring a maze of 5000x5000": lambda: texture(maze, (0, 0), (1, 1)),
    }
    for what, call in calls.items():
        with pytest.raises(NotEnoughMemoryError, match=f"{what} would take"):
            call()


@pytest.mark.variants
@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read in /proc")
@pytest.mark.skipif(jit_disabled(), reason="what is measured is compiled")
@pytest.mark.parametrize(
    "case",
    [
        "kruskal", "texture", "true-prim weights=40-10+10-40 zones=checker",
        "wilson weights=40-10+10-40 zones=checker mask=circle",
        *(pytest.param(case, marks=pytest.mark.long) for case in (
            "wilson", "prim", "recursive-backtracker", "flood", "farthest pair",
            "kruskal weights=40-10", "recursive-backtracker weights=N40E1S1W1",
            "simple-prim weights=40-10+10-40 zones=checker",
        )),
    ],
)  # fmt: skip
def test_the_peak_of_memory_is_near_the_stated_figure(case):
    words = ("benchmarks/memory.py", "--here", "--size", "2000x1500", "--only", case)
    done = run_python(*words)
    assert done.returncode == 0, done.stderr
    name, peak, _, reckoned = done.stdout.rsplit(maxsplit=3)
    assert name == case
    assert 0.9 < float(peak) < float(reckoned) * 1.1 + 0.2
