"""Write and read one file of a batch: NumPy's ``.npz`` without pickles, or Parquet.

Both kinds hold the arrays of ``Batch``, and as JSON what the mazes are: docs/file-formats.md.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from mazegame.engine.batches.part import Part, Plan, Seeds
from mazegame.engine.errors import DamagedBatchError, import_optional
from mazegame.engine.support.validation import short_repr
from mazegame.engine.support.whole_files import read_arrays, replacing, write_arrays

KINDS: Final = ("npz", "parquet")
"""The kinds of files."""

VERSION: Final = 1
"""The version of their contents."""

_PARQUET_END: Final = b"PAR1"


def write_file(path: Path, plan: Plan, seeds: Seeds, part: Part) -> None:
    """Write mazes into one file, whole or not at all, of the kind that its name ends with."""
    about = describe(plan)
    arrays: dict[str, Any] = {}
    if isinstance(seeds.items, range):
        about["seeds"] = {"prefix": seeds.prefix, "first": seeds.items.start}
    else:
        arrays["seeds"] = np.array(seeds.items or [""], np.str_)
    arrays |= {"batch": np.array(json.dumps(about)), **part.arrays}
    if part.path_cells is not None:
        arrays |= {"path_cells": part.path_cells, "path_ends": part.path_ends()}
    if path.suffix == ".parquet":
        _write_parquet(path, seeds, arrays)
    else:
        write_arrays(path, arrays)


def read_file(path: str | os.PathLike[str]) -> tuple[Plan, Seeds, Part]:
    """Read a file of ``write_file``; DamagedBatchError if it is not one."""
    file = Path(path)
    try:
        arrays = _read_parquet(file) if file.suffix == ".parquet" else read_arrays(file)
        return _from_arrays(json.loads(str(arrays.pop("batch")[()])), arrays)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamagedBatchError(
            f"{short_repr(file.name)} is no file of a batch ({short_repr(error)})"
        ) from None


def is_whole(path: Path, kind: str) -> bool:
    """Return whether a file is complete: both kinds have their table at its end."""
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
    """Return a description of the mazes of a file or folder, without their seeds."""
    about = {"version": VERSION, **asdict(plan), "options": dict(plan.options)}
    if not plan.goal_count:  # files of earlier versions have none, and are to be equal
        del about["goal_count"]
    return about


def _plan_of(about: dict[str, Any]) -> Plan:
    if about["version"] != VERSION:
        raise ValueError(f"version {about['version']}")
    about = {"goal_count": 0, **about}
    named = {field.name: about[field.name] for field in fields(Plan)}
    plan = Plan(**{**named, "options": tuple(about["options"].items())})
    if len(bytes.fromhex(plan.mask)) not in {0, -(-plan.cells // 8)}:
        raise ValueError("a mask of another size")
    return plan


def _from_arrays(about: dict[str, Any], arrays: dict[str, Any]) -> tuple[Plan, Seeds, Part]:
    """Assemble a batch from arrays; raises any exception if they are inconsistent."""
    plan = _plan_of(about)
    path_cells = arrays["path_cells"] if plan.paths else None
    part = Part({name: arrays[name] for name in plan.layout}, path_cells)
    for name, (shape, dtype) in plan.layout.items():
        array = part.arrays[name]
        if (array.dtype, array.shape) != (np.dtype(dtype), (len(part), *shape)):
            raise ValueError(f"{name} are {array.dtype} of the shape {array.shape}")
    if path_cells is not None and path_cells.shape != (part.path_ends()[-1:].sum(), 2):
        raise ValueError("the paths are not as long as the distances say")
    if which := about.get("seeds"):
        seeds = Seeds(which["prefix"], range(which["first"], which["first"] + len(part)))
    else:
        seeds = Seeds("", tuple(arrays["seeds"].tolist()[: len(part)]))
    if plan.algorithm:
        plan.recipe(seeds[0] if len(part) else "0")  # raises if the options are none
    return plan, seeds, part


def _write_parquet(path: Path, seeds: Seeds, arrays: dict[str, Any]) -> None:
    pa = import_optional("pyarrow", "writing Parquet")
    pq = import_optional("pyarrow.parquet", "writing Parquet")
    about = str(arrays.pop("batch"))
    arrays.pop("seeds", None)
    columns = {"seed": pa.array(list(seeds), pa.string())}
    if "path_cells" in arrays:
        flat = pa.array(arrays.pop("path_cells").reshape(-1))
        ends = np.concatenate(([0], 2 * arrays.pop("path_ends"))).astype(np.int64)
        columns["path"] = pa.LargeListArray.from_arrays(pa.array(ends), flat)
    for name, array in arrays.items():
        flat = pa.array(np.ascontiguousarray(array).reshape(-1))
        width = int(np.prod(array.shape[1:]))
        columns[name] = flat if array.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, width)
    table = pa.table(columns).replace_schema_metadata({"mazegame.batch": about})
    with replacing(path) as file:
        pq.write_table(table, file)


def _read_parquet(path: Path) -> dict[str, Any]:
    """Return the arrays of ``write_file``, without the ends of the paths."""
    pa = import_optional("pyarrow", "reading Parquet")
    pq = import_optional("pyarrow.parquet", "reading Parquet")
    table = pq.read_table(path)  # what it raises is a ValueError
    about = (table.schema.metadata or {})[b"mazegame.batch"].decode()
    layout = _plan_of(json.loads(about)).layout
    arrays: dict[str, Any] = {"batch": np.array(about)}
    for name in table.column_names:
        column = table[name].combine_chunks()
        if name == "seed":
            arrays["seeds"] = np.array(column.to_pylist() or [""], np.str_)
        elif name == "path":
            arrays["path_cells"] = column.values.to_numpy().reshape(-1, 2)
        else:
            nested = pa.types.is_fixed_size_list(column.type)
            flat = (column.values if nested else column).to_numpy()
            arrays[name] = flat.reshape(len(table), *layout[name][0])
    return arrays
