"""The numbers above a maze: what they say, and what is left out where there is no room."""

from dataclasses import replace

import pytest

from mazegame.engine import Direction, Level, Recipe
from mazegame.game import commands
from mazegame.game.match import Match
from mazegame.game.modes.daily import FIRST_DAY, DailySeries, daily_title
from mazegame.game.modes.marathon import MarathonSeries, marathon
from mazegame.game.participant import Participant
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.game.run import show_path
from mazegame.game.scoring.medals import MedalTimes
from mazegame.game.session import Session
from mazegame.widgets.playing.hud import Hud, _junction, on_track, to_beat
from mazegame.widgets.text.segments import Role
from tests.game.mazes import begun, corridor, forked, room, walked
from tests.ui.widgets.alone import alone, text_of

COMPASS, RACE = {"rules": Rules(compass=True)}, {"rivals": (PacedRival(4.0),)}
MEDALS, HINTED, BRIEF = {"medals": MedalTimes(1400)}, {"hinted": 3}, {"brief": True}
ALL_MEDALS = "author 1.4 s  gold 2.1 s  silver 3.5 s  bronze 5.6 s"
UNSEEN = "You have not seen that cell yet"
MESSAGE = {"message": UNSEEN}


def hud_of(
    run, size=(80, 2), *, series=None, hinted=None, brief=False, message="", medals=None, **rules
):
    """The numbers of a run, outside of any app."""
    hud = alone(Hud, size)
    participant = Participant(begun(run.level, at=0.0, resume=run, **rules), 0)
    if series is not None:
        participant.session.match = replace(participant.session.match, series=series)
    participant.player.hint_distance, hud.brief = hinted, brief
    hud.show_participant(participant, message)
    hud.show_medals(medals)
    return hud


def run_of(steps="", level=None, *, seconds=0.0):
    return walked(level or forked(), steps, pace=0.0, rest=seconds)


def first(hud):
    return text_of(hud.lines(hud.size.width - 2)[0])


def second(hud):
    return text_of(hud.lines(hud.size.width - 2)[1])


def across(left, right, width):
    """One text at the left end of a line, and one at its right end."""
    return left + right.rjust(width - 2 - len(left))


@pytest.mark.parametrize(
    ("steps", "size", "options", "left", "right"),
    [
        ("", (80, 2), {}, "forked", "0 steps   0:00"),
        ("E", (62, 2), {}, "forked", "◆ junction: 2 new ways   1 step   0:00"),
        ("E", (61, 2), {}, "forked", "1 step   0:00"),
        ("E", (22, 2), {}, "for…", "1 step   0:00"),
        ("EW", (62, 2), {}, "forked", "2 steps   0:00"),
        ("ES", (62, 2), {}, "forked", "2 steps   0:00"),
        ("EEW", (62, 2), {}, "forked", "◆ junction: 1 new way   3 steps   0:00"),
        ("E", (80, 2), COMPASS, "forked", "◆ junction: 2 new ways   ▲ warmer   1 step   0:00"),
        ("EW", (62, 2), COMPASS, "forked", "▼ colder   2 steps   0:00"),
        ("EW", (61, 2), COMPASS, "forked", "2 steps   0:00"),
        ("E", (80, 2), BRIEF, "forked", "◆ junction: 2 new ways   0:00"),
        ("E", (80, 2), MESSAGE, UNSEEN, "◆ junction: 2 new ways   1 step   0:00"),
        ("E", (50, 2), MESSAGE, UNSEEN, "1 step   0:00"),
        ("E", (49, 2), MESSAGE, UNSEEN, "1 step   0:00"),
        ("E", (48, 2), MESSAGE, UNSEEN, "1   0:00"),
        ("E", (40, 2), MESSAGE, "You have not seen that…", "1   0:00"),
        ("E", (36, 2), MESSAGE | BRIEF, "You have not seen that…", "0:00"),
        ("E", (22, 2), MESSAGE | BRIEF, "You have not…", "0:00"),
        ("E", (40, 1), MEDALS, "author under 1.4 s", "1 step   0:00"),
        ("E", (40, 1), MESSAGE, "You have not seen that…", "1   0:00"),
        ("E", (60, 1), COMPASS, "7 to go   8 shortest", "1 step   0:00"),
        ("E", (20, 1), {}, "", "1 step   0:00"),
        ("E", (80, 1), HINTED, "3 to go   8 shortest", "◆ junction: 2 new ways   1 step   0:00"),
    ],
)
def test_the_first_line_names_the_level_or_says_a_message(steps, size, options, left, right):
    """An only line has what is to be done in place of the name."""
    assert first(hud_of(run_of(steps), size, **options)) == across(left, right, size[0])


@pytest.mark.parametrize(
    ("steps", "width", "options", "left", "right"),
    [
        ("E", 22, {}, "", "8 shortest   0 hints"),
        ("E", 21, {}, "", "8 shortest  0 hints"),
        ("E", 20, {}, "", "8 shortest"),
        ("", 80, MEDALS, ALL_MEDALS, "8 shortest   0 hints"),
        ("E", 62, MEDALS, "author medal: under 1.4 s", "8 shortest   0 hints"),
        ("E", 49, MEDALS, "author under 1.4 s", "8 shortest   0 hints"),
        ("E", 80, HINTED, "", "3 to go   8 shortest   0 hints"),
        ("E", 80, COMPASS | HINTED, "━━━━" + "─" * 28, "7 to go   8 shortest   0 detour   0 hints"),
        ("EW", 58, COMPASS, "─" * 10, "8 to go   8 shortest   2 detour   0 hints"),
        ("EW", 57, COMPASS, "", "8 to go   8 shortest   2 detour   0 hints"),
        ("E", 99, COMPASS, "━━━━━" + "─" * 35, "7 to go   8 shortest   0 detour   0 hints"),
        ("E", 80, COMPASS | RACE, "", "7 to go   8 shortest   0 detour   0 hints"),
        ("E", 80, HINTED | MEDALS | BRIEF, "", "3 to go"),
        ("E", 80, COMPASS | BRIEF, "━━━━" + "─" * 28, "7 to go   0 detour"),
    ],
)
def test_the_second_line_says_what_is_to_be_done(steps, width, options, left, right):
    assert second(hud_of(run_of(steps), (width, 2), **options)) == across(left, right, width)


def test_a_series_has_its_title_and_a_maze_its_design():
    daily = DailySeries(FIRST_DAY)
    title = daily.about(None)
    for height in (1, 2):
        assert first(hud_of(run_of(), (len(title) + 19, height), series=daily)).startswith(title)
    narrow = first(hud_of(run_of(), (len(title) + 18, 2), series=daily))
    assert narrow.startswith(f"{title.partition(',')[0]} ")
    assert daily_title(FIRST_DAY) not in narrow
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    assert first(hud_of(run_of("", level))).startswith("wilderness 12x8 · Wilson ")
    assert first(hud_of(run_of("", level), (36, 2))).startswith("wilderness 12x8 ")
    loops = Level.of(Recipe.parse("kruskal:12x8:braid=20:kite-7"))
    assert first(hud_of(run_of("", loops))).startswith("thicket braid=20 12x8 · Kruskal ")


def test_a_narrow_terminal_names_the_leg_of_a_marathon():
    legs = MarathonSeries("2026-W47", "kite", marathon("2026-W47"), (900, 900))
    assert first(hud_of(run_of(), (45, 2), series=legs)).startswith("marathon leg 3 of 7 ")


def test_of_several_goals_the_nearest_is_named():
    level = Level(forked().maze, (0, 0), ((1, 3), (0, 3)))
    assert second(hud_of(run_of("", level))).endswith(" 3 to the nearest B   0 hints")
    assert second(hud_of(run_of("", level), brief=True)).endswith(" 3 to the nearest B")


def test_who_saw_the_path_is_not_ranked_and_has_no_medal():
    run = run_of("E")
    run.hints = 1
    assert second(hud_of(run, **MEDALS)).endswith(" 8 shortest   1 hint")
    show_path(run)
    assert second(hud_of(run, **MEDALS)) == across("", "not ranked   8 shortest   1 hint", 80)
    assert second(hud_of(run, **MEDALS | BRIEF)).strip() == ""
    bar = "━" * 3 + "─" * 19
    words = "7 to go  not ranked  8 shortest  0 detour"
    assert second(hud_of(run, (70, 2), **COMPASS)) == across(bar, words, 70), "without the hints"


def test_a_run_whose_rules_became_easier_counts_as_played_by_those():
    hud = hud_of(run_of("E"))
    hud.participant.session.easiest = Rules(compass=True)
    assert second(hud).strip() == "counts as compass   8 shortest   0 hints"


def test_where_a_is_b_the_bar_is_full_and_who_walks_away_from_b_has_an_empty_one():
    here, away = run_of("", corridor(1)), run_of("W", Level(forked().maze, (0, 1), ((1, 3),)))
    assert second(hud_of(here, **COMPASS, **MEDALS)).startswith("━" * 32 + "  ")
    assert second(hud_of(here, **MEDALS)).strip() == "0 shortest   0 hints", "and no medals"
    assert second(hud_of(away, **COMPASS)).startswith("─" * 32 + "  ")


@pytest.mark.parametrize(
    ("steps", "options", "roles"),
    [
        ("E", COMPASS, {"◆ junction: ": Role.STAR, "▲ warmer": Role.WARMER, "forked": Role.NUMBER,
                        "━━━━": Role.PLAYER, "─" * 28: Role.REST}),
        ("EW", COMPASS, {"▼ colder": Role.COLDER, "━━━━": None}),
        ("E", MESSAGE, {UNSEEN: Role.WARNING}),
    ],
)  # fmt: skip
def test_what_is_said_has_its_role(steps, options, roles):
    hud = hud_of(run_of(steps, seconds=1234.0), **options)
    found = {text: role for line in hud.lines(78) for text, role in line}
    assert {text: found.get(text) for text in roles} == roles
    assert found["20:34"] == Role.NUMBER


def test_as_many_medals_are_named_as_have_room():
    shown = [text_of(to_beat(MedalTimes(1400), 1234, width)) for width in (66, 65, 29, 28, 14)]
    everything = f"your best 1.2 s  {ALL_MEDALS}"
    assert shown == [everything[:end] for end in (55, 55, 29, 15, 0)]
    assert text_of(to_beat(MedalTimes(1400), 1234, 69)) == everything
    assert text_of(to_beat(MedalTimes(1400), None, 52)) == ALL_MEDALS


def test_the_medal_that_is_possible_is_named_until_its_time():
    for ms, words in ((1400, "author medal: under 1.4 s"), (1401, "gold medal: under 2.1 s")):
        assert text_of(on_track(MedalTimes(1400), ms, 25)) == words
    assert [text_of(on_track(MedalTimes(1400), 0, width)) for width in (24, 18, 17)] == [
        "author under 1.4 s", "author under 1.4 s", "",
    ]  # fmt: skip
    assert on_track(MedalTimes(1400), 5601, 99) == []


def test_another_level_has_no_medals_yet():
    hud = hud_of(run_of(), **MEDALS)
    hud.show_participant(hud.participant)
    assert "author" in second(hud)
    hud.show_participant(Participant(begun(corridor()), 0))
    assert "author" not in second(hud)
    hud.show_participant(None)
    assert hud.lines(78) == []


def test_a_run_at_b_has_no_junction_ahead():
    level = replace(room(3, 3), goals=((1, 1),))
    assert "junction" in text_of(_junction(run_of("E", level)))
    assert _junction(run_of("ES", level)) == []


def test_until_the_first_step_the_line_says_how_long_the_player_reads():
    level = forked()
    session = Session(Match(source=level, rules=Rules(reveal=True)), level)
    hud = alone(Hud, (80, 2))

    def lines(*given, at):
        for command in given:
            session.command(0, command, at)
        session.tick(at)
        hud.show_participant(Participant(session, 0))
        return first(hud), second(hud)

    hud.show_participant(Participant(session, 0))
    hud.show_medals(MedalTimes(1400))
    assert lines(commands.Resume(), at=5.0)[0] == across("forked", "0 steps   0:00", 80)
    assert ALL_MEDALS in second(hud)
    now, below = lines(commands.Reveal(), at=6.0)
    assert now == across("forked", "reading 0:00", 80)
    assert "author medal: under 1.4 s" in below
    assert lines(at=10.2)[0] == across("forked", "reading 0:04", 80)
    step = commands.Move(Direction.E)
    assert "reading" not in lines(step, at=11.0)[0]
    assert first(hud) == across("forked", "◆ junction: 2 new ways   1 step   0:05", 80)
    assert lines(commands.Pause(), at=12.0)[0] == across("forked", "1 step   0:06", 80)
