"""The race track as text."""

import math
import re
from operator import itemgetter
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.events import PlaceChanged
from mazegame.game.modes.chase import chase_match
from mazegame.game.participant import Participant
from mazegame.game.racing.meetings import Meeting
from mazegame.game.racing.order import place_in
from mazegame.game.racing.race import arrival_news
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import PacedRival, parse_rival
from mazegame.game.rules import Rules
from mazegame.game.run import Run, step
from mazegame.game.session import Session
from mazegame.party.guest import RemotePlayer
from mazegame.party.protocol import HIDDEN
from mazegame.widgets.playing.race_lines import (
    MOST_LINES,
    RaceLines,
    hunt_line,
    hunt_track,
    hunt_words,
)
from mazegame.widgets.playing.race_track import ShownRace, track
from mazegame.widgets.text.segments import RIVALS, Role
from tests.game.mazes import Clock, begun, corridor, walked
from tests.strategies import recipes
from tests.ui.widgets.alone import seated, text_of, texts


def a_race(steps, seconds, *keys):
    """A run of some of 40 steps to the east, and rivals at their start."""
    run = walked(corridor(41), "E" * steps, pace=0.0, rest=seconds)
    return run, [parse_rival(key).on(run.level) for key in keys]


def at(run, rivals, seconds=None, **options):
    """The race at a time, by default that of the run."""
    seconds = run.stopwatch.seconds if seconds is None else seconds
    return ShownRace.of(run, rivals, seconds, **options)


def states(race, **options):
    """The states of the rivals in words."""
    return [text_of(race.standing(*one, **options)) for one in race_marks(race)]


def race_marks(race):
    return [(one, role) for one, (_, role) in race.marked()]


PAIR, MANY_AT = [(0.5, "T"), (0.5, "L")], (0.1, 0.2, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6, 0.9)
CROWD = list(zip(MANY_AT, "bcdefghij", strict=True))


@pytest.mark.parametrize(
    ("others", "own", "shown"),
    [
        ([], 0, "A@──────────────═════B"),
        ([], 0.45, "A───────@───────═════B"),
        ([], 0.9, "A───────────────@════B"),
        ([], 0.95, "A───────────────══@══B"),
        ([], 1, "A───────────────════@B"),
        ([], -3, "A@──────────────═════B"),
        ([], 1.2, "A───────────────════@B"),
        (PAIR, 0.5, "A──LT@───══B"),
        (PAIR, 1.0, "A───LT───═@B"),
        ([(0.0, "T")], 0.0, "AT@──────══B"),
        (CROWD, 0.45, "A───·──·───·──f─@─h──·──────────j═════════B"),
        (CROWD, 0.0, "A@──b──·───·──·───·──·──────────j═════════B"),
        (CROWD, 0.99, "A───·──·───·──·───·──·──────────j═══════@═B"),
        (CROWD[:7], 0.0, "A@──b─dc───e─gf───h─────────────══════════B"),
        (CROWD[:7], 1.0, "Abdcegfh@B"),
        (CROWD[:7], 0.0, "A@bhB"),
    ],
)
def test_marks_stand_in_order_at_their_shares_and_never_hide_each_other(others, own, shown):
    """In a crowd the first one, the player and those beside it have letters."""
    marks = [(own, "@", Role.PLAYER), *((share, letter, Role.RUNNER) for share, letter in others)]
    marks.sort(key=itemgetter(0), reverse=True)
    assert text_of(track(marks, len(shown))) == shown
    assert track(marks, 2) == []


def test_without_the_compass_the_track_shows_the_lengths_of_routes():
    run, rivals = a_race(11, 2.5, "8", "tremaux:4")
    for compass in (False, True):  # in a corridor both are the same
        line = text_of(at(run, rivals, compass=compass).track(43))
        assert line.startswith("A────────T@───────R"), "after 10, 11 and 20 of 40 steps"


def test_without_the_compass_no_distance_of_a_rival_is_shown():
    """A rival in the maze with its distance to B would be a compass: its route counts from A."""
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    rival, run = parse_rival("tremaux:1").on(level), walked(level, "")
    for second in range(1, 50):
        race = ShownRace.of(run, [rival], float(second))
        here = rival.cell(second)
        away = Level(level.maze, level.start, (here,)).dist_min if here != level.start else 0
        assert states(race) == [f"{away} step{'s' * (away > 1)} ahead" if away else "even"]


def test_the_place_is_said_with_its_meeting_and_changes_colour():
    run, rivals = a_race(2, 0.0, "tremaux:8")
    assert text_of(at(run, rivals).place(99)) == "1st of 2"
    past = Meeting(0, 0.0, 3, 0.5, passing=True)
    lost = PlaceChanged(place=2, gained=False, rival=0, seconds=0.5)
    assert at(run, rivals, 0.5, met=past, change=lost).place(99) == [
        ("▼ 2nd", Role.COLDER),
        (" of 2", Role.UNIT),
        (", ", Role.UNIT),
        ("Trémaux", Role.RUNNER),
        (" is past you", Role.UNIT),
    ]
    later = at(run, rivals, 4.4, met=past, change=lost).place(99)
    assert later[0] == ("▼ 2nd", Role.COLDER), "for four seconds"
    words = at(run, rivals, 4.5, met=past, change=lost).place(99)
    assert words == [("2nd", Role.NUMBER), (" of 2", Role.UNIT)]
    old = PlaceChanged(place=3, gained=False, rival=0, seconds=0.5)
    assert text_of(at(run, rivals, 0.5, change=old).place(99)) == "2nd of 2", "it is another place"


@pytest.mark.parametrize(
    ("gap", "passing", "words"),
    [
        (2.34, False, "1st of 2, Trémaux was here 2.3 s ago"),
        (0.26, False, "1st of 2, Trémaux was here 0.2 s ago"),
        (0.25, False, "1st of 2, Trémaux is beside you"),
        (-0.25, False, "1st of 2, Trémaux is beside you"),
        (-2.0, False, "1st of 2, Trémaux is 2.0 s behind"),
        (0.25, True, "1st of 2, Trémaux is past you"),
    ],
)
def test_a_meeting_says_who_was_first_and_by_how_much(gap, passing, words):
    run, rivals = a_race(39, 0.0, "tremaux:1")
    met = Meeting(0, gap, 3, 1.0, passing)
    for seconds, said in ((1.0, words), (4.9, words), (5.0, "1st of 2")):
        assert text_of(at(run, rivals, seconds, met=met).place(99)) == said
    race, short = at(run, rivals, 1.0, met=met), words.replace("Trémaux", "T")
    assert text_of(race.place(len(words))) == words
    assert text_of(race.place(len(words) - 1)) == short
    assert text_of(race.place(len(short) - 1)) == "1st of 2"


@pytest.mark.parametrize(
    ("rival", "steps", "seconds", "compass", "words"),
    [
        (PacedRival(8.0), 11, 2.5, True, "9 steps, 1.1 s ahead"),
        (PacedRival(8.0), 21, 2.5, True, "1 step, 0.1 s behind"),
        (PacedRival(8.0), 20, 2.5, True, "even"),
        (PacedRival(8.0), 20, 2.5, False, "even"),
        (PacedRival(8.0), 11, 2.5, False, "9 steps ahead"),
        (PacedRival(8.0), 20, 5.5, False, "at B after 5.0 s"),
        (GhostWalk(bytes([Direction.E]), [100]), 9, 2.5, True, "8 steps behind"),
    ],
)
def test_the_gap_is_in_steps_and_in_seconds_for_one_who_comes_to_b(
    rival, steps, seconds, compass, words
):
    run, _ = a_race(steps, seconds)
    rivals = [rival.on(run.level)]
    assert states(at(run, rivals, compass=compass)) == [words]


def test_a_start_is_named_until_the_first_second_of_a_pursuit():
    run, (rival,) = a_race(2, 0.0, "tremaux:4")
    rival.start = 3.0
    assert states(at(run, [rival])) == ["3.0 s ahead"]
    assert states(at(run, [rival], 1.0)) == ["14 steps ahead"]


def place_shown(lines):
    """The place and the number of walkers in words, and both as counted on the track."""
    text = "\n".join(lines)
    said = re.search(r"(\d+)(st|nd|rd|th) of (\d+)", text)
    shown = re.search(r"A([─═@A-Z]*)B", text)
    if said is None or shown is None:
        return None
    marks = [mark for mark in shown[1] if mark not in "─═"]
    return (int(said[1]), int(said[3])), (len(marks) - marks.index("@"), len(marks))


KEYS = st.sampled_from(["8", "3", "tremaux:5", "left-hand:9", "greedy:2", "depth-first@2:3"])


@given(
    recipes((9, 7), masks=["none"]).map(Level.of),
    st.lists(st.sampled_from(list(Direction)), max_size=60),
    st.lists(KEYS, min_size=1, max_size=4),
    st.floats(0, 40),
    st.booleans(),
    st.integers(34, 120),
)
def test_the_place_in_words_quotes_what_the_track_shows(level, walk, keys, seconds, compass, width):
    clock = Clock()
    run = Run(level, clock)
    for at, side in enumerate(walk):
        clock.now = 100 + seconds * at / len(walk)
        step(run, side)
    clock.now = 100 + seconds
    rivals = [parse_rival(key).on(level) for key in keys]
    race = ShownRace.of(run, rivals, run.stopwatch.seconds, compass=compass)
    for lines in (race.lines(width), [race.track(width), race.place(width)]):
        said = place_shown(texts(lines))
        assert said is None or said[0] == said[1]
    assert said or not any(one.steps for one in race.order)
    arrivals = [one.arrival for one in race.order]
    assert arrivals == sorted(arrivals)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 900)), max_size=40), st.booleans())
def test_two_players_of_a_party_see_the_same_order(steps, fog):
    """Each is a run to itself and a walk in messages to the other; in fog those hide the cells."""
    level, clock = corridor(30), Clock()
    runs = [Run(level, clock) for _ in range(2)]
    others = [RemotePlayer(name).on(level) for name in ("Ann", "Bo")]
    for run in runs:
        run.stopwatch.go()
    for second, ms in steps:
        clock.now += ms / 1000
        step(runs[second], Direction.E)
    for run, other in zip(runs, others, strict=True):
        if fog and run.steps:
            other.place(run.steps, run.times[-1], HIDDEN)
        elif run.steps:
            other.walk(0, "E" * run.steps, run.times)
        if run.finished:
            other.arrive(run.times[-1])
    first, second = (
        ShownRace.of(run, [other], clock.now - 100)
        for run, other in zip(runs, reversed(others), strict=True)
    )
    places = [place_in(first.order), place_in(second.order)]
    tie = len({(one.arrival, one.progress, one.since) for one in first.order}) == 1
    assert places == [1, 1] if tie else sorted(places) == [1, 2]


FIELD = ("8", "tremaux:4", "left-hand:2", "greedy:32")


@pytest.mark.parametrize(
    ("times", "width", "words"),
    [
        (1, 60, "R 9 ahead   T 1 behind   L 6 behind   G at B 1.2 s"),
        (1, 43, "R +9   T -1   L -6   G at B"),
        (1, 20, "G at B 1.2 s   +3"),
        (2, 40, "G greedy one at B after 1.2 s   +7"),
        (8, 80, "G greedy one at B after 1.2 s   O greedy one at B after 1.2 s   +30"),
    ],
)
def test_where_not_all_of_a_field_have_room_those_who_lead_come_first(times, width, words):
    run, rivals = a_race(11, 2.5, *FIELD)
    assert text_of(at(run, rivals * times).summary(width)) == words


def test_every_rival_has_a_colour_of_its_own_on_every_line():
    run, rivals = a_race(11, 2.5, *FIELD)
    colours = set(zip("RTLG", RIVALS, strict=True))
    lines = [at(run, rivals).summary(width) for width in (128, 60, 43, 20)]
    assert text_of(lines[0]) == (
        "R runner 9 steps ahead   T Trémaux 1 step behind   L left hand 6 steps behind   "
        "G greedy one at B after 1.2 s"
    )
    for line in (at(run, rivals).track(43), *lines):
        marks = {segment for segment in line if segment[0] in "RTLG"}
        assert marks == (colours if line is not lines[-1] else {("G", RIVALS[3])})
    arrived = at(run, rivals).standing(*race_marks(at(run, rivals))[3])
    assert arrived == [("at B after 1.2 s", RIVALS[3])]


def test_news_of_an_arrival_name_the_place():
    _, rivals = a_race(1, 9.0, "8", "tremaux:16")
    for rival in rivals:
        rival.cell(9.0)
    assert arrival_news(rivals, 1) == "Trémaux is at B: first, after 2.5 s"
    assert arrival_news(rivals, 0) == "Runner is at B: second, after 5.0 s"


def test_nobody_has_a_place_before_the_first_step_which_paints_it():
    session = begun(corridor(41), rivals=[parse_rival("tremaux:4")])
    lines = seated(RaceLines, (80, 1), session)
    (line,) = texts(lines.lines(80))
    assert line.endswith("T Trémaux even")
    assert "of 2" not in line
    step(lines.participant.run, Direction.E)
    lines.repainted.clear()
    lines.show_participant(lines.participant)
    assert lines.repainted
    assert "1st of 2" in texts(lines.lines(80))[0]


def a_hunter(gap, enters=1.0):
    """What the lines ask a hunter, at one moment: its gap, and when it enters."""
    return SimpleNamespace(enters=enters, taken=int, gap=lambda: gap)


@pytest.mark.parametrize(
    ("gap", "enters", "long", "short", "role"),
    [
        (None, math.inf, "the hunter enters after 3 s", "comes after 3 s", Role.RUNNER),
        (None, 3.2, "the hunter enters in 3 s", "enters in 3 s", Role.RUNNER),
        (None, 1.0, "the hunter searches for you", "searches", Role.RUNNER),
        (4, 1.0, "the hunter is 4 steps behind", "4 behind", Role.RUNNER),
        (3, 1.0, "the hunter is 3 steps behind", "3 behind", Role.WARNING),
        (0, 1.0, "the hunter has caught you", "caught!", Role.WARNING),
    ],
)
def test_what_a_hunter_does_is_said_in_the_room_there_is(gap, enters, long, short, role):
    hunter, columns = a_hunter(gap, enters), len(long) + 2
    assert hunt_words(hunter, 1.0, columns) == [("H", Role.RUNNER), (f" {long}", role)]
    assert hunt_words(hunter, 1.0, columns - 1)[1] == (f" {short}", role)
    for width in (60, 61):
        line = text_of(hunt_line(hunter, 1.0, width))
        assert len(line) == width
        assert (long in line) == (width == 61)


@pytest.mark.parametrize(
    ("gap", "seconds", "shown"),
    [
        (3, 0.5, "───────────═══@"),
        (0, 1.0, "───────────══H@"),
        (1, 1.0, "───────────══H@"),
        (2, 1.0, "───────────═H═@"),
        (13, 1.0, "─H─────────═══@"),
        (14, 1.0, "H──────────═══@"),
        (99, 1.0, "H──────────═══@"),
        (None, 1.0, "H──────────═══@"),
        (3, 1.0, "─────────H══@"),
        (3, 1.0, ""),
    ],
)
def test_a_hunter_stands_a_column_back_for_each_step(gap, seconds, shown):
    """A track that is too short is left out."""
    assert text_of(hunt_track(a_hunter(gap), seconds, len(shown) or 12)) == shown


class Stacked(RaceLines):
    def __init__(self):
        super().__init__(stacked=True)


@pytest.mark.parametrize("kind", [RaceLines, Stacked])
def test_a_hunt_has_one_line_or_stacked_one_for_the_track_and_one_for_the_words(kind):
    match = chase_match(Recipe.parse("wilson:9x7:kite-7"))
    lines = seated(kind, (80, 9), Session(match, Level.of(match.recipe)))
    shown = texts(lines.lines(80))
    assert "═══@" in shown[0]
    said = ["H the hunter enters after 3 s" in line for line in shown]
    assert said == ([True] if kind is RaceLines else [False, True])


def race_lines(rivals, *, compass=False, stacked=False):
    """The lines of a race after 11 of 40 steps, at 2.5 seconds."""
    run, specs = a_race(11, 2.5)[0], tuple(map(parse_rival, rivals))
    session = begun(run.level, rules=Rules(compass=compass), rivals=specs, resume=run)
    return seated(Stacked if stacked else RaceLines, (80, 9), session)


ONE, TWO, MANY = ["8"], ["8", "tremaux:4"], ["8"] * 13
COMPASS, STACKED = {"compass": True}, {"stacked": True}


@pytest.mark.parametrize(
    ("rivals", "width", "options", "lines"),
    [
        (ONE, 71, {}, ["A────@──R──────════B                   2nd of 2, R runner 9 steps ahead"]),
        (ONE, 70, {}, ["A───────@─────R──────────════════B    2nd of 2, R runner 9 steps ahead"]),
        (ONE, 80, COMPASS, [
            "A──────@────R────────═══════B            2nd of 2, R runner 9 steps, 1.1 s ahead"]),
        (ONE, 29, COMPASS, ["A───@─R────════B     2nd of 2"]),
        (ONE, 20, {}, ["2nd of 2"]),
        (TWO, 80, COMPASS, [
            "A─────T@────R────────═══════B" + 43 * " " + "2nd of 3",
            "R runner 9 steps, 1.1 s ahead   T Trémaux 1 step, 0.2 s behind"]),
        (TWO, 50, {}, [
            "A──────T@──────R───────────═════════B     2nd of 3",
            "R runner 9 steps ahead   T Trémaux 1 step behind"]),
        (ONE, 34, STACKED, [
            "A───────@─────R──────────════════B", "2nd of 2",
            "R runner             9 steps ahead"]),
        (TWO, 28, COMPASS | STACKED, [
            "A─────T@────R────────══════B", "2nd of 3",
            "R runn… 9 steps, 1.1 s ahead", "T Trém… 1 step, 0.2 s behind"]),
    ],
)  # fmt: skip
def test_a_race_has_one_line_or_two_or_one_for_each_rival(rivals, width, options, lines):
    shown = race_lines(rivals, **options)
    assert shown.styles.height.value == len(lines)
    assert texts(shown.lines(width)) == lines


def test_of_many_rivals_those_who_lead_have_a_line_and_nobody_has_one_alone():
    assert race_lines(MANY).styles.height.value == len(race_lines(MANY).lines(34)) == 2
    shown = race_lines(MANY, **STACKED)
    assert shown.styles.height.value == len(shown.lines(34)) == 2 + MOST_LINES
    walker, *_ = race_lines(["4", *MANY[1:]], **STACKED).lines(34)[2:]
    assert text_of(walker).startswith("U runner"), "the slowest one is left out"
    shown.show_participant(Participant(begun(corridor()), 0))
    assert (shown.styles.height.value, shown.lines(34)) == (0, [])
