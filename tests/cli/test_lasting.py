"""``mazegame scores``, ``replay``, ``where`` and ``--reset-settings``."""

import contextlib
import json
import re
import sys
from array import array
from dataclasses import replace

import pytest

from mazegame.formats.replay import write_replay
from mazegame.game.career.statistics import RivalResult
from mazegame.game.recording.record import record_of
from mazegame.party import protocol
from mazegame.store import places as place_room
from mazegame.store.book import report
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.report import PROVEN
from mazegame.store.places import NoHomeError, places
from mazegame.store.settings.settings import template
from tests.cli.conftest import NINE
from tests.game.mazes import forked, walked
from tests.store.conftest import finish_game, in_the_book, odd_home, played

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def book(home):
    jog = RivalResult("shortest", 8.0, 9000, won=True)
    in_the_book(played(walked("wilson:8x5:ü", detours=1), rivals=(jog,)), walked())


class TestNoScores:
    def test_without_a_run_it_says_so_and_makes_nothing(self, run, home):
        assert run("scores").out == "There are no runs yet.\n"
        empty = json.loads(run("scores", "--json").out)
        assert (empty["version"], empty["runs"], empty["bests"], empty["history"]) == (1, 0, [], [])
        assert "no runs yet" in run("scores", "--export", "1").refusal
        assert not home.exists()
        ScoreBook(places().scores).close()
        assert json.loads(run("scores", "--json").out) == empty

    def test_practice_alone_has_no_bests_and_no_empty_heading(self, run, home):
        with contextlib.closing(ScoreBook(places().scores)) as book:
            book.note_walk("wilson:8x6:a", "given up", 3)
        in_the_book(walked("wilson:8x6:a"))
        out = run("scores").out
        assert "Personal bests\n  None yet: the first walk of a maze is ranked.\n" in out
        assert "Efficiency" not in out

    def test_damaged_scores_are_one_line_and_left_alone(self, run):
        places().data.mkdir(parents=True)
        places().scores.write_bytes(b"x" * 500)
        assert "are damaged" in run("scores").failure
        assert places().scores.read_bytes() == b"x" * 500

    def test_the_runs_of_sound_books_that_were_set_aside_are_named_and_taken_back(self, run):
        assert run("scores", "--take-back").out == "No sound book with more runs was set aside.\n"
        for number in (1, 2):
            in_the_book(walked(f"wilson:8x6:{number}"))
            aside = places().scores.with_name(f"scores.sqlite3.damaged-{number}")
            places().scores.rename(aside)
        in_the_book(walked("wilson:8x6:now"))
        assert run("scores").out.endswith(
            "1 run in scores.sqlite3.damaged-2, a sound book that was set aside:"
            " --take-back adds them.\n"
            "1 run in scores.sqlite3.damaged-1, a sound book that was set aside:"
            " --take-back adds them.\n"
        )
        assert "no other option" in run("scores", "--take-back", "--json").refusal
        assert run("scores", "--take-back").out == (
            "Added: 1 run of scores.sqlite3.damaged-2.\nAdded: 1 run of scores.sqlite3.damaged-1.\n"
        )
        assert "3 runs" in run("scores").out
        assert json.loads(run("scores", "--json").out)["runs"] == 3
        assert run("scores", "--take-back").out == "No sound book with more runs was set aside.\n"


@pytest.mark.usefixtures("book")
class TestScores:
    def test_the_bests_the_races_and_the_latest_runs(self, run):
        out = run("scores").out
        assert "2 runs, 2 ranked, 1 perfect, 1 day in a row (best 1)\n" in out
        assert "1000" in out
        assert "recursive-backtracker 8x5, walk first  (1 run)" in out
        assert "  100%  runner, jog  (1 of 1)\n" in out
        assert out.splitlines()[-1].endswith("wilson:8x5:ü")

    def test_people_get_the_ten_latest_runs_and_programs_all(self, run):
        in_the_book(*(walked() for _ in range(10)))
        listed = run("scores").out.partition("\nLatest runs\n")[2]
        assert [int(line.split()[0]) for line in listed.splitlines()] == list(range(12, 2, -1))
        assert len(json.loads(run("scores", "--json").out)["history"]) == 12

    def test_programs_get_everything_but_the_steps(self, run):
        content = json.loads(run("scores", "--json").out)
        assert content["version"] == 1
        assert (content["runs"], content["streak"]) == (2, 1)
        assert [line["level"] for line in content["history"]] == [
            "recursive-backtracker:8x5:kite-7",
            "wilson:8x5:ü",
        ]
        assert content["races"] == [
            {"rival": "shortest", "pace": 8.0, "races": 1, "won": 1, "pursuit": False}
        ]
        names = {best["algorithm"] for best in content["bests"]}
        assert names == {"wilson", "recursive-backtracker"}

    def test_a_loaded_maze_is_called_by_its_file(self, run):
        in_the_book(played(walked(forked()), maze="forked.txt"))
        assert run("scores").out.splitlines()[-3].endswith("  forked.txt")
        newest = json.loads(run("scores", "--json").out)["history"][0]
        assert newest["maze"] == "forked.txt"
        assert newest["level"].startswith("maze:")
        assert "\nmaze: forked.txt\n" in run("scores", "--export", "3").out

    def test_it_can_be_written_in_any_encoding(self, spawn):
        assert spawn("scores", PYTHONIOENCODING="ascii").code == 0

    def test_a_run_is_exported_and_verified(self, run, tmp_path):
        path = tmp_path / "walk.replay"
        path.write_text(run("scores", "--export", "2").out, encoding="utf-8")
        assert run("replay", str(path), "--check").out.startswith(
            "recursive-backtracker:8x5:kite-7: "
        )

    @pytest.mark.parametrize("word", ["x", "-1", "²", "1" + "0" * 18, "9" * 5000])
    def test_a_wrong_number_is_refused(self, run, word):
        assert "is no number of a run" in run("scores", f"--export={word}").refusal
        failure = run("scores", "--export", "99").failure
        assert failure == "the steps of this run are not there"


class TestReplay:
    @pytest.fixture
    def path(self, tmp_path):
        path = tmp_path / "walk.replay"
        path.write_text(write_replay(record_of(walked(detours=1))), encoding="utf-8")
        return path

    def test_a_walk_is_verified(self, run, path):
        assert "run this in a terminal" in run("replay", str(path)).refusal
        run_ = walked(detours=1)
        assert run("replay", str(path), "--check").out == (
            f"recursive-backtracker:8x5:kite-7: {run_.steps} steps in "
            f"{run_.stopwatch.seconds:.3f} s, 0 hints, shortest is {run_.level.dist_min}, "
            f"score {run_.result.score}, 2 stars\n{PROVEN}"
        )
        path.write_text(write_replay(record_of(walked(short=2))), encoding="utf-8")
        assert ", not finished: B is 2 away\n" in run("replay", str(path), "--check").out

    @pytest.mark.parametrize("reading", [None, 2.0])
    def test_a_walk_faster_than_anybody_walks_is_named_and_not_refused(self, run, path, reading):
        """The reading is no walking; animations matter where the clock starts with a step."""
        walk = record_of(walked(reading=reading))
        last, first = len(walk.moves) - 1, walk.times[0]
        assert first == 1000 * (reading or 0)
        for ms, is_fast in ((0, True), (25 * last - 1, True), (25 * last, False), (9_000, False)):
            times = [first + round(ms * number / last) for number in range(last + 1)]
            record = replace(walk, times=array("I", times), seconds=times[-1] / 1000)
            path.write_text(write_replay(record), encoding="utf-8")
            _, *more = run("replay", str(path), "--check").out.splitlines(keepends=True)
            named = f"faster than anybody walks: {ms / last:.1f} ms a step, where a party allows 25"
            assert [line.startswith(named) for line in more] == [True] * is_fast + [False]
            assert ["animations" in line for line in more[:-1]] == [reading is None] * is_fast
            assert more[-1] == PROVEN
        assert protocol.STEP_MS == report.STEP_MS

    def test_the_first_step_alone_takes_no_time(self, run, path):
        for short in (len(record_of(walked()).moves) - number for number in (0, 1)):
            record = replace(record_of(walked(short=short)), seconds=0.0)
            path.write_text(write_replay(record), encoding="utf-8")
            assert len(run("replay", str(path), "--check").out.splitlines()) == 2

    @pytest.mark.parametrize(
        ("content", "said"),
        [("hello", "it is no replay"), ("mazegame replay 9\n", "of version '9'")],
    )
    def test_an_invalid_replay_is_refused(self, run, path, content, said):
        path.write_text(content)
        assert said in run("replay", str(path)).failure
        assert "it is a directory, not a file" in run("replay", str(path.parent)).failure

    def test_a_walk_comes_from_standard_input_too(self, spawn, path):
        done = spawn("replay", "-", "--check", stdin=path.read_text())
        assert (done.code, done.out) == (0, spawn("replay", str(path), "--check").out)
        assert spawn("replay", "-", "--check", stdin="x").failure.startswith(
            "standard input: it is no replay"
        )

    def test_long_work_reports_its_progress_on_a_terminal(self, run, path, monkeypatch):
        assert run("replay", str(path), "--check").err == ""
        monkeypatch.setattr("mazegame.cli.terminal.SHOW_AFTER", 0.0)
        assert run("replay", str(path), "--check").err == ""
        monkeypatch.setattr("mazegame.cli.terminal.is_terminal", lambda stream: True)
        monkeypatch.setattr("mazegame.game.recording.record.STEPS_A_CALL", 2)
        err = run("replay", str(path), "--check").err
        assert f"\rwalking {walked(detours=1).steps} steps " in err
        assert re.match(r"\rcarving 8x5 +\d+%\r", err)
        assert re.search(r"\r +\r$", err)

    def test_a_loaded_maze_comes_from_its_file_or_from_what_was_kept(self, run, path):
        path.write_text(write_replay(record_of(walked(forked()))), encoding="utf-8")
        assert "is not kept here" in run("replay", str(path), "--check").failure
        assert "not of maze:" in run("replay", str(path), "--check", "--maze", str(NINE)).failure
        finish_game(walked(forked()))
        assert ": 8 steps in" in run("replay", str(path), "--check").out

    @pytest.mark.usefixtures("terminal")
    def test_a_verified_walk_reaches_the_game(self, run, opened, path):
        assert run("replay", str(path)).code == 7
        assert run("replay", str(path), "--race").code == 7
        watched, raced = opened
        match = raced.first_match
        assert watched.walk.run.moves == match.rivals[0].moves == walked(detours=1).moves
        assert match.source.recipe == walked().level.recipe


class TestWhere:
    def test_every_place_is_printed(self, run, home):
        out = run("where").out
        for name in ("settings.toml", "scores.sqlite3", "running", "saves", "mazes", "replays"):
            assert f"{home / name}\n" in out
        found = json.loads(run("where", "--json").out)
        assert found.pop("version") == 1
        assert set(found) >= {"settings", "scores", "saved_runs", "cache"}
        assert not home.exists()

    def test_without_a_home_it_says_so(self, run, monkeypatch, tmp_path):
        def nowhere():
            raise NoHomeError("there is no home folder to keep anything in: set MAZEGAME_HOME")

        monkeypatch.setattr(place_room, "places", nowhere)
        replay = tmp_path / "walk.replay"
        replay.write_text(write_replay(record_of(walked(forked()))))
        said = "there is no home folder to keep anything in: set MAZEGAME_HOME"
        for command in ("where", "scores", "--reset-settings"):
            assert run(command).failure.startswith(said)
        assert run("replay", str(replay), "--check").failure.startswith(said)

    def test_control_characters_of_a_path_are_escaped(self, run, monkeypatch, tmp_path):
        monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path / "a\x1b[31m\nb"))
        out = run("where").out
        assert "\x1b" not in out
        assert out.count("\n") == 7
        assert r"a\x1b[31m\nb" in out


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights")
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("a long name", "File name too long"),
        ("no working directory", "MAZEGAME_HOME='here' is relative, and there is no working"),
        ("not searchable", "Permission denied"),
    ],
)
def test_a_home_that_cannot_be_used_is_one_line(run, monkeypatch, tmp_path, kind, said):
    with odd_home(kind, tmp_path / "odd", monkeypatch):
        for words in (("scores",), ("scores", "--json"), ("--reset-settings",)):
            assert said in run(*words).failure


class TestResettingSettings:
    def test_the_old_settings_are_renamed(self, run, home):
        assert run("--reset-settings").out == "The settings are reset to their defaults.\n"
        places().settings.write_text("fog = true\n")
        out = run("--reset-settings").out
        assert (
            out == "The settings are reset to their defaults; the old file is now "
            f"{home}/settings.toml.old-1.\n"
        )
        assert (home / "settings.toml.old-1").read_text() == "fog = true\n"
        assert places().settings.read_text() == template()

    def test_a_failed_write_is_one_line(self, run, home):
        home.write_text("a file")
        assert "cannot be reset" in run("--reset-settings").failure
