"""``mazegame`` and ``mazegame play``: what reaches the game, and when it is refused."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from mazegame.engine import Level, Recipe
from mazegame.engine.support import memory as engine_memory
from mazegame.formats.replay import write_replay
from mazegame.game.recording.record import record_of
from mazegame.game.rules import Rules
from mazegame.screens.playing.first_steps import FirstStepsScreen
from mazegame.screens.playing.play import PlayScreen
from tests.cli.conftest import NINE
from tests.game.mazes import walked
from tests.store.conftest import finish_game

pytestmark = pytest.mark.usefixtures("home")

GAME_ID = "recursive-backtracker:7x4:kite-7"


def asked_for(screen: PlayScreen) -> dict[str, object]:
    """What a match was started with, as far as it is not what it is anyway."""
    match = screen.first_match
    found: dict[str, object] = {"source": match.source}
    if match.rivals:
        found["rivals"] = [rival.key for rival in match.rivals]
    if match.series.key:
        found["series"] = match.series.key
    if match.rules != Rules(reveal=True):
        found["rules"] = match.rules
    return found


@pytest.mark.usefixtures("terminal")
class TestOnATerminal:
    def test_without_a_target_the_game_begins_with_the_form_but_at_its_first_start(
        self, run, opened, home
    ):
        assert run("play").code == 7
        assert not home.exists()
        assert [run().code for _ in range(2)] == [7, 7]
        form, first, later = opened
        assert isinstance(first, FirstStepsScreen)
        assert form is later is None
        assert [path.name for path in home.iterdir()] == ["started-before"]

    @pytest.mark.parametrize("there", ["settings.toml", "scores.sqlite3", "running/", "home"])
    def test_the_first_steps_are_not_shown_to_a_player_nor_where_nothing_can_be_written(
        self, run, opened, home, there
    ):
        if there == "home":
            home.write_text("a file where the folder should be")
        else:
            home.mkdir()
            (home / there).mkdir() if there.endswith("/") else (home / there).touch()
        assert run().code == 7
        assert opened == [None]

    @pytest.mark.parametrize(
        ("words", "wanted"),
        [
            ("", {}),
            ("--race jog", {"rivals": ["shortest:8"]}),
            ("--race 12.5", {"rivals": ["shortest:12.5"]}),
            ("--race shortest", {"rivals": ["shortest:8"]}),
            ("--race tremaux --race left-hand:16", {"rivals": ["tremaux:8", "left-hand:16"]}),
            (
                "--race tremaux,left-hand:16 --race jog",
                {"rivals": ["tremaux:8", "left-hand:16", "shortest:8"]},
            ),
            (
                "--race greedy:run,depth-first:1 --race right-hand --race Tremaux:stroll",
                {"rivals": ["greedy:16", "depth-first:1", "right-hand:8", "tremaux:4"]},
            ),
            (
                "--race tremaux --best-of 3",
                {"rivals": ["tremaux:8"], "series": "best-of:3:0-0"},
            ),
            ("--fog", {"rules": Rules(fog=True, reveal=True)}),
            ("--compass", {"rules": Rules(compass=True, reveal=True)}),
            ("--rival-in-sight", {"rules": Rules(rival_in_sight=True, reveal=True)}),
            (
                "--walk-first --fog --compass --countdown",
                {"rules": Rules(fog=True, compass=True, countdown=True)},
            ),
        ],
    )
    def test_recipe_rivals_series_and_rules_reach_the_game(self, run, opened, words, wanted):
        assert run("play", GAME_ID, *words.split()).code == 7
        assert asked_for(*opened) == {"source": Recipe.parse(GAME_ID), **wanted}

    @pytest.mark.parametrize(
        ("setting", "words", "reveal"),
        [
            (True, "play", True),
            (False, "play", False),
            (True, "play --walk-first", False),
            (True, "duel", True),
            (False, "duel", False),
            (True, "duel --walk-first", False),
            (True, "chase", False),
        ],
    )
    def test_the_clock_starts_as_the_settings_say_or_with_the_first_step(
        self, run, opened, home, setting, words, reveal
    ):
        home.mkdir()
        (home / "settings.toml").write_text(f"reveal = {str(setting).lower()}\n")
        command, *flags = words.split()
        assert run(command, GAME_ID, *flags).code == 7
        (screen,) = opened
        assert (screen.first_match or screen.match).rules.reveal is reveal

    @pytest.mark.parametrize("command", ["daily", "journey"])
    def test_what_begins_with_a_page_of_its_own_can_walk_first(self, run, opened, command):
        assert run(command).code == run(command, "--walk-first").code == 7
        assert [screen.walk_first for screen in opened] == [False, True]

    def test_a_marathon_can_walk_first(self, run, opened):
        assert run("marathon").code == run("marathon", "--walk-first").code == 7
        assert [screen.first_match.rules.reveal for screen in opened] == [True, False]

    @pytest.mark.parametrize("command", ["chase", "endless"])
    def test_what_always_walks_first_has_no_flag_for_it(self, run, command):
        assert "--walk-first" in run(command, "--walk-first").err

    def test_a_replay_is_raced_with_the_clock_that_it_had(self, run, opened, tmp_path):
        for reading, version in ((None, 1), (2.0, 2)):
            file = tmp_path / f"{version}.replay"
            file.write_text(write_replay(record_of(walked(GAME_ID, reading=reading))))
            assert file.read_text().startswith(f"mazegame replay {version}\n")
            assert run("replay", "--race", str(file)).code == 7
            match = opened.pop().first_match
            assert match.rules.reveal == (version == 2)
            assert (match.rivals[0].times[0] > 0) == (version == 2)

    def test_your_best_walk_races_you_with_the_clock_of_the_match(self, run, opened):
        finish_game(walked(GAME_ID, reading=2.0), rules="reveal")
        assert run("play", GAME_ID, "--race", "ghost", "--walk-first").code == 7
        (ghost,) = opened.pop().first_match.rivals
        assert ghost.times[0] == 0

    def test_a_rival_that_may_refuse_a_level_has_it_made_first(self, run, opened):
        assert run("play", GAME_ID, "--race", "random-mouse:4").code == 7
        assert isinstance(opened[0].first_match.source, Level)
        assert asked_for(*opened)["rivals"] == ["random-mouse:4"]

    def test_a_pursuit_reaches_the_game_and_needs_a_rival(self, run, opened):
        assert run("play", GAME_ID, "--race", "tremaux:stroll", "--pursuit").code == 7
        # Nothing is known of the player yet.
        assert asked_for(opened.pop())["rivals"] == ["tremaux@4:4"]
        level = Level.of(Recipe.parse(GAME_ID))
        finish_game(walked(level, pace=0.2, reading=0.0), rules="reveal")
        assert run("play", GAME_ID, "--race", "jog", "--pursuit").code == 7
        usual = level.dist_min / ((level.dist_min - 1) * 0.2)
        assert asked_for(opened.pop())["rivals"] == [f"shortest@{round(usual, 2):g}:8"]

    def test_your_own_runs_say_what_your_pace_is(self, run, opened):
        assert run("play", GAME_ID, "--race", "yours", "--race", "greedy:yours").code == 7
        slow = asked_for(opened.pop())["rivals"]
        assert slow == ["shortest:4", "greedy:8.4"]  # nothing is known; 2.1 times the path
        level = Level.of(Recipe.parse(GAME_ID))
        finish_game(walked(level, pace=0.2, reading=0.0), rules="reveal")
        other = GAME_ID.replace("kite", "lake")
        assert run("play", other, "--race", "yours", "--race", "greedy:yours").code == 7
        pace = level.dist_min / ((level.dist_min - 1) * 0.2)
        wanted = [f"shortest:{round(pace, 1):g}", f"greedy:{pace * 2.1:.1f}"]
        assert asked_for(opened.pop())["rivals"] == wanted
        assert run("play", GAME_ID, "--race", "ghost").code == 7
        assert asked_for(opened.pop())["rivals"] == ["ghost"]

    def test_a_maze_inside_a_file_s_shape_reaches_the_game_as_a_level(self, run, opened, tmp_path):
        file = tmp_path / "shape.txt"
        file.write_text("....\nX..X\n....\n")
        for target in ("wilson:4x3:k", "river-delta"):
            assert run("play", target, "--mask", str(file)).code == 7
            level = opened.pop().first_match.source
            assert level.recipe is None
            assert level.name.endswith(" in shape.txt")
            rock = [[int(bits) == 0 for bits in row] for row in level.maze.passages]
            assert rock == [[False] * 4, [True, False, False, True], [False] * 4]
        same = Level.of(Recipe.parse("wilson:4x3:k"), mask=[[1] * 4, [0, 1, 1, 0], [1] * 4])
        run("play", "wilson:4x3:k", "--mask", str(file))
        assert opened.pop().first_match.source.maze == same.maze

    def test_a_file_reaches_the_game_as_a_level(self, run, opened):
        assert run("play", str(NINE)).code == 7
        level = opened[0].first_match.source
        assert isinstance(level, Level)
        assert (level.name, level.dist_min) == ("nine.txt", 18)

    def test_what_cannot_be_read_or_made_is_refused_before_the_game(self, run, opened, monkeypatch):
        words = ("play", "wilson:4x3:k", "--mask", "nowhere.txt")
        assert "there is no such file" in run(*words).failure
        assert "it is a directory" in run("play", "/").failure
        monkeypatch.setattr(engine_memory, "available_bytes", lambda: 1 << 30)
        assert "would take" in run("play", "recursive-backtracker:20000x20000:a").refusal
        assert opened == []

    def test_an_error_of_the_game_is_not_reported_as_the_users(self, run, opened, monkeypatch):
        def run_game(first: object) -> int:
            raise ValueError("a bug")

        monkeypatch.setattr(sys.modules["mazegame.app"], "run_game", run_game)
        with pytest.raises(ValueError, match="a bug"):
            run("play", GAME_ID)


def by_shell(line: str) -> tuple[str, str]:
    """Return a program that runs a line of a shell, in which ``mazegame`` is the game."""
    line = line.replace("mazegame", f"{shlex.quote(sys.executable)} -m mazegame")
    return ("-c", f"import os; os.execlp('sh', 'sh', '-c', {line!r})")


@pytest.mark.parametrize(
    ("name", "to"), [("input", "< /dev/null"), ("output", "> /dev/null"), ("error", "2> said")]
)
def test_all_three_streams_must_be_a_terminal(open_terminal, tmp_path, monkeypatch, name, to):
    monkeypatch.chdir(tmp_path)
    game = open_terminal(program=by_shell(f"mazegame {to}"))
    assert game.end() == 2
    said = Path("said").read_text() if name == "error" else game.text
    assert f"run this in a terminal: standard {name} is none" in said


def test_after_a_maze_from_standard_input_the_keys_come_from_the_terminal(open_terminal):
    game = open_terminal(
        program=by_shell(f"cat {shlex.quote(str(NINE))} | mazegame play --walk-first -")
    )
    game.until("18 shortest")
    game.until("1 step", b"\x1b[C")
    game.leave()


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("target", "window", "size"),
    [
        ("wilson", (80, 24), (19, 9)),
        ("river-delta", (200, 60), (49, 27)),
        ("valentine", (40, 12), (19, 9)),
        ("wilson:5x4:kite-7", (200, 60), (5, 4)),
        ("wilson:40x20", (80, 24), (40, 20)),
        ("river-delta:12x8", (200, 60), (12, 8)),
    ],
)
def test_a_design_without_a_size_fits_the_terminal_and_one_without_a_seed_gets_one(
    run, opened, target, window, size, monkeypatch
):
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size(window))
    assert run("play", target).code == 7
    recipe = opened[0].first_match.source
    assert (recipe.cols, recipe.rows) == size
    assert recipe.seed


def test_a_mistyped_design_gets_a_hint_in_every_command(run, opened):
    for command in ("play", "lab", "solve", "stats", "generate", "batch"):
        more = ("-n", "1", "-o", "nowhere") if command == "batch" else ()
        typed = ["river-delt", "River_Delta", "river-delt:40x20:kite-7"]
        for target in typed[: 2 if command == "batch" else 3]:
            assert run(command, target, *more).refusal.endswith("did you mean river-delta?")
        assert "did you mean wilson?" in run(command, "wilsn", *more).refusal
        assert "there is no" in run(command, "nosuch", *more).refusal
    assert opened == []
