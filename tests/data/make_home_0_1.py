# ruff: noqa: E402, INP001, N801, FBT003
"""Make ``tests/data/home_0_1``: what somebody has who played and built with mazegame 0.1.0.

It was run at commit 3d96d970, and imports what that commit has. To run it again, check that commit
out, put this file into its ``tests/data/``, and call ``python tests/data/make_home_0_1.py FOLDER``.
Later versions only open the result: ``tests/test_old_home.py``.

The folder has a home, replays, files of every format, a batch, an installed plugin, and
``expected.json``: all that 0.1.0 itself found in them.
"""

import datetime as dt
import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUT = Path(sys.argv[1]).resolve()
HOME = OUT / "home"
os.environ["MAZEGAME_HOME"] = str(HOME)
sys.path[:0] = [str(ROOT), str(OUT / "plugin")]
shutil.rmtree(OUT, ignore_errors=True)
HOME.mkdir(parents=True)

# The plugin, as pip installs it
shutil.copytree(
    ROOT / "tests/example_plugin/mazegame_spiral", OUT / "plugin/mazegame_spiral",
    ignore=shutil.ignore_patterns("__pycache__"),
)  # fmt: skip
INFO = OUT / "plugin/mazegame_spiral-0.1.0.dist-info"
INFO.mkdir()
(INFO / "METADATA").write_text("Metadata-Version: 2.1\nName: mazegame-spiral\nVersion: 0.1.0\n")
(INFO / "entry_points.txt").write_text(
    "[mazegame.algorithms]\nspiral = mazegame_spiral.spiral:ALGORITHM\n"
    "[mazegame.searches]\nkeep-right = mazegame_spiral.keep_right:METHOD\n"
    "[mazegame.rivals]\nsnail = mazegame_spiral.snail:RIVAL\n"
    "[mazegame.formats]\ncsv = mazegame_spiral.table:FORMAT\n"
)

import time_machine

from mazegame.config import BY_NAME, DEFAULTS, FormState
from mazegame.engine import Level, Recipe, Shards, batch
from mazegame.formats import to_bytes
from mazegame.formats.registry import FORMATS
from mazegame.formats.replay import load_replay, write_replay
from mazegame.game.career.achievements import earned
from mazegame.game.career.statistics import RivalResult, rival_results
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.searchers import HUNTERS
from mazegame.game.racing.race_choice import GHOST, RIVAL_NAMES, RivalChoice
from mazegame.game.racing.rivals import parse_rival, rivals_on
from mazegame.game.recording.record import record_of, walk_again
from mazegame.game.rules import Rules
from mazegame.game.scoring.verdict import share_line
from mazegame.game.series.best_of import BestOf
from mazegame.game.series.chase import chase_match
from mazegame.game.series.daily import daily, daily_match, daily_name
from mazegame.game.series.duel import duel_match
from mazegame.game.series.endless import Descent
from mazegame.game.series.journey import JOURNEY, journey_match
from mazegame.game.series.kinds import free_play
from mazegame.game.series.marathon import MarathonSeries, marathon, marathon_match
from mazegame.game.setup.own_design import OwnDesign
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.report import as_json
from mazegame.store.book.statistics_report import as_csv
from mazegame.store.book.statistics_report import as_json as statistics_json
from mazegame.store.journal.journal import read
from mazegame.store.journal.mazes import level_of as level_of_key
from mazegame.store.party_key import PartyKey
from mazegame.store.places import claim_first_start, places
from mazegame.store.quiz_record import QuizRecord, write_quiz_record
from mazegame.store.settings.settings import write_form, write_settings
from mazegame.store.store import Store
from tests.game.mazes import forked, walked
from tests.game.series.descents import descend

WAIT = 60
PACE = count(5)


def level_of(match):
    """Return the level of a match."""
    return match.source if isinstance(match.source, Level) else Level.of(match.source)


def results(run, match):
    """Return how a run ended against the rivals of its match."""
    keys = [rival.key for rival in match.rivals]
    ghost = next((rival for rival in match.rivals if isinstance(rival, GhostWalk)), None)
    rivals = rivals_on(run.level, keys, ghost, run)
    for rival in rivals:
        rival.cell(run.stopwatch.seconds)
    return rival_results(run, keys, rivals)


def finish(store, match, *, hints=0, then=None, **walk):
    """Walk a match to B, and put it into the book; return the run."""
    run = walked(level_of(match), pace=0.05 + next(PACE) % 7 / 100, **walk)
    run.hints = hints
    store.begin(run, match)
    store.finish(run, then or results(run, match)).ranking.result(WAIT)
    return run


def leave(store, match, *, name="", second=None, **walk):
    """Walk a part of a match, and leave it to be resumed; save it under a name, if any."""
    run = walked(level_of(match), short=4, rest=0.25, **walk)
    run.marks.add((0, 1))
    other = None if second is None else walked(level_of(match), short=second)
    store.begin(run, match, second=other)
    if name:
        store.save(run, name).result(WAIT)
    store.leave(discard=bool(name)).result(WAIT)


def play_home(store, at):
    """Play every mode, on several days."""
    small = Recipe.parse

    with at(1):  # free play
        assert claim_first_start()
        finish(store, free_play(small("wilson:8x6:kite-7")))
        finish(store, free_play(small("wilson:8x6:kite-7")), detours=2)  # practice
        finish(store, free_play(small("kruskal:9x5:kite-7"), Rules(fog=True)), detours=1)
        finish(store, free_play(small("prim:7x7:braid=50:owl"), Rules(compass=True)), hints=2)
        finish(store, free_play(small("eller:9x6:seen")), shown=True)
        finish(store, free_play(small("recursive-backtracker:12x5:weights=N1E9S1W9:owl")))
        finish(store, free_play(forked()))
        finish(store, free_play(small("spiral:6x5:kite-7")))
    with at(2):  # races
        first = finish(store, free_play(small("hunt-and-kill:9x7:race")), detours=3)
        ghost = GhostWalk.of(first)
        finish(store, free_play(first.level, rivals=(ghost,)))
        for name in (*RIVAL_NAMES, "snail"):
            if name != GHOST:
                rivals = (parse_rival(f"{name}:8"), parse_rival(f"{name}@3.2:16"))
                rivals = rivals[:1] if name == "snail" else rivals
                finish(store, free_play(small(f"true-prim:8x5:{name}"), rivals=rivals))
        match = free_play(small("wilson:9x6:series"))
        match = replace(match, rivals=(parse_rival("tremaux:4"),))
        match = replace(match, series=BestOf.begin(3, match.rivals))
        for seed in ("one", "two"):
            run = finish(store, match)
            match = match.series.next(match, run) or match
            match = replace(match, source=replace(match.recipe, seed=seed))
    with at(3):  # a party
        people = (RivalResult("Ann", 0.0, 9000, True), RivalResult("Bo", 0.0, None, True))
        finish(store, free_play(small("eller:10x6:party")), then=people)
    for day in (4, 5, 6, 8):  # daily mazes
        with at(day) as today:
            finish(store, daily_match(today, daily(today)), detours=day % 2)
    with at(9) as today:  # one is practice, the try of another is used
        earlier = today - dt.timedelta(2)
        finish(store, daily_match(earlier, daily(earlier)))
        run = walked(level_of(daily_match(today, daily(today))), short=9)
        store.begin(run, daily_match(today, daily(today)))
        store.leave(discard=True).result(WAIT)
    with at(10):  # a marathon, and another one that is left in its third leg
        for attempt, legs in (("first", 7), ("second", 2)):
            match = marathon_match(MarathonSeries("2026-W10", attempt, marathon("2026-W10")))
            for _ in range(legs):
                run = finish(store, match, hints=1)
                match = match.series.next(match, run)
        leave(store, match)
    with at(11):  # the journey
        stars = {}
        for level in JOURNEY[:6]:
            match = journey_match(level, stars)
            run = finish(store, match, detours=level.number % 3)
            stars = {**stars, level.number: run.result.stars}
        leave(store, journey_match(JOURNEY[6], stars))
    with at(12):  # chases
        match = chase_match(small("recursive-backtracker:9x5:chase"))
        for seed in "abcdefg":
            run = finish(store, match)
            match = match.series.next(match, run) or match
            match = replace(match, source=replace(match.recipe, seed=seed))
        match = chase_match(small("wilson:9x5:dark"), fog=True, sense="sight")
        _, match = match.series.lost(match)
        run = finish(store, match)
        leave(store, replace(match.series.next(match, run), source=small("wilson:9x5:left")))
    with at(13):  # duels
        for fewest in (False, True):
            match = duel_match(small(f"wilson:9x5:duel-{fewest}"), fewest=fewest)
            for seed in "abc":
                level = level_of(match)
                winner, loser = walked(level, pace=0.06), walked(level, short=3)
                if fewest and seed == "b":
                    winner, loser = loser, winner
                store.begin(winner, match, second=loser)
                after = match.series.after((winner, loser))
                by_place = (winner, loser) if after.hands[0] == "left" else (loser, winner)
                store.finish_round(*by_place, after.key).ranking.result(WAIT)
                match = after.next(match, by_place[0]) or replace(match, series=after)
                match = replace(match, source=replace(match.recipe, seed=seed))
        leave(store, match, second=6)
    with at(14):  # descents, one of them left
        for seed, rows in (("kite-7", 40), ("owl", 25), ("kite-7", 45)):
            descent = Descent(seed)
            log = store.descent(descent)
            descend(descent, rows, 10)
            log.finish()()
        descent = Descent("left")
        log = store.descent(descent)
        descend(descent, 20, 10)
        log.leave()
    with at(15):  # what is left of the rest
        leave(store, free_play(small("wilson:9x6:left"), Rules(fog=True, compass=True)), detours=1)
        leave(store, free_play(forked()), directions="E")
        leave(store, free_play(first.level, rivals=(ghost, parse_rival("greedy:4"))))
        rivals = (parse_rival("left-hand:4"), parse_rival("shortest@2:8"))
        series = replace(BestOf.begin(3, rivals), wins=(1, 0, 0))
        leave(store, replace(free_play(small("wilson:9x6:series"), rivals=rivals), series=series))
        leave(store, free_play(small("spiral:6x5:left")))
        leave(store, daily_match(dt.date(2026, 3, 7), daily(dt.date(2026, 3, 7))))
        leave(store, free_play(small("eller:9x6:kept")), name="before the fork")
        leave(store, chase_match(small("eller:9x6:hunted")), name="hunted")


CHANGED = {
    "theme": "maze-light", "walls": "double", "drawing": "compact", "run_speed": 80.0,
    "rivals": (RivalChoice("tremaux", 8.0), RivalChoice("left-hand", 0.0)),
    "best_of": 5, "pursuit": True, "compass": True, "rival_in_sight": True, "fog": True,
    "animations": False, "bell": True, "minimap": False, "countdown": True,
}  # fmt: skip


def other_config():
    """Return a config that differs from the built-in one in everything."""
    config = DEFAULTS
    for name in BY_NAME:
        config = BY_NAME[name].put(config, CHANGED[name])
    assert all(one.value(config) != one.value(DEFAULTS) for one in BY_NAME.values())
    designs = (
        OwnDesign("my river", "recursive-backtracker", (("weights", "N1E9S1W9"),)),
        OwnDesign("loops", "wilson", (("braid", "30"),)),
    )
    form = FormState("prim", (("braid", "10"),), (30, 12), designs)
    return replace(config, keys={"play.hint": "h", "play.pause": "p,f2"}, form=form)


def write_others(where):
    """Write settings, form, quiz, party key, replays, formats and a batch."""
    config = other_config()
    write_settings(where.settings, config)
    text = where.settings.read_text()
    where.settings.write_text(f"# my own words\n{text}")
    write_form(where.choices, config.form)
    write_quiz_record(where.quiz, QuizRecord(30, 21, 4, 9, 3, 8))
    PartyKey(where.parties, "ws://10.0.0.7:8077").keep("0123456789abcdef")
    replays, files = OUT / "replays", OUT / "formats"
    replays.mkdir()
    files.mkdir()
    level = Level.of("hunt-and-kill:9x7:replay")
    first = walked(level, detours=2)
    for name in (*RIVAL_NAMES, *HUNTERS, "snail"):
        keys = [GHOST] if name == GHOST else [f"{name}:7"]
        ghost = walked(level, detours=4) if name == GHOST else None
        text = write_replay(record_of(first), "", keys, ghost)
        (replays / f"{name}.replay").write_text(text)
    for name, run, keys in (
        ("alone", first, ()),
        ("shown", walked(level, shown=True), ()),
        ("part", walked(level, short=6, rest=1.0), ()),
        ("four", first, ("shortest@3.2:8", "tremaux:4", "greedy:16", "scent-hunter:3")),
        ("loaded", walked(forked()), ()),
    ):
        text = write_replay(record_of(run), run.level.name, keys)
        (replays / f"{name}.replay").write_text(text)
    level = Level.of("wilson:7x6:braid=20:kite-7")
    for form in FORMATS.values():
        if form.writes:
            suffix = form.suffixes[0] if form.suffixes else ".txt"
            (files / f"{form.name}{suffix}").write_bytes(to_bytes(level, form.name))
    (files / "csv.csv").write_bytes(to_bytes(level, "csv"))
    batch("prim", 6, 5, 5, name="kite-7", fields=True, out=OUT / "batch", shard_size=2)


def command(*words):
    """Return what a command prints."""
    environment = os.environ | {"PYTHONPATH": str(OUT / "plugin")}
    return subprocess.run(
        [sys.executable, "-m", "mazegame", *words],
        env=environment, check=True, capture_output=True, text=True, cwd=ROOT,
    ).stdout  # fmt: skip


def saved_runs():
    """Return what is there to resume, without moving anything."""
    found = {}
    for folder in ("running", "saves"):
        for path in sorted((HOME / folder).glob("*.run")):
            run = read(path)
            second = run.record.second
            found[f"{folder}/{path.name}"] = {
                "level": run.heading.level, "series": run.heading.series, "name": run.heading.name,
                "maze": run.heading.maze, "rivals": list(run.heading.rivals), "rules": run.rules,
                "began": run.heading.began, "moves": run.record.moves.hex(),
                "times": run.record.times.tolist(), "seconds": run.record.seconds,
                "hints": run.record.hints, "shown": run.record.assisted,
                "marks": [list(cell) for cell in run.record.marks],
                "second": "" if second is None else bytes(second.moves).hex(),
                "ghost": 0 if run.ghost is None else len(run.ghost.moves),
            }  # fmt: skip
    return found


def rivals_in(path):
    """Return where the rivals of a replay are after 1, 2, 4, 8 and 16 seconds."""
    replay = load_replay(path)
    level = level_of_key(places().mazes, replay.record.level)
    rivals = rivals_on(level, replay.rivals, replay.ghost, replay.record)
    return [[rival.cell(seconds) for seconds in (1, 2, 4, 8, 16)] for rival in rivals]


def expected(where):
    """Return all that this version finds."""
    with closing(ScoreBook(where.scores)) as book:
        rows = book.played()
        today = dt.date(2026, 3, 15)
        calendar = book.calendar()
        shares = {}
        for row in rows:
            walk = walk_again(level_of_key(where.mazes, row.level), book.walk(row.id))
            title = "mazegame"
            if row.series.startswith("daily:"):
                day = dt.date.fromisoformat(row.series.removeprefix("daily:"))
                title = f"mazegame daily {daily_name(day)}"
            shares[row.id] = [title, share_line(walk, title, medal=row.medal)]
        statistics = json.loads(statistics_json(rows))
        del statistics["advice"], statistics["achievements"]  # words, and what stands below
        content = {
            "scores": json.loads(as_json(book.overview(history=-1))),
            "statistics": statistics,
            "csv": as_csv(rows).splitlines(),
            "achievements": {name: row.id for name, row in earned(rows).items()},
            "daily": {
                day.isoformat(): [calendar.state(day, today), one.began]
                for day, one in calendar.tries.items()
            },
            "daily_streak": [calendar.streak(dt.date(2026, 3, 6)), calendar.longest],
            "practice": {day.isoformat(): stars for day, stars in calendar.practice.items()},
            "journey": {str(number): asdict(best) for number, best in book.journey().items()},
            "marathons": book.marathons(),
            "rivals": book.races_by_rival(),
            "shares": shares,
        }
    level = Level.of("wilson:7x6:braid=20:kite-7")
    shards = [maze.maze.passages.tolist() for part in Shards(OUT / "batch") for maze in part]
    return content | {
        "saved": saved_runs(),
        "settings": {name: one.plain(other_config()) for name, one in BY_NAME.items()},
        "keys": dict(other_config().keys),
        "form": asdict(other_config().form),
        "replays": {
            path.name: command("replay", "--check", str(path))
            for path in sorted((OUT / "replays").iterdir())
        },
        "rivals_in": {path.name: rivals_in(path) for path in (OUT / "replays").iterdir()},
        "formats": {
            "passages": level.maze.passages.tolist(), "start": level.start, "goals": level.goals,
            "read": [form.name for form in FORMATS.values() if form.writes and form.reads],
            "stats": json.loads(command("stats", "--json", str(level.recipe))),
        },
        "batch": shards,
        "quiz": asdict(QuizRecord(30, 21, 4, 9, 3, 8)),
        "declined": where.declined.read_text().split(),
        "party_key": ["ws://10.0.0.7:8077", "0123456789abcdef"],
    }  # fmt: skip


def main():
    """Make the folder."""
    where = places()

    class at:
        """The clock of a day of March 2026, at noon UTC."""

        def __init__(self, day):
            self.moment = dt.datetime(2026, 3, day, 12, tzinfo=dt.UTC)

        def __enter__(self):
            self.travel = time_machine.travel(self.moment, tick=True)
            self.travel.start()
            return self.moment.date()

        def __exit__(self, *_):
            self.travel.stop()

    store = Store(print)
    play_home(store, at)
    where.declined.write_text(f"{next((HOME / 'running').glob('*.run')).stem}\n")
    store.close()
    write_others(where)
    with time_machine.travel(dt.datetime(2026, 3, 15, 18, tzinfo=dt.UTC), tick=True):
        text = json.dumps(expected(where), indent=0, ensure_ascii=False)
    (OUT / "expected.json").write_text(text + "\n")
    shutil.rmtree(HOME / "cache", ignore_errors=True)
    for path in OUT.rglob("__pycache__"):
        shutil.rmtree(path)
    for tail in ("-wal", "-shm"):
        (HOME / f"scores.sqlite3{tail}").unlink(missing_ok=True)


main()
