"""What holds for every test of the engine."""

from mazegame.engine.kernels import jit


def pytest_runtest_setup() -> None:
    """Let this thread compile again: an app of another test has told it not to wait."""
    jit._this_thread.never_waits = False
