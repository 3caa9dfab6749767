"""What an attack found in the command line: each is answered in one line, and at once."""

import os
import sys

import pytest

from tests.cli.conftest import NINE

needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs Unix")


def test_an_error_does_not_repeat_all_of_a_long_game_id(run):
    game_id = "wilson:40x20:braid=5," + "x" * 42_000 + ":a"
    refusal = run(game_id).refusal
    assert "did you mean mazegame play, and that?" in refusal
    assert len(refusal) < 200
    assert len(run("play", game_id).refusal) < 400


class TestFilesThatAreNone:
    @needs_unix
    def test_pipes_without_a_writer_and_devices_do_not_block(self, run, tmp_path):
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
