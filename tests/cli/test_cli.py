"""The command line as a whole: help, version, unknown commands, exit codes, cut pipes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mazegame
from mazegame.cli.parser import all_commands
from tests.cli.conftest import NINE
from tests.programs import run_python, state_of
from tests.waiting import LONGEST

pytestmark = pytest.mark.core


def test_the_version(run, spawn):
    assert run("--version").out == f"mazegame {mazegame.__version__}\n"
    assert spawn("--version").out == f"mazegame {mazegame.__version__}\n"


def test_help_names_every_command_and_shows_examples(run):
    done = run("--help")
    assert (done.code, done.err) == (0, "")
    for command in all_commands():
        assert f"\n    {command} " in done.out
    assert "examples:" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_an_error_does_not_repeat_all_of_a_long_game_id(run):
    game_id = "wilson:40x20:braid=5," + "x" * 42_000 + ":a"
    refusal = run(game_id).refusal
    assert "did you mean mazegame play, and that?" in refusal
    assert len(refusal) < 200
    assert len(run("play", game_id).refusal) < 400


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_pipes_without_a_writer_and_devices_do_not_block(run, tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    for words in (
        ("solve", pipe),
        ("stats", pipe),
        ("generate", "--mask", pipe),
        ("replay", pipe, "--check"),
        ("replay", str(NINE), "--check", "--maze", pipe),
    ):
        assert run(*words).code == 3
    for words in (("solve", "/dev/zero"), ("generate", "--mask", "/dev/zero")):
        assert "it is a device, not a file" in run(*words).failure


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [(MemoryError, 2, "there is not enough memory for that\n"), (KeyboardInterrupt, 130, "")],
)
def test_what_stops_a_command_is_an_exit_code(run, monkeypatch, error, code, said):
    def stop(_: object) -> int:
        raise error

    monkeypatch.setattr("mazegame.cli.commands.solve.run", stop)
    done = run("solve", "x")
    assert (done.code, done.out, done.err) == (code, "", said and f"mazegame: {said}")


def test_ctrl_c_leaves_no_traceback(open_terminal):
    solving = open_terminal("solve", "-")
    solving.send(b"wilson:3x3:a\n")
    solving.matches(r"\n\d+ *\n")
    # Just before the read a signal would not end it.
    solving.reads_until(lambda: state_of(solving.pid) == "S", "it does not wait for more")
    solving.send(b"\x03")
    assert solving.end() == 130
    assert solving.text.split()[-1] == "^C"


GENERATE = "generate wilson:3x3:a"
FULL = Path("/dev/full")


def into(stdout, *words, **names):
    """Run a command whose output goes to a file."""
    environment = {**os.environ, **names}
    words = ("-m", "mazegame", *words)
    return run_python(*words, stdin=subprocess.DEVNULL, stdout=stdout, env=environment)


@pytest.mark.skipif(sys.platform == "win32", reason="needs Unix pipes")
class TestOutput:
    @pytest.mark.parametrize("words", [("generate", "-s", "99x99"), ("--help",), ("algorithms",)])
    @pytest.mark.parametrize("unbuffered", ["", "1"])
    def test_a_reader_that_goes_away_ends_it_quietly(self, words, unbuffered):
        reader, writer = os.pipe()
        os.close(reader)
        done = into(writer, *words, PYTHONUNBUFFERED=unbuffered)
        os.close(writer)
        assert done.returncode == 141
        assert not re.search("Broken|Traceback|Exception", done.stderr)

    @pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
    @pytest.mark.parametrize("unbuffered", ["", "1"])
    @pytest.mark.parametrize(
        ("words", "first"),
        [
            (["--help"], []),
            (["generate", "wilson:3x3:a"], ["wilson:3x3:a"]),
            (["generate", "wilson:99x99:a"], ["wilson:99x99:a"]),
        ],
        ids=" ".join,
    )
    def test_a_full_disk_is_one_line(self, words, first, unbuffered):
        with FULL.open("wb") as full:
            done = into(full, *words, PYTHONUNBUFFERED=unbuffered)
        assert done.returncode == 3
        said = "mazegame: the output cannot be written: No space left on device"
        assert done.stderr.splitlines() == [*first, said]

    def test_closed_streams_do_no_harm(self):
        for redirection in (">&-", "2>&-", "<&-", ">&- 2>&- <&-"):
            done = subprocess.run(
                ["/bin/sh", "-c", f'"$0" -m mazegame {GENERATE} {redirection}', sys.executable],
                capture_output=True,
                timeout=LONGEST,
                check=False,
            )
            assert done.returncode == (3 if redirection.startswith(">") else 0)
            assert b"Traceback" not in done.stderr
