"""With NUMBA_BOUNDSCHECK=1 every access of a compiled kernel is checked."""

import os

import pytest

from tests.programs import ROOT, run_python

PROGRAM = """\
import os
import numpy as np
from mazegame.engine.kernels.jit import compiled, kernel, u64
from mazegame.engine.kernels.kernel_cache import cache_directory

@kernel
def read(buffer, index):
    return u64(buffer[index])

with compiled():
    print(read(np.full(4, 7, np.uint8), 3))
    for index in (4, (1 << 64) - 1):
        try:
            read(np.full(4, 7, np.uint8), index)
            print("allowed")
        except IndexError:
            print("refused")
        if os.environ["NUMBA_BOUNDSCHECK"] == "0":
            break  # the second index may end the process
print(cache_directory())
"""


def output(tmp_path, bounds):
    """Return the words that the program prints."""
    program = tmp_path / "beyond.py"
    program.write_text(PROGRAM, encoding="utf-8")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    paths = {"PYTHONPATH": str(ROOT), "MAZEGAME_HOME": str(tmp_path / "home")}
    done = run_python(program, env=kept | paths | {"NUMBA_BOUNDSCHECK": bounds})
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.long
def test_bounds_checks_find_an_index_outside_a_buffer(tmp_path):
    *words, checked = output(tmp_path, "1")
    assert words == ["7", "refused", "refused"]
    # Without checks the read succeeds: the two kernels must not share a compile cache.
    *words, unchecked = output(tmp_path, "0")
    assert words == ["7", "allowed"]
    assert checked != unchecked
