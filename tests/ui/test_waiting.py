"""The thread that paints never waits for a compiler."""

from __future__ import annotations

import threading

import numpy as np

from mazegame.engine import compiler
from mazegame.engine.jit import compiled, kernel
from mazegame.services import warm_up

START = warm_up.WarmUp.start
"""As it is: a fixture puts nothing in its place while a test runs."""


def _nothing(buffer):
    return 0


def test_once_the_game_runs_its_thread_compiles_nothing(monkeypatch):
    monkeypatch.setattr(warm_up.gc, "freeze", lambda: None)
    monkeypatch.setattr(warm_up.gc, "set_threshold", lambda _: None)
    monkeypatch.setattr(compiler, "start_compiler", lambda: None)
    ready = []

    def paint():
        START(warm_up.WarmUp())
        one = kernel(_nothing)
        with compiled():
            one(np.zeros(1, np.uint8))
        ready.append(one.ready)

    thread = threading.Thread(target=paint)
    thread.start()
    thread.join()
    assert ready == [False]
