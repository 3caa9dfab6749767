"""What stands beside the maze in a wide terminal, and where the numbers stand."""

import pytest

from mazegame.engine import Recipe
from mazegame.game.scoring.medals import MedalTimes
from mazegame.store.records import Best, MazeBest, ToBeat
from mazegame.widgets.playing.hud import COLUMNS_BESIDE_MAZE, Hud
from mazegame.widgets.playing.race_lines import RaceLines
from mazegame.widgets.playing.side_column import SIDE_COLUMNS, BestLines, ProgressLines, SideColumn
from mazegame.widgets.text.segments import Role
from tests.game.mazes import begun, corridor, forked, walked
from tests.ui.conftest import on_level, until
from tests.ui.widgets.alone import seated, text_of

LARGE = Recipe.parse("binary-tree:150x80:kite-7")
SMALL = Recipe.parse("binary-tree:12x8:kite-7")


@pytest.mark.parametrize("recipe", [SMALL, LARGE])
async def test_a_wide_terminal_has_a_column_beside_the_maze(recipe):
    async with on_level(recipe, size=(160, 45)) as (_, screen, pilot):
        column = screen.query_one(SideColumn)
        await until(lambda: column.region.width == SIDE_COLUMNS, pilot)
        view = screen.pane
        maze = view.drawing.size(recipe.cols, recipe.rows)[0] - view.camera[0]
        assert min(view.region.right, view.region.x + maze) <= column.region.x
        assert screen.pane.size.width == 160 - SIDE_COLUMNS - COLUMNS_BESIDE_MAZE
        titles = [panel.border_title for panel in column.children if panel.display]
        await until(lambda: column.has_class("-map") == (recipe is LARGE), pilot)
        assert {"progress", "keys"} <= set(titles)
        assert "race" not in titles
        await pilot.resize_terminal(159, 45)
        await until(lambda: screen.pane.size.width == 159 - COLUMNS_BESIDE_MAZE, pilot)
        assert not column.display


def lines_of(kind, steps="", *, level=None, seconds=0.0, hints=0, shown=False, found=None):
    """The lines of a panel, 30 columns wide, and their roles."""
    run = walked(level or forked(), steps, pace=0.0, rest=seconds, shown=shown)
    run.hints = hints
    panel = seated(kind, (32, 6), begun(run.level, resume=run))
    if found is not None:
        panel.show(found)
    lines = panel.lines(30)
    return list(map(text_of, lines)), [[role for _, role in line] for line in lines]


@pytest.mark.parametrize(
    ("steps", "hints", "shown", "lines"),
    [
        ("", 0, False, ["0 steps             8 shortest", "─" * 30,
                 "★★★               8 steps left", "★★☆              10 steps left",
                 "0 from A          0 in detours", "0 hints                       "]),
        ("ESWES", 0, False, ["4 steps             8 shortest", "━" * 12 + "─" * 18,
                      "★★★               4 steps left", "★★☆               6 steps left",
                      "2 from A          2 in detours", "0 hints                       "]),
        ("EWEWEWEW", 0, False, ["8 steps             8 shortest", "━" * 24 + "─" * 6,
                         "★★★               0 steps left", "★★☆               2 steps left",
                         "0 from A          8 in detours", "0 hints                       "]),
        ("EWEWEWEWEWE", 0, False, ["11 steps            8 shortest", "━" * 30,
                            "★★★                       gone", "★★☆                       gone",
                            "1 from A         10 in detours", "0 hints                       "]),
        ("E", 1, True, ["1 step              8 shortest", "━" * 3 + "─" * 27,
                  "★★★                       gone", "★★☆                       gone",
                  "1 from A          0 in detours", "1 hint              not ranked"]),
        ("E", 1, False, ["1 step              8 shortest", "━" * 3 + "─" * 27,
                         "★★★                       gone", "★★☆               9 steps left",
                         "1 from A          0 in detours", "1 hint                        "]),
    ],
)  # fmt: skip
def test_progress_says_how_many_steps_the_stars_still_allow(steps, hints, shown, lines):
    """A hint costs the third star and no other."""
    found, roles = lines_of(ProgressLines, steps, hints=hints, shown=shown)
    assert found == lines
    for line, row in zip(lines[2:4], roles[2:4], strict=True):
        assert row[0] is (Role.REST if "gone" in line else Role.NUMBER)
    assert (Role.WARNING in roles[5]) == shown
    assert roles[1] == [Role.PLAYER, Role.REST]


def test_a_maze_whose_a_is_b_fills_the_bar_and_no_more():
    assert lines_of(ProgressLines, level=corridor(1))[0][1] == "━" * 30


@pytest.mark.parametrize(
    ("seconds", "helped", "late"),
    [(1.3, False, 0), (1.5, False, 1), (3.6, False, 3), (9.0, False, 4), (0.0, True, 0)],
)
def test_a_medal_fades_once_its_time_has_passed(seconds, helped, late):
    found = ToBeat(MedalTimes(1400), MazeBest(850, 12_345), Best(900, 4.0))
    lines, roles = lines_of(BestLines, "E", seconds=seconds, shown=helped, found=found)
    assert lines == [
        "best at this size          900", "this maze        850 in 12.3 s",
        "● author                 1.4 s", "● gold                   2.1 s",
        "● silver                 3.5 s", "● bronze                 5.6 s",
    ]  # fmt: skip
    discs = (Role.AUTHOR, Role.GOLD, Role.SILVER, Role.BRONZE)
    for at, (disc, row) in enumerate(zip(discs, roles[2:], strict=True)):
        gone = at < late or helped
        assert row[0] is (Role.REST if gone else disc)
        assert row[1] is (Role.REST if at < late else Role.UNIT)
        assert row[-1] is (Role.REST if gone else Role.NUMBER)


def test_the_best_is_the_fastest_where_the_clock_starts_with_the_reveal():
    session = begun(forked())
    session.players[0].run.reveal = True
    panel = seated(BestLines, (32, 6), session)
    panel.show(ToBeat(None, None, Best(900, 4.06)))
    assert text_of(panel.lines(30)[0]) == "best at this size 4.06 cells/s"


def test_before_the_first_walk_there_is_nothing_to_beat():
    lines, _ = lines_of(BestLines, found=ToBeat(MedalTimes(1400), None, None))
    assert lines[:2] == ["best at this size         none", "this maze            first try"]
    assert lines_of(BestLines)[0] == []


def test_numbers_are_made_only_for_what_is_new_such_as_a_lost_medal():
    session, made = begun(forked(), "E", at=0.0), []
    kinds = Hud, BestLines, RaceLines
    shown = hud, best, race = [seated(kind, (80, 6), session) for kind in kinds]
    hud.show_medals(MedalTimes(1400))
    best.show(ToBeat(MedalTimes(1400), None, None))
    hud.lines = best.lines = race.lines = lambda _: made.append(seconds) or []
    for seconds in (1.1, 1.39, 1.41, 1.99, 2.01):
        session.tick(seconds)
        for lines in shown:
            lines.show_participant(hud.participant)
    assert made == [1.1, 1.1, 1.41, 1.41, 2.01], "the clock is of the numbers above the maze"
