"""Files: whatever is wrong with one ends in a FileError of one sentence."""

import io
import os
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from mazegame.engine import UnreachableError
from mazegame.formats import source
from mazegame.formats.files import FileError, load_level, load_mask

pytestmark = pytest.mark.core

NINE = Path(__file__).parents[1] / "data" / "nine.txt"


def refusal(path: object) -> str:
    with pytest.raises(FileError) as caught:
        load_level(path)  # type: ignore[arg-type]
    return str(caught.value)


def test_a_file_becomes_a_level_of_its_name():
    for path in (NINE, str(NINE)):
        level = load_level(path)
        assert (level.name, level.dist_min) == ("nine.txt", 18)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\0..\n", "line 1 holds a zero byte"),
        (b"..\n\0.\n", "line 2 holds a zero byte"),
        (b"..\n.\x1b.\n", r"line 2, column 2 of the mask is '\\x1b'"),
        pytest.param(b"\t" * (9 << 20), "the mask has more than 67,108,864 cells", id="tabs"),
    ],
)
def test_what_is_no_mask_is_refused_at_once(data, said, tmp_path):
    (tmp_path / "mask").write_bytes(data)
    with pytest.raises(FileError, match=said):
        load_mask(tmp_path / "mask")


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(NINE.read_bytes())))
    level = load_level("-")
    assert (level.name, level.dist_min) == ("standard input", 18)


def test_a_closed_standard_input_is_a_problem(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert refusal("-") == "standard input: it cannot be read: it is closed"


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = tmp_path / "maze.txt"
    path.write_text("A.BX")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert "there is no permission to read it" in refusal(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.txt", "'none.txt': there is no such file"),
        (".", "it is a directory, not a file"),
        ("maze.txt/deeper.txt", "it cannot be read: Not a directory"),
        pytest.param("x" * 5000, "it cannot be read: File name too long", id="long"),
        ("maze\0.txt", "its name holds what no name of a file can"),
        ("\ud800.txt", "its name holds what no name of a file can"),
    ],
)
def test_what_is_no_file_is_refused_with_the_reason(name, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("maze.txt").write_text("A.BX")
    assert said in refusal(name)


def test_a_file_of_more_bytes_than_are_read(tmp_path, monkeypatch):
    path = tmp_path / "maze.txt"
    path.write_text("A.BX\n")
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 5)
    assert load_level(path).dist_min == 2
    path.write_text("A.BX\n\n")
    assert "it is larger than 5 bytes, the most that is read" in refusal(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_device_is_no_file():
    problem = "it cannot be read: it is a device, not a file (- is standard input)"
    assert refusal("/dev/zero") == f"'/dev/zero': {problem}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
class TestPipes:
    def test_a_pipe_without_a_writer_does_not_block(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        assert "it is a pipe that nobody writes to" in refusal(tmp_path / "pipe")

    @pytest.mark.parametrize("wait", [False, True])
    def test_one_with_a_writer_is_read(self, wait):
        reader, writer = os.pipe()
        if wait:
            thread = threading.Timer(0.05, lambda: (os.write(writer, b"A.BX\n"), os.close(writer)))
            thread.start()
        else:
            os.write(writer, b"A.BX\n")
            os.close(writer)
        assert load_level(f"/dev/fd/{reader}").dist_min == 2
        os.close(reader)


def test_an_error_in_a_file_names_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("maze.txt").write_bytes(b"A.B\n..\nXXX\n")
    assert refusal("maze.txt").startswith("'maze.txt': line 2 has length 2")


def test_a_file_without_a_path_is_refused_where_one_is_needed(tmp_path):
    path = tmp_path / "maze.txt"
    path.write_bytes(b"AXB\n")
    assert load_level(path).goals == ((0, 2),)
    with pytest.raises(UnreachableError, match="': there is no path"):
        load_level(path, needs_path=True)
    path.write_bytes(b"A.X\n")
    assert load_level(path).goals == ()
    with pytest.raises(FileError, match="it has no B: write B, G or E, or name"):
        load_level(path, needs_path=True)


def test_a_level_s_name_can_always_be_printed(tmp_path):
    (tmp_path / "a\x1b]0;title\x07\n\u202eb").write_text("A.BX\n")
    name = load_level(tmp_path / "a\x1b]0;title\x07\n\u202eb").name
    assert name.isprintable()
    assert name == r"a\x1b]0;title\x07\n\u202eb"


def test_a_name_that_cannot_be_printed_is_escaped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"a\xff\n\x1b")
    assert refusal(name).isprintable()
    assert refusal(name).isascii()
