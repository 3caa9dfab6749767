"""The folder of a batch on disk, and going on where a killed process stopped.

A folder holds ``batch.json``, which says what the mazes are, and files ``part-000000.npz`` (or
``.parquet``) and so on, each with as many mazes as ``batch.json`` says, the last with the rest. A
file is written under another name and renamed when it is whole, so that a file that is there is a
whole one. docs/file-formats.md describes what is in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from mazegame.engine.batches.batch import Batch
from mazegame.engine.batches.batch_file import KINDS, VERSION, describe, is_whole, write_file
from mazegame.engine.batches.part import Plan, Seeds
from mazegame.engine.batches.running import (
    Task,
    import_path_of,
    is_eager,
    make,
    prepare,
    run_all,
)
from mazegame.engine.errors import DamagedBatchError, import_optional
from mazegame.engine.support import memory
from mazegame.engine.support.progress import Progress, run_with_progress
from mazegame.engine.support.validation import short_repr
from mazegame.engine.support.whole_files import replacing, sweep

MANIFEST: Final = "batch.json"
"""The file that describes the contents of a folder."""

_WAITING: Final = 256
"""Most files that are assigned to workers at once."""


class Shards:
    """A batch on disk, complete or not.

    Iterating gives one ``Batch`` for each file, in order; ``len`` counts the mazes.

    Attributes:
        folder: Where it lies.
        kind: ``npz`` or ``parquet``.
        size: Mazes in each file but the last.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Open a folder that ``batch(..., out=folder)`` or ``mazegame batch`` has written.

        Raises:
            FileNotFoundError: If there is no such folder, or no batch in it.
            DamagedBatchError: If its ``batch.json`` is none.
        """
        self.folder = Path(folder)
        self._manifest = read_manifest(self.folder)
        self.kind = str(self._manifest["kind"])
        self.size = int(self._manifest["shard_size"])

    @property
    def files(self) -> list[Path]:
        """The existing files, in order."""
        return [path for path in self.places() if path.exists()]

    @property
    def missing(self) -> list[int]:
        """The numbers of the missing files."""
        return [index for index, path in enumerate(self.places()) if not path.exists()]

    @property
    def complete(self) -> bool:
        """Whether all files are there."""
        return not self.missing

    def places(self) -> list[Path]:
        """Return the files that belong there, in order, whether they are there or not.

        Complexity: time and memory in proportion to the files.

        Examples:
            >>> import tempfile
            >>> from mazegame.engine import batch
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     shards = batch("wilson", 6, 4, 3, out=folder, shard_size=2)
            ...     [path.name for path in shards.places()]
            ['part-000000.npz', 'part-000001.npz']
        """
        count = -(-len(self) // self.size)
        return [place(self.folder, index, self.kind) for index in range(count)]

    def __len__(self) -> int:
        return int(self._manifest["count"])

    def __iter__(self) -> Iterator[Batch]:
        return (Batch.load(path) for path in self.files)

    def __repr__(self) -> str:
        about = f"{len(self.files)} of {len(self.places())} {self.kind} files"
        return f"<Shards of {len(self)} mazes in {short_repr(str(self.folder))}: {about}>"


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read ``batch.json``; errors as for ``Shards``."""
    shown = short_repr(str(folder))
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        count, size = manifest["count"], manifest["shard_size"]
        numbers = (type(count), type(size)) == (int, int) and count >= 0 and size >= 1
        if not numbers or manifest["kind"] not in KINDS or manifest["version"] != VERSION:
            raise ValueError("another version")
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no batch in {shown}: no {MANIFEST}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DamagedBatchError(
            f"the {MANIFEST} in {shown} is not one that this version wrote"
        ) from None
    return manifest


def place(folder: Path, index: int, kind: str) -> Path:
    """Return the path of a file by its index."""
    return folder / f"part-{index:06}.{kind}"


def write_all(
    plan: Plan,
    seeds: Seeds,
    folder: Path,
    kind: str,
    size: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Shards:
    """Write the missing files of a batch into a folder.

    The folder is created if necessary. One with the first mazes of the same batch, of derived
    seeds, is extended. The executor makes and writes the files; without one, this thread.
    """
    if kind == "parquet":
        import_optional("pyarrow.parquet", "writing Parquet")
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "npz":
        begun = read_manifest(folder)["count"] if (folder / MANIFEST).exists() else 0
        _check_disk(folder, plan, len(seeds) - begun)
    _claim(folder, _manifest(plan, seeds, kind, size))
    sweep(folder, 0)
    shards = Shards(folder)
    missing = [i for i, path in enumerate(shards.places()) if not is_whole(path, kind)]
    eager = is_eager(plan, len(seeds))
    work = ((plan, seeds.part(i * size, size), str(folder), i, kind, eager) for i in missing)
    if executor is None:
        for done, arguments in enumerate(work):
            so_far = progress and partial(_report_file, progress, done, len(missing))
            run_with_progress(partial(write_one, *arguments), so_far, size * plan.cells)
        return shards
    task = Task(write_one, import_path_of(plan, executor))
    if missing:
        prepare(plan, seeds, executor)
    with closing(run_all(executor, task, work, len(missing), _WAITING, progress)) as results:
        for _ in results:
            pass
    sweep(folder, 0)  # of workers that were killed
    return shards


def _report_file(progress: Progress, done: int, files: int, share: float) -> object:
    return progress((done + share) / files)


def _check_disk(folder: Path, plan: Plan, count: int) -> None:
    """Raise OSError if the disk has too little room for the batch."""
    wanted, free = count * plan.bytes_per_maze, shutil.disk_usage(folder).free
    if wanted > free:
        raise OSError(
            f"a batch of {count:,} mazes of {plan.cols}x{plan.rows} would take "
            f"{memory.format_size(wanted)} of disk: {memory.format_size(free)} is free"
        )


def write_one(
    plan: Plan, seeds: Seeds, folder: str, index: int, kind: str, eager: bool, token: Any = None
) -> None:
    """Make the mazes of one file and write it, in a worker."""
    write_file(place(Path(folder), index, kind), plan, seeds, make(plan, seeds, eager, token))


def _manifest(plan: Plan, seeds: Seeds, kind: str, size: int) -> dict[str, Any]:
    """Return the content of ``batch.json``; seeds chosen by the caller are hashed."""
    which = {"prefix": seeds.prefix}
    if not isinstance(seeds.items, range):
        which = {"sha256": hashlib.sha256("".join(seeds.items).encode()).hexdigest()}
    return {**describe(plan), "count": len(seeds), "seeds": which, "kind": kind, "shard_size": size}


def _claim(folder: Path, manifest: dict[str, Any]) -> None:
    """Write ``batch.json``, or check that the folder has the same batch, or a first part of it.

    Derived seeds do not depend on their number, so a larger batch extends a folder.
    """
    path = folder / MANIFEST
    if path.exists():
        there = read_manifest(folder)
        count, size = there["count"], there["shard_size"]
        grows = count < manifest["count"] and "prefix" in manifest["seeds"]
        for key in sorted(manifest, key="count".__eq__):  # other reasons say more than a count
            wanted = manifest[key]
            if there.get(key) != wanted and not (grows and key == "count"):
                raise ValueError(
                    f"{short_repr(str(folder))} holds another batch: its {key} is "
                    f"{short_repr(there.get(key))}, not {short_repr(wanted)}; Shards(folder) reads "
                    "what is there, another folder takes the new one"
                )
        if not grows:
            return
        if count % size:  # the last file is to hold more; a killed process leaves it missing
            place(folder, count // size, there["kind"]).unlink(missing_ok=True)
    text = json.dumps(manifest, indent=1) + "\n"
    with replacing(path) as file:
        file.write(text.encode())
