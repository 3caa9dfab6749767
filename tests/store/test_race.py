"""A race of four that was killed is the same race when it goes on."""

from mazegame.engine import Level
from mazegame.formats.replay import read_replay, write_replay
from mazegame.game.career.statistics import RivalResult
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import parse_rival, parse_rivals, rivals_on
from mazegame.game.recording.record import walk_again
from mazegame.game.run import Run, step
from mazegame.game.session import Session
from mazegame.store.reopening import match_of
from tests.game.mazes import Clock, ahead, rival_cells, walked
from tests.store.conftest import match_named

KEYS = ("tremaux@2.5:8", "left-hand:16", "shortest:3.14159", "ghost")


def ghost_of(level):
    """A walk to and fro, then to B."""
    path = ahead(level)
    moves = [path[0], path[0].opposite] * 3 + path
    return GhostWalk(bytes(moves), range(0, 130 * len(moves), 130))


def test_a_race_of_four_after_a_kill_is_the_same_race(store, killed):
    level, clock = Level.of("wilson:12x8:braid=30:kite-7"), Clock()
    run = Run(level, clock)
    store.begin(run, match_named(level, KEYS, ghost_of(level)))
    for direction in ahead(level)[:5]:
        step(run, direction)
        clock.now += 0.25
    store.keep()
    (saved,) = killed().recover().result(60)
    assert saved.heading.rivals == KEYS
    run = walk_again(level, saved.record, Clock())
    again = Session(match_of(saved, level), level, resume=run)
    assert (run.steps, run.stopwatch.seconds) == (5, 1.25)
    meant = (*parse_rivals(KEYS), ghost_of(level))
    before = Session(free_play(level, rivals=meant), level)
    assert len(again.rivals) == 4
    for seconds in (0.0, 0.5, 1.25, 3.0, 9.0, 60.0):
        assert [r.cell(seconds) for r in again.rivals] == [r.cell(seconds) for r in before.rivals]
    assert [r.arrival for r in again.rivals] == [r.arrival for r in before.rivals]
    assert rival_cells(again) == [rival.cell(1.25) for rival in before.rivals]


def test_a_finished_race_keeps_its_ghost_for_the_replay_and_its_file(store):
    """From the game's end to the book, its journal, the file, and the rivals of the replay."""
    run = walked("wilson:12x8:kite-7", pace=0.25)
    level, ghost = run.level, ghost_of(run.level)
    store.begin(run, match_named(level, KEYS, ghost))
    results = tuple(
        RivalResult(key.partition(":")[0], float(key.partition(":")[2] or 0), 9000, won=True)
        for key in KEYS
    )
    store.finish(run, results).ranking.result(60)
    row = store.query(lambda book: book.row(1)).result(60)
    kept = store.query(lambda book: book.ghost(1)).result(60)
    assert store.query(lambda book: book.ghost(2)).result(60) is None
    record = store.query(lambda book: book.walk(1)).result(60)
    assert (kept.moves, list(kept.times)) == (ghost.moves, list(ghost.times))

    replay = read_replay(write_replay(record, row.maze, row.keys, kept))
    assert replay.rivals == KEYS
    assert replay.damage is None
    shown = rivals_on(level, replay.rivals, replay.ghost)
    meant = [*(parse_rival(key).on(level) for key in KEYS[:3]), ghost.on(level)]
    for seconds in (0.0, 0.5, 3.0, 60.0):
        assert [rival.cell(seconds) for rival in shown] == [r.cell(seconds) for r in meant]
    assert [rival.name for rival in rivals_on(level, replay.rivals)] == [r.name for r in meant[:3]]
    elsewhere = Level.of("wilson:12x8:other")
    assert len(rivals_on(elsewhere, replay.rivals, replay.ghost)) == 3
