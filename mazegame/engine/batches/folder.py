"""The folder of a batch on disk: what it is to hold, and which files are there.

What lives here: ``Shards`` and ``batch.json``. What does not: what is in the files (``files.py``),
writing them (``writing.py``).

A folder holds ``batch.json``, which says what the mazes are, and files ``part-000000.npz`` (or
``.parquet``) and so on, each with as many mazes as ``batch.json`` says, the last with the rest. A
file is written under another name and renamed when it is whole, so that a file that is there is a
whole one. docs/file-formats.md describes what is in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mazegame.engine.batches.files import KINDS, VERSION
from mazegame.engine.batches.result import Batch
from mazegame.engine.errors import DamagedBatchError
from mazegame.engine.validation import short_repr

MANIFEST: Final = "batch.json"
"""The file that says what a folder holds."""


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
    """Read what a folder is to hold; errors as for ``Shards``."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        numbers = (manifest["version"], manifest["count"], manifest["shard_size"])
        if not all(type(number) is int and number >= 0 for number in numbers):
            raise ValueError("no numbers")
        if (
            manifest["kind"] not in KINDS
            or manifest["shard_size"] < 1
            or manifest["version"] != VERSION
        ):
            raise ValueError("another version")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"there is no batch in {short_repr(str(folder))}: no {MANIFEST}"
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DamagedBatchError(
            f"the {MANIFEST} in {short_repr(str(folder))} is not one that this version wrote"
        ) from None
    return dict(manifest)


def place(folder: Path, index: int, kind: str) -> Path:
    """Name a file of a folder."""
    return folder / f"part-{index:06}.{kind}"
