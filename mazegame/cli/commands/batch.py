"""``mazegame batch``: write many mazes to files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from mazegame.cli.options import MASK_HELP, add_flags, add_option_argument, add_size_argument
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, FileFailedError, quoted, refusing, whole_number
from mazegame.cli.targets import make_recipe, with_mask
from mazegame.cli.terminal import announce_compiling, showing
from mazegame.formats.errors import reason_of

EXAMPLES: Final = """\
  mazegame batch wilson -s 15x15 -n 1000000 -o mazes
  mazegame batch kruskal -s 15x15 -n 1000 -o test --name test --fields --paths
  mazegame batch river-delta -s 40x20 -n 500 -o rivers --textures --format parquet
  mazegame batch wilson -s 40x40 --mask shape.png -n 100 -o shapes
  mazegame batch prim -D braid=20 -D ends=farthest -n 100 -o braided

Stopped at any time, the same command goes on where it was: every file is a whole one. With a larger
-n the folder grows: its mazes stay the first ones. Read them with mazegame.engine.Shards(FOLDER),
or with NumPy; docs/file-formats.md says what is in them.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "what mazegame algorithms lists, or a preset"
    parser.add_argument("target", metavar="ALGORITHM|PRESET", help=about)
    parser.add_argument("-n", "--count", required=True, metavar="COUNT", help="how many mazes")
    about = "where the files go; made if need be"
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help=about)
    add_size_argument(parser)
    about = "what the seeds begin with: sets of different names have no maze in common"
    parser.add_argument("--name", default="batch", help=f"{about} (default: batch)")
    add_option_argument(parser)
    parser.add_argument("--mask", metavar="FILE", help=MASK_HELP)
    flags = {
        "--fields": "the distance of every cell to B",
        "--paths": "a shortest path of each maze",
        "--textures": "what mazegame stats measures",
    }
    add_flags(parser, flags)
    about = "NumPy's format, or Parquet, which takes pyarrow (default: npz)"
    parser.add_argument("-f", "--format", choices=("npz", "parquet"), default="npz", help=about)
    about = "mazes in each file (default: 10000)"
    parser.add_argument("--shard", default="10000", metavar="COUNT", help=about)
    about = "threads (default: one for each processor)"
    parser.add_argument("-j", "--jobs", metavar="COUNT", help=about)


def run(arguments: argparse.Namespace) -> int:
    from concurrent.futures import ThreadPoolExecutor

    from mazegame.engine import MissingLibraryError, batch
    from mazegame.engine.generators.bands import thread_limit

    announce_compiling()
    if ":" in arguments.target:
        raise CliError(
            f"{quoted(arguments.target)} is a single maze: a batch takes an algorithm or a preset"
        )
    if not arguments.out:
        raise CliError("--out '' names no folder: . is the one you are in")
    count = _number("--count", arguments.count, 0, 1 << 40)
    shard = _number("--shard", arguments.shard, 1, 1 << 40)
    jobs = _number("--jobs", arguments.jobs or str(thread_limit()), 1, 1024)
    with refusing():
        recipe = make_recipe(arguments.target, arguments.size, "0", arguments.options)
        options: dict[str, Any] = dict(recipe.options)
        if arguments.mask is not None:
            sized = arguments.size is not None
            recipe, options["mask"] = with_mask(recipe, arguments.mask, sized=sized)
        for name in ("name", "fields", "paths", "textures", "out"):
            options[name] = getattr(arguments, name)
    try:
        with (
            refusing(),
            showing(f"{count:,} mazes of {recipe.cols}x{recipe.rows}") as progress,
            ThreadPoolExecutor(jobs) as pool,
        ):
            options |= {"kind": arguments.format, "shard_size": shard}
            options |= {"executor": pool, "progress": progress}
            written = batch(recipe.algorithm, recipe.cols, recipe.rows, count, **options)
    except MissingLibraryError as error:
        raise CliError(str(error)) from error
    except OSError as error:
        out = Path(arguments.out)
        is_file = isinstance(error, FileExistsError) and out.exists() and not out.is_dir()
        reason = "it is a file, not a folder" if is_file else reason_of(error)
        raise FileFailedError(f"{quoted(arguments.out)} cannot be written: {reason}") from error
    files = len(written.files)
    shown = arguments.out if arguments.out.isprintable() else quoted(arguments.out)
    write([f"{count:,} mazes in {files} file{'s' if files != 1 else ''} in {shown}\n"])
    return 0


def _number(flag: str, given: str, low: int, high: int) -> int:
    """Read a whole number; ``1_000_000`` and ``1,000,000`` are one million."""
    found = whole_number(given.replace("_", "").replace(",", ""), low, high)
    if found is None:
        raise CliError(f"{flag} {quoted(given)} is no whole number from {low:,} to {high:,}")
    return found
