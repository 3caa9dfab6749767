"""One file of a batch: NumPy's ``.npz`` without pickles, or Parquet.

What lives here: writing and reading such a file. What does not: the folder of several
(``folder.py``).

Both kinds hold the arrays of ``Batch``, and as JSON what the mazes are: docs/file-formats.md.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.batches.measures import TEXTURE_COLUMNS
from mazegame.engine.batches.part import Part, Plan, empty_part
from mazegame.engine.batches.seeds import ListedSeeds, NumberedSeeds
from mazegame.engine.errors import DamagedBatchError
from mazegame.engine.optional import import_optional
from mazegame.engine.validation import short_repr

if TYPE_CHECKING:
    from mazegame.engine.batches.seeds import Seeds

KINDS: Final = ("npz", "parquet")
"""The kinds of files."""

VERSION: Final = 1
"""The version of what is in them."""

_PARQUET_END: Final = b"PAR1"


def write_file(path: Path, plan: Plan, seeds: Seeds, part: Part) -> None:
    """Write mazes into one file, whole or not at all, of the kind that its name ends with."""
    half = path.with_name(f".{path.stem}.{os.urandom(4).hex()}.half")
    try:
        if path.suffix == ".parquet":
            _write_parquet(half, plan, seeds, part)
        else:
            with half.open("wb") as file:
                np.savez(file, **_arrays(plan, seeds, part))
        with half.open("rb+") as file:
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            half.unlink()
        raise


def read_file(path: str | os.PathLike[str]) -> tuple[Plan, Seeds, Part]:
    """Read a file that ``write_file`` has written.

    Raises:
        OSError: If it cannot be read.
        DamagedBatchError: If it is no such file.
    """
    file = Path(path)
    arrays = _read_parquet(file) if file.suffix == ".parquet" else _read_npz(file)
    try:
        about = json.loads(str(arrays.pop("batch")[()]))
        return _from_arrays(about, arrays)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamagedBatchError(
            f"{short_repr(file.name)} is no file of a batch ({short_repr(error)})"
        ) from None


def is_whole(path: Path, kind: str) -> bool:
    """Return whether a file is there with its end, which is where both kinds keep their table."""
    import zipfile

    try:
        if kind == "parquet":
            with path.open("rb") as file:
                file.seek(-len(_PARQUET_END), os.SEEK_END)
                return file.read() == _PARQUET_END
        with zipfile.ZipFile(path) as archive:
            return "batch.npy" in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def describe(plan: Plan) -> dict[str, Any]:
    """Return what the mazes of a file or folder are, but for their seeds."""
    return {
        "version": VERSION,
        "algorithm": plan.algorithm,
        "cols": plan.cols,
        "rows": plan.rows,
        "options": dict(plan.options),
        "fields": plan.fields,
        "paths": plan.paths,
        "textures": plan.textures,
    }


def _arrays(plan: Plan, seeds: Seeds, part: Part) -> dict[str, Any]:
    """All mazes as arrays without objects; ``batch`` is JSON that says what they are."""
    about = describe(plan)
    arrays: dict[str, Any] = {}
    if isinstance(seeds, NumberedSeeds):
        about["seeds"] = {"prefix": seeds.prefix, "first": seeds.first}
    else:
        arrays["seeds"] = np.array([seeds[i] for i in range(len(seeds))] or [""], np.str_)
    arrays["batch"] = np.array(json.dumps(about))
    arrays["passages"], arrays["dist_min"] = part.passages, part.dist_min
    arrays["starts"], arrays["goals"] = part.starts, part.goals
    if part.fields is not None:
        arrays["fields"] = part.fields
    if part.path_cells is not None:
        arrays["path_cells"], arrays["path_ends"] = part.path_cells, part.path_ends
    for name, column in (part.textures or {}).items():
        arrays[f"texture_{name}"] = column
    return arrays


def _from_arrays(about: dict[str, Any], arrays: dict[str, Any]) -> tuple[Plan, Seeds, Part]:
    if about["version"] != VERSION:
        raise ValueError(f"version {about['version']}")
    plan = Plan(
        about["algorithm"], about["cols"], about["rows"], tuple(about["options"].items()),
        about["fields"], about["paths"], about["textures"],
    )  # fmt: skip
    part = Part(
        arrays["passages"],
        arrays["starts"],
        arrays["goals"],
        arrays["dist_min"],
        arrays["fields"] if plan.fields else None,
        arrays["path_cells"] if plan.paths else None,
        arrays["path_ends"] if plan.paths else None,
        {name: arrays[f"texture_{name}"] for name in TEXTURE_COLUMNS} if plan.textures else None,
    )
    _check_shapes(plan, part)
    which = about.get("seeds")
    seeds: Seeds = (
        ListedSeeds(tuple(arrays["seeds"].tolist()[: len(part)]))
        if which is None
        else NumberedSeeds(which["prefix"], which["first"], len(part))
    )
    plan.recipe(seeds[0] if len(part) else "0")  # raises if the options are none
    return plan, seeds, part


def _check_shapes(plan: Plan, part: Part) -> None:
    """Raise ValueError if an array is not what the plan says."""
    wanted = empty_part(plan, len(part))
    for name in ("passages", "starts", "goals", "dist_min", "fields"):
        array, pattern = getattr(part, name), getattr(wanted, name)
        if pattern is not None and (array.dtype, array.shape) != (pattern.dtype, pattern.shape):
            raise ValueError(f"{name} are {array.dtype} of the shape {array.shape}")


def _read_npz(path: Path) -> dict[str, Any]:
    import zipfile

    try:
        # Opened here: NumPy leaves a file open that it cannot read.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (ValueError, EOFError, zipfile.BadZipFile, KeyError, AttributeError) as error:
        raise DamagedBatchError(
            f"{short_repr(path.name)} is no file of a batch ({short_repr(error)})"
        ) from None


def _write_parquet(path: Path, plan: Plan, seeds: Seeds, part: Part) -> None:
    pa: Any = import_optional("pyarrow", "writing Parquet")
    pq: Any = import_optional("pyarrow.parquet", "writing Parquet", "pyarrow")
    arrays = _arrays(plan, seeds, part)
    about = str(arrays.pop("batch"))
    arrays.pop("seeds", None)
    columns = {"seed": pa.array([seeds[i] for i in range(len(part))], pa.string())}
    if "path_cells" in arrays:
        flat = pa.array(arrays.pop("path_cells").reshape(-1))
        ends = np.concatenate(([0], 2 * arrays.pop("path_ends"))).astype(np.int64)
        columns["path"] = pa.LargeListArray.from_arrays(pa.array(ends), flat)
    for name, array in arrays.items():
        flat = pa.array(np.ascontiguousarray(array).reshape(-1))
        width = int(np.prod(array.shape[1:]))
        columns[name] = flat if array.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, width)
    table = pa.table(columns).replace_schema_metadata({"mazegame.batch": about})
    pq.write_table(table, path)


def _read_parquet(path: Path) -> dict[str, Any]:
    pa: Any = import_optional("pyarrow", "reading Parquet")
    pq: Any = import_optional("pyarrow.parquet", "reading Parquet", "pyarrow")
    try:
        table = pq.read_table(path)
        about = (table.schema.metadata or {})[b"mazegame.batch"].decode()
        plan = json.loads(about)
        shape = (len(table), plan["rows"], plan["cols"])
    except (pa.ArrowInvalid, KeyError, ValueError, TypeError) as error:
        raise DamagedBatchError(
            f"{short_repr(path.name)} is no file of a batch ({short_repr(error)})"
        ) from None
    arrays: dict[str, Any] = {"batch": np.array(about)}
    for name in table.column_names:
        column = table[name].combine_chunks()
        if name == "seed":
            arrays["seeds"] = np.array(column.to_pylist() or [""], np.str_)
        elif name == "path":
            arrays["path_cells"] = column.values.to_numpy().reshape(-1, 2)
            arrays["path_ends"] = column.offsets.to_numpy()[1:] // 2
        elif pa.types.is_fixed_size_list(column.type):
            arrays[name] = column.values.to_numpy()
        else:
            arrays[name] = column.to_numpy()
    for name, form in (
        ("passages", shape),
        ("fields", shape),
        ("starts", (len(table), 2)),
        ("goals", (len(table), -1, 2)),
    ):
        if name in arrays:
            arrays[name] = arrays[name].reshape(form if len(table) else (0, *form[1:]))
    return arrays
