"""Ctrl+C ends a long call while its kernel runs, and not behind it.

``pytest -m long -s tests/engine/test_interrupts.py`` prints how long each took to end.
"""

import os
import sys

import pytest

from tests.programs import run_python

CHILD = """
import os, signal, sys, tempfile, threading, time, traceback
from mazegame.engine import *
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
folder = tempfile.TemporaryDirectory()

def call(size, many):
    {call}

maze = generate("binary-tree", 9, 9, "a")
with compiled():
    call(9, 2)
big, many = {size}, {many}
maze = generate("binary-tree", big, big, "a")
sent = []

def send():
    while True:
        if {anywhere} or any(t.name == "mazegame-work" for t in threading.enumerate()):
            time.sleep({after})
            sent.append(time.perf_counter())
            return os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)

threading.Thread(target=send, daemon=True).start()
try:
    call(big, many)
except KeyboardInterrupt as error:
    took = time.perf_counter() - sent[0]
    frames = {{frame.name for frame in traceback.extract_tb(error.__traceback__)}}
    print("{anywhere}" == "True" or "_run_in_thread" in frames, f"{{took:.2f}}")
"""

CALLS = {
    "generate": ('generate("wilson", size, size, 1)', 4000, 0, 0.3),
    "batch": ('batch("wilson", 15, 15, many)', 9, 300_000, 0.3),
    "batch-out": (
        'batch("wilson", 15, 15, many, out=f"{folder.name}/{many}", shard_size=10**6)',
        9,
        300_000,
        0.3,
    ),
    "distances": ("distances(maze, (0, 0))", 6000, 0, 0),
    "shortest_path": ("shortest_path(maze, (0, 0), (size - 1, size - 1))", 6000, 0, 0),
    "farthest_pair": ("farthest_pair(maze)", 6000, 0, 0),
    "texture": ("texture(maze, (0, 0), (size - 1, size - 1))", 6000, 0, 0),
    "braid": ("braid(maze, 0.5, 1)", 6000, 0, 0),
    "trace": ('trace("wilson", size, size, 1)', 1500, 0, 0.1),
    "Level": ("Level(maze, (0, 0), ((size - 1, size - 1),))", 6000, 0, 0),
    "Level.of": ('Level.of("wilson", size, size, 1)', 4000, 0, 0.3),
    "search": ("search(maze, (0, 0), (size - 1, size - 1))", 2000, 0, 1),
}
"""A call by the side of a maze and a number of mazes, both, and after which part of a second its
kernel is interrupted."""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals there end the process")
@pytest.mark.parametrize("name", CALLS)
def test_a_long_call_is_interrupted_while_it_runs(name):
    call, size, many, after = CALLS[name]
    code = CHILD.format(call=call, size=size, many=many, after=after, anywhere=name == "search")
    done = run_python("-c", code, env={**os.environ, "NUMBA_DISABLE_JIT": "0"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:1] == ["True"], done.stderr
    print(f"{name}: {done.stdout.split()[1]} s")
