"""The game as a process in a real terminal: keys in, bytes out, and what it leaves behind."""

import contextlib
import os
import re
import shlex
import signal
from pathlib import Path

import pyte
import pytest

from mazegame.engine import Direction, Level
from mazegame.formats.replay import write_replay
from mazegame.game.recording.record import record_of
from mazegame.party.player_names import usual_name
from mazegame.services.ending import SIGNALS
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import read_abandoned
from mazegame.store.journal.journal_lines import SavedRun
from mazegame.store.places import places
from mazegame.terminal.type_ahead import MOST_WAITING
from tests.cli.test_readme import COMMANDS, README
from tests.game.mazes import ahead, walked
from tests.terminals import ARROWS, LEFT_HAND, RIGHT_HAND, RUNS, Terminal
from tests.waiting import LONGEST

GAME_ID = "wilson:9x9:kite-7"
LEVEL = Level.of(GAME_ID)


def keys_to_b(level: Level) -> bytes:
    """The keys of the shortest path."""
    return b"".join(ARROWS[direction] for direction in ahead(level))


@pytest.fixture
def play(open_terminal):
    """Return a function that opens a game of a maze, and waits for it."""

    def start(**options) -> Terminal:
        terminal = open_terminal("play", GAME_ID, "--walk-first", **options)
        terminal.until("shortest")
        return terminal

    return start


@pytest.mark.variants
@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 60), (40, 12)])
def test_a_level_played_to_the_end(play, width, height):
    terminal = play(width=width, height=height)
    assert "wilderness 9x9" in terminal.text
    terminal.send(keys_to_b(LEVEL))
    terminal.until(f"{LEVEL.dist_min} steps, as on the shortest path")
    terminal.until("score 1000")
    terminal.send(b"\x1b")  # which counts at once
    terminal.until("⏎ play")
    terminal.leave(b"q")


@pytest.mark.variants
@pytest.mark.parametrize("leave", [b"\x11", b"\x03", None])
def test_what_could_not_be_kept_is_offered_when_the_game_ends(play, tmp_path, leave):
    home = tmp_path / "no folder"
    home.touch()
    terminal = play(MAZEGAME_HOME=str(home))
    terminal.until("score 1000", keys_to_b(LEVEL))
    if leave is None:
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        assert "No replay was saved." in terminal.text
        return
    terminal.until("n: do not save]", leave)
    assert terminal.restored
    terminal.send(f"{tmp_path}/here\n".encode())
    assert terminal.end() == 0
    assert "1 finished run could not be written to the scores." in terminal.text
    assert len(list((tmp_path / "here").glob("*-wilson-9x9-kite-7.replay"))) == 1


@pytest.mark.long
@pytest.mark.variants
@pytest.mark.parametrize("hand", [0, 1])
def test_in_a_duel_no_hand_starves_the_other(open_terminal, hand):
    """One leans on a key that leads nowhere; the presses of the other lie in between."""
    wall = next(side for side in Direction if not LEVEL.maze.is_open(LEVEL.start, side))
    held = (ARROWS[wall], LEFT_HAND[wall].lower())[hand]
    terminal = duel(open_terminal)
    burst = b""
    for side in ahead(LEVEL):
        burst += held * (MOST_WAITING // LEVEL.dist_min - 1) + (LEFT_HAND, RIGHT_HAND)[hand][side]
    terminal.send_all(burst)
    terminal.until(f"{('Left', 'Right')[hand]} wins the round")
    terminal.until("not at B")
    assert f"{LEVEL.dist_min} steps" in terminal.text
    assert " 0 steps" in terminal.text
    terminal.until("to go", b" ")
    terminal.leave()


def duel(open_terminal) -> Terminal:
    """Begin a duel."""
    terminal = open_terminal("duel", GAME_ID, "--walk-first")
    terminal.until("best of 5")
    terminal.until("esc pause", b"\r")
    return terminal


def killed(terminal: Terminal, words: bytes) -> SavedRun:
    """Kill the game once its journal has some words, and return the run that it leaves behind."""
    journals = places().running
    terminal.reads_until(
        lambda: any(words in file.read_bytes() for file in journals.glob("*.run")),
        f"no journal has {words!r}",
    )
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.until_ended()
    (saved,), problems = read_abandoned(journals)
    assert not problems
    return saved


FIRST_WORDS = {
    "": "Profile", "play": "shortest", "daily": "shortest", "endless": "row 0",
    "chase": "chase 1 of 7", "duel": "best of 5", "party": "1 player here",
    "join": "the room cannot be reached", "lab": "wilson:20x12:kite-7",
}  # fmt: skip
"""What shows that a command has opened its first screen."""


@pytest.mark.long
@pytest.mark.parametrize("line", COMMANDS[0])
def test_a_game_line_of_the_readme_opens_its_screen(open_terminal, line):
    words = shlex.split(line, comments=True)[1:]
    name = words[0] if words else ""
    # No port of this machine may be taken, no network asked.
    there = {"party": ["party", "--port", "0"], "join": ["join", "127.0.0.1:1", *words[2:]]}
    terminal = open_terminal(*there.get(name, words))
    terminal.until(FIRST_WORDS[name])
    terminal.leave()


@pytest.mark.long
def test_a_first_party_by_the_two_commands_of_the_readme(open_terminal, tmp_path):
    """In new homes, with nothing chosen; only the port is a free one. A third screen watches."""
    commands = re.findall(r"^mazegame ((?:party|join).*?) +#", README, re.MULTILINE)
    (opens, joins) = (command.split() for command in commands)
    homes = [str(tmp_path / name) for name in ("one", "two", "wall")]
    host = open_terminal(*opens, "--port", "0", MAZEGAME_HOME=homes[0])
    host.until("for whoever reaches this machine")
    host.until("1 player here")
    shown = host.matches(r"mazegame (join \S+ --room \w{4}-\w{4})")[1].split()
    assert (shown[0], shown[2]) == (joins[0], joins[2])
    assert len(shown) == len(joins)
    guest = open_terminal(*shown, MAZEGAME_HOME=homes[1])
    guest.until("2 players here")
    wall = open_terminal("watch", *shown[1:], MAZEGAME_HOME=homes[2])
    wall.until("2 players here")
    host.send(b"\r")
    for terminal in (host, guest):
        terminal.until("shortest")
    name = usual_name()
    wall.until(f"{name} 2 ")
    guest.matches(RUNS)
    guest.send(b"".join(ARROWS.values()))  # from A at least one way is open
    wall.matches(rf"{name} 2 [1-9]")
    host.until("End this round", b"\x0e")
    host.send(b"y")
    for terminal in (host, guest, wall):
        terminal.until("not at B")
        terminal.until(f"{name} 2")
    for terminal in (wall, guest, host):
        terminal.leave()


@pytest.mark.long
def test_a_duel_goes_on_after_a_kill(open_terminal):
    """The second player alone has walked; the first one wins the round that goes on."""
    terminal = duel(open_terminal)
    path = ahead(LEVEL)
    terminal.send(b"".join(RIGHT_HAND[side] for side in path[:3]))
    saved = killed(terminal, b'"second"')
    assert (saved.heading.series, saved.record.moves) == ("duel:0-0", b"")
    assert saved.record.second.moves == bytes(path[: len(saved.record.second.moves)])
    again = open_terminal()
    again.until("Resume your last run?")
    again.until("Paused: round 1 of 5", b"\r")
    assert f" {saved.steps} step" in again.text
    again.until("esc pause", b"\r")
    again.until("Left wins the round", b"".join(LEFT_HAND[side] for side in path))
    again.leave()
    with contextlib.closing(ScoreBook(places().scores)) as book:
        (row,) = book.played()
        assert (row.series, row.steps) == ("duel:1-0:left", len(path))
        assert book.ghost(row.id).moves == saved.record.second.moves


def test_enter_pressed_during_the_start_starts_a_game(open_terminal):
    terminal = open_terminal()
    terminal.until("mazegame")
    terminal.until("shortest", b"\r")


@pytest.mark.variants
@pytest.mark.parametrize("number", sorted(SIGNALS))
def test_a_killed_game_leaves_the_terminal_clean(play, number):
    terminal = play()
    os.kill(terminal.pid, number)
    terminal.ends_cleanly(128 + number)


@pytest.mark.variants
@pytest.mark.parametrize("key", [b"", b"p", b"b", b"?"])
def test_a_game_whose_terminal_is_closed_ends(play, key):
    terminal = play()
    terminal.send(key)
    terminal.read(0.1)
    os.close(terminal._master)
    terminal.until_ended()


ANIMATED = {
    "lab": (("lab", "wilson:60x40:kite-7"), "step", b" "),
    "two shows": (("lab", "wilson:60x40:kite-7"), "step", b"y"),
    "race": (
        ("play", "wilson:60x25:kite-7", "--walk-first", *["--race", "tremaux:30"] * 3),
        "shortest",
        b"dadad",
    ),
    "gallery": (("gallery",), "wilderness", b" "),
    "form": ((), "corridors", b"nnnn"),
    "ending": (
        ("play", "prim:2x2:kite-7", "--walk-first"),
        "shortest",
        b"\x1b[C\x1b[B\x1b[D\x1b[A" * 2,
    ),
    "replay": (("replay", "long.replay"), "step", b""),
    "race dialog": ((), "corridors", b"5\x1b[C\x1b[C"),
    "duel": (("duel", GAME_ID, "--walk-first"), "best of", b"\r" + b"dadad" * 9),
    "endless": (("endless", "kite-7"), "row 0", b"dswsw"),
    "party": (("party", GAME_ID, "--port", "0"), "1 player here", b"\r"),
}
"""Screens that paint by themselves: the command, a word on its screen, and keys that start it."""
LEFT = {"race": 5, "duel": 39, "endless": 5}
"""The steps that some have walked once their keys are handled."""
SAVED = {"race": [5], "duel": [39], "endless": [5], "party": [0]}
"""The steps of the run that some leave, to be resumed; in a party the maze was seen."""


@pytest.mark.long
@pytest.mark.variants
@pytest.mark.parametrize("number", [None, signal.SIGTERM])
@pytest.mark.parametrize("screen", ANIMATED)
def test_a_game_whose_terminal_stands_still_ends(
    open_terminal, tmp_path, monkeypatch, screen, number
):
    """Nobody reads what it paints; then the terminal is closed, or a signal comes."""
    monkeypatch.chdir(tmp_path)
    walk = write_replay(record_of(walked("wilson:60x25:kite-7", pace=0.05)))
    Path("long.replay").write_text(walk, encoding="utf-8")
    words, sign, keys = ANIMATED[screen]
    terminal = open_terminal(*words, width=120, height=35)
    terminal.until(sign)
    terminal.send(keys)
    if screen in LEFT:
        terminal.matches(rf"\b{LEFT[screen]} steps")
    terminal.stands_still()
    if number is None:
        os.close(terminal._master)
    else:
        os.kill(terminal.pid, number)
    terminal.until_ended()
    steps = [saved.steps for saved in read_abandoned(places().running)[0]]
    with contextlib.closing(ScoreBook(places().scores)) as book:
        finished = [row.series or row.level for row in book.played()]
    if screen == "endless" and finished:  # the rows fell while the terminal was filled
        assert (steps, finished) == ([], ["endless:kite-7"])
    else:
        assert steps == SAVED.get(screen, [])
        assert finished == ["prim:2x2:kite-7"] * (screen == "ending")


@pytest.mark.variants
@pytest.mark.parametrize("before", [b"", b"p", b"b", b"?", b"\x10"])
def test_ctrl_c_and_ctrl_q_leave_the_game(play, before):
    for key in (b"\x03", b"\x11"):
        terminal = play()
        terminal.send(before)
        terminal.read(0.3)
        terminal.leave(key)


def test_a_byte_that_is_no_utf_8_is_taken_as_a_character(open_terminal):
    terminal = open_terminal()
    terminal.until("Profile")
    terminal.until("game ID", b"/")
    terminal.without("n new seed")  # that key is none while a field has the focus
    terminal.until("caf\ufffd!", b"caf\xe9!")


@pytest.mark.long
def test_resizing_across_the_smallest_size_comes_to_rest(open_terminal):
    terminal = open_terminal()
    terminal.until("Profile")
    for round_ in range(30):
        for size in ((100, 30), (39, 12), (41, 12), (38, 11)):
            terminal.resize(*size)
            terminal.read(0.005 * (round_ % 4))
    terminal.resize(90, 30)
    terminal.until("Profile")
    assert terminal.drain(0.5, LONGEST), "it paints for ever"
    terminal.leave()


def click(x: int, y: int) -> bytes:
    return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m".encode()


PALETTE = b"\x10"


@pytest.mark.long
def test_the_message_of_a_small_terminal_goes_with_the_palette_below_it(play):
    terminal = play()
    terminal.until("Search", PALETTE)
    terminal.resize(39, 12)
    terminal.until("Terminal too small")
    terminal.send(PALETTE * 5)
    terminal.read(0.3)
    terminal.resize(80, 24)
    terminal.until("Search")
    terminal.until("shortest", b"\x1b")
    terminal.leave()


@pytest.mark.long
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
def test_clicks_and_keys_that_come_together_close_one_screen(play, steps):
    terminal = play()
    for keys in steps:
        terminal.send(keys)
        if keys == PALETTE:
            terminal.until("Search")
        terminal.drain(0.3)
    assert not terminal.ended()
    terminal.leave()


@pytest.mark.long
@pytest.mark.variants
@pytest.mark.parametrize(
    "one", [b"z", b"\x1b[<64;10;10M", b"\x1b[<35;9;9M", b"\x1b[200~ab\x1b[201~"]
)
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("", "corridors"),
        ("play wilson:40x30:kite-7", "esc pause"),
        ("duel wilson:20x12:kite-7", "esc pause"),
        ("endless kite-7", "row 0"),
    ],
)
def test_a_flood_that_nobody_can_handle_in_time_takes_no_memory(open_terminal, words, shown, one):
    """0.1 MB of keys, of the mouse or of pastes; the key that leaves overtakes them."""
    terminal = open_terminal(*words.split())
    if "duel" in words:
        terminal.until("best of 5")
        terminal.send(b"\r")
    terminal.until(shown)
    terminal.drain(0.5)
    if not (before := terminal.peak_bytes()):
        pytest.skip("needs /proc")
    terminal.send_all(one * (100_000 // len(one)))
    grown = terminal.peak_bytes() - before
    terminal.send(b"\x1b[201~\x11")
    assert terminal.end() == 0
    assert grown < 10_000_000


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
    terminal = open_terminal(
        "play", "aldous-broder:3000x3000:kite-7", "--walk-first", program=program
    )
    terminal.until("carving")
    terminal.leave()


def test_no_color_prints_no_colour(play):
    terminal = play(NO_COLOR="1")
    terminal.until("1 hint", ARROWS[Direction.E] + ARROWS[Direction.S] + b"i")
    for code in (b"\x1b[38;", b"\x1b[48;", b";38;2;", b";48;2;"):
        assert code not in terminal.output
    terminal.until("▐█▌")


@pytest.mark.long
def test_where_the_terminal_is_not_unicode_everything_is_ascii(open_terminal):
    terminal = open_terminal(
        "play",
        "wilson:9x9:kite-7",
        "--walk-first",
        LANG="C",
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONIOENCODING="ascii",
    )
    terminal.until("(@)")
    terminal.until("help")
    assert terminal.text.isascii()


@pytest.mark.variants
@pytest.mark.parametrize("by", [b"\x1a", signal.SIGSTOP, signal.SIGTSTP])
def test_after_a_stop_the_screen_is_painted_and_takes_keys(play, by):
    terminal = play()
    if isinstance(by, bytes):
        terminal.send(by)
    else:
        os.kill(terminal.pid, by)
    terminal.stopped()
    terminal.drain(0.1)
    assert terminal.restored == (by != signal.SIGSTOP)
    terminal.screen.reset()
    os.kill(terminal.pid, signal.SIGCONT)
    terminal.until("0 steps")
    terminal.until("Walk from A to B", b"?")
    terminal.leave()


def test_a_stopped_game_can_be_ended(play):
    terminal = play()
    os.kill(terminal.pid, signal.SIGSTOP)
    terminal.stopped()
    for number in (signal.SIGTERM, signal.SIGCONT):
        os.kill(terminal.pid, number)
    terminal.ends_cleanly(128 + signal.SIGTERM)


def frames(output: bytes, width: int, height: int) -> list[list[str]]:
    """The screens that an output shows one after the other; a terminal holds each until its end."""
    screen = pyte.Screen(width, height)
    stream = pyte.ByteStream(screen)
    shown = []
    for piece in output.split(b"\x1b[?2026l"):
        stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*(u|\$p|m)|\x1b\[>[0-9;]*[a-z]", b"", piece))
        shown.append(list(screen.display))
    return shown


@pytest.mark.long
def test_no_blank_and_no_stale_frame_between_screens(open_terminal):
    width, height = 80, 24
    terminal = open_terminal("play", GAME_ID, "--walk-first", width=width, height=height)
    terminal.holds_frames = True
    terminal.until("shortest")
    terminal.drain(0.2)
    begin = len(terminal.output)
    terminal.until("as on the shortest path", keys_to_b(LEVEL))
    terminal.until("Perfect")
    terminal.until(" 0 steps", b"\r")
    terminal.until("resume", b"\x1b")
    terminal.until("Profile", b"m")
    terminal.drain(0.2)
    skipped = len(frames(terminal.output[:begin], width, height))
    shown = frames(terminal.output, width, height)[skipped:]
    assert len(shown) > 20
    lines = [sum(bool(line.strip()) for line in frame) for frame in shown]
    assert min(lines) > height // 2, "\n".join(shown[lines.index(min(lines))])
    heads = [line[0].strip() for line in shown if not any("Profile" in one for one in line)]
    assert all(heads), "a frame without numbers"
    # The numbers of the new maze are never above the old maze and its card.
    for frame in shown:
        new = re.search(r"\b0 steps", frame[0])
        of_a_result = any("on the shortest path" in line or "Perfect" in line for line in frame)
        assert not (new and of_a_result)


@pytest.mark.variants
@pytest.mark.parametrize(("width", "most"), [(80, 300), (200, 700)])
def test_a_step_sends_what_changed_and_no_whole_line(open_terminal, width, most):
    terminal = open_terminal(
        "play", "binary-tree:20x10:a", "--walk-first", width=width, height=60 * width // 200
    )
    terminal.until("shortest")
    terminal.until("author")
    terminal.drain(0.3)
    terminal.send(ARROWS[Direction.E])  # the first one starts the clock
    terminal.until(" 1 step ")
    sent = []
    for number, side in enumerate((Direction.W, Direction.E, Direction.W), 2):
        terminal.drain(0.1)
        before = len(terminal.output)
        terminal.until(f"{number} steps", ARROWS[side])
        sent.append(len(terminal.output) - before)
    assert min(sent) < most  # on a loaded machine what went before may come late
