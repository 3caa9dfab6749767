"""Plugins: what packages add by entry points. tests/test_extending.py installs a real one."""

import asyncio
import importlib.metadata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

import pytest

from mazegame.engine.support.plugins import PluginError, Registry
from tests.engine.cases import run_program

GROUP = "mazegame.things"


@dataclass
class Thing:
    name: str


class Point:
    """An entry point."""

    def __init__(self, name, loads, package="more-things"):
        self.name, self._loads = name, loads
        self.value = "more_things:THING"
        self.dist = SimpleNamespace(name=package)
        self.loaded = 0

    def load(self):
        self.loaded += 1
        if isinstance(self._loads, BaseException):
            raise self._loads
        return self._loads


@pytest.fixture
def points(monkeypatch):
    found, looks = [], []

    def entry_points(*, group):
        assert group == GROUP
        looks.append(group)
        return found

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    return SimpleNamespace(found=found, looks=looks)


def things():
    return Registry("thing", GROUP, [Thing("one"), Thing("two")])


def test_what_is_built_in_is_found_without_a_look_at_packages(points):
    registry = things()
    assert registry["one"] == Thing("one")
    assert "two" in registry
    assert list(registry) == ["one", "two"]
    assert registry.offered == {}
    assert points.looks == []


def test_what_is_built_in_can_be_loaded_when_it_is_looked_up(points):
    loaded = []

    def load(name):
        loaded.append(name)
        return Thing(name)

    registry = Registry("thing", GROUP, {name: partial(load, name) for name in ("one", "two")})
    assert list(registry) == ["one", "two"]
    assert registry.built_in == {"one", "two"}
    assert loaded == []
    assert registry["two"] is registry["two"]
    assert loaded == ["two"]
    assert [thing.name for thing in registry.values()] == ["one", "two"]
    assert loaded == ["two", "one"]


def test_a_level_loads_the_file_of_its_own_algorithm_alone():
    output = run_program(
        "import sys\nfrom mazegame.engine import Level\nLevel.of('wilson:9x9:a')\n"
        "print([name for name in ('wilson', 'kruskal') "
        "if f'mazegame.engine.generators.{name}' in sys.modules])"
    )
    assert output == "['wilson']"


def test_packages_are_looked_through_once(points):
    registry = things()
    for name in ("three", "four"):
        assert registry.get(name) is None
        assert name not in registry
    assert points.looks == [GROUP]


def test_an_offer_is_listed_at_once_and_imported_when_it_is_looked_up(points):
    point = Point("three", Thing("three"))
    points.found.append(point)
    registry = things()
    assert registry.discover() == registry.offered == {"three": "more-things"}
    assert "three" in registry
    assert list(registry) == ["one", "two"]
    assert point.loaded == 0
    assert registry["three"] == registry["three"] == Thing("three")
    assert point.loaded == 1
    assert list(registry) == ["one", "two", "three"]
    assert registry.offered == {}


@pytest.mark.parametrize(
    ("loads", "why"),
    [
        (ModuleNotFoundError("No module named 'x'"), "ModuleNotFoundError: No module named 'x'"),
        (RuntimeError("two\nlines"), "RuntimeError: two lines"),
        (RuntimeError(), "RuntimeError: no reason given"),
        (SystemExit(3), "SystemExit: 3"),
        (asyncio.CancelledError(), "CancelledError: no reason given"),
        (type("OfItsOwn", (BaseException,), {})("why"), "OfItsOwn: why"),
        ("text", "it is of the type str, not Thing"),
        (Thing("other"), "it calls itself other"),
    ],
)
def test_a_broken_offer_is_one_sentence_and_costs_the_others_nothing(points, loads, why):
    points.found += [Point("bad", loads), Point("good", Thing("good"))]
    registry = things()
    with pytest.raises(PluginError) as raised:
        registry["bad"]
    assert str(raised.value) == f"the thing bad of the package more-things cannot be used: {why}"
    assert registry["good"] == Thing("good")


def test_ctrl_c_while_an_offer_is_imported_is_no_fault_of_it(points):
    points.found.append(Point("slow", KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        things()["slow"]
    with ThreadPoolExecutor(1) as pool, pytest.raises(PluginError):  # Ctrl+C comes to no thread
        pool.submit(things().__getitem__, "slow").result()


def test_nothing_takes_the_name_of_what_is_built_in(points):
    points.found += [Point("one", Thing("one"), "thief"), Point("three", Thing("three"), "first")]
    points.found.append(Point("three", Thing("three"), "second"))
    registry = things()
    assert registry.discover() == {"three": "first"}
    with pytest.raises(ValueError, match="'one' is the name of a built-in thing; choose another"):
        registry.register(Thing("one"))
    with pytest.raises(TypeError, match="Thing is wanted, not str"):
        registry.register("text")


def test_what_is_registered_lasts_for_the_process_and_can_be_replaced(points):
    registry = things()
    registry.register(Thing("three"))
    newer = Thing("three")
    registry.register(newer)
    assert registry["three"] is newer
    assert registry.built_in == {"one", "two"}
    assert points.looks == []
