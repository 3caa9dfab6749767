"""Finished runs that could not be kept: said, and written where the player says."""

import errno
import io
import sys

import pytest

from mazegame.engine import Level
from mazegame.formats.replay import load_replay, prove
from mazegame.store import unsaved_runs
from mazegame.store.places import write_whole
from mazegame.store.unsaved_runs import FOLDER, QUESTION, offer_export
from tests.game.mazes import walked
from tests.store.conftest import played


class Typed(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def answer(monkeypatch, tmp_path, said):
    """Return a function that offers two runs, and gives the lines of an answer."""
    monkeypatch.chdir(tmp_path)
    runs = [played(walked("wilson:8x5:a")), played(walked("wilson:8x5:b"))]

    def offered(*lines, **options):
        monkeypatch.setattr(sys, "stdin", Typed("".join(f"{line}\n" for line in lines)))
        offer_export(runs, said.append, **options)
        assert said[0] == "2 finished runs could not be written to the scores."
        return said[1:]

    return offered


def files(folder):
    return sorted(path.name[8:] for path in folder.iterdir())


@pytest.mark.parametrize(("typed", "folder"), [("", FOLDER), ("other place", "other place")])
def test_they_are_written_as_replays_to_the_folder_that_is_named(answer, tmp_path, typed, folder):
    written = f"Written to {tmp_path / folder}: mazegame replay shows them."
    assert answer(typed) == [QUESTION, written]
    assert files(tmp_path / folder) == ["-wilson-8x5-a.replay", "-wilson-8x5-b.replay"]
    for path in (tmp_path / folder).iterdir():
        replay = load_replay(path)
        assert prove(Level.of(replay.record.level), replay).finished


@pytest.mark.parametrize("lines", [("n",), ("No",), ()])
def test_who_wants_none_gets_none(answer, tmp_path, lines):
    assert answer(*lines) == [QUESTION, "No replay was saved."]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("file/under", "Not a directory"),
        ("~\0/x", "embedded null byte"),
        ("a\0/x", "its name holds what no name of a file can"),
        ("n" * 300, "File name too long"),
    ],
)
def test_a_folder_that_cannot_be_written_is_asked_for_again(answer, tmp_path, typed, why):
    (tmp_path / "file").touch()
    refused = f"They cannot be written there: {why}."
    assert answer(typed, "there")[:3] == [QUESTION, refused, QUESTION]
    assert len(files(tmp_path / "there")) == 2


def test_an_answer_that_is_no_text_is_asked_for_again(answer, tmp_path, monkeypatch):
    typed = io.TextIOWrapper(io.BytesIO(b"caf\xe9\nthere\n"), encoding="utf-8")
    typed._CHUNK_SIZE = 5  # a terminal gives a line at a time
    monkeypatch.setattr(Typed, "readline", lambda _: typed.readline())
    refused = "That is not a readable name of a folder."
    assert answer()[:3] == [QUESTION, refused, QUESTION]
    assert len(files(tmp_path / "there")) == 2


def test_ctrl_c_after_a_folder_that_cannot_be_written_is_answered(answer, tmp_path, monkeypatch):
    typed = iter(["file/under\n"])

    def readline(_):
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    (tmp_path / "file").touch()
    monkeypatch.setattr(Typed, "readline", readline)
    assert answer()[-2:] == [QUESTION, "No replay was saved."]


def test_what_was_written_before_the_disk_was_full_is_not_denied(answer, tmp_path, monkeypatch):
    def write(path, text):
        if "-b." in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_whole(path, text)

    monkeypatch.setattr(unsaved_runs, "write_whole", write)
    refused = "They cannot be written there: No space left on device."
    assert answer("there", "n") == [QUESTION, refused, QUESTION, "1 replay not saved."]
    assert files(tmp_path / "there") == ["-wilson-8x5-a.replay"]


def test_nobody_is_asked_after_a_signal_or_without_a_terminal(answer, monkeypatch, said):
    assert answer("there", interactive=False) == ["No replay was saved."]
    monkeypatch.setattr(sys, "stdin", None)
    said.clear()
    offer_export([played(walked())], said.append)
    assert said == ["1 finished run could not be written to the scores.", "No replay was saved."]
    said.clear()
    offer_export([], said.append)
    assert said == []
