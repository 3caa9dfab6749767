"""Writing a batch to a folder, by this thread or an executor's workers.

What lives here: who writes which file, and going on where a killed process stopped. What does not:
the files (``files.py``) and what the folder says of them (``folder.py``).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mazegame.engine import memory
from mazegame.engine.batches.files import describe, is_whole, write_file
from mazegame.engine.batches.folder import MANIFEST, Shards, place, read_manifest
from mazegame.engine.batches.running import is_eager, make, prepare, run_all
from mazegame.engine.batches.seeds import NumberedSeeds
from mazegame.engine.optional import import_optional
from mazegame.engine.progress import report
from mazegame.engine.validation import short_repr

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mazegame.engine.batches.part import Plan
    from mazegame.engine.batches.seeds import Seeds
    from mazegame.engine.progress import Progress

_WAITING: Final = 256
"""Files that are handed out to workers at once."""


def write_all(
    plan: Plan,
    seeds: Seeds,
    folder: Path,
    kind: str,
    size: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Shards:
    """Write a batch into a folder, but for the files that are there already.

    Args:
        plan: What to make.
        seeds: The seeds.
        folder: Where; made if it is not there.
        kind: One of ``KINDS``.
        size: Mazes in each file.
        executor: Who makes and writes them, one file after the other; this thread if None.
        progress: See ``generate``.

    Raises:
        ValueError: If the folder holds another batch.
        OSError: If it cannot be written to, or the disk has no room for it.
        CancelledError: If ``progress`` cancels it. The files that are there are whole.
    """
    if kind == "parquet":
        import_optional("pyarrow.parquet", "writing Parquet", "pyarrow")
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "npz" and not (folder / MANIFEST).exists():
        _check_disk(folder, plan, len(seeds))
    _claim(folder, _manifest(plan, seeds, kind, size))
    for left in folder.glob(".part-*.half"):  # of a process that was killed
        with contextlib.suppress(OSError):
            left.unlink()
    shards = Shards(folder)
    missing = [i for i, path in enumerate(shards.places()) if not is_whole(path, kind)]
    count = len(seeds)
    eager = is_eager(plan, count)
    work = (
        (plan, seeds.part(i * size, min(size, count - i * size)), str(folder), i, kind, eager)
        for i in missing
    )
    if executor is None:
        for done, arguments in enumerate(work):
            write_one(*arguments)
            if progress is not None:
                report(progress, (done + 1) / len(missing))
        return shards
    if missing:
        prepare(plan, seeds, executor)
    with closing(run_all(executor, write_one, work, len(missing), _WAITING, progress)) as results:
        for _ in results:
            pass
    return shards


def _check_disk(folder: Path, plan: Plan, count: int) -> None:
    """Refuse what the disk has no room for, before it begins."""
    wanted, free = count * plan.bytes_per_maze, shutil.disk_usage(folder).free
    if wanted > free:
        raise OSError(
            f"a batch of {count:,} mazes of {plan.cols}x{plan.rows} would take "
            f"{memory.format_size(wanted)} of disk: {memory.format_size(free)} is free"
        )


def write_one(
    plan: Plan, seeds: Seeds, folder: str, index: int, kind: str, eager: bool, token: Any = None
) -> int:
    """Make the mazes of one file and write it, in a worker; return how many there are."""
    write_file(place(Path(folder), index, kind), plan, seeds, make(plan, seeds, eager, token))
    return len(seeds)


def _manifest(plan: Plan, seeds: Seeds, kind: str, size: int) -> dict[str, Any]:
    if isinstance(seeds, NumberedSeeds):
        which: dict[str, Any] = {"prefix": seeds.prefix}
    else:
        texts, _ = seeds.encoded()
        which = {"sha256": hashlib.sha256(texts.tobytes()).hexdigest()}
    return {
        **describe(plan),
        "count": len(seeds),
        "seeds": which,
        "kind": kind,
        "shard_size": size,
    }


def _claim(folder: Path, manifest: dict[str, Any]) -> None:
    """Write what the folder is to hold, or make sure that it is the same."""
    path = folder / MANIFEST
    if path.exists():
        there = read_manifest(folder)
        for key, wanted in manifest.items():
            if there.get(key) != wanted:
                raise ValueError(
                    f"{short_repr(str(folder))} holds another batch: its {key} is "
                    f"{short_repr(there.get(key))}, not {short_repr(wanted)}"
                )
        return
    half = folder / f".{MANIFEST}.{os.urandom(4).hex()}.half"
    half.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    half.replace(path)
