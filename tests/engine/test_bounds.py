"""With NUMBA_BOUNDSCHECK=1 every access of a compiled kernel is checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """\
import numpy as np
from mazegame.engine.jit import compiled, kernel, u64
from mazegame.engine.kernel_cache import cache_directory

@kernel
def read(buffer, index):
    return u64(buffer[index])

with compiled():
    print(read(np.full(4, 7, np.uint8), 3))
    try:
        read(np.full(4, 7, np.uint8), {index})
        print("allowed")
    except IndexError:
        print("refused")
print(cache_directory())
"""


def told(tmp_path, index, bounds):
    program = tmp_path / "beyond.py"
    program.write_text(PROGRAM.format(index=index), encoding="utf-8")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    paths = {"PYTHONPATH": str(ROOT), "MAZEGAME_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, program],
        env=kept | paths | {"NUMBA_BOUNDSCHECK": bounds},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("index", [4, (1 << 64) - 1])
def test_a_kernel_that_leaves_its_buffer_is_found_out(tmp_path, index):
    first, second, checked = told(tmp_path, index, "1")
    assert (first, second) == ("7", "refused")
    # Without checks the read goes through: what was compiled with them must not be what is run.
    first, second, unchecked = told(tmp_path, 4, "0")
    assert (first, second) == ("7", "allowed")
    assert checked != unchecked
