"""With NUMBA_BOUNDSCHECK=1 every access of a compiled kernel is checked."""

import pytest

from tests.engine.cases import run_program

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


@pytest.mark.long
def test_bounds_checks_find_an_index_outside_a_buffer(tmp_path):
    first, second = (
        run_program(PROGRAM, MAZEGAME_HOME=str(tmp_path), NUMBA_BOUNDSCHECK=bounds).split()
        for bounds in "10"
    )
    assert first[:-1] == ["7", "refused", "refused"]
    # Without checks the read succeeds: the two kernels must not share a compile cache.
    assert second[:-1] == ["7", "allowed"]
    assert first[-1] != second[-1]
