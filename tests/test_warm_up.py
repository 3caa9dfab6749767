"""The background compiler: what it imports, and when it ends."""

import os
import signal
import sys
import time

import pytest

from mazegame.engine.kernels import jit, kernel_cache
from mazegame.services import warm_up
from tests.engine.cases import environment
from tests.programs import ROOT, run_python, start_python, state_of
from tests.waiting import LONGEST

START = (
    f"import sys; sys.path.append({str(ROOT)!r})\n"
    "from mazegame.services.warm_up import start_compiler\n"
    "child = start_compiler()\n"
    "print(child.pid, flush=True)\n"
)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_the_compiler_ends_soon_after_a_killed_game(tmp_path):
    code = START + "import time; time.sleep(600)"
    game = start_python("-c", code, env=environment(MAZEGAME_HOME=str(tmp_path)), text=True)
    pid = int(game.stdout.readline())
    try:
        time.sleep(1)
        assert state_of(pid)
        game.send_signal(signal.SIGKILL)
        game.wait(LONGEST)
        deadline = time.monotonic() + LONGEST
        while state_of(pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not state_of(pid)
    finally:
        game.kill()
        game.stdout.close()
        if state_of(pid):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.long
def test_the_compiler_takes_no_module_from_the_folder_of_the_game(tmp_path):
    trap, home = tmp_path / "trap", str(tmp_path / "home")
    trap.mkdir()
    for name in ("numpy.py", "numba.py", "os.py", "itertools.py", "mazegame.py", "runpy.py"):
        (trap / name).write_text(
            "open('stepped-into', 'a').write(__name__)\nraise SystemExit(9)\n", encoding="utf-8"
        )
    # Until the first kernel is compiled: that all are in the end is tested in test_jit.py.
    code = START + (
        "import time\n"
        "from pathlib import Path\n"
        f"while child.poll() is None and not list(Path({home!r}).rglob('*.kernel')):\n"
        "    time.sleep(0.05)\n"
        "print(child.poll())\n"
        "child.kill()\n"
    )
    done = run_python("-P", "-c", code, cwd=trap, env=environment(MAZEGAME_HOME=home))
    assert done.stdout.split()[1:] == ["None"], done.stderr
    assert not (trap / "stepped-into").exists()


@pytest.mark.parametrize("reason", ["jit_disabled", "is_warm", "cache_directory", "frozen"])
def test_no_compiler_is_started_in_vain(reason, monkeypatch):
    monkeypatch.setattr(sys, "frozen", reason == "frozen", raising=False)
    monkeypatch.setattr(jit, "jit_disabled", lambda: reason == "jit_disabled")
    monkeypatch.setattr(kernel_cache, "is_warm", lambda: reason == "is_warm")
    folder = None if reason == "cache_directory" else ROOT
    monkeypatch.setattr(kernel_cache, "cache_directory", lambda: folder)
    monkeypatch.setattr(warm_up.subprocess, "Popen", None)
    assert warm_up.start_compiler() is None


def test_a_compiler_that_cannot_start_does_not_stop_the_game(monkeypatch):
    def fail(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(jit, "jit_disabled", lambda: False)
    monkeypatch.setattr(kernel_cache, "is_warm", lambda: False)
    monkeypatch.setattr(warm_up.subprocess, "Popen", fail)
    assert warm_up.start_compiler() is None
