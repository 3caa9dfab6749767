"""The statistics of a maze as text: plain lines, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias

Statistics: TypeAlias = Mapping[str, float | int | None]

VERSION = 1
"""The version of the JSON object of ``as_json``."""


def as_json(numbers: Statistics, name: Mapping[str, str]) -> str:
    """Return all statistics as one JSON object on one line; shares are from 0 to 1.

    ``numbers`` are those of ``Texture.as_dict`` or ``cell_numbers``, ``name`` is the maze's name
    under the key ``game_id`` or ``name``.
    """
    return json.dumps({"version": VERSION, **name, **numbers}) + "\n"


def as_lines(numbers: Statistics) -> str:
    """Return the statistics as text, one a line."""
    return "".join(f"{name:<18} {value}\n" for name, value in _lines(numbers))


def _lines(numbers: Statistics) -> Iterator[tuple[str, str]]:
    given = {name: value for name, value in numbers.items() if value is not None}
    has_path = "dist_min" in given

    def percent(name: str) -> str:
        return f"{100 * given[name]:.1f} %"

    if has_path:
        yield "difficulty", f"{given['difficulty']:.1f}"
    yield "cells", f"{given['cells']:,}"
    yield "dead ends", percent("dead_end_share")
    yield "corridors", f"{percent('corridor_share')} ({percent('straight_share')} straight)"
    yield "junctions", f"{percent('junction_share')}, crossings {percent('crossing_share')}"
    vertical_share = (1 + given["bias"]) / 2  # the bias runs from -1 (horizontal) to 1
    vertical = f"{100 * vertical_share:.1f} % vertical"
    straight = f"{vertical}, {given['mean_straight_length']:.1f} long on average"
    yield "straights", f"{straight}, at most {given['longest_straight']}"
    if "walls" in given:
        yield "walls", _walls(given)
    if "tree_depth" in given:
        tree = f"{given['tree_corridors']:,} corridors to {given['tree_leaves']:,} leaves"
        yield "as a tree", f"{tree}, {given['tree_depth']:,} deep from A"
    if not has_path:
        yield "shortest path", "none leads from A to B"
        return
    yield "shortest path", f"{given['dist_min']:,} ({percent('path_share')} of the cells)"
    yield "longest way", f"{given['diameter']:,} ({percent('diameter_share')} of the cells)"
    yield "wrong exits", f"{given['wrong_exits']:,} on the shortest path"
    yield "wrong branches", f"{percent('wrong_branch_share')} of the cells"
    yield "steps by chance", _by_chance(given)


def _walls(given: Statistics) -> str:
    """Return the number of walls, compared with that of a perfect maze of the size."""
    walls, perfect = given["walls"] or 0, given.get("walls_of_a_tree")
    if perfect is None:
        return f"{walls:,}"
    formula = f"(cols - 1)(rows - 1) = {perfect:,}"
    if walls == perfect:
        return f"{walls:,} left, {formula} as in every tree"
    more = "fewer" if walls < perfect else "more"
    return f"{walls:,} left, {abs(perfect - walls):,} {more} than a tree's {formula}"


def _by_chance(given: Statistics) -> str:
    steps = given.get("expected_steps")
    return "not known: there are loops" if steps is None else f"{steps:,}"


def lattice_lines(numbers: Statistics) -> str:
    """Return ``statistics`` of a maze on a lattice as text, one a line."""
    given = {name: value for name, value in numbers.items() if value is not None}

    def percent(name: str) -> str:
        return f"{100 * given[name]:.1f} %"

    loops = given["loops"]
    lines = {
        "difficulty": f"{given['difficulty']:.1f}",
        "cells": f"{given['cells']:,}",
        "passages": f"{given['passages']:,}, {'a tree' if not loops else f'{loops:,} loops'}",
        "dead ends": percent("dead_end_share"),
        "corridors": percent("corridor_share"),
        "junctions": f"{percent('junction_share')}, at most {given['most_passages']} passages",
        "shortest path": f"{given['dist_min']:,} ({percent('path_share')} of the cells)",
        "longest way": f"{given['diameter']:,} ({percent('diameter_share')} of the cells)",
        "wrong exits": f"{given['wrong_exits']:,} on the shortest path",
        "steps by chance": _by_chance(given),
    }
    if not loops:
        lines["as a tree"] = f"{given['corridors']:,} corridors, {given['depth']:,} deep from A"
    return "".join(f"{name:<18} {value}\n" for name, value in lines.items())
