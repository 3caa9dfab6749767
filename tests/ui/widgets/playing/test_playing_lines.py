"""A duel, a descent and the first steps: their lines at each width, and what their panes paint."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from mazegame.config import OVERVIEW
from mazegame.drawing.inks import Ink
from mazegame.engine import Direction, Level, Recipe
from mazegame.game import commands, events
from mazegame.game.descent import Descent
from mazegame.game.modes.duel import duel_match, view_columns
from mazegame.game.modes.endless import COLS
from mazegame.game.modes.first_steps import first_match, second_match
from mazegame.game.participant import Participant
from mazegame.game.session import Session
from mazegame.widgets.keys.key_line import ARROWS
from mazegame.widgets.maze.session_pane import LEAST_COLUMNS
from mazegame.widgets.playing import captions
from mazegame.widgets.playing.captions import Captions
from mazegame.widgets.playing.duel import DuelLines, DuelPane
from mazegame.widgets.playing.endless import EndlessLines, EndlessPane
from mazegame.widgets.text.segments import Role
from tests.game.descents import way_ahead
from tests.game.mazes import ahead, begun, corridor, forked
from tests.store.conftest import like
from tests.ui.widgets.alone import alone, is_stale, picture, seated, texts

N, E, S, W = Direction


def play(session, *given, player=0):
    """Give commands of a player; return the events."""
    return [event for one in given for event in session.command(player, one, 0.0)]


# A duel


def a_duel(*, fog=False, wins=(0, 0)):
    match = duel_match(Recipe.parse("wilson:4x3:first"), fog=fog)
    match = replace(match, source=forked(), series=replace(match.series, wins=wins))
    session = Session(match, forked(), runs=2)
    play(session, commands.Resume())
    return session


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (48, ["L left  1 step        0:00      2 steps  R right",
              "0 won       round 2 of 5, first at B       1 won"]),
        (47, ["L  1 step            0:00            2 steps  R",
              "0 won      round 2 of 5, first at B       1 won"]),
        (36, ["L  1 step       0:00      2 steps  R",
              "0 won round 2 of 5, first at B 1 won"]),
    ],
)  # fmt: skip
def test_both_players_of_a_duel_have_their_numbers(width, lines):
    session = a_duel(wins=(0, 1))
    play(session, commands.Move(E))
    play(session, commands.Move(E), commands.Move(W), player=1)
    shown = seated(DuelLines, (80, 2), session)
    assert texts(shown.lines(width)) == lines
    assert [role for text, role in shown.lines(width)[0] if text in "LR" and text] == [
        Role.PLAYER, Role.RUNNER,
    ]  # fmt: skip


def test_a_round_that_is_over_says_who_is_ahead_and_other_matches_have_no_lines():
    session = a_duel()
    play(session, *map(commands.Move, ahead(forked())), player=1)
    shown = seated(DuelLines, (80, 2), session)
    assert "  best of 5: even  " in texts(shown.lines(60))[1]
    shown.show_participant(Participant(begun(corridor()), 0))
    assert shown.lines(60) == []


def test_a_duel_has_two_views_where_both_have_room():
    assert [view_columns(columns, fog=False) for columns in (99, 100, 101)] == [99, 49, 50]
    assert [view_columns(columns, fog=True) for columns in (99, 100, 101)] == [49, 49, 50]


class Both(DuelPane):
    both = True


@pytest.mark.parametrize("fog", [False, True])
def test_both_views_of_a_duel_show_what_both_players_do(fog):
    session = a_duel(fog=fog)
    kind = DuelPane if fog else Both
    panes = [seated(kind, (40, 20), session, number) for number in range(2)]
    for player, side in ((1, E), (1, S), (0, E), (1, W), (1, S), (1, E)):
        before = [picture(pane) for pane in panes]
        happened = play(session, commands.Move(side), player=player)
        for pane in panes:
            pane.show_events(happened)
        for number, pane in enumerate(panes):
            assert not is_stale(pane, before[number])
            other, own = pane.scene.walkers
            theirs = session.players[1 - number].run.position
            assert own.cell == session.players[number].run.position
            assert other.cell == (None if fog and not pane.scene.sees(theirs) else theirs)
            assert [own.letter, other.letter] == ["LR"[number], "LR"[1 - number]]
            assert own.ink == (Ink.PLAYER, Ink.RUNNER)[number]
            if not fog:
                route = session.players[1 - number].run.route
                on_way = set(zip(*pane.scene.path.nonzero(), strict=True))
                assert on_way == (set(route) if len(route) > 1 else set())
    assert panes[0].scene.walkers[0].cell == (None if fog else (2, 1)), "out of sight in fog"


@pytest.mark.parametrize("both", [False, True])
def test_a_wall_blinks_in_one_view_for_the_players_that_it_shows(both):
    session = a_duel()
    pane = seated(Both if both else DuelPane, (40, 20), session)
    pane.show_events(play(session, commands.Move(N), player=1))
    assert pane.scene.bump == (((0, 0), N) if both else None)
    pane.show_events([events.Bumped(player=1)])
    pane.show_events(play(session, commands.Move(W)))
    assert pane.scene.bump == ((0, 0), W)


@pytest.mark.parametrize(
    ("size", "drawing", "roomily", "holds"),
    [
        ((9, 4), "auto", False, True),
        ((8, 4), "auto", False, False),
        ((17, 7), "auto", True, True),
        ((16, 7), "auto", True, False),
        ((16, 7), "roomy", False, False),
        ((17, 7), "roomy", False, True),
        ((5, 5), OVERVIEW, False, True),
    ],
)
def test_a_window_holds_a_level_in_the_chosen_drawing(size, drawing, roomily, holds):
    pane = alone(DuelPane, (40, 20))
    pane.app.config = like(drawing=drawing)
    assert pane.holds(forked(), *size, roomily=roomily) == holds


@pytest.mark.parametrize(("width", "beside"), [(80, 40), (81, 41)])
def test_the_numbers_of_a_duel_end_where_both_mazes_do(width, beside):
    pane = alone(DuelPane, (40, 20))
    pane.screen.size = pane.size._replace(width=width)
    assert pane.beside == beside


# A descent


def go_down(descent, rows):
    """Yield the events of each step down to a row, and of a tick after it."""
    now = 0.0
    yield descent.command(0, commands.Resume(), now)
    while descent.depth.rows < rows:
        now += 0.5
        yield descent.command(0, commands.Move(way_ahead(descent)[0]), now)
        yield descent.tick(now + 0.25)


def a_descent(size=(80, 24)):
    descent, limits = Descent("kite-7"), []
    numbers = SimpleNamespace(descent=None, limit=limits.append, repaint_lines=lambda: None)
    pane = alone(EndlessPane, size, numbers)
    pane.show_descent(descent)
    return descent, pane, limits


def test_the_rows_that_stand_are_painted_and_the_camera_goes_down_with_the_player():
    descent, pane, _ = a_descent()
    tops = [pane.camera[1]]
    for happened in go_down(descent, 40):
        before = picture(pane)
        pane.show_events(happened)
        assert not is_stale(pane, before)
        scene = pane.scene
        assert (scene.grid == descent.passages).all()
        assert (scene.row_offset, scene.walkers[0].cell) == (descent.top, descent.position)
        assert scene.paint[:1].any() == (descent.front >= 0)
        assert not scene.paint[1:].any()
        _, y = pane.drawing.centre(descent.position)
        assert 24 // 8 <= y - pane.camera[1] <= 24 * 3 // 5 or pane.camera[1] == 0
        if pane.camera[1] != tops[-1]:
            tops.append(pane.camera[1])
            assert y - tops[-1] == 24 // 4, "it jumps, and shows what lies below"
    assert descent.front > 0
    assert len(tops) > 4
    assert tops == sorted(tops)


def test_the_camera_jumps_up_where_the_player_comes_to_its_upper_edge():
    descent, pane, _ = a_descent()
    for happened in go_down(descent, 12):
        pane.show_events(happened)
    tops = []
    for row in range(12, -1, -1):
        top, (_, y) = pane.camera[1], pane.drawing.centre((row, 7))
        pane.follow((row, 7))
        tops.append(pane.camera[1])
        assert pane.camera[1] == (top if y - top >= 24 // 8 else max(y - 24 // 2, 0))
    assert len(set(tops)) > 2


def test_the_end_of_a_descent_shows_the_row_in_which_the_player_was_caught():
    descent, pane, limits = a_descent()
    for happened in go_down(descent, 3):
        pane.show_events(happened)
    now = 2.0
    while not descent.caught:
        now, before = now + 1.0, picture(pane)
        pane.show_events(descent.tick(now))
        assert not is_stale(pane, before)
    assert pane.scene.row_offset == descent.position[0]
    assert (pane.scene.paint[0] == Ink.SCAN).all()
    assert set(limits) == {LEAST_COLUMNS}
    wide, pane, limits = a_descent((200, 60))
    assert limits == [pane.drawing.size(COLS, 1)[0]]
    assert pane.drawing.name == "grand"
    pane.show_events([events.Bumped(side=N)])
    assert pane.scene.bump == (wide.position, N)


@pytest.mark.parametrize(
    ("above", "width", "lines"),
    [
        (5, 51, ["row 7   endless kite-7               1:02   9 steps",
             "2 extra steps                5 rows to the collapse"]),
        (4, 52, ["row 7   endless kite-7                1:02   9 steps",
             "2 extra steps               ▲ 4 rows to the collapse"]),
        (1, 38, ["row 7   endless kite-7  1:02   9 steps",
             "2 extra steps  ▲ 1 row to the collapse"]),
        (-1, 36, ["row 7                 1:02   9 steps",
             "2 extra     ▲ 0 rows to the collapse"]),
    ],
)  # fmt: skip
def test_a_descent_says_how_deep_it_is_and_what_is_left(above, width, lines):
    descent = SimpleNamespace(
        depth=SimpleNamespace(rows=7, over=2), position=(7, 3), front=7 - above, seed="kite-7",
        steps=9, stopwatch=SimpleNamespace(ms=62_400),
    )  # fmt: skip
    shown = alone(EndlessLines, (80, 2))
    assert shown.lines(width) == []
    shown.descent = descent
    shown.repaint_lines()
    assert shown.repainted
    assert texts(shown.lines(width)) == lines


# The first steps

FIRST = Level.of(first_match().source)


def captions_of(monkeypatch, steps, height=3, walk=ARROWS, run=f"shift+{ARROWS}"):
    monkeypatch.setattr(
        captions, "keys_of_group", lambda _, group: {"move": walk, "glide": run}[group]
    )
    monkeypatch.setattr(captions, "key_of", lambda _, action: {"leave": "⏎"}[action])
    session = Session(first_match(), FIRST)
    play(session, commands.Resume(), *map(commands.Move, ahead(FIRST)[:steps]))
    return seated(Captions, (80, height), session)


@pytest.mark.parametrize(
    ("steps", "width", "lines"),
    [
        (0, 51, ["▸ arrows walk            ↑ → ↓ ← take one step each",
                 "  Reach B: the fewer steps, the more stars."]),
        (0, 50, ["▸ arrows walk            ↑ → ↓ ←",
                 "  Reach B: the fewer steps, the more stars."]),
        (2, 32, ["▸ arrows walk            ↑ → ↓ ←"]),
        (2, 31, ["▸ arrows walk"]),
        (3, 62, ["✓ arrows walk",
                 "▸ Shift runs             Shift+arrow runs to the next junction",
                 "  Reach B: the fewer steps, the more stars."]),
        (3, 42, ["✓ arrows walk", "▸ Shift runs             Shift+arrow"]),
        (12, 51, ["✓ arrows walk", "✓ Shift runs",
                  "▸ reach B in few steps   the shortest path takes 20"]),
        (12, 50, ["✓ arrows walk", "✓ Shift runs", "▸ reach B in few steps   20 are enough"]),
        (20, 57, ["★★★ You reached B in 20 steps. No path is shorter.",
                  "  That is the game: every maze is new, and few steps win.",
                  "  Enter: a larger maze, and a runner to beat"]),
        (20, 50, ["★★★ You reached B in 20 steps. No path is shorter.",
                  "  Enter: a larger maze, and a runner to beat"]),
        (20, 49, ["★★★ You reached B in 20 steps.", "  No path is shorter.",
                  "  Enter: a larger maze, and a runner to beat"]),
    ],
)  # fmt: skip
def test_captions_come_one_after_the_other(monkeypatch, steps, width, lines):
    shown = captions_of(monkeypatch, steps)
    assert texts(shown.lines(width)) == lines
    roles = {text: role for line in shown.lines(width) for text, role in line}
    assert [roles[sign] for sign in ("▸ ", "✓ ", "★★★ ") if sign in roles] == [
        role for sign, role in (("▸", Role.STAR), ("✓", Role.WARMER), ("★", Role.STAR))
        if sign in "".join(lines)
    ]  # fmt: skip


def test_captions_name_the_keys_that_a_player_has(monkeypatch):
    walks, runs, _ = texts(captions_of(monkeypatch, 3, walk="wasd", run="WASD").lines(62))
    assert walks == "✓ wasd walk"
    assert runs == "▸ WASD run               WASD runs to the next junction"
    shown = captions_of(monkeypatch, 0, walk="wasd", run="WASD")
    assert texts(shown.lines(62))[0] == "▸ wasd walk              one step each"
    shown = captions_of(monkeypatch, 12, height=1)
    assert texts(shown.lines(62)) == ["▸ reach B in few steps   the shortest path takes 20"]


def test_in_the_second_maze_the_caption_says_whom_to_beat():
    match = second_match()
    level = Level.of(match.source)
    shown = seated(Captions, (80, 3), Session(match, level))
    assert texts(shown.lines(62)) == ["▸ beat the runner to B   it takes the shortest path: 36"]


@pytest.mark.parametrize(
    ("seconds", "verdict"),
    [(1, captions.WON), (60, "The runner was faster: f4 begins again at A.")],
)
def test_the_end_of_the_second_maze_says_who_won_with_the_present_keys(
    monkeypatch, seconds, verdict
):
    monkeypatch.setattr(
        captions, "key_of", lambda _, action: {"again": "f4", "leave": "f5"}[action]
    )
    match = second_match()
    level = Level.of(match.source)
    session = Session(match, level)
    first, *rest = map(commands.Move, ahead(level))
    play(session, commands.Resume(), first)
    session.tick(seconds)
    play(session, *rest)
    _, said, leave = texts(seated(Captions, (80, 3), session).lines(62))
    assert said == f"  {verdict}"
    assert leave == "  f5 leads home, to mazes of every kind"
