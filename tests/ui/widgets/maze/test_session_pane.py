"""A session in a pane: what each event changes in the maze and the numbers, and what keys ask."""

import asyncio
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from textual.events import Key
from textual.geometry import Size

from mazegame.drawing import zooms
from mazegame.engine import Direction, Level, Recipe
from mazegame.game import commands, events
from mazegame.game.modes.free_play import free_play
from mazegame.game.participant import Participant
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.game.session import Session
from mazegame.screens.match_screen import MatchScreen
from mazegame.screens.playing_screen import PlayingScreen
from mazegame.widgets.maze.session_pane import (
    CURSOR,
    GLOW_SECONDS,
    LEAST_COLUMNS,
    MARK,
    NEWS_SECONDS,
    SessionPane,
)
from tests.game.mazes import corridor, forked, room
from tests.store.conftest import like
from tests.ui.widgets.alone import alone, cells_with_walls, shown

ZOOMS = zooms("rounded", colour=True, faces=True)

pytestmark = pytest.mark.usefixtures("sweeping")

N, E, S, W = Direction


class Numbers:
    """The numbers of a session, as a pane gives them."""

    def __init__(self):
        self.messages = []

    def show_participant(self, participant, message=""):
        self.messages.append(message)

    def limit(self, columns):
        self.columns = columns


class Played:
    """A pane with a session that a test plays; its numbers, and how often the bell rang."""

    def __init__(self, level=None, *, rules=None, rivals=(), size=(80, 24), **look):
        self.numbers, self.rung = Numbers(), 0
        self.pane = alone(SessionPane, size, self.numbers)
        self.pane.app.config = like(self.pane.app.config, **look)
        self.pane.app.bell = self._ring
        level = level or forked()
        self.session = Session(free_play(level, rules or Rules(), rivals), level)
        self.participant = Participant(self.session, 0)
        self.pane.show_participant(self.participant)
        self.scene = self.pane.scene

    def _ring(self):
        self.rung += 1

    def play(self, *given, at=0.0):
        for command in (commands.Resume(), *given):
            self.pane.show_events(self.participant.command(command, at))

    def happens(self, *happened):
        self.pane.show_events(happened)

    def paints(self, cell):
        x, y = np.subtract(self.pane.drawing.centre(cell), self.pane.camera)
        return any(region.contains(x, y) for region in self.pane.repainted)

    @property
    def message(self):
        return self.numbers.messages[-1]


def steps(names):
    return [commands.Move(Direction[name]) for name in names]


def overtaking(*, gained, rival=0):
    return events.PlaceChanged(place=2 - gained, gained=gained, rival=rival, seconds=0.0)


def test_a_step_moves_the_player_and_paints_where_it_was_and_is():
    game = Played()
    game.play(*steps("EE"))
    walker = game.scene.walkers[-1]
    assert walker.cell == (0, 2)
    game.pane.repainted.clear()
    game.scene.hint = {(0, 1): W, (0, 3): E}
    game.play(*steps("W"))
    assert walker.cell == (0, 1)
    assert game.scene.head[-1] == (0, 1)
    assert set(game.scene.hint) == {(0, 3)}, "the hint ends where the player is"
    assert [game.paints((0, col)) for col in (1, 2, 3)] == [True, True, False]


def test_the_numbers_change_with_the_maze_once_no_key_waits():
    game = Played()
    game.play()
    game.pane.screen.message_queue_size = 1
    before = len(game.numbers.messages)
    game.play(*steps("EE"))
    assert (len(game.pane.later), len(game.numbers.messages)) == (2, before)
    for paint, *rest in list(game.pane.later):
        paint(*rest)
    assert len(game.numbers.messages) == before + 2
    game.pane.screen.message_queue_size, game.pane.app.message_queue_size = 0, 1
    game.play(*steps("W"))
    assert (len(game.pane.later), len(game.numbers.messages)) == (3, before + 2)
    game.happens(events.TimePassed())
    assert len(game.pane.later) == 4, "cells wait to be painted"
    game.pane.app.message_queue_size = 0
    game.happens(events.TimePassed())
    assert len(game.numbers.messages) == before + 3
    game.happens()
    assert len(game.numbers.messages) == before + 3, "nothing happened"


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize(
    ("event", "rings"),
    [
        (events.Stepped(), False),
        (events.Arrived(), True),
        (events.Bumped(side=N), True),
        (events.Bumped(), False),
        (events.Bumped(side=N, player=1), False),
        (events.Caught(), True),
        (overtaking(gained=False), True),
        (overtaking(gained=False, rival=None), False),
        (events.RivalNear(rival=0), False),
    ],
)
def test_the_bell_rings_if_it_is_wanted(event, rings, wanted):
    game = Played(rivals=(PacedRival(4.0),), bell=wanted)
    game.happens(event)
    assert game.rung == (rings and wanted)
    assert game.scene.bump == (((0, 0), N) if event == events.Bumped(side=N) else None)


@pytest.mark.parametrize(
    ("event", "news"),
    [
        (overtaking(gained=True), "▲ You overtake the runner: 1st of 2"),
        (overtaking(gained=False), "▼ The runner overtakes you: 2nd of 2"),
        (events.RivalNear(rival=0), "The runner is close to you"),
    ],
)
def test_news_of_a_race_stand_for_some_seconds(event, news):
    game = Played(corridor(99), rivals=(PacedRival(4.0),))
    game.play(*steps("E"))
    start = game.session.seconds
    game.happens(event)
    assert game.message == news
    for seconds, message in ((NEWS_SECONDS - 0.1, news), (NEWS_SECONDS, "")):
        game.session.tick(start + seconds)
        game.happens(events.TimePassed())
        assert game.message == message, seconds


def test_what_is_near_is_no_news_beside_other_news_and_after_the_end():
    game = Played(corridor(99), rivals=(PacedRival(4.0),))
    game.happens(overtaking(gained=False), events.RivalNear(rival=0))
    assert game.message.startswith("▼")
    game.happens(events.Caught())
    assert game.message == ""
    game.pane.show_participant(game.participant)
    game.happens(events.RivalNear(rival=0))
    assert game.message == "The runner is close to you"
    game.pane.show_participant(game.participant)
    assert game.message == ""


def test_an_arrival_is_news_when_a_photo_finish_is_decided():
    game = Played(corridor(5), rivals=(PacedRival(4.0),))
    game.play(*steps("E"))
    words = "Runner is at B: first, after 1.0 s"
    for at, news in ((1.0, ""), (1.2, ""), (1.25, words), (5.2, words), (5.25, "")):
        game.happens(*game.session.tick(at), events.TimePassed())
        assert game.message == news, at


def test_a_message_stays_until_the_player_does_something():
    game = Played(room())
    game.play(*steps("E"))
    game.happens(events.Refused(reason=events.Reason.SEVERAL_EXITS))
    assert game.message == "2 ways lead on: choose one"
    game.happens(events.TimePassed(), events.Resumed(), events.CountdownShown(left=1))
    assert game.message == "2 ways lead on: choose one"
    game.play(*steps("E"))
    assert game.message == ""


def test_the_countdown_stands_over_the_maze():
    game = Played()
    for event, words in (
        (events.CountdownShown(left=2), "▌  ▀▀█"),
        (events.Resumed(), ""),
        (events.CountdownShown(left=1), "▌  ▄█"),
        (events.CountdownShown(left=0), ""),
    ):
        game.happens(event)
        text = "".join(shown(game.pane))
        assert ("▛▀▀▀" in text) == bool(words)
        assert words in text


def test_hints_paths_and_distances_are_shown_and_hidden():
    game = Played()
    game.happens(events.HintShown(path=((0, 1), (1, 1)), distance=8))
    assert game.scene.hint == {(0, 1): E, (1, 1): S}
    game.happens(events.HintHidden())
    assert game.scene.hint == {}
    game.happens(
        events.HintShown(path=((0, 1),), distance=8),
        events.PathShown(path=np.array([[0, 0], [0, 1]])),
    )
    assert game.scene.hint == {}
    assert game.scene.path.any()
    for on in (True, False):
        game.happens(events.HeatShown(shown=on))
        assert game.scene.heat == on


def test_a_mark_is_shown_in_another_scene_as_well_and_taken_away():
    game = Played()
    game.play(*steps("E"), commands.ToggleMark())
    game.pane.show_participant(game.participant)
    assert game.pane.scene.labels == {(0, 1): MARK}
    game.play(commands.ToggleMark())
    assert game.pane.scene.labels == {}


def test_what_comes_to_light_glows_for_a_moment():
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    way = level.path_from(level.start)
    for animations in (True, False):
        game = Played(level, rules=Rules(fog=True), animations=animations)
        dark = game.scene.light == 0
        game.play(*(commands.Move(Direction.between(*pair)) for pair in pairwise(way[:7])))
        fresh = dark & (game.scene.light > 0)
        assert fresh.any()
        assert ((game.scene.glow > 0) == (fresh & animations)).all()
        timers = [what for what in game.pane.later if what[0] == GLOW_SECONDS]
        assert bool(timers) == animations
        game.pane.repainted.clear()
        for _, dim in timers:
            dim()
        assert not game.scene.glow.any()
        assert bool(game.pane.repainted) == animations
    game.play(commands.ChangeRules(Rules()))
    assert game.scene.light is None
    assert game.pane.size.region in game.pane.repainted


@pytest.mark.parametrize("rules", [None, Rules()])
def test_what_glowed_before_paints_nothing_in_another_scene_or_under_other_rules(rules):
    game = Played(rules=Rules(fog=True))
    game.play(*steps("E"))
    ((_, dim),) = game.pane.later
    if rules is None:
        game.pane.show_participant(game.participant)
    else:
        game.play(commands.ChangeRules(rules))
    game.pane.repainted.clear()
    dim()
    assert not game.pane.repainted


def test_a_rival_leaves_a_line_of_its_colour():
    game = Played(corridor(5), rivals=(PacedRival(4.0),))
    game.play(*steps("E"))
    for at, cell, before, line in ((0.6, (0, 2), (0, 0), 3), (1.0, (0, 4), (0, 2), 5)):
        game.pane.repainted.clear()
        game.happens(*game.session.tick(at))
        assert game.scene.walkers[0].cell == cell
        ((number, tracks),) = game.scene.lines
        assert (number, np.count_nonzero(tracks)) == (0, line)
        assert game.paints(before)


def test_the_window_follows_the_player_or_who_looks_around():
    game = Played(corridor(99), rivals=(PacedRival(4.0),), size=(40, 12))
    game.play(*steps("E" * 40))
    pane, (_, top) = game.pane, game.pane.camera
    assert pane.sees((0, 40))
    assert not pane.sees((0, 0))
    pane.look_around(on=True)
    assert pane.noted[-1][0].startswith("looking around")
    pane.move_cursor(W, 40)
    assert pane.camera == (0, top)
    game.happens(*game.session.tick(0.6))
    assert pane.camera == (0, top), "a rival's step does not end it"
    pane.look_around(on=False)
    assert pane.sees((0, 40))
    assert pane.noted[-1][0] == ""


def test_the_cursor_stays_in_the_maze_and_leaves_the_marks():
    game = Played()
    game.play(*steps("E"), commands.ToggleMark())
    pane = game.pane
    pane.move_cursor(S)
    assert pane.cursor is None
    pane.look_around(on=True)
    assert (pane.looking, pane.cursor, game.scene.labels) == (True, (0, 1), {(0, 1): CURSOR})
    ways = {"E1": (0, 2), "E9": (0, 3), "S9": (2, 3), "W2": (2, 1), "W9": (2, 0), "N9": (0, 0)}
    for way, cell in ways.items():
        pane.repainted.clear()
        pane.move_cursor(Direction[way[0]], int(way[1]))
        assert pane.cursor == cell
        assert game.scene.labels == {(0, 1): MARK, cell: CURSOR}
        assert pane.repainted
    pane.look_around(on=False)
    assert (pane.looking, pane.cursor, game.scene.labels) == (False, None, {(0, 1): MARK})


def test_a_pane_without_a_player_shows_nothing():
    pane = alone(SessionPane, (80, 24), numbers := Numbers())
    pane.look_around(on=True)
    pane.show_events([events.Stepped()])
    assert (pane.looking, pane.cursor, numbers.messages) == (False, None, [])
    pane.on_resize()
    pane.show_participant(None)
    assert numbers.messages == [""]


@pytest.mark.parametrize(
    ("cols", "beside", "columns"), [(9, 0, 78), (12, 0, 97), (12, 5, 102), (30, 5, 186)]
)
def test_the_numbers_end_where_the_maze_does(cols, beside, columns):
    game = Played(corridor(cols), size=(200, 60))
    game.pane.beside = beside
    game.pane._lay_out()
    assert game.numbers.columns == columns
    game.pane.zoom(1)
    assert game.numbers.columns == columns, "to move them costs a frame of the whole screen"
    type(game.pane).size = game.pane.size._replace(height=59)
    game.pane._lay_out()
    assert game.numbers.columns < columns or columns == LEAST_COLUMNS


class Walk(MatchScreen):
    """The actions of a screen whose pane and commands are written down."""

    pane = panes = timed = None

    def __init__(self, *, looking=False, cursor=None):
        self.asked, self.participant, self.now, self.alarms = [], None, 5.0, []
        self._begun_at = 0.0
        self.pane = SimpleNamespace(
            looking=looking,
            cursor=cursor,
            look_around=lambda *, on: self.asked.append(("look", on)),
            move_cursor=lambda direction, cells=1: self.asked.append((direction, cells)),
            show_events=self.asked.append,
        )
        self.panes = [SimpleNamespace(pan=lambda x, y: self.asked.append(("pan", x, y)))]
        self.clock = lambda: self.now

    def plays(self):
        """Play something that wakes when a test says so, and whose events are times."""
        self.timed = SimpleNamespace(next_wake=lambda now: self.wake, tick=lambda now: [now])

    def do(self, command, participant=None):
        self.asked.append(command)

    def note_seen(self):
        self.asked.append("seen")

    def arrived(self):
        self.asked.append("arrived")

    def caught(self):
        self.asked.append("caught")

    def call_later(self, seconds, call, tick):
        assert (call, tick) == (self.call_if_open, self.tick)
        timer = SimpleNamespace(seconds=seconds, cancel=lambda: self.alarms.remove(timer))
        self.alarms.append(timer)
        return timer


# Covered walls, and their reveal


REVEAL = Rules(reveal=True)


class Revealed(Played):
    """A pane with a match whose walls are covered at first, at a time that a test sets."""

    def __init__(self, level=None, *, rules=REVEAL, **options):
        self.now = 10.0
        super().__init__(
            level or Level.of(Recipe.parse("wilson:14x7:cover")), rules=rules, **options
        )
        self.pane._clock = lambda: self.now
        self.pane.set_interval = self._every
        self.frames = []

    def _every(self, seconds, frame):
        self.frames.append(frame)
        return SimpleNamespace(stop=lambda: self.frames.remove(frame))

    def play(self, *given):
        for command in given:
            self.pane.show_events(self.participant.command(command, self.now))

    def pass_time(self, seconds):
        self.now += seconds
        self.pane.show_events(self.session.tick(self.now))
        for frame in list(self.frames):
            frame()

    @property
    def text(self):
        return shown(self.pane)

    @property
    def wall_text(self):
        """What an open maze of the same match looks like in the same window."""
        return shown(Played(self.session.level).pane)


def test_a_match_with_a_reveal_begins_with_frame_a_and_b_and_the_words_of_what_to_do():
    game, other = Revealed(), Revealed(Level.of(Recipe.parse("wilson:14x7:another")))
    for one in (game, other):
        one.play(commands.Resume())
    assert game.text == other.text, "nothing of the maze is seen"
    shown_text = "\n".join(game.text)
    assert "Press a key: the walls appear" in shown_text
    assert "and the clock starts" in shown_text
    assert "B" in shown_text


def test_the_walls_appear_from_a_on_within_half_a_second():
    game = Revealed()
    game.play(commands.Resume(), commands.Reveal())
    assert "Press" not in "\n".join(game.text)
    all_walls = cells_with_walls(Played(game.session.level).pane)
    before = set()
    for _ in range(4):
        game.pass_time(0.1)
        now = cells_with_walls(game.pane)
        assert before < now < all_walls
        far = [sum(cell) for cell in all_walls - now]
        assert min(map(sum, now)) < min(far), "near A they come first"
        before = now
    game.pass_time(0.11)
    assert game.text == game.wall_text
    assert game.frames == [], "no frame comes after the last"


def test_a_step_of_the_sweep_paints_in_the_window_only():
    game = Revealed(Level.of(Recipe.parse("wilson:200x100:large")))
    game.play(commands.Resume(), commands.Reveal())
    game.pass_time(0.45)
    (_, _), (bottom, right) = game.pane._window.cells
    light = game.pane.scene.light
    assert light[: bottom + 1, : right + 1].any()
    assert not light[bottom + 1 :].any()
    assert not light[:, right + 1 :].any()


@pytest.mark.parametrize("how", [{"animations": False}, {"rules": Rules(reveal=True, fog=True)}])
def test_without_animations_and_in_fog_all_that_is_to_be_seen_appears_at_once(how):
    game = Revealed(**how)
    game.session.animations = how.get("animations", True)
    game.play(commands.Resume(), commands.Reveal())
    game.pass_time(0.25)
    fog = game.participant.player.in_fog
    expected = shown(Played(game.session.level, rules=Rules(fog=fog)).pane)
    assert game.text == expected
    assert game.frames == []


def test_the_map_shows_all_walls_at_once():
    game = Revealed(drawing="overview")
    game.play(commands.Resume(), commands.Reveal())
    assert game.text == shown(Played(game.session.level, drawing="overview").pane)


def test_a_pause_covers_the_walls_and_its_end_shows_them_with_the_camera_where_it_was():
    level = Level.of(Recipe.parse("wilson:60x40:pause"))
    game, other = Revealed(level), Revealed(Level.of(Recipe.parse("prim:60x40:other")))
    for one in (game, other):
        one.play(commands.Resume(), commands.Reveal())
        one.pass_time(1.0)
        one.pane.pan(1, 1)
    before, camera = game.text, game.pane.camera
    for one in (game, other):
        one.play(commands.Pause())
    assert game.text == other.text != before
    game.play(commands.Resume())
    assert (game.text, game.pane.camera) == (before, camera)


def test_a_pause_in_the_sweep_ends_it():
    game = Revealed()
    game.play(commands.Resume(), commands.Reveal())
    game.pass_time(0.1)
    game.play(commands.Pause())
    assert (game.pane.is_covered, game.frames) == (True, [])
    game.play(commands.Resume())
    assert game.text == game.wall_text


def test_a_step_ends_a_sweep_whose_last_frame_is_late():
    game = Revealed(corridor(9))
    game.play(commands.Resume(), commands.Reveal())
    game.pane.repainted.clear()
    game.now += 1.0
    game.play(*steps("E"))
    assert (game.frames, game.pane.scene.light) == ([], None)
    assert game.paints((0, 8))


def test_tracks_marks_and_hints_are_covered_as_well():
    game = Revealed(corridor(9))
    game.play(commands.Resume(), commands.Reveal())
    game.pass_time(1.0)
    game.play(*steps("EE"), commands.ToggleMark(), commands.TakeHint())
    walked_so_far = game.text
    game.play(commands.Pause())
    line = next(line for line in game.text if "B" in line)
    assert MARK not in line
    assert set(line) <= set("│·AB ▐█▌"), "frame, dots, A, B and the player"
    game.play(commands.Resume())
    assert game.text == walked_so_far


def test_fog_may_come_and_go_below_the_cover():
    game = Revealed()
    game.play(commands.Resume(), commands.Reveal())
    game.pass_time(1.0)
    game.play(commands.Pause(), commands.ChangeRules(Rules(reveal=True, fog=True)))
    assert game.pane.drawing in ZOOMS[:3]
    assert "B" not in "\n".join(game.text)
    game.play(commands.ChangeRules(REVEAL), commands.Resume())
    assert game.text == game.wall_text


def test_heat_that_is_shown_in_a_pause_is_there_after_it():
    game = Revealed()
    game.play(commands.Resume(), commands.Reveal())
    game.pass_time(1.0)
    game.play(commands.Pause(), commands.ShowHeat(shown=True))
    assert not game.pane.scene.field
    game.play(commands.Resume())
    assert game.pane.heat


def test_a_resized_window_keeps_the_maze_its_cover_and_the_clock():
    game = Revealed()
    game.play(commands.Resume())
    covered = game.pane.scene.shape
    type(game.pane).size = Size(60, 20)
    game.pane.on_resize()
    assert (game.pane.is_covered, game.pane.scene.shape) == (True, covered)
    game.play(commands.Reveal())
    game.pass_time(0.2)
    type(game.pane).size = Size(80, 24)
    game.pane.on_resize()
    game.pass_time(0.4)
    assert (game.text, game.session.running) == (game.wall_text, True)


STAYS, ENDS = ("look", True), ("look", False)


@pytest.mark.parametrize(
    ("action", "walking", "looking"),
    [
        (("move", "N"), [commands.Move(N)], [(N, 1)]),
        (("glide", "W"), [commands.Glide(W)], [(W, 10)]),
        (("to_unexplored",), [ENDS, commands.ToUnexplored()], [ENDS, commands.ToUnexplored()]),
        (("walk_there",), [], [ENDS, commands.WalkTo((1, 2))]),
        (("mark",), [commands.ToggleMark()], [commands.ToggleMark()]),
        (("undo",), [ENDS, commands.WalkBack()], [ENDS, commands.WalkBack()]),
        (("step_back",), [ENDS, commands.StepBack()], [ENDS, commands.StepBack()]),
        (("hint",), [commands.TakeHint()], [commands.TakeHint()]),
        (("look",), [STAYS], [ENDS]),
    ],
)
def test_keys_walk_or_look_around(action, walking, looking):
    name, *arguments = action
    for screen, asked in ((Walk(), walking), (Walk(looking=True, cursor=(1, 2)), looking)):
        getattr(screen, f"action_{name}")(*arguments)
        assert screen.asked == asked


def test_the_mouse_walks_and_looks_over_the_maze():
    screen = Walk(looking=True)
    screen.on_maze_view_clicked(SimpleNamespace(cell=(3, 4)))
    screen.on_mouse_scroll_down()
    screen.on_mouse_scroll_up()
    assert screen.asked == [ENDS, commands.WalkTo((3, 4)), ("pan", 0, 1), ("pan", 0, -1)]
    assert screen.end_look()
    assert not Walk().end_look()


@pytest.mark.parametrize(
    ("actions", "stops"),
    [
        (["glide('N')", "undo", "to_unexplored", "walk_there"], False),
        (["move('N')", None], True),
    ],
)
def test_any_key_but_those_that_start_it_ends_a_glide(actions, stops):
    for action in actions:
        binding = SimpleNamespace(binding=SimpleNamespace(action=action))
        Walk.screen = SimpleNamespace(active_bindings={} if action is None else {"y": binding})
        screen, key = Walk(), SimpleNamespace(aliases=["x", "y"])
        screen.on_key(key)
        for gliding in (False, True):
            assert screen.asked == [], "nobody plays, or nobody glides"
            session = SimpleNamespace(waits=False, appearing=lambda _: False)
            player = SimpleNamespace(gliding=gliding)
            screen.participant = SimpleNamespace(session=session, player=player)
            screen.on_key(key)
        assert screen.asked == [commands.Stop()] * stops


WAITS, APPEARS = SimpleNamespace(waits=True), SimpleNamespace(waits=False)
REVEALS = ["seen", commands.Reveal()]
WAITS.appearing, APPEARS.appearing = (lambda _: False), (lambda _: True)


@pytest.mark.parametrize(
    ("session", "action", "stopped", "asked"),
    [
        (WAITS, "move('N')", True, REVEALS),
        (WAITS, None, True, REVEALS),
        (WAITS, "overview", True, REVEALS),
        (WAITS, "pause", False, []),
        (WAITS, "help", False, []),
        (APPEARS, "move('N')", True, []),
        (APPEARS, "help", True, []),
        (APPEARS, None, True, []),
        (APPEARS, "pause", False, []),
    ],
)
def test_a_key_reveals_and_none_but_the_pause_counts_while_the_walls_appear(
    session, action, stopped, asked
):
    binding = SimpleNamespace(binding=SimpleNamespace(action=action))
    Walk.screen = SimpleNamespace(active_bindings={} if action is None else {"x": binding})
    screen, key = Walk(), Key("x", "x")
    screen.participant = SimpleNamespace(session=session, player=SimpleNamespace(gliding=False))
    screen.on_key(key)
    assert (key._stop_propagation, key._no_default_action) == (stopped, stopped)
    assert screen.asked == asked


def test_a_click_reveals_and_takes_no_step():
    screen = Walk()
    screen.participant = SimpleNamespace(session=WAITS)
    screen.on_maze_view_clicked(SimpleNamespace(cell=(3, 4)))
    assert screen.asked == [ENDS, *REVEALS]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (events.Arrived(), ["arrived"]),
        (events.Arrived(player=1), []),
        (events.Caught(), ["caught"]),
        (events.Stepped(), []),
    ],
)
def test_an_end_is_told_after_it_is_shown(event, told):
    screen = Walk()
    screen.show_events([event])
    assert screen.asked == [[event], *(["caught"] if told == ["caught"] else [])], "nobody plays"
    screen = Walk()
    screen.participant = SimpleNamespace(concerns=lambda event: event.player == 0)
    screen.show_events([event])
    assert screen.asked == [[event], *told]


def test_a_screen_has_one_timer_for_what_happens_next(monkeypatch):
    screen = Walk()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: screen)
    screen.tick()
    assert (screen.asked, screen.alarms) == ([], [])
    screen.plays()
    for wake, seconds in ((None, []), (7.0, [2.0]), (7.0, [2.0]), (8.0, [2.0]), (6.0, [1.0])):
        screen.wake = wake
        assert screen._show([wake]) == [wake]
        assert [timer.seconds for timer in screen.alarms] == seconds
    screen.now = 6.0
    screen.tick()
    assert screen.asked[-1] == [6.0]
    assert [timer.seconds for timer in screen.alarms] == [0.001], "at once, but not in a circle"


def test_the_look_decides_how_a_player_glides():
    screen = Walk()
    screen.take_look()
    screen.plays()
    Walk.app = SimpleNamespace(config=like(run_speed=12.0, animations=False))
    screen.take_look()
    assert (screen.timed.run_speed, screen.timed.animations) == (12.0, False)


def test_a_command_is_given_by_the_first_player_or_by_another():
    screen = Walk()
    assert PlayingScreen.do(screen, commands.Stop()) == []
    screen.plays()
    screen.wake, screen.timed.command = None, lambda *given: [given]
    for player in (0, 1):
        given = [(player, commands.Stop(), 5.0)]
        assert PlayingScreen.do(screen, commands.Stop(), *[player][:player]) == given
        assert screen.asked[-1] == given, "and its events are shown"
