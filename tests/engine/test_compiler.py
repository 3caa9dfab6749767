"""The compiler's child process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from mazegame.engine import compiler, jit


def test_it_takes_no_module_of_the_working_folder(monkeypatch, tmp_path):
    (tmp_path / "numpy.py").write_text("open('taken', 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(jit, "jit_disabled", lambda: False)
    monkeypatch.setattr(jit, "is_warm", lambda: False)
    monkeypatch.setattr(jit, "cache_directory", lambda: tmp_path)
    # It loads what the true child loads, and compiles nothing.
    child = compiler._CHILD.replace("mazegame.engine.warm", "mazegame.engine.memory")
    monkeypatch.setattr(compiler, "_CHILD", child + "import mazegame.engine; open('came', 'w')")
    process = compiler.start_compiler()
    assert process is not None
    assert process.wait(60) == 0
    assert (tmp_path / "came").exists()
    assert not (tmp_path / "taken").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix processes")
def test_it_ends_when_the_game_is_killed():
    parent = (
        "import os, subprocess, sys\n"
        "child = 'import os, sys, time; from mazegame.engine.compiler import end_with; '"
        " 'end_with(int(sys.argv[1])); print(flush=True); time.sleep(600)'\n"
        "words = [sys.executable, '-c', child, str(os.getpid())]\n"
        "subprocess.Popen(words).wait()"
    )
    with subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the child is there
        os.kill(process.pid, 9)
        assert process.stdout.read() == b""  # and gone, for nobody holds the pipe any more
