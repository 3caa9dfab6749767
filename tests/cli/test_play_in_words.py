"""The game in words: the lines alone lead to B, and say no more than others see."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from mazegame.cli.play_in_words import COMMANDS, HELP, OTHERS, WordGame
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.modes.best_of import BestOf
from mazegame.game.modes.chase import chase_match
from mazegame.game.modes.daily import daily_match, today
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import PacedRival, parse_rival
from mazegame.game.recording.record import DIRECTION_WORDS
from mazegame.game.rules import Rules
from mazegame.game.walking.wall_cover import RESUME_SECONDS
from mazegame.store.places import Places
from mazegame.store.reopening import reopen
from mazegame.store.store import Store
from tests.game.mazes import Clock, corridor, forked, walked
from tests.game.walking.dark import other_in_the_dark
from tests.programs import run_code, start_python, take_interrupts
from tests.waiting import LONGEST

GAME_ID = "wilson:9x6:kite-9"
THERE = "You are at B. "

pytestmark = pytest.mark.usefixtures("home")


class Heard:
    """A game whose lines are kept, on a clock that only the test moves."""

    def __init__(self, home, match=None):
        self.clock, self.lines = Clock(), []
        self.store = Store(self.lines.append, Places(home, home / "s", home))
        self.game = WordGame(self.store, self.lines.append, self.clock, self.sleep)
        self.game.begin(match or free_play(Recipe.parse(GAME_ID)))

    def sleep(self, seconds):
        self.clock.now += seconds

    def __call__(self, *commands, seconds=0.1):
        """Say some commands; return the lines of the last answer."""
        for command in commands:
            del self.lines[:]
            self.clock.now += seconds
            self.game.answer(command)
        return self.lines

    def to_b(self, seconds=0.1):
        """Walk on until B is reached, by the lines alone; return the result."""
        lines = self("where", seconds=seconds)
        while not said(lines, THERE):
            lines = self(choice(lines), seconds=seconds)
        return list(lines)


@pytest.fixture
def hear(tmp_path):
    with contextlib.ExitStack() as stack:

        def begin(match=None):
            heard = Heard(tmp_path, match)
            stack.callback(heard.store.close)
            return heard

        yield begin


def said(lines, words):
    return any(line.startswith(words) for line in lines)


def choice(lines):
    """The next command of a player who takes the first new exit, and else goes back."""
    (place,) = (line for line in lines if "Exits: " in line)
    exits = place.partition("Exits: ")[2].rstrip(".").split(", ")
    return next((side for side in exits if "walked" not in side), "step back")


class Child:
    """``mazegame`` in a process of its own, played through its pipes."""

    def __init__(self, home, *words):
        self.process = start_python(
            *("-m", "mazegame", *words),
            **dict.fromkeys(("stdin", "stderr"), subprocess.PIPE),
            encoding="utf-8",
            env={**os.environ, "MAZEGAME_HOME": str(home), "PYTHONUTF8": "1"},
            preexec_fn=None if os.name == "nt" else take_interrupts,
        )

    def read(self):
        """Read lines up to one that ends an answer."""
        lines = []
        while not lines or not re.search(r"Exits: |^Say (next|restart) ", lines[-1]):
            line = self.process.stdout.readline()
            assert line, (lines, self.process.stderr.read())
            lines.append(line.rstrip("\n"))
        return lines

    def say(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def to_b(self):
        lines = self.read()
        while not said(lines, THERE):
            self.say(choice(lines))
            lines = self.read()
        return lines

    def end(self):
        """Close standard input; return the rest of the lines and the exit code."""
        out, err = self.process.communicate(timeout=LONGEST)
        assert err == ""
        return out.splitlines(), self.process.returncode


@pytest.fixture
def child(tmp_path):
    children = []

    def begin(*words, home=tmp_path):
        children.append(Child(home, *words))
        return children[-1]

    yield begin
    for one in children:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


def ask(home, question):
    store = Store(print, Places(home, home / "s", home))
    with contextlib.closing(store):
        return store.query(question).result(LONGEST)


def test_a_program_that_only_reads_lines_wins_a_race_which_is_in_the_score_book(child, tmp_path):
    game = child("play", "--words", GAME_ID, "--race", "0.1")
    lines = game.to_b()
    assert f"Shortest path: {Level.of(Recipe.parse(GAME_ID)).dist_min}." in lines
    assert said(lines, "You are at B. You beat the runner by ")
    assert said(lines, "First ranked run")
    assert game.end() == ([], 0)
    assert ask(tmp_path, lambda book: book.races_by_rival()) == {"shortest": (1, 1)}


def test_a_program_that_only_reads_lines_plays_the_daily_maze_once(child, tmp_path):
    day = today()
    game = child("daily", "--words", day.isoformat())
    lines = game.to_b()
    assert said(lines, f"Daily {day.isoformat()}")
    assert said(lines, "Say restart")
    game.end()
    tries = ask(tmp_path, lambda book: book.calendar()).tries
    assert [(one, tries[one].run is not None) for one in tries] == [(day, True)]


def test_a_program_that_only_reads_lines_flees_from_a_hunter(child):
    game = child("chase", "--words", "wilson:4x3:kite-7", "--by", "sight")
    lines = game.to_b()  # before the hunter enters, but for a slow machine, where a life is lost
    assert said(lines, "Chase 1 of 7, 3 lives")
    assert said(lines, "Next: by sight, 4.5 cells a second")
    game.say("next")
    assert said(game.read(), "Chase 2 of 7, 3 lives, by sight.")
    game.end()


@pytest.mark.variants
@pytest.mark.parametrize("how", ["end", "quit", "interrupt"])
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_a_run_that_is_left_is_kept_and_goes_on(child, how):
    game = child("play", "--words", GAME_ID)
    lines = game.read()
    for _ in range(3):
        game.say(choice(lines))
        lines = game.read()
    if how == "quit":
        game.say("quit")
    if how == "interrupt":
        game.process.send_signal(signal.SIGINT)
        game.process.wait(LONGEST)
    assert game.end() == (
        ["The run is kept: mazegame play --words goes on with it."],
        130 if how == "interrupt" else 0,
    )
    again = child("play", "--words")
    lines = again.read()
    assert "You go on with an interrupted run." in lines
    assert f"{GAME_ID}." in lines
    assert said(lines, "3 steps, ")
    again.end()


@pytest.mark.parametrize(
    ("finished", "said_at_the_end"),
    [
        (False, ["The run is not kept: it could not be written."]),
        (True, ["1 finished run could not be written to the scores.", "No replay was saved."]),
    ],
)
def test_what_cannot_be_written_is_not_gone_without_a_word(
    child, tmp_path, finished, said_at_the_end
):
    no_folder = tmp_path / "file"
    no_folder.touch()
    game = child("play", "--words", GAME_ID, home=no_folder)
    if finished:
        game.to_b()
    else:
        game.say(choice(game.read()))
        game.say("quit")
    lines, code = game.end()
    assert [line for line in lines if line in said_at_the_end] == said_at_the_end
    assert not said(lines, "The run is kept")
    assert code == 0


def test_bytes_that_are_no_text_are_one_bad_command(child):
    game = child("play", "--words", GAME_ID)
    game.read()
    game.process.stdin.buffer.write(b"\xff\xfe\0\n")
    lines, code = game.end()
    assert (len(lines), code) == (1, 0)
    assert "is no command" in lines[0]


def test_no_screen_is_loaded():
    said = run_code(
        "import io, sys\n"
        "sys.stdin = io.StringIO('n\\ne\\ns\\nw\\nquit\\n')\n"
        "from mazegame.cli import main\n"
        f"assert main(['play', '--words', {GAME_ID!r}]) == 0\n"
        "print('loaded', *sorted({'numba', 'rich', 'textual'} & set(sys.modules)))"
    )
    assert said.rsplit("loaded", 1)[1].split() == []
    assert "\x1b" not in said


def test_a_walk_is_told_with_what_is_new(hear):
    heard = hear(free_play(forked()))
    assert heard.lines[0] == "forked."
    assert heard.lines[-1] == "Row 1, column 1, A. Exits: east."
    assert heard("n") == ["Wall to the north."]
    assert heard("look") == ["East: 1 step to a junction."]
    assert heard("right") == [
        "1 east. Row 1, column 2, junction: 2 new ways. Exits: east, south, west walked."
    ]
    assert heard("look south", "look 3 4") == ["Row 3, column 4: rock."]
    assert heard("E") == ["2 east. Row 1, column 4, dead end. Exits: west walked."]
    assert heard("u") == [
        "2 west. Row 1, column 2, junction: 1 new way. Exits: east walked, south, west walked."
    ]
    assert heard("mark", "look 1 2") == [
        "Row 1, column 2: exits east, south, west, you, marked, walked."
    ]
    assert heard("hint")[0].startswith("Hint: ")
    lines = heard("run south")
    assert said(lines, THERE)
    assert "Hint: 1 (-50)." in lines
    assert heard("n") == ["The run is over."]


def test_b_is_reached_by_the_lines_alone_in_fog_with_the_compass(hear):
    heard = hear(free_play(Recipe.parse(GAME_ID), Rules(fog=True, compass=True)))
    assert "B was not in sight yet." in heard.lines
    lines = heard("where")
    told = []
    while not said(lines, THERE):
        lines = list(heard(choice(lines)))
        told += lines
    assert sum(line.startswith("B is in sight: ") for line in told) == 1
    assert said(told, "Warmer: ")
    assert said(told, "Colder: ")


SCRIPT = """
look|where|run east|run south|look 2 2|look 3 5|n|e|s|w|look east|run north|run west|look 5 7|go 2 3
explore|look|on|u|look 1 9|look 7 9|explore|where
"""


@pytest.mark.parametrize("seed", range(8))
def test_in_fog_nothing_told_depends_on_a_cell_that_nobody_has_seen(hear, seed):
    made = Level.of(Recipe("wilson", 9, 7, str(seed), (("braid", "40"),)))
    level = Level(made.maze, made.start, made.goals, name="dark")
    script = SCRIPT.replace("\n", "|").strip("|").split("|")

    def told(level):
        match = free_play(level, Rules(fog=True), (PacedRival(0.01),))
        heard = hear(match)
        lines = list(heard.lines)
        for command in script:
            lines += heard(command)
        return lines, heard.game._participant

    lines, participant = told(level)
    other = other_in_the_dark(level, participant.player.light, np.random.default_rng(seed))
    assert other is not None
    assert told(other)[0] == lines
    assert told(Level(made.maze, made.start, made.goals, name="light"))[0] != lines


@pytest.mark.parametrize(
    "line",
    ["fly", "go", "go 1", "go x y", "go 0 0", "run", "run up down", "look here", "north 3",
     "\x1b[A", "x" * 5000, "«é»", "on and on", "-1", "look 1 2 3"],
)  # fmt: skip
def test_a_bad_command_is_one_sentence_and_changes_nothing(hear, line):
    heard = hear()
    (told,) = heard(line)
    assert re.fullmatch(r"'.{0,80}' is no command\. (Did you mean .+\?|Say help .+\.)", told)
    assert heard.game._participant.run.steps == 0


def test_a_mistyped_command_is_named(hear):
    assert hear()("explor") == ["'explor' is no command. Did you mean explore?"]


@pytest.mark.parametrize("word", [*COMMANDS, *OTHERS])
def test_help_names_each_command(word):
    assert re.search(rf"\b{word.split()[0]}\b", HELP)


def test_cells_outside_the_maze_are_no_more_than_dark(hear):
    heard = hear(free_play(corridor(), Rules(fog=True)))
    assert heard("look 9 9") == ["You see nothing at row 9, column 9."]
    assert heard("go 9 9") == ["You see nothing at row 9, column 9."]


def test_a_pause_stops_the_clock_until_a_step_or_a_look(hear):
    heard = hear(free_play(corridor()))
    assert heard("e", "pause") == ["Paused: the clock is stopped."]
    heard.clock.now += 60
    heard.game.beat()
    assert said(heard("e", "where"), "2 steps, 0 seconds.")
    heard("pause")
    heard.clock.now += 60
    heard("look")
    assert said(heard("where", seconds=2.0), "2 steps, 2 seconds.")


def test_a_game_in_words_walks_first(hear):
    heard = hear(free_play(Recipe.parse(GAME_ID), Rules(reveal=True)))
    assert not heard.game._participant.session.rules.reveal
    heard("restart")
    assert not heard.game._participant.session.covered


def test_a_run_with_covered_walls_goes_on_in_words_in_its_own_class(hear, tmp_path):
    run = walked(GAME_ID, reading=3.0, short=2)
    with contextlib.closing(Store(print, Places(tmp_path, tmp_path / "s", tmp_path))) as store:
        store.begin(run, free_play(run.level, Rules(reveal=True)))
    heard = hear()
    (saved,) = heard.store.recover().result(LONGEST)
    match, (resumed,) = reopen(heard.store, saved, heard.clock)
    before = resumed.stopwatch.seconds
    heard.game.begin(match, resumed, saved)
    participant = heard.game._participant
    assert (participant.session.covered, participant.session.rules.reveal) == (False, True)
    assert participant.run.stopwatch.seconds == before + RESUME_SECONDS
    heard.to_b()
    rows = ask(tmp_path, lambda book: book.played())
    assert [(row.rules, row.ranked) for row in rows] == [("reveal", True)]
    heard("next")
    assert not heard.game._participant.session.rules.reveal


def test_rivals_are_functions_of_time_here_too(hear):
    heard = hear(free_play(corridor(9), rivals=(PacedRival(2.0),)))
    heard("e")
    heard.clock.now += 4.0
    del heard.lines[:]
    heard.game.beat()
    assert "Runner is at B: first, after 4.0 s." in heard.lines
    lines = heard("run east", seconds=1.0)
    assert lines[0] == "7 east."
    assert said(lines, "You are at B. The runner beat you by ")


def test_a_rival_that_overtakes_or_comes_close_is_told(hear):
    heard = hear(free_play(corridor(30), rivals=(parse_rival("tremaux:2"),)))
    for _ in range(8):
        heard("e", seconds=0.1)
    lines = [line for _ in range(20) for line in heard("where", seconds=0.5)]
    assert "Trémaux is close to you." in lines
    assert "Trémaux overtakes you: 2nd of 2." in lines


def test_a_rival_that_leaves_the_light_or_comes_into_it_is_told(hear):
    heard = hear(free_play(forked(), Rules(fog=True), (PacedRival(1.0),)))
    heard("e", "w", "e", seconds=1.0)
    assert "Runner is out of sight." in heard("where", seconds=1.0)
    assert "Runner is in sight: row 2, column 1." in heard("s", seconds=0.5)


def test_a_pursuit_says_who_has_which_start(hear):
    slow, fast = PacedRival(1.0, usual=2.0), PacedRival(8.0, usual=2.0)
    heard = hear(free_play(corridor(9), rivals=(slow, fast)))
    assert heard.lines[3] == (
        "Pursuit: the runner starts 4.0 s ahead; "
        "the runner has no head start, as it is faster than you."
    )
    heard("e")
    heard.clock.now += 4.0
    del heard.lines[:]
    heard.game.beat()
    assert "Runner is at B: second, after 4.0 s." in heard.lines


def test_a_countdown_is_told_second_by_second(hear):
    heard = hear(free_play(corridor(9), Rules(countdown=True), (PacedRival(2.0),)))
    assert heard.lines[-4:] == ["3.", "2.", "1.", "Go."]


def test_a_series_of_races_goes_on_with_next(hear):
    rivals = (PacedRival(0.01),)
    match = free_play(Recipe.parse(GAME_ID), rivals=rivals)
    heard = hear(replace(match, series=BestOf.begin(3, rivals)))
    assert heard("next") == ["No maze follows this one."]
    assert said(heard.to_b(), "Best of 3 so far: you 1")
    assert said(heard("next"), "Best of 3, race 2")
    lines = heard.to_b()
    assert said(lines, "You win the best of 3")
    assert lines[-1].startswith("Say restart")


def test_a_daily_maze_says_what_the_walk_counts_for(hear):
    day = today()
    heard = hear(daily_match(day, Recipe.parse(GAME_ID)))
    assert said(heard.lines, f"Daily {day.isoformat()}, one ranked try, ")
    assert said(heard("restart"), f"Daily {day.isoformat()}, one ranked try, "), "nothing is lost"
    heard("where")
    heard(choice(heard.lines))
    assert said(heard("restart"), "This is the day's one ranked try: ")
    assert said(heard("restart"), f"Daily {day.isoformat()}, practice, ")


def test_what_costs_something_is_asked_for_twice(hear):
    heard = hear()
    heard("where")
    heard(choice(heard.lines))
    warning = "This run of 1 step is lost then: say restart again to do it."
    assert heard("restart") == heard("where", "restart") == [warning]
    assert said(heard("restart"), GAME_ID)
    assert heard("path") == ["The run is not ranked then: say path again to do it."]
    assert heard("path")[0].startswith("The path: ")
    lines = heard.to_b()
    assert "You are at B. At B, with the path shown: not ranked." in lines


def test_the_path_in_words_leads_to_b(hear):
    heard = hear()
    level = heard.game._participant.level
    (line,) = heard("path", "path")
    sides = {word: Direction(side) for side, word in DIRECTION_WORDS.items()}
    cells = [level.start]
    for steps, word in re.findall(r"(\d+) (north|east|south|west)", line):
        for _ in range(int(steps)):
            cells.append(sides[word].step(cells[-1]))
    assert all(level.maze.is_open(a, Direction.between(a, b)) for a, b in pairwise(cells))
    assert cells[-1] in level.goals


def test_a_chase_is_lost_in_words_and_goes_on_with_a_life_less(hear):
    game = hear(chase_match(Recipe.parse(GAME_ID), sense="scent"))
    assert said(game.lines, "Chase 1 of 7, 3 lives, by scent.")
    game(choice(game("where")))
    del game.lines[:]
    game.clock.now += 9
    game.game.beat()
    assert said(game.lines, "Caught! The maze is lost.")
    assert said(game.lines, "You have 2 lives left for level 1 of 7. Say next")
    assert game("north") == []
    assert said(game("next"), "Chase 1 of 7, 2 lives, by scent.")
    assert game.store.recover().result(LONGEST) == []


def test_nothing_is_said_of_keeping_a_run_that_the_hunter_ended(hear):
    game = hear(chase_match(Recipe.parse(GAME_ID), sense="scent"))
    game(choice(game("where")))
    game.clock.now += 9
    game.game.beat()
    assert said(game.lines, "Caught!")
    del game.lines[:]
    game.game.leave()
    assert game.lines == []


def test_ghost_codes_are_raced_in_words(child):
    codes = ("1__1NZQ1", "1cKeQRWavOnTgrH3t")
    game = child(
        "ghost", *(f"recursive-backtracker:8x5:kite-7={code}" for code in codes), "--words"
    )
    begun = game.read()
    assert "You race ghost-1, ghost-2." in begun
    game.say(choice(begun))
    result = game.to_b()
    assert sum(bool(re.match(r"\d\. (you|ghost-[12]): ", line)) for line in result) == 3
    assert game.end()[1] == 0
