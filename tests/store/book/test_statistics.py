"""The rows of statistics, and the files that they are exported to."""

import contextlib
import csv
import io
import json

import pytest

from mazegame import cli
from mazegame.game.career.habits import Habits, habits
from mazegame.game.career.statistics import RivalResult
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.statistics_report import COLUMNS, as_csv, as_json, as_text, spell_habits
from tests.game.mazes import walked
from tests.store.conftest import played


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path))
    with contextlib.closing(ScoreBook(tmp_path / "scores.sqlite3")) as book:
        yield book


def fill(book, runs=6):
    for number in range(runs):
        run = walked(f"wilson:8x6:braid=20:k{number}", detours=number % 2 * 4)
        rivals = (RivalResult("tremaux", 8.0, 9000, won=True),) if number == 0 else ()
        book.add(played(run, rivals=rivals, habits=habits(run), medal="gold", series="journey:1"))
    book.add(played(walked("kruskal:8x6:one")))


def test_chases_and_duels_have_a_line_and_a_field(book):
    assert json.loads(as_json(book.played()))["duels"] == {}
    series = "chase:both:2:3 chase:both:3:1 duel:1-0:left duel:1-1:right duel:2-1:left"
    for number, key in enumerate(series.split()):
        book.add(played(walked(f"wilson:8x6:k{number}"), series=key))
    text, content = as_text(book.played()), json.loads(as_json(book.played()))
    assert "\nBest chase: level 3 of 7\n" in text
    assert "\nDuels: 3 rounds, left 2, right 1\n" in text
    assert (content["chase"], content["duels"]) == (3, {"left": 2, "right": 1})


def test_a_damaged_row_hides_no_other(book):
    fill(book)
    book._base.execute("UPDATE runs SET steps = 'many' WHERE id = 2")
    book._base.execute("UPDATE habits SET junctions = -1 WHERE run = 3")
    book._base.execute("UPDATE rivals SET pace = 'fast' WHERE run = 1")
    rows = book.played()
    assert [row.id for row in rows] == [1, 4, 5, 6, 7]
    assert rows[0].rivals == ()


def test_the_csv_has_a_line_for_each_run(book):
    fill(book)
    rows = book.played()
    table = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert tuple(table[0]) == COLUMNS
    assert len(table) == len(rows)
    assert table[0]["game_id"] == "wilson:8x6:braid=20:k0"
    assert float(table[1]["efficiency"]) == pytest.approx(rows[1].efficiency, abs=1e-6)
    assert table[0]["junctions"] == str(rows[0].habits.junctions)
    assert table[-1]["junctions"] == ""


def test_text_and_json_say_what_the_screen_says(book):
    fill(book)
    content = json.loads(as_json(book.played()))
    assert (content["runs"], content["ranked"]) == (7, 7)
    assert content["textures"][0]["design"] == "wilson:braid=20"
    assert content["textures"][0]["habits"]["junctions"] > 0
    assert sum(content["days"].values()) == 7
    earned = {one["name"]: one["run"] for one in content["achievements"]}
    assert earned["first"] == 1
    assert earned["tremaux"] == 1
    assert earned["million"] is None
    assert json.loads(as_json([]))["textures"] == []
    text = as_text(book.played())
    assert "7 runs, 7 ranked" in text
    assert "wilson braid=20" in text
    assert "Achievements: " in text


@pytest.mark.parametrize("form", ["", "--csv", "--json"])
@pytest.mark.parametrize("runs", [0, 6])
def test_the_command_prints_each_form(book, capsys, form, runs):
    if runs:
        fill(book, runs)
    rows = book.played()
    book.close()
    if not runs:
        book.path.unlink()
    assert cli.main(["scores", "--statistics", *form.split()]) == 0
    write = {"": as_text, "--csv": as_csv, "--json": as_json}[form]
    printed = capsys.readouterr().out
    if runs or form:
        assert printed == write(rows)
    else:
        assert "no runs yet" in printed


def test_habits_are_spelled_a_line_each():
    junctions = {"junctions": 4, "right": 3, "junction_steps": 4, "junction_ms": 1000}
    spelled = spell_habits(Habits(**junctions, corridor_steps=10, corridor_ms=2000))
    assert spelled == [
        "4 junctions: correct exit taken 75%",
        "0.25 s at a junction",
        "5.0 cells/s where there is no choice",
    ]
    assert spell_habits(Habits()) == []
