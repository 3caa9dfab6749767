"""Many mazes at once: game IDs on standard input, ``-n``, JSON, and those of days and weeks."""

import json
import subprocess
from datetime import date

from mazegame.engine import Level, Recipe
from mazegame.formats import from_bytes
from mazegame.game.modes.daily import daily, today
from mazegame.game.modes.marathon import marathon
from tests.programs import start_python
from tests.waiting import LONGEST

IDS = [f"wilson:{8 + n}x6:many-{n}" for n in range(5)]


class TestGameIdsOnStandardInput:
    def test_json_gives_an_object_a_line(self, spawn):
        done = spawn("solve", "-", "--json", "--path", stdin="\n".join(IDS))
        for game_id, line in zip(IDS, done.out.splitlines(), strict=True):
            level = Level.of(Recipe.parse(game_id))
            assert json.loads(line) == {
                "version": 1,
                "game_id": game_id,
                "dist_min": level.dist_min,
                "path": level.cells_of_path().tolist(),
            }

    def test_stats_name_each_maze(self, spawn, run):
        done = spawn("stats", "-", stdin="\r\n".join(IDS[:2]))
        assert done.out == "".join(f"{line}\n{run('stats', line).out}" for line in IDS[:2])
        found = spawn("stats", "-", "--json", stdin=IDS[0]).out
        assert found == run("stats", IDS[0], "--json").out

    def test_a_bad_line_is_named_and_the_others_are_answered(self, spawn):
        done = spawn("solve", "-", stdin=f"{IDS[0]}\nwilsn:3x3:a\n\nnonsense\n{IDS[1]}\n")
        assert done.code == 2
        assert [line.isdigit() for line in done.out.splitlines()] == [True, False, False, True]
        first, second = done.err.splitlines()
        assert first.startswith("mazegame: line 2: ")
        assert "did you mean wilson?" in first
        assert second.startswith("mazegame: line 3: 'nonsense' is no game ID")
        answer = spawn("solve", "-", "--json", stdin=f"{IDS[0]}\nwilsn:3x3:a\n").out.splitlines()[1]
        assert json.loads(answer)["line"] == 2
        assert "wilsn" in json.loads(answer)["error"]

    def test_an_answer_comes_before_the_next_question(self):
        with start_python("-m", "mazegame", "solve", "-", stdin=subprocess.PIPE) as child:
            for line in IDS[:2]:
                child.stdin.write(f"{line}\n".encode())
                child.stdin.flush()
                expected = Level.of(Recipe.parse(line)).dist_min
                assert int(child.stdout.readline()) == expected
            child.stdin.close()
            assert child.wait(LONGEST) == 0

    def test_a_maze_with_a_title_is_still_a_maze(self, run, spawn):
        drawn = run("generate", IDS[0], "-f", "ascii", "--title").out
        assert drawn.startswith(f"{IDS[0]}\n")
        assert spawn("solve", "-", stdin=drawn).out == run("solve", IDS[0]).out

    def test_one_picture_of_many_is_refused(self, spawn):
        assert "ask for --json" in spawn("solve", "-", "--path", stdin=IDS[0]).refusal


class TestCount:
    def test_seeds_are_numbered_or_drawn(self, run):
        done = run("generate", "-s", "4x3", "--seed", "kite", "-n", "3", "-f", "ascii")
        ids = [f"wilson:4x3:kite-{n}" for n in (1, 2, 3)]
        assert done.err.splitlines() == ids
        assert done.out == "\n".join(run("generate", one, "-f", "ascii").out for one in ids)
        assert len(set(run("generate", "-s", "4x3", "-n", "5").err.splitlines())) == 5

    def test_json_is_an_object_a_line(self, run):
        done = run("generate", "prim", "-s", "5x4", "-n", "4", "--json")
        for game_id, line in zip(done.err.splitlines(), done.out.splitlines(), strict=True):
            level = from_bytes(line.encode())
            assert str(level.recipe) == game_id == json.loads(line)["game_id"]
            assert json.loads(line)["version"] == 1

    def test_files_are_numbered(self, run, tmp_path):
        run("generate", "-s", "5x4", "--seed", "k", "-n", "2", "-o", str(tmp_path / "m-{n}.png"))
        assert sorted(path.name for path in tmp_path.iterdir()) == ["m-1.png", "m-2.png"]
        level = from_bytes((tmp_path / "m-2.png").read_bytes())
        assert str(level.recipe) == "wilson:5x4:k-2"


def test_the_game_ids_of_a_day_and_a_week_are_printed_without_a_terminal(run):
    done = run("daily", "2026-11-22", "--id")
    assert (done.code, done.out, done.err) == (0, f"{daily(date(2026, 11, 22))}\n", "")
    before = today()
    assert run("daily", "--id").out in {f"{daily(before)}\n", f"{daily(today())}\n"}
    done = run("marathon", "2026-W47", "--ids")
    assert done.out == "".join(f"{leg}\n" for leg in marathon("2026-W47"))
    assert (done.code, done.err) == (0, "")
    assert run("daily", "2199-01-01", "--id").code == 0  # a day to come can be named
