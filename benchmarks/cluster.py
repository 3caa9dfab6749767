"""Measure what a batch takes on two workers of dask beside one process: ratios of processor time.

    python benchmarks/cluster.py                       a million of Wilson's 15x15
    python benchmarks/cluster.py --mazes 200000 --rounds 1

User and system time of client, scheduler and workers together, with compiled kernels and a running
cluster, against the same call in one process. Turns alternate; a ratio is the least time of the
cluster through the least of one process. Four calls: without and with the distances of all cells
(``fields=True``), back in memory, and into a folder of files (``out=``). *Moving* is what dask
takes to return as many bytes of a function that does nothing else. Takes dask and distributed.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from typing import TYPE_CHECKING, Any

from distributed import Client, LocalCluster

from mazegame.engine import batch, ready
from mazegame.engine.batches.part import Plan, Seeds
from mazegame.engine.batches.running import _part_size, make

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZE = 15


def spent(client: Client) -> float:
    """Seconds of processor time of the client, its scheduler and the workers so far."""
    return time.process_time() + sum(client.run(time.process_time).values())


def call(count: int, fields: bool, written: bool, executor: Any = None) -> None:
    """Make the mazes once."""
    asked: dict[str, Any] = {"fields": fields, "executor": executor}
    if written:
        with tempfile.TemporaryDirectory() as folder:
            batch("wilson", SIZE, SIZE, count, out=folder, shard_size=50_000, **asked)
    else:
        batch("wilson", SIZE, SIZE, count, **asked)


def give_back(size: int) -> bytearray:
    """Return as many bytes, in a worker."""
    return bytearray(size)


def moving(count: int, fields: bool, client: Client) -> None:
    """Have workers return as many bytes as the mazes have."""
    plan = Plan("wilson", SIZE, SIZE, (), fields=fields)
    size = _part_size(plan, count)
    part = make(plan, Seeds("", range(100)), eager=True)
    bytes_each = sum(array.nbytes for array in part.arrays.values()) // 100
    parts = [size * bytes_each] * (count // size)
    for future in client.map(give_back, parts, pure=False):
        future.result()


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each call."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--mazes", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3, help="turns to take the best of (3)")
    given = parser.parse_args(arguments)
    ready("wilson")
    print(f"{'':24}{'one':>8}{'cluster':>9}{'ratio':>7}{'moving':>8}")
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        client.wait_for_workers(2)
        executor = client.get_executor()
        for written in (False, True):
            for fields in (False, True):
                turns: dict[str, Callable[[], None]] = {
                    "one": lambda f=fields, w=written: call(given.mazes, f, w),  # type: ignore[misc]
                    "cluster": lambda f=fields, w=written: call(given.mazes, f, w, executor),  # type: ignore[misc]
                }
                if not written:
                    turns["moving"] = lambda f=fields: moving(given.mazes, f, client)  # type: ignore[misc]
                call(20_000, fields, written, executor)  # whoever has to load kernels does so now
                best: dict[str, float] = {}
                for _ in range(given.rounds):
                    for name, turn in turns.items():
                        begun = spent(client)
                        turn()
                        took = spent(client) - begun
                        best[name] = min(best.get(name, took), took)
                what = f"{'files' if written else 'memory'}{', with fields' if fields else ''}"
                figures = f"{best['one']:8.2f}{best['cluster']:9.2f}"
                ratio = f"{best['cluster'] / best['one']:7.2f}"
                print(f"{what:24}{figures}{ratio}{best.get('moving', 0):8.2f}", flush=True)


if __name__ == "__main__":
    main()
