"""Pinned mazes: the result of each game ID, which must never change.

``golden.json`` holds, for every game ID, the SHA-256 of its passages (uint8, rows x cols, row by
row), its A, its B and its distMin.

A change of any of these breaks the game IDs that people keep: make a new algorithm name instead.
To pin IDs that were added to the list below, without touching the others::

    python -m tests.engine.generators.golden          # name those that differ, add new ones
    python -m tests.engine.generators.golden --renew  # pin everything anew
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from mazegame.engine import ALGORITHMS, Level, Recipe
from tests.engine.cases import PICKS

PATH = Path(__file__).with_name("golden.json")

_PLAIN = [
    f"{name}:{size}:{seed}"
    for name in ALGORITHMS
    for size, seed in (
        ("1x1", "dot"),
        ("1x9", "tall"),
        ("9x1", "wide"),
        ("20x10", "kite-7"),
        ("33x21", "kite-7"),
        ("33x21", "été"),
        ("64x64", "64"),
        ("150x120", "large"),
    )
]
_OPTIONS = [
    *(f"wilson:{size}:build=walls:kite-7" for size in ("2x2", "33x21", "150x120")),
    *(
        f"growing-tree:33x21:pick={pick}{removal}:kite-7"
        for pick in PICKS
        for removal in ("", ",removal=ordered")
    ),
    *(f"{name}:33x21:braid=30:kite-7" for name in ALGORITHMS),
    "recursive-backtracker:150x120:braid=100:kite-7",
    "kruskal:40x20:braid=1:kite-7",
    *(f"wilson:40x20:ends={ends}:kite-7" for ends in ("farthest", "random", "sides")),
    "eller:40x20:braid=20,ends=farthest:kite-7",
]
_TEXTURES = [
    *(
        f"{name}:{size}:weights={weights}:kite-7"
        for name in ALGORITHMS
        for size, weights in (
            ("9x1", "40-10"),
            ("33x21", "40-10"),
            ("33x21", "N1E2S3W4"),
            ("150x120", "1-5"),
            ("33x21", "40-10+10-40,zones=checker"),
        )
    ),
    "wilson:33x21:build=walls,weights=3-1:kite-7",
    "wilson:33x21:build=walls,weights=3-1+1-9,zones=halves:kite-7",
    "growing-tree:33x21:pick=oldest,removal=ordered,weights=3-1:kite-7",
    *(f"kruskal:33x21:weights=9-2+1-5+3-3,zones={z}:kite-7" for z in ("rings", "stripes.2")),
    "prim:33x21:weights=9-2+1-5+3-3+1-1,zones=quarters:kite-7",
    "simple-prim:33x21:weights=40-1+1-40,zones=gradient:kite-7",
    "kruskal:33x21:weights=40-1+1-40,zones=gradient:kite-7",
    *(f"{name}:33x21:mask=heart:kite-7" for name, a in ALGORITHMS.items() if a.masks),
    *(f"wilson:31x23:mask={mask}:kite-7" for mask in ("circle", "diamond", "ring")),
    "kruskal:46x16:mask=letters.MAZE:kite-7",
    *(f"prim:33x21:mask=ring,ends={e}:kite-7" for e in ("farthest", "random", "sides")),
    "wilson:20x10:ends=r3c4-r9c19+r0c19:kite-7",
]
GAME_IDS = [*_PLAIN, *_OPTIONS, *_TEXTURES]
"""Every game ID that is pinned."""


def entry(game_id: str) -> list[object]:
    """Return the values to pin for a game ID."""
    level = Level.of(Recipe.parse(game_id))
    digest = hashlib.sha256(level.maze.passages.tobytes()).hexdigest()
    return [digest, list(level.start), list(level.goals[0]), level.dist_min]


def pinned() -> dict[str, list[object]]:
    """Return the contents of the file."""
    return json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}


def differing() -> list[str]:
    """Return the pinned game IDs whose result has changed."""
    return [game_id for game_id, value in pinned().items() if entry(game_id) != value]


def main() -> int:
    """Check all game IDs, and pin new ones."""
    known = {} if "--renew" in sys.argv[1:] else pinned()
    wrong = differing() if known else []
    for game_id in wrong:
        print("differs:", game_id)
    added = [game_id for game_id in GAME_IDS if game_id not in known]
    if added and not wrong:
        known.update((game_id, entry(game_id)) for game_id in added)
        lines = ",\n".join(
            f" {json.dumps(game_id, ensure_ascii=False)}: {json.dumps(value)}"
            for game_id, value in known.items()
        )
        PATH.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(f"{len(known)} pinned, {len(wrong)} differ, {len(added)} new")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
