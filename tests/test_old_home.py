"""What mazegame 0.1.0 wrote is found by this version: runs, saves, settings, files, a plugin.

``data/home_0_1`` was made with 0.1.0 by ``data/make_home_0_1.py``; its ``expected.json`` is what
0.1.0 found there. Tests work on a copy: the data never change.
"""

import csv
import datetime as dt
import hashlib
import io
import json
import os
import shutil
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace

import pytest
import time_machine

from mazegame import cli
from mazegame.config import BY_NAME
from mazegame.engine import Level, RecipeError, Shards
from mazegame.formats import load
from mazegame.formats.replay import load_replay
from mazegame.game.career.achievements import earned
from mazegame.game.descent import Descent
from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.endless import PREFIX as ENDLESS
from mazegame.game.racing.rivals import rivals_on
from mazegame.game.recording.record import walk_again
from mazegame.game.run import step
from mazegame.game.scoring.verdict import share_line
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import read, read_declined
from mazegame.store.journal.mazes import level_of
from mazegame.store.party_key import PartyKey
from mazegame.store.places import Places, claim_first_start
from mazegame.store.quiz_record import read_quiz_record
from mazegame.store.records import today as own_today
from mazegame.store.reopening import reopen
from mazegame.store.settings.form import read_form
from mazegame.store.settings.settings import read_settings, write_settings
from mazegame.store.store import Store
from tests.game.mazes import Clock, ahead
from tests.programs import run_python
from tests.waiting import LONGEST

pytestmark = pytest.mark.core

DATA = Path(__file__).parent / "data" / "home_0_1"
FOUND = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
NOW = dt.datetime(2026, 3, 15, 18, tzinfo=dt.UTC)
PLUGIN = "spiral"
"""The plugin's algorithm: its mazes can be made only where it is installed."""


@pytest.fixture
def old(tmp_path, monkeypatch):
    """A copy of the data, with its home as the player's."""
    root = tmp_path / "old"
    shutil.copytree(DATA, root)
    home = root / "home"
    monkeypatch.setenv("MAZEGAME_HOME", str(home))
    return SimpleNamespace(root=root, where=Places(home, home / "settings.toml", home / "cache"))


@pytest.fixture
def store(old):
    said = []
    store = Store(said.append, old.where)
    yield store
    store.close()
    assert said == []


@pytest.fixture
def book(old):
    with closing(ScoreBook(old.where.scores)) as book:
        yield book


@pytest.fixture(scope="module", autouse=True)
def data_stay_as_they_are():
    def digest():
        files = sorted(path for path in DATA.rglob("*") if path.is_file())
        return {path: hashlib.sha256(path.read_bytes()).digest() for path in files}

    before = digest()
    yield
    assert digest() == before


def lost(old, new, where=""):
    """Return where something of an old value is missing or differs; what is new may be there."""
    if isinstance(old, dict) and isinstance(new, dict):
        missing = [f"{where}.{key}" for key in old.keys() - new.keys()]
        return missing + [
            line
            for key in old.keys() & new.keys()
            for line in lost(old[key], new[key], f"{where}.{key}")
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            line
            for at, pair in enumerate(zip(old, new, strict=True))
            for line in lost(*pair, f"{where}[{at}]")
        ]
    return [] if old == new else [f"{where}: {old!r} is now {new!r}"]


def plain(value):
    """Return a value as JSON gives it back."""
    return json.loads(json.dumps(value))


def printed(capsys, *words):
    assert cli.main(list(words)) == 0
    return capsys.readouterr().out


# Scores


@time_machine.travel(NOW)
def test_scores_and_statistics_have_all_runs(old, capsys):
    scores = json.loads(printed(capsys, "scores", "--json"))
    assert lost(FOUND["scores"], scores) == []
    statistics = json.loads(printed(capsys, "scores", "--statistics", "--json"))
    assert lost(FOUND["statistics"], statistics) == []
    text = printed(capsys, "scores", "--statistics", "--csv")
    rows = [*csv.DictReader(io.StringIO(text))]
    before = [*csv.DictReader(FOUND["csv"])]
    assert len(rows) == 58
    assert lost(before, rows) == []


def test_achievements_are_earned_by_the_same_runs(book):
    rows = {name: row.id for name, row in earned(book.played()).items()}
    assert lost(FOUND["achievements"], rows) == []


def test_dailies_journey_marathons_and_races_are_as_far_as_they_were(book):
    calendar, today = book.calendar(), NOW.date()
    daily = {
        day.isoformat(): [calendar.state(day, today), one.began]
        for day, one in calendar.tries.items()
    }
    words_of_today = {"left on its way": "unfinished"}
    assert daily == {
        day: [words_of_today.get(state, state), began]
        for day, (state, began) in FOUND["daily"].items()
    }
    scores = FOUND["scores"]
    with time_machine.travel(NOW, tick=False):
        streak = Streak.of(calendar.days, own_today())
    assert streak == Streak(scores["streak"], scores["longest_streak"])
    practice = {day.isoformat(): stars for day, stars in calendar.practice.items()}
    assert practice == FOUND["practice"]
    journey = {str(number): asdict(best) for number, best in book.journey().items()}
    assert lost(FOUND["journey"], journey) == []
    assert plain(book.marathons()) == FOUND["marathons"]
    assert plain(book.races_by_rival()) == FOUND["rivals"]


def test_every_run_is_walked_again_and_shared_in_the_same_line(old, book):
    rows = [row for row in book.played() if row.algorithm != PLUGIN]
    assert len(rows) == len(FOUND["shares"]) - 1
    for row in rows:
        title, line = FOUND["shares"][str(row.id)]
        run = walk_again(level_of(old.where.mazes, row.level), book.walk(row.id))
        assert share_line(run, title, medal=row.medal) == line


# Runs to go on with


def kept(run):
    """Return what a journal or a save holds, as ``expected.json`` spells it."""
    record = run.record
    return {
        "level": run.heading.level, "series": run.heading.series, "name": run.heading.name,
        "maze": run.heading.maze, "rivals": [*run.heading.rivals], "rules": run.rules,
        "began": run.heading.began, "moves": record.moves.hex(), "times": record.times.tolist(),
        "seconds": record.seconds, "hints": record.hints, "shown": record.assisted,
        "marks": [[*cell] for cell in record.marks],
        "second": "" if record.second is None else bytes(record.second.moves).hex(),
        "ghost": 0 if run.ghost is None else len(run.ghost.moves),
    }  # fmt: skip


@time_machine.travel(NOW)
def test_every_interrupted_and_saved_run_is_found(old, store):
    runs = [*store.recover().result(LONGEST), *store.saved().result(LONGEST)]
    names = {run.path.relative_to(old.where.data).as_posix(): run for run in runs}
    assert {name: kept(run) for name, run in names.items()} == FOUND["saved"]
    assert read_declined(old.where.declined) == {*FOUND["declined"]}


@time_machine.travel(NOW)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=saved["series"] or saved["name"] or saved["level"])
        for name, saved in FOUND["saved"].items()
        if not saved["level"].startswith((PLUGIN, ENDLESS))
    ],
)
def test_every_run_goes_on_in_its_series_to_b(old, store, name):
    saved = read(old.where.data / name)
    clock = Clock()
    match, (run, *second) = reopen(store, saved, clock)
    before = FOUND["saved"][name]
    assert (match.series.key, bytes(run.moves).hex()) == (before["series"], before["moves"])
    assert [rival.key for rival in match.rivals] == before["rivals"]
    assert [bytes(other.moves).hex() for other in second] == [before["second"]] * len(second)
    assert bool(second) == bool(before["second"])
    store.begin(run, match, continues=saved, second=second[0] if second else None)
    while not run.finished:
        clock.now += 1
        step(run, ahead_of(run))
    ended = before["series"]
    if second:
        ended = match.series.after((run, *second)).key
        finish = store.finish_round(run, second[0], ended)
    else:
        finish = store.finish(run)
    finish.ranking.result(LONGEST)
    row = store.query_after_writes(lambda book: book.played())[-1]
    assert (row.level, row.series, row.steps) == (before["level"], ended, run.steps)
    assert run.steps > len(before["moves"]) // 2


def ahead_of(run):
    """The first step of the shortest path from where a run is."""
    return ahead(Level(run.level.maze, run.position, run.level.goals))[0]


@time_machine.travel(NOW)
def test_a_descent_goes_on_where_it_was(old):
    (name,) = (name for name, one in FOUND["saved"].items() if one["series"].startswith(ENDLESS))
    descent = Descent.resumed(read(old.where.data / name).record)
    assert (descent.seed, descent.steps) == ("left", len(FOUND["saved"][name]["moves"]) // 2)
    assert not descent.caught


# Settings and small files


def test_settings_keys_and_the_form_are_as_they_were(old):
    config, problems = read_settings(old.where.settings)
    assert problems == []
    assert lost(FOUND["settings"], {name: one.plain(config) for name, one in BY_NAME.items()}) == []
    assert config.keys == FOUND["keys"]
    assert lost(FOUND["form"], plain(asdict(read_form(old.where.choices)))) == []
    write_settings(old.where.settings, config)
    assert old.where.settings.read_text().startswith("# my own words\n")
    assert read_settings(old.where.settings) == (config, [])


def test_quiz_party_key_and_first_start_are_known(old):
    assert lost(FOUND["quiz"], asdict(read_quiz_record(old.where.quiz))) == []
    url, key = FOUND["party_key"]
    party = PartyKey(old.where.parties, url)
    assert party.key == key
    party.forget()
    assert not claim_first_start()


# Files


@pytest.mark.parametrize("name", FOUND["replays"])
def test_every_replay_is_checked_with_its_rivals(old, capsys, name):
    path = old.root / "replays" / name
    found, *_ = printed(capsys, "replay", "--check", str(path)).splitlines(keepends=True)
    assert found == FOUND["replays"][name]
    replay = load_replay(path)
    level = level_of(old.where.mazes, replay.record.level)
    rivals = rivals_on(level, replay.rivals, replay.ghost, replay.record)
    cells = [[[*rival.cell(seconds)] for seconds in (1, 2, 4, 8, 16)] for rival in rivals]
    assert cells == ([] if name == "snail.replay" else FOUND["rivals_in"][name])


@pytest.mark.parametrize("name", [name for name in FOUND["formats"]["read"] if name != "csv"])
def test_every_format_is_read_back_to_the_same_maze(name):
    (path,) = (DATA / "formats").glob(f"{name}.*")
    level = load(path, "thick" if name == "grid" else "")  # its squares are walls as well
    assert level.maze.passages.tolist() == FOUND["formats"]["passages"]
    if name != "npy":
        ends = [[*level.start], [[*goal] for goal in level.goals]]
        assert ends == [FOUND["formats"]["start"], FOUND["formats"]["goals"]]


def test_files_that_are_only_written_are_still_what_they_were():
    """Nothing reads them here: they were for people, and lie here as an example of each."""
    only = {path.stem for path in (DATA / "formats").iterdir()} - {*FOUND["formats"]["read"]}
    assert only == {"braille", "compact", "half", "pdf"}


def test_the_statistics_of_a_game_id_are_as_they_were(capsys):
    stats = FOUND["formats"]["stats"]
    assert lost(stats, json.loads(printed(capsys, "stats", "--json", stats["game_id"]))) == []


def test_a_batch_on_the_disk_has_the_same_mazes(old):
    shards = Shards(old.root / "batch")
    assert shards.complete
    mazes = [level.maze.passages.tolist() for part in shards for level in part]
    assert mazes == FOUND["batch"]


# A plugin


WITH_PLUGIN = """
import json, sys
from pathlib import Path
from mazegame.engine import Level
from mazegame.formats import load
from mazegame.formats.replay import load_replay
from mazegame.game.racing.rivals import rivals_on
from mazegame.store.places import places
from mazegame.store.journal.journal import read
from mazegame.store.reopening import reopen
from mazegame.store.store import Store
root = Path(sys.argv[1])
store = Store(print, places())
saved = next(run for run in store.recover().result(60) if run.heading.level.startswith("spiral"))
match, (run,) = reopen(store, saved, lambda: 0.0)
store.close()
replay = load_replay(root / "replays" / "snail.replay")
(snail,) = rivals_on(Level.of(replay.record.level), replay.rivals)
table = load(root / "formats" / "csv.csv", "csv")
cells = [snail.cell(seconds) for seconds in (1, 2, 4, 8, 16)]
print(json.dumps([run.steps, [cells], table.maze.passages.tolist()]))
"""


def test_an_installed_plugin_works_as_it_did(old):
    environment = os.environ | {"PYTHONPATH": str(old.root / "plugin")}
    done = run_python("-c", WITH_PLUGIN, str(old.root), env=environment)
    assert done.returncode == 0, done.stderr
    (saved,) = (one for one in FOUND["saved"].values() if one["level"].startswith(PLUGIN))
    steps, cells, passages = json.loads(done.stdout)
    assert steps == len(saved["moves"]) // 2
    assert cells == FOUND["rivals_in"]["snail.replay"]
    assert passages == FOUND["formats"]["passages"]


def test_without_the_plugin_its_mazes_are_refused_in_a_sentence(old, store):
    (saved,) = (
        run for run in store.recover().result(LONGEST) if run.heading.level.startswith(PLUGIN)
    )
    with pytest.raises(RecipeError, match="spiral"):
        reopen(store, saved, Clock())
