"""``mazegame warm``: compile ahead, for images of containers and nodes of clusters."""

from __future__ import annotations

import argparse
import os
from typing import Final

from mazegame.cli.output import printable, visible, write
from mazegame.cli.refusals import CliError, FileFailedError, quoted, refusing
from mazegame.cli.terminal import announce_compiling

EXAMPLES: Final = """\
  mazegame warm
  mazegame warm wilson kruskal river-delta

Without a name everything is compiled, which takes minutes the first time. What is
compiled lies in MAZEGAME_HOME, if that is set: programs that use it need the same.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "what mazegame algorithms lists (default: all)"
    parser.add_argument("names", nargs="*", metavar="ALGORITHM|PRESET", help=about)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.engine import ready
    from mazegame.engine.kernels.jit import jit_disabled
    from mazegame.engine.kernels.kernel_cache import cache_directory
    from mazegame.services.warm_up import start_compiler

    if jit_disabled():
        raise CliError("NUMBA_DISABLE_JIT is set: nothing is compiled")
    folder = cache_directory()
    if folder is None:
        if chosen := os.environ.get("NUMBA_CACHE_DIR"):
            raise FileFailedError(f"NUMBA_CACHE_DIR, {quoted(chosen)}, cannot be written")
        raise FileFailedError("there is no folder for compiled code: set MAZEGAME_HOME")
    announce_compiling("a few seconds" if arguments.names else "a few minutes")
    beside = start_compiler("backwards", *arguments.names)
    try:
        with refusing():
            ready(*arguments.names)
    finally:
        if beside is not None:
            beside.terminate()
            beside.wait()
    write([f"compiled code is in {printable(visible(str(folder)))}\n"])
    return 0
