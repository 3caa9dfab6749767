import pickle
import re
from array import array
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction
from mazegame.formats import replay as format_module
from mazegame.formats.replay import (
    MAX_FILE_BYTES,
    Replay,
    ReplayError,
    load_replay,
    prove,
    read_replay,
    read_steps,
    write_replay,
)
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import ForgedRecordError, Record, level_key, record_of
from mazegame.game.run import Run, step
from tests.game import mazes
from tests.game.mazes import Clock, forked, room

GAME_ID = "recursive-backtracker:12x5:kite-7"

RECORDS = st.builds(
    lambda level, steps, hints, assisted, late: Record(
        level,
        bytes(move for move, _ in steps),
        array("I", [sum(t for _, t in steps[: k + 1]) for k in range(len(steps))]),
        hints,
        assisted,
        (sum(t for _, t in steps) + late) / 1000,
    ),
    st.sampled_from([GAME_ID, "maze:0123456789abcdef", "wilson:3x3:ß-é"]),
    st.lists(st.tuples(st.sampled_from([1, 2, 4, 8]), st.integers(0, 100_000)), max_size=45),
    st.integers(0, 99),
    st.booleans(),
    st.integers(0, 999),
)


walked = partial(mazes.walked, GAME_ID, pace=0.13)


def test_times_of_steps_go_up_to_two_to_the_32_milliseconds_less_one():
    last = (1 << 32) - 1
    moves, times = read_steps(f"N{last - 5} 5", 0)
    assert (moves, times.tolist()) == (bytes([1, 1]), [last - 5, last])
    for wrong, said in (("6", "the time '6' is too long"), ("x", "'x' is no step")):
        with pytest.raises(ReplayError, match=said) as caught:
            read_steps(f"N{last - 5} {wrong}", 0)
        assert (caught.value.line, caught.value.step) == (0, 2)


def test_a_walk_whose_clock_started_with_the_reveal_is_a_file_of_version_2():
    run = walked(reading=6.1)
    record = record_of(run)
    text = write_replay(record)
    assert text.startswith("mazegame replay 2\n")
    assert write_replay(record_of(walked())).startswith("mazegame replay 1\n")
    replay = read_replay(text)
    assert replay.damage is None
    assert replay.record.reveal
    assert replay.record.times[0] == 6100
    again = prove(run.level, replay)
    assert (again.reveal, again.times) == (True, run.times)
    relabelled = read_replay(text.replace("replay 2", "replay 1"))
    assert relabelled.damage is not None  # the number is a part of what is checked


@pytest.fixture(scope="module")
def text():
    return write_replay(record_of(walked()))


def test_the_text_is_what_the_documentation_shows(text):
    assert text == (
        "mazegame replay 1\n"
        "level: recursive-backtracker:12x5:kite-7\n"
        "steps: 29\n"
        "seconds: 3.640\n"
        "hints: 0\n"
        "assisted: no\n"
        "check: 9ac6\n"
        "\n"
        "E0 130 S130 W130 S130 130 130 E130 130 N130 ;684d\n"
        "N130 130 130 E130 S130 E130 S130 130 W130 S130 ;f61c\n"
        "E130 130 N130 E130 S130 E130 130 130 130 ;04db\n"
    )


def test_a_ghost_walks_along_and_is_checked_like_the_player():
    run = walked()
    ghost = GhostWalk(b"\2\1\2" * 4, array("I", range(0, 120, 10)))
    text = write_replay(record_of(run), "", ("tremaux:8", "ghost"), ghost)
    assert "rivals: tremaux:8 ghost\nghost: 12\nsteps: 29\n" in text
    back = read_replay(text)
    assert back.ghost == ghost
    again = prove(run.level, back)
    assert (again.finished, again.moves, again.times) == (True, run.moves, run.times)
    last = text.splitlines()[-1]
    changed = read_replay(text.replace(last, last.replace("10", "11", 1)))
    assert changed.damage is not None
    assert (changed.damage.line, changed.damage.step) == (len(text.splitlines()), 0)
    with pytest.raises(ReplayError, match="cut off: 10 of 12 steps are there") as cut:
        read_replay("\n".join(text.splitlines()[:-1]))
    assert cut.value.step == 0
    with pytest.raises(ReplayError, match="there is more after line"):
        read_replay(text.replace("ghost: 12\n", ""))


@given(RECORDS, st.sampled_from(["", "nine.txt", "a: b", "ünï"]))
def test_what_is_written_is_read(record, maze):
    assert read_replay(write_replay(record, maze)) == Replay(record, maze)
    text = write_replay(record, maze).replace("\n", "\r\n")
    assert read_replay(text.encode()) == Replay(record, maze)
    assert read_replay(text.encode("utf-16")) == Replay(record, maze)


def test_the_rivals_are_in_it():
    keys = ("tremaux:8", "left-hand:16.5", "ghost", "shortest:1000")
    text = write_replay(record_of(walked()), "", keys)
    assert "rivals: tremaux:8 left-hand:16.5 ghost shortest:1000\nsteps" in text
    assert read_replay(text).rivals == keys
    for bad in ("tremaux:8 " * 5, "tremaux:", "Tremaux:8", "a  b"):
        with pytest.raises(ReplayError, match="line 3 is not 'rivals"):
            read_replay(text.replace(" ".join(keys), bad.strip()))


@given(st.text(max_size=200))
def test_any_name_of_a_maze_can_be_written(name):
    record = record_of(walked())
    back = read_replay(write_replay(record, name).encode("utf-8"))
    assert back.damage is None
    assert back.record.moves == record.moves
    assert back.maze.isprintable()


def test_a_loaded_maze_goes_by_its_hash():
    run = Run(forked(), Clock())
    step(run, Direction.E)
    text = write_replay(record_of(run), "my maze.txt")
    assert f"level: {level_key(forked())}\nmaze: my maze.txt\n" in text
    assert prove(forked(), read_replay(text)).position == (0, 1)
    with pytest.raises(ForgedRecordError, match=r"one of maze:\w+, not of maze:"):
        prove(room(), read_replay(text))


class TestForgery:
    def test_a_letter_changed_by_hand_is_refused_at_its_step(self, text):
        line = next(line for line in text.splitlines() if ";" in line)
        at = re.search(r"(?<= )[NESW]", line).start()
        number = line[:at].count(" ") + 1
        messages = []
        for letter in "NESW".replace(line[at], ""):
            changed = text.replace(line, line[:at] + letter + line[at + 1 :])
            with pytest.raises(ForgedRecordError) as caught:
                prove(walked().level, read_replay(changed))
            assert caught.value.step >= number
            assert "(line 9, steps 1 to 10, was changed after it was written)" in str(caught.value)
            messages.append(caught.value.step)
        assert number in messages


class TestDamage:
    def test_every_changed_byte_is_found(self, text):
        """Every bit of the file turned over, one by one."""
        level = walked().level
        data = text.encode()
        for at in range(len(data)):
            for bit in range(8):
                damaged = bytearray(data)
                damaged[at] ^= 1 << bit
                with pytest.raises((ReplayError, ForgedRecordError)) as caught:
                    prove(level, read_replay(bytes(damaged)))
                assert str(caught.value).isprintable()

    @pytest.mark.parametrize(
        ("changed", "line", "step"),
        [((4, 9), 1, 0), ((8, 10), 9, 1), ((9,), 10, 11), ((10,), 11, 21)],
    )
    def test_the_first_damaged_line_is_named_by_its_own_check(self, text, changed, line, step):
        lines = text.split("\n")
        for at in changed:  # counted from 0
            lines[at] = lines[at].replace("hints: 0", "hints: 1").replace(" 130", " 131", 1)
        damage = read_replay("\n".join(lines)).damage
        assert (damage.line, damage.step) == (line, step)

    def test_a_file_cut_off_anywhere_is_found(self, text):
        for end in range(len(text) - 1):
            with pytest.raises(ReplayError):
                read_replay(text[:end])
        assert read_replay(text[:-1]) == read_replay(text)

    @pytest.mark.parametrize(
        ("change", "line", "step", "said"),
        [
            (("mazegame replay 1", "hello"), 1, 0, "it is no replay"),
            (("replay 1", "replay 3"), 1, 0, "of version '3': this game reads 1 and 2"),
            (("steps: 29", "steps: 030"), 3, 0, "line 3 is not 'steps: ...'"),
            (("hints: 0\n", ""), 5, 0, "line 5 is not 'hints: ...'"),
            (("\n\n", "\nx\n"), 8, 0, "line 8 is not empty"),
            (("steps: 29", "steps: 30"), 11, 21, "line 11, from step 21 on, has 9 steps"),
            (("steps: 29", "steps: 39"), 11, 21, "has 9 steps, not 10"),
            (("steps: 29", "steps: 20"), 11, 0, "there is more after line 10"),
            ((" 130 ", " 13x "), 9, 1, "line 9, from step 1 on, is no line of steps"),
            ((" 130 ", " N "), 9, 2, "line 9, from step"),
            ((" 130 ", " 9999999999 "), 9, 2, "is too long"),
            ((" 130 ", "  130 "), 9, 2, "'' is no step"),
        ],
    )
    def test_the_message_names_the_line(self, text, change, line, step, said):
        with pytest.raises(ReplayError) as caught:
            read_replay(text.replace(*change, 1))
        assert said in str(caught.value)
        assert caught.value.line == line
        assert caught.value.step == step
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)

    def test_bytes_that_are_not_text_are_named(self, text):
        with pytest.raises(ReplayError, match="line 2 is not text: the byte 0xff"):
            read_replay(text.encode().replace(b"kite", b"k\xffte"))


class TestFiles:
    def test_a_file_is_read_and_a_problem_names_it(self, text, tmp_path, monkeypatch):
        path = tmp_path / "a.replay"
        path.write_text(text[:-40], encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        with pytest.raises(ReplayError, match=r"^'a\.replay': line 11, from step 21 on"):
            load_replay("a.replay")
        path.write_text(text, encoding="utf-8", newline="\n")
        assert load_replay(path) == read_replay(text)

    @pytest.mark.parametrize("name", ["missing", ".", "a\0b"])
    def test_what_cannot_be_read_is_one_sentence(self, tmp_path, name):
        with pytest.raises(ReplayError, match=r"no such file|a directory|no name of a file"):
            load_replay(tmp_path / name)

    def test_a_file_too_large_is_refused(self, tmp_path, monkeypatch):
        assert MAX_FILE_BYTES == 64 << 20
        monkeypatch.setattr(format_module, "MAX_FILE_BYTES", 100)
        path = tmp_path / "large"
        path.write_bytes(b"x" * 101)
        with pytest.raises(ReplayError, match="larger than 100 bytes"):
            load_replay(path)
