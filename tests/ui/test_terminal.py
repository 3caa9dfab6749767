"""The game as a process in a real terminal: keys in, bytes out, and what it leaves behind."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from itertools import pairwise

import pyte
import pytest

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.store.journal import left_behind
from mazegame.store.places import places
from tests.game.mazes import Clock

ARROWS = {
    Direction.N: b"\x1b[A",
    Direction.S: b"\x1b[B",
    Direction.E: b"\x1b[C",
    Direction.W: b"\x1b[D",
}


class Terminal:
    """A process in a pseudo-terminal, and the screen that it paints."""

    holds_frames = False
    """Whether it says that it can hold its picture until a frame is complete."""

    def __init__(
        self,
        *words: str,
        program: tuple[str, ...] = ("-m", "mazegame"),
        width: int = 80,
        height: int = 24,
        **environment: str,
    ) -> None:
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            os.execvpe(
                sys.executable,
                [sys.executable, *program, *words],
                {
                    **{k: v for k, v in os.environ.items() if k not in {"COLUMNS", "LINES"}},
                    "TERM": "xterm-256color",
                    "LANG": "C.UTF-8",
                    "PYTHONUTF8": "1",
                    **environment,
                },
            )
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def send(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def send_all(self, keys: bytes) -> None:
        """Send more than the terminal holds, and read meanwhile."""
        while keys:
            keys = keys[os.write(self._master, keys[:1024]) :]
            self.read(0)

    def read(self, seconds: float = 0.05) -> bool:
        """Read what there is; return False at the end of the process's output."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            return False
        self.output += data
        if self.holds_frames and b"\x1b[?2026$p" in data:
            self.send(b"\x1b[?2026;2$y")
        # pyte knows neither of these two questions to the terminal.
        self._stream.feed(data.replace(b"\x1b[>4;1m", b"").replace(b"\x1b[>4;0m", b""))
        return bool(data)

    def drain(self, seconds: float) -> bool:
        """Read until nothing comes for a while; return False if that takes four times as long."""
        end = time.monotonic() + 4 * seconds
        while time.monotonic() < end:
            before = len(self.output)
            self.read(seconds)
            if len(self.output) == before:
                return True
        return False

    def until(self, words: str, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < end, f"{words!r} is not on\n{self.text}"
            assert self.read(), f"ended before {words!r}\n{self.text}"

    def end(self, seconds: float = 60.0) -> int:
        """Read to the end; return the exit code. The limit is for a game that never ends."""
        limit = time.monotonic() + seconds
        while self.read():
            assert time.monotonic() < limit, f"it does not end\n{self.text}"
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def tty_modes(self) -> list:
        """How the terminal treats input and output, as ``stty`` shows it."""
        return termios.tcgetattr(self._master)

    def stopped(self) -> None:
        """Wait until the process is stopped."""
        pid, status = os.waitpid(self.pid, os.WUNTRACED)
        assert pid == self.pid
        assert os.WIFSTOPPED(status)

    def ended(self) -> bool:
        """Whether the process is there no more."""
        pid, _ = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            self.pid = 0
        return not self.pid

    def close(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        with contextlib.suppress(OSError):
            os.close(self._master)

    @property
    def restored(self) -> bool:
        """Whether the last word was: normal screen, visible cursor, no mouse, no paste mode."""
        return all(
            self.output.rfind(off) > self.output.rfind(on) >= 0
            for on, off in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),
                (b"\x1b[?25l", b"\x1b[?25h"),
                (b"\x1b[?1000h", b"\x1b[?1000l"),
                (b"\x1b[?2004h", b"\x1b[?2004l"),
            )
        )


@pytest.fixture
def open_terminal():
    terminals: list[Terminal] = []

    def start(*words: str, **options) -> Terminal:
        terminals.append(Terminal(*words, **options))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


@pytest.mark.variants
@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 60), (40, 12)])
def test_a_level_played_to_the_end(open_terminal, width, height):
    game_id = "wilson:9x9:kite-7"
    level = Level.of(Recipe.parse(game_id))
    terminal = open_terminal("play", game_id, width=width, height=height)
    terminal.until("shortest")
    assert game_id in terminal.text
    path = level.path_from(level.start)
    for here, there in pairwise(path):
        terminal.send(ARROWS[Direction.between(here, there)])
        terminal.read(0.01)
    terminal.until(f"{level.dist_min} steps, as on the shortest path")
    terminal.until("score 1000")
    terminal.send(b"m")
    terminal.until("game ID")
    terminal.send(b"q")
    assert terminal.end() == 0
    assert terminal.restored
    assert b"Traceback" not in terminal.output


def test_enter_pressed_during_the_start_starts_a_game(open_terminal):
    terminal = open_terminal()
    terminal.until("mazegame")
    terminal.send(b"\r")
    terminal.until("shortest")


@pytest.mark.variants
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_killed_game_leaves_the_terminal_clean(open_terminal, number):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    assert terminal.restored


@pytest.mark.long
@pytest.mark.parametrize("words", [(), ("play", "wilson:9x9:kite-7")])
def test_a_game_killed_while_it_opens_leaves_the_terminal_clean(open_terminal, words):
    for after in (b"\x1b[?1049h", b"mazegame"):
        for pause in (0, 0.02, 0.05, 0.1, 0.2):
            terminal = open_terminal(*words)
            while after not in terminal.output:
                assert terminal.read(0.01)
            terminal.read(pause)
            os.kill(terminal.pid, signal.SIGTERM)
            assert terminal.end() == 128 + signal.SIGTERM
            assert terminal.restored
            assert b"Traceback" not in terminal.output


@pytest.mark.variants
@pytest.mark.parametrize("key", [b"", b"p", b"b", b"?"])
def test_a_game_whose_terminal_is_closed_ends(open_terminal, key):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    terminal.send(key)
    terminal.read(0.1)
    os.close(terminal._master)
    end = time.monotonic() + 20
    while not terminal.ended():
        assert time.monotonic() < end, "it goes on without a terminal"
        time.sleep(0.05)


@pytest.mark.variants
@pytest.mark.parametrize("before", [b"", b"p", b"b", b"?", b"\x10"])
def test_ctrl_c_and_ctrl_q_leave_the_game(open_terminal, before):
    for key in (b"\x03", b"\x11"):
        terminal = open_terminal("play", "wilson:9x9:kite-7")
        terminal.until("shortest")
        terminal.send(before)
        terminal.read(0.3)
        terminal.send(key)
        assert terminal.end() == 0
        assert terminal.restored


@pytest.mark.long
def test_ctrl_c_leaves_a_field(open_terminal):
    terminal = open_terminal()
    terminal.until("game ID")
    terminal.send(b"/")
    terminal.read(0.2)
    terminal.send(b"\x03")
    assert terminal.end() == 0


@pytest.mark.long
def test_noise_on_the_keyboard_does_no_harm(open_terminal):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    terminal.send(b"\x1b[200~rm -rf /\x1b[31m\xf0\x9f\x90\x89:::\xe9\x1b[201~")
    terminal.send(bytes(range(33, 60)) + b"\xff\xfe\x1b[999~\x1b[<0;5;5M\x1b[<0;5;5m")
    terminal.send(b"\xe9")
    terminal.send(ARROWS[Direction.E] * 300)
    for size in ((60, 20), (20, 5), (100, 30)):
        terminal.resize(*size)
        terminal.read(0.2)
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert terminal.restored
    assert b"Traceback" not in terminal.output


def test_a_byte_that_is_no_utf_8_is_taken_as_a_character(open_terminal):
    terminal = open_terminal()
    terminal.until("game ID")
    terminal.send(b"/")
    while "n new seed" in terminal.text:  # that key is none while a field has the focus
        assert terminal.read()
    terminal.send(b"caf\xe9!")
    terminal.until("caf\ufffd!")


@pytest.mark.long
def test_resizing_across_the_smallest_size_comes_to_rest(open_terminal):
    terminal = open_terminal()
    terminal.until("game ID")
    for round_ in range(30):
        for size in ((100, 30), (39, 12), (41, 12), (38, 11)):
            terminal.resize(*size)
            terminal.read(0.005 * (round_ % 4))
    terminal.resize(90, 30)
    terminal.until("game ID")
    assert terminal.drain(0.5), "it paints for ever"
    terminal.send(b"\x11")
    assert terminal.end() == 0


def click(x: int, y: int) -> bytes:
    return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m".encode()


PALETTE = b"\x10"


@pytest.mark.long
def test_the_message_of_a_small_terminal_goes_with_the_palette_below_it(open_terminal):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    terminal.send(PALETTE)
    terminal.until("Search")
    terminal.resize(39, 12)
    terminal.until("Terminal too small")
    terminal.send(PALETTE * 5)
    terminal.read(0.3)
    terminal.resize(80, 24)
    terminal.until("Search")
    terminal.send(b"\x1b")
    terminal.until("shortest")
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


@pytest.mark.variants
@pytest.mark.parametrize(
    "steps",
    [
        pytest.param((b"p", click(40, 15) * 2), id="pause"),
        pytest.param((b"p", click(40, 11) * 3), id="pause, again"),
        pytest.param((b"p", b"?", click(2, 2) * 4), id="help"),
        pytest.param((b"o", click(2, 2) * 4), id="question"),
        pytest.param((PALETTE, click(2, 20) * 5), id="palette"),
        pytest.param((PALETTE + b"\x1b[6~",), id="palette and page down"),
        pytest.param((PALETTE + b"\x1b[5~" + PALETTE + b"\x1b\x1b",), id="palette twice"),
    ],
)
def test_clicks_and_keys_that_come_together_close_one_screen(open_terminal, steps):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    for keys in steps:
        terminal.send(keys)
        terminal.drain(0.3)
    assert not terminal.ended()
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


@pytest.mark.long
def test_a_double_click_beside_the_palette_keeps_the_run(open_terminal):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    terminal.send(PALETTE)
    terminal.until("Search")
    terminal.send(click(2, 20) * 2)
    terminal.until("shortest")
    terminal.drain(0.3)
    assert "shortest" in terminal.text


@pytest.mark.long
def test_a_huge_paste_of_escapes_holds_nothing_up(open_terminal):
    terminal = open_terminal("play", "wilson:9x9:kite-7")
    terminal.until("shortest")
    terminal.send_all(b"\x1b[200~" + b"\x1b[31m\xff\n" * 20_000 + b"\x1b[201~\x11")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


@pytest.mark.long
def test_leaving_overtakes_the_keys_before_it(open_terminal):
    game_id = "wilson:9x9:kite-7"
    circles = 2500
    all_of_them = Run(Level.of(Recipe.parse(game_id)), Clock())
    for direction in (Direction.E, Direction.S, Direction.W, Direction.N) * circles:
        step(all_of_them, direction)
    terminal = open_terminal("play", game_id)
    terminal.until("shortest")
    terminal.send_all(b"dsaw" * circles + b"\x11")
    assert terminal.end() == 0
    (saved,), _ = left_behind(places().running)
    assert saved.steps < all_of_them.steps


ENDLESS = """
import contextlib, sys, time
from mazegame.__main__ import main
from mazegame.engine import Level
def of(recipe, progress):
    while True:
        with contextlib.suppress(BaseException):
            progress(0.5)
        time.sleep(0.05)
Level.of = of
sys.exit(main())
"""
"""A game in which the calculation of a level never ends, whatever it is asked."""


@pytest.mark.long
@pytest.mark.parametrize("program", [("-m", "mazegame"), ("-c", ENDLESS)])
def test_leaving_does_not_wait_for_a_long_calculation(open_terminal, program):
    terminal = open_terminal("play", "aldous-broder:3000x3000:kite-7", program=program)
    terminal.until("carving")
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert terminal.restored


def test_no_color_prints_no_colour(open_terminal):
    terminal = open_terminal("play", "wilson:9x9:kite-7", NO_COLOR="1")
    terminal.until("shortest")
    terminal.send(ARROWS[Direction.E] + ARROWS[Direction.S] + b"i")
    terminal.until("1 hint")
    for code in (b"\x1b[38;", b"\x1b[48;", b";38;2;", b";48;2;"):
        assert code not in terminal.output
    terminal.until("▐█▌")


@pytest.mark.long
def test_where_the_terminal_is_not_unicode_everything_is_ascii(open_terminal):
    terminal = open_terminal(
        "play", "wilson:9x9:kite-7", LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    terminal.until("(@)")
    terminal.until("help")
    assert terminal.text.isascii()


@pytest.mark.variants
@pytest.mark.parametrize(
    ("pace", "wait", "words"),
    [("0.5", 0.0, "You beat the runner"), ("100", 1.0, "The runner beat you")],
)
def test_a_race_against_the_runner_is_played_to_its_end(open_terminal, pace, wait, words):
    game_id = "wilson:12x9:braid=30:race"
    level = Level.of(Recipe.parse(game_id))
    terminal = open_terminal("play", game_id, "--race", pace, "--countdown", "--fog")
    terminal.until("▀▀█")
    terminal.send(ARROWS[Direction.E] + ARROWS[Direction.S])  # too early: nothing happens
    terminal.until("▄█▄")
    assert "0 steps" in terminal.text
    gone = time.monotonic() + 20
    while "▄█▄" in terminal.text:
        assert time.monotonic() < gone
        terminal.read()
    if wait:
        terminal.until("R runner at B after")
    path = level.path_from(level.start)
    for steps, (here, there) in enumerate(pairwise(path), start=1):
        terminal.send(ARROWS[Direction.between(here, there)])
        if steps < level.dist_min:
            terminal.until(f"{steps} step")
    terminal.until(f"{level.dist_min} steps, as on the shortest path")
    terminal.until(words)
    terminal.send(b" ")
    terminal.until("playing")
    terminal.send(b"\x1b[F")
    terminal.until("0 to go")
    terminal.send(b"q")
    terminal.until("shortest path")
    terminal.send(b"r")  # and again, against the same runner
    terminal.until("▀▀█")
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


@pytest.mark.long
@pytest.mark.parametrize(("paces", "won"), [((1, 1, 1, 1), True), ((200, 100, 200, 200), False)])
def test_a_race_of_four_is_won_and_lost(open_terminal, paces, won):
    game_id = "wilson:12x8:race"
    level = Level.of(Recipe.parse(game_id))
    names = ("tremaux", "left-hand", "greedy", "shortest")
    field = [f"{name}:{pace}" for name, pace in zip(names, paces, strict=True)]
    words = [word for rival in field for word in ("--race", rival)]
    terminal = open_terminal("play", game_id, *words, "--best-of", "3")
    terminal.until("best of 3, race 1: you 0")
    path = level.path_from(level.start)
    for steps, (here, there) in enumerate(pairwise(path), start=1):
        terminal.send(ARROWS[Direction.between(here, there)])
        if steps == 1 and not won:
            terminal.until("is at B: first")
        if steps < level.dist_min:
            terminal.until(f"{steps} step")
    terminal.until("best of 3 so far: you 1" if won else "best of 3 so far: you 0")
    terminal.until("1. you" if won else "beat you by")
    terminal.send(b"\r")  # the next race, on another maze
    terminal.until("best of 3, race 2")
    assert game_id not in terminal.text
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


@pytest.mark.long
def test_no_colour_is_needed_for_fog_or_heat(open_terminal):
    terminal = open_terminal("play", "wilson:9x9:kite-7", "--fog", NO_COLOR="1")
    terminal.until("shortest")
    assert " B " not in terminal.text
    terminal.send(b"t")
    terminal.until("not be ranked")
    terminal.send(b"y")
    terminal.until("not ranked")
    terminal.until(" 9 ")
    for code in (b"\x1b[38;", b"\x1b[48;", b";38;2;", b";48;2;", b"\x1b[30m", b"\x1b[31m"):
        assert code not in terminal.output


@pytest.mark.variants
@pytest.mark.parametrize("key", [b"", b"p", PALETTE])
def test_one_column_is_wide_enough_for_no_crash(open_terminal, key):
    terminal = open_terminal("play", "prim:3x3:k", "--race", "sprint")
    terminal.until("shortest")
    terminal.send(key)
    for width in (1, 80, 2, 80, 1, 3):
        terminal.read(0.2)
        terminal.resize(width, 24)
    terminal.drain(0.5)
    terminal.resize(80, 24)
    terminal.drain(0.5)
    terminal.send(b"\x11")
    assert terminal.end() == 0
    assert b"Traceback" not in terminal.output


class TestStopping:
    """Signals that stop the process and let it go on."""

    @pytest.fixture
    def game(self, open_terminal):
        terminal = open_terminal("play", "wilson:9x9:stopped")
        terminal.modes = terminal.tty_modes()
        terminal.until("0 steps")
        return terminal

    def leaves_cleanly(self, game, code=0):
        if code == 0:
            game.send(b"\x11")
        assert game.end() == code
        assert game.restored
        assert game.tty_modes() == game.modes
        assert b"Traceback" not in game.output

    def test_going_on_without_a_stop_changes_nothing(self, game):
        for _ in range(3):
            os.kill(game.pid, signal.SIGCONT)
            game.drain(0.2)
        game.send(b"?")
        game.until("Walk from A to B")
        self.leaves_cleanly(game)

    @pytest.mark.variants
    @pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP])
    def test_after_a_stop_the_screen_is_painted_and_takes_keys(self, game, number):
        os.kill(game.pid, number)
        game.stopped()
        game.drain(0.1)
        game.screen.reset()
        os.kill(game.pid, signal.SIGCONT)
        game.until("0 steps")
        game.send(b"?")
        game.until("Walk from A to B")
        self.leaves_cleanly(game)

    @pytest.mark.long
    def test_a_game_that_is_ended_and_continued_at_once_ends(self, game):
        os.kill(game.pid, signal.SIGTERM)
        os.kill(game.pid, signal.SIGCONT)
        self.leaves_cleanly(game, 128 + signal.SIGTERM)

    def test_a_stopped_game_can_be_ended(self, game):
        os.kill(game.pid, signal.SIGSTOP)
        game.stopped()
        os.kill(game.pid, signal.SIGTERM)
        os.kill(game.pid, signal.SIGCONT)
        self.leaves_cleanly(game, 128 + signal.SIGTERM)


def frames(output: bytes, width: int, height: int) -> list[list[str]]:
    """The screens that an output shows one after the other; a terminal holds each until its end."""
    screen = pyte.Screen(width, height)
    stream = pyte.ByteStream(screen)
    shown = []
    for piece in output.split(b"\x1b[?2026l"):
        stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*(u|\$p|m)|\x1b\[>[0-9;]*[a-z]", b"", piece))
        shown.append(list(screen.display))
    return shown


def test_no_blank_and_no_stale_frame_between_screens(open_terminal):
    width, height = 80, 24
    game_id = "wilson:9x9:kite-7"
    level = Level.of(Recipe.parse(game_id))
    terminal = open_terminal("play", game_id, width=width, height=height)
    terminal.holds_frames = True
    terminal.until("shortest")
    terminal.drain(0.2)
    begin = len(terminal.output)
    for here, there in pairwise(level.path_from(level.start)):
        terminal.send(ARROWS[Direction.between(here, there)])
    terminal.until("as on the shortest path")
    terminal.until("Perfect")
    terminal.send(b"\r")
    terminal.until(" 0 steps")
    terminal.send(b"\x1b")
    terminal.until("resume")
    terminal.send(b"m")
    terminal.until("game ID")
    terminal.drain(0.2)
    skipped = len(frames(terminal.output[:begin], width, height))
    shown = frames(terminal.output, width, height)[skipped:]
    assert len(shown) > 20
    lines = [sum(bool(line.strip()) for line in frame) for frame in shown]
    assert min(lines) > height // 2, "\n".join(shown[lines.index(min(lines))])
    heads = [line[0].strip() for line in shown]
    assert all(heads), "a frame without numbers"
    # The new maze's name never stands above the old maze and its card.
    for frame in shown:
        new = "0 steps" in frame[0] and game_id not in frame[0]
        assert not (new and any("shared" in line or "Perfect" in line for line in frame))


@pytest.mark.variants
@pytest.mark.parametrize(("width", "most"), [(80, 300), (200, 700)])
def test_a_step_sends_what_changed_and_no_whole_line(open_terminal, width, most):
    terminal = open_terminal("play", "binary-tree:20x10:a", width=width, height=60 * width // 200)
    terminal.until("shortest")
    terminal.until("author")
    terminal.drain(0.3)
    terminal.send(ARROWS[Direction.E])  # the first one starts the clock
    terminal.drain(0.1)
    before = len(terminal.output)
    terminal.send(ARROWS[Direction.W])
    terminal.until("2 steps")
    assert len(terminal.output) - before < most
