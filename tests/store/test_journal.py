import binascii
import dataclasses
import json
import os
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazegame.engine import Level
from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import RivalResult
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import level_key, record_of, walk_again
from mazegame.party.room import MOST_PLAYERS
from mazegame.store.journal import journal as journals
from mazegame.store.journal.journal import Journal, read, read_abandoned, read_all
from mazegame.store.journal.journal_lines import JournalError
from mazegame.store.journal.mazes import NoSuchMazeError, keep_maze, level_of
from tests.game.mazes import GAME_ID, forked, walked
from tests.store.conftest import heading_of, played

pytestmark = pytest.mark.core


def line(content):
    """A line of a journal, which may hold what ours never do."""
    data = re.sub(rb'"DIGITS"', b"9" * 5000, json.dumps(content).encode())
    return b"%08x %s\n" % (binascii.crc32(data), data)


RUN = walked(detours=2)
HEADING = heading_of(RUN, uid="a1", rules="fog", rivals=("shortest:8",), began=5)


def keep(journal, run, until=None, rules="fog"):
    """Keep the steps of a run that are not on the disk yet, up to one of them."""
    part, whole = slice(journal.steps, until), record_of(run, "")
    record = dataclasses.replace(whole, moves=whole.moves[part], times=whole.times[part])
    journal.keep(record, rules)


@pytest.fixture
def run():
    return walked(detours=4, short=2)


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path, HEADING, replaces=tmp_path / "before")
    yield journal
    journal.close()


class TestGrowing:
    def test_a_run_comes_back_as_it_was_kept(self, journal, run):
        run.hints, run.assisted = 2, True
        for until in (1, 1, 4, 9, None):
            keep(journal, run, until)
        saved = read(journal.path)
        assert saved.heading == HEADING
        assert saved.finished is None
        again = walk_again(run.level, saved.record)
        assert (again.moves, again.times) == (run.moves, run.times)
        assert (again.hints, again.assisted) == (2, True)
        assert again.stopwatch.seconds == pytest.approx(run.stopwatch.seconds, abs=0.001)

    def test_a_pause_between_two_steps_does_not_change_their_times(self, journal, run):
        whole = record_of(run, "")
        for until in (2, 4, None):
            keep(journal, run, until)
            still = dataclasses.replace(whole, moves=b"", times=whole.times[:0])
            journal.keep(still, "fog", exactly=True)  # the time alone
        assert read(journal.path).record.times == run.times

    def test_marks_come_back_as_they_were_at_last_and_without_any_nothing_is_written(
        self, journal, run
    ):
        keep(journal, run, 2)
        assert b"marks" not in journal.path.read_bytes()
        run.marks = {(0, 0), (2, 1)}
        keep(journal, run, 4)
        run.marks = {(2, 1), (3, 3)}
        keep(journal, run)
        assert walk_again(run.level, read(journal.path).record).marks == {(2, 1), (3, 3)}

    def test_a_finished_run_says_so(self, tmp_path):
        run = walked(detours=2)
        journal = Journal(tmp_path, HEADING, run)
        keep(journal, run, 3)
        rivals = (RivalResult("shortest", 8.0, 900, won=True), RivalResult("ghost"))
        entry = played(run, rivals=rivals, ghost=GhostWalk.of(run))
        entry = dataclasses.replace(entry, heading=HEADING)
        journal.finish(entry)
        record = dataclasses.replace(entry.record, seconds=round(entry.record.seconds, 3))
        entry = dataclasses.replace(entry, record=record)
        assert read(journal.path).finished == entry
        entry = dataclasses.replace(entry, medal="gold", habits=Habits(1, 2, 3, 4, 5, 6))
        journal.write_measures(entry)
        assert read(journal.path).finished == entry
        journal.close()

    def test_the_rules_are_the_latest_ones(self, journal, run):
        for until, rules in ((2, "fog"), (4, "open")):
            keep(journal, run, until, rules)
            assert read(journal.path).rules == rules
        assert read(journal.path).heading.category.rules == "fog"

    def test_what_it_replaces_goes_as_soon_as_it_can_be_deleted(self, journal, run):
        before = journal.path.with_name("before")
        before.mkdir()  # no file: it cannot be deleted like one
        keep(journal, run, 2)
        before.rmdir()
        before.touch()
        keep(journal, run)
        assert not before.exists()
        assert read(journal.path).record.moves == run.moves

    def test_a_truncated_journal_keeps_the_steps_before(self, journal, run):
        """The file cut off at every byte: never an error, never a step that was not done."""
        ends = []
        for until in range(1, run.steps + 1):
            keep(journal, run, until)
            ends.append(journal.path.stat().st_size)
        data = journal.path.read_bytes()
        first = data.index(b"\n") + 1
        path = journal.path.with_name("cut.run")
        for end in range(len(data) + 1):
            path.write_bytes(data[:end])
            if end < first:
                with pytest.raises(JournalError):
                    read(path)
            else:
                whole = sum(size <= end for size in ends)
                assert read(path).record.moves == run.moves[:whole]

    @given(st.data())
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
    def test_a_damaged_journal_keeps_the_steps_before(self, tmp_path, data):
        run = walked(detours=4, short=2)
        journal = Journal(tmp_path, HEADING)
        for until in range(1, run.steps + 1):
            keep(journal, run, until)
        content = bytearray(journal.path.read_bytes())
        journal.close()
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] ^= data.draw(st.integers(1, 255))
        journal.path.write_bytes(content)
        try:
            saved = read(journal.path)
        except JournalError:
            assert at <= content.index(b"\n") or b"\n" not in content
        else:
            assert run.moves.startswith(saved.record.moves)

    def test_a_write_that_fails_leaves_the_lines_before_it(self, journal, run, monkeypatch):
        keep(journal, run, 2)
        real = os.write

        def half(handle: int, data: bytes) -> int:
            if len(data) < 20:
                raise OSError(28, "No space left on device")
            return real(handle, data[: len(data) - 10])

        monkeypatch.setattr(os, "write", half)
        with pytest.raises(OSError, match="No space"):
            keep(journal, run, 6)
        monkeypatch.undo()
        assert journal.steps == 2
        assert read(journal.path).record.moves == run.moves[:2]
        keep(journal, run)
        assert read(journal.path).record.moves == run.moves


def test_a_damaged_ghost_costs_the_run_nothing(tmp_path, run):
    path = journals.save(tmp_path, HEADING, record_of(run), "open", RUN)
    assert read(path).ghost.moves == RUN.moves
    first, _, *rest = path.read_bytes().splitlines(keepends=True)
    for damaged in (b"damaged\n", line({"ghost": "X5"}), line({"ghost": 5})):
        path.write_bytes(b"".join([first, damaged, *rest]))
        saved = read(path)
        assert saved.ghost is None
        assert saved.record.moves == run.moves


class TestLeftBehind:
    def test_a_run_against_all_players_of_a_party_can_be_resumed(self, tmp_path):
        rivals = tuple(f"P{at}" for at in range(MOST_PLAYERS - 1))
        Journal(tmp_path, dataclasses.replace(HEADING, rivals=rivals)).close()
        (path,) = tmp_path.iterdir()
        assert read(path).heading.rivals == rivals

    def test_a_journal_that_is_held_is_not_left_behind(self, journal, run, tmp_path):
        keep(journal, run)
        assert read_abandoned(tmp_path) == ([], [])
        journal.close()
        ((saved,), problems) = read_abandoned(tmp_path)
        assert saved.steps == run.steps
        assert problems == []

    def test_a_run_without_a_step_is_nothing_to_go_on_with(self, journal, tmp_path):
        path = journal.path
        journal.close()
        assert path.exists()
        assert read_abandoned(tmp_path) == ([], [])
        assert not path.exists()

    def test_a_discarded_run_is_deleted(self, journal, tmp_path):
        journal.discard()
        assert list(tmp_path.iterdir()) == []

    def test_the_latest_comes_first(self, tmp_path, run):
        for began in (3, 9, 5):
            heading = dataclasses.replace(HEADING, uid=f"u{began}", began=began)
            journal = Journal(tmp_path, heading)
            keep(journal, run, 1)
            journal.close()
        runs, _ = read_abandoned(tmp_path)
        assert [saved.heading.began for saved in runs] == [9, 5, 3]

    def test_what_another_version_may_read_stays_where_it_is(self, tmp_path, monkeypatch):
        newer, large = tmp_path / "newer.run", tmp_path / "large.run"
        newer.write_bytes(line({"journal": 3}))
        large.write_bytes(b"x" * 101)
        monkeypatch.setattr(journals, "MAX_FILE_BYTES", 100)
        runs, problems = read_abandoned(tmp_path)
        assert runs == []
        large_one, newer_one = problems
        assert large_one == "the run large.run cannot be read: it is too large; it is left as it is"
        assert "newer.run cannot be read: it is of a newer version of mazegame; it is" in newer_one
        assert {path.name for path in tmp_path.iterdir()} == {"newer.run", "large.run"}

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "its first line is damaged"),
            (b"hello\n", "its first line is damaged"),
            (line({"journal": -3}), "of no version"),
            (line({"journal": [1]}), "of no version"),
            (line({"journal": 1}), "its first line says nothing"),
            (line({"journal": 1, "uid": 5}), "says nothing"),
            (line({"steps": ""}), "damaged"),
        ],
    )
    def test_what_cannot_be_read_is_set_aside(self, tmp_path, content, said):
        (tmp_path / "x.run").write_bytes(content)
        runs, (problem,) = read_abandoned(tmp_path)
        assert runs == []
        assert said in problem
        assert "it is now x.run.damaged-1" in problem
        assert (tmp_path / "x.run.damaged-1").read_bytes() == content

    def test_other_files_are_left_alone_and_no_folder_holds_nothing(self, tmp_path):
        (tmp_path / "notes.txt").write_text("mine")
        (tmp_path / "new.draft").touch()
        for folder in (tmp_path, tmp_path / "none"):
            assert read_abandoned(folder) == ([], [])
        assert len(list(tmp_path.iterdir())) == 2


def test_a_run_is_saved_under_a_name(tmp_path, run):
    named = {"name": 'before the "big" junction', "level": level_key(run.level)}
    path = journals.save(tmp_path, heading_of(run, **named), record_of(run), "open")
    ((saved,), problems) = read_all(tmp_path)
    assert (saved.path, saved.heading.name, problems) == (path, named["name"], [])
    assert walk_again(run.level, saved.record).moves == run.moves


def test_marks_outside_of_the_maze_and_of_other_kinds_do_no_harm(tmp_path):
    far = crafted(tmp_path, "far.run", [[4, 7], [5, 8], [0, 0]])
    assert read(far).record.marks == ((4, 7), (5, 8), (0, 0))
    for number, value in enumerate(WORST):
        path = crafted(tmp_path, f"bad-{number}.run", value)
        assert all(len(cell) == 2 for cell in read(path).record.marks)


def crafted(tmp_path, name, marks=None):
    """A journal of one step with right checksums, and with marks if they are not None."""
    heading = {
        "journal": 1, "uid": "u", "origin": "", "level": GAME_ID, "algorithm": "wilson",
        "design": "wilson", "cols": 8, "rows": 5, "rules": "open", "dist_min": 11, "rivals": [],
        "series": "", "maze": "", "name": "", "began": 0, "ghost": False,
    }  # fmt: skip
    state = {"steps": "E100", "hints": 0, "shown": False, "rules": "open", "seconds": 0.1}
    path = tmp_path / name
    path.write_bytes(line(heading) + line(state if marks is None else state | {"marks": marks}))
    return path


WORST = [
    None, True, -1, 1, 0.5, 10**30, "DIGITS", float("nan"), float("inf"), float("-inf"), "", "x",
    "\n", "\x1b[31m", "\ud800", "x" * 5000, [], [[]], [1], {}, {"a": 1}, [None] * 100,
]  # fmt: skip
"""Values that somebody may write where another one belongs."""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_pipes_and_folders_among_the_journals_are_passed_over(tmp_path):
    os.mkfifo(tmp_path / "pipe.run")
    (tmp_path / "folder.run").mkdir()
    (tmp_path / "zero.run").symlink_to("/dev/zero")
    crafted(tmp_path, "good.run")
    for find in (read_abandoned, read_all):
        runs, problems = find(tmp_path)
        assert [saved.path.name for saved in runs] == ["good.run"]
        assert problems == []


class TestMazes:
    def test_a_loaded_maze_is_kept_once_and_a_generated_one_is_made_again(self, tmp_path):
        keep_maze(tmp_path, Level.of(GAME_ID))
        assert list(tmp_path.iterdir()) == []
        assert str(level_of(tmp_path, GAME_ID).recipe) == GAME_ID
        level = forked()
        keep_maze(tmp_path, level)
        (path,) = tmp_path.iterdir()
        before = path.stat().st_mtime_ns
        keep_maze(tmp_path, level)
        assert path.stat().st_mtime_ns == before
        again = level_of(tmp_path, level_key(level))
        assert (again.maze, again.start, again.goals, again.name) == (
            level.maze, level.start, level.goals, "forked"
        )  # fmt: skip

    def test_a_lost_maze_is_reported(self, tmp_path):
        with pytest.raises(NoSuchMazeError, match="maze:0123456789abcdef is not kept here"):
            level_of(tmp_path, "maze:0123456789abcdef")
        with pytest.raises(NoSuchMazeError, match="names no maze"):
            level_of(tmp_path, "maze:../../../etc/passwd")
        with pytest.raises(ValueError, match="no algorithm"):
            level_of(tmp_path, "wilsn:3x3:a")

    def test_a_damaged_maze_is_reported(self, tmp_path):
        level = forked()
        keep_maze(tmp_path, level)
        (path,) = tmp_path.iterdir()
        data = path.read_bytes()
        for at in range(len(data)):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            try:
                assert level_of(tmp_path, level_key(level)).maze == level.maze
            except NoSuchMazeError as error:
                assert "damaged" in str(error)  # noqa: PT017  a changed name does no harm

    @pytest.mark.parametrize("head", [b'{"rows": Infinity, "cols": 1}', b"[" * 4000, b"[]", b"{}"])
    def test_a_maze_whose_head_makes_no_sense_is_damaged(self, tmp_path, head):
        (tmp_path / "0123456789abcdef.maze").write_bytes(head + b"\n")
        with pytest.raises(NoSuchMazeError, match="damaged"):
            level_of(tmp_path, "maze:0123456789abcdef")

    def test_a_huge_maze_is_not_kept(self, tmp_path, monkeypatch):
        monkeypatch.setattr("mazegame.store.journal.mazes.MAX_CELLS", 11)
        keep_maze(tmp_path, forked())
        assert list(tmp_path.iterdir()) == []
