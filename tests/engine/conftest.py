"""What holds for every test of the engine."""

import numpy as np
import pytest

from mazegame.engine.kernels import jit


def pytest_runtest_setup() -> None:
    """Let this thread compile again: an app of another test has told it not to wait."""
    jit._this_thread.never_waits = False


@pytest.fixture(scope="session", autouse=True)
def same_types_at_every_call():
    """Compiled code of our own kernels takes the types of the first call for granted."""
    first, call = {}, jit.Kernel.__call__

    def checked(kernel, *args, work=None):
        own = kernel.plain.__module__.startswith("mazegame.")
        if own and not isinstance(args[0], memoryview):
            types = _types_of(args)
            assert first.setdefault(kernel, types) == types, kernel.plain
        return call(kernel, *args, work=work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit.Kernel, "__call__", checked)
        yield


def _types_of(argument):
    if isinstance(argument, tuple):
        return [_types_of(part) for part in argument]
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        return argument.dtype, argument.ndim, flags.c_contiguous, flags.aligned, flags.writeable
    assert isinstance(argument, int), argument
    return int
