"""Whole writes: everything arrives, or it is an error and nothing is left half-written."""

import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from mazegame.formats import writing
from mazegame.formats.writing import PIECE_BYTES, save_pieces, write_all, write_pieces
from mazegame.store.places import write_whole
from tests.programs import run_python
from tests.waiting import LONGEST

needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs Unix")


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def short(monkeypatch):
    """Let the system write at most seven bytes at a time; returns how many it took each time."""
    taken: list[int] = []
    system = os.write

    def write(descriptor, data):
        taken.append(system(descriptor, bytes(data[:7])))
        return taken[-1]

    monkeypatch.setattr(writing.os, "write", write)
    return taken


def test_short_writes_are_continued(tmp_path, short):
    save_pieces(tmp_path / "a", [b"0123456789" * 5, b"", b"abc"])
    assert (tmp_path / "a").read_bytes() == b"0123456789" * 5 + b"abc"
    assert short == [7] * 7 + [4]


@needs_unix
def test_writing_waits_for_a_non_blocking_pipe():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    data = os.urandom(1 << 20)
    got = bytearray()

    def read():
        while piece := os.read(reader, 1 << 16):
            got.extend(piece)

    thread = threading.Thread(target=read)
    thread.start()
    write_all(writer, data)
    os.close(writer)
    thread.join(LONGEST)
    os.close(reader)
    assert got == data


def test_small_pieces_are_written_together_and_in_order(tmp_path, monkeypatch):
    calls = []
    monkeypatch.setattr(writing, "write_all", lambda _, data: calls.append(bytes(data)))
    large = bytes(PIECE_BYTES)
    write_pieces(-1, [b"ab", b"cd", large, *[b"x" * 1000] * 600, b"end"])
    assert b"".join(calls) == b"abcd" + large + b"x" * 600_000 + b"end"
    assert len(calls) < 8


class TestFiles:
    @needs_unix
    def test_a_new_file_has_usual_rights_and_an_old_one_keeps_its_own(self, tmp_path):
        path, other = tmp_path / "maze", tmp_path / "other"
        save_pieces(path, [b"old"])
        other.write_bytes(b"")
        assert path.stat().st_mode == other.stat().st_mode
        path.chmod(0o640)
        save_pieces(path, [b"new"])
        assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
        assert set(names(tmp_path)) == {"maze", "other"}

    def test_behind_a_link_the_file_is_replaced(self, tmp_path):
        (tmp_path / "folder").mkdir()
        (tmp_path / "link").symlink_to("folder/maze")
        save_pieces(tmp_path / "link", [b"new"])
        save_pieces(tmp_path / "link", [b"newer"])
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "folder" / "maze").read_bytes() == b"newer"

    @pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, OSError])
    def test_what_ends_it_halfway_leaves_the_old_file_and_nothing_else(self, tmp_path, error):
        def pieces():
            yield bytes(PIECE_BYTES)
            raise error

        path = tmp_path / "maze"
        for before in (None, b"old"):
            if before:
                path.write_bytes(before)
            with pytest.raises(error):
                save_pieces(path, pieces())
            assert names(tmp_path) == (["maze"] if before else [])
            assert not before or path.read_bytes() == before

    def test_the_longest_file_name_can_be_written(self, tmp_path):
        save_pieces(tmp_path / ("m" * 255), [b"new"])
        assert (tmp_path / ("m" * 255)).read_bytes() == b"new"

    @needs_unix
    def test_a_pipe_and_a_device_are_written_to_directly(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        got = []
        thread = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
        thread.start()
        save_pieces(pipe, [b"piece", b" by piece"])
        thread.join(LONGEST)
        assert got == [b"piece by piece"]
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        save_pieces("/dev/null", [b"gone"])
        assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)

    @pytest.mark.parametrize("name", ["a\0b", "\ud800", "m" * 300, "link", "link/maze"])
    def test_a_name_that_no_file_can_have_is_an_error_of_the_system(self, tmp_path, name):
        (tmp_path / "link").symlink_to("link")
        for write in (save_pieces, lambda path, data: write_whole(path, data[0], keep_mode=True)):
            with pytest.raises(OSError, match=r"its name holds|too long|Too many levels"):
                write(tmp_path / name, [b""])
        assert names(tmp_path) == ["link"]

    def test_a_directory_and_a_missing_one_are_errors(self, tmp_path):
        with pytest.raises(IsADirectoryError):
            save_pieces(tmp_path, [b""])
        with pytest.raises(FileNotFoundError):
            save_pieces(tmp_path / "none" / "maze", [b""])


LIMITED_CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from mazegame.cli import main
sys.exit(main(sys.argv[1:]))
"""


@needs_unix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_limit_on_file_sizes_is_an_error_not_a_cut_file(tmp_path, unbuffered):
    """The system writes the first 1,000 bytes and reports a short write, not an error."""
    with (tmp_path / "out").open("wb") as out:
        words = ("generate", "binary-tree:99x9:a", "-f", "ascii")
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = run_python("-c", LIMITED_CHILD, *words, stdout=out, env=environment)
    assert done.returncode == 3
    assert "mazegame: the output cannot be written: File too large\n" in done.stderr
    assert (tmp_path / "out").stat().st_size == 1000


@needs_unix
def test_what_a_killed_process_left_is_swept_once_it_is_old(tmp_path):
    old, new, keep_mode = (tmp_path / f".mazegame-{name}.part" for name in ("old", "new", "theirs"))
    other = tmp_path / ".mazegame-notes"
    for path in (old, new, keep_mode, other):
        path.touch()
    for path in (old, keep_mode, other):
        os.utime(path, (0, 0))
    if os.geteuid() == 0:
        os.chown(keep_mode, 12345, -1)
    save_pieces(tmp_path / "maze", [b"done"])
    kept = {".mazegame-new.part", ".mazegame-notes", "maze"}
    assert set(names(tmp_path)) == kept | ({keep_mode.name} if os.geteuid() == 0 else set())
