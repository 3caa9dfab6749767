"""The game in words: each line of input is a command, and lines of text answer it.

It runs without Textual; ``game/narration.py`` has the sentences.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import select
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.cli.output import flush, printable, visible, write
from mazegame.cli.refusals import DONE, INTERRUPTED, CliError, quoted, refusing, whole_number
from mazegame.cli.terminal import carved
from mazegame.engine import Direction, Level
from mazegame.game import commands
from mazegame.game.career.statistics import rival_results
from mazegame.game.events import Arrived, Caught
from mazegame.game.modes.table import mode_of
from mazegame.game.narration import Narrator, result, sentence
from mazegame.game.participant import Participant
from mazegame.game.racing.race import settle
from mazegame.game.racing.rivals import who_can_walk
from mazegame.game.session import Session
from mazegame.game.walking.wall_cover import RESUME_SECONDS
from mazegame.game.words import counted
from mazegame.store.book.errors import ScoreBookError
from mazegame.store.book.report import best_line
from mazegame.store.reopening import reopen, with_stake
from mazegame.store.store import CLOSE_SECONDS, KEEP_SECONDS, Store
from mazegame.store.unsaved_runs import offer_export

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mazegame.engine import Cell
    from mazegame.game.events import GameEvent
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.journal.journal_lines import SavedRun

LONGEST_LINE: Final = 1000
"""Most characters read at once; a longer line counts as several."""

SIDE_WORDS: Final = {
    word: side
    for side, words in {
        Direction.N: "n north up",
        Direction.E: "e east right",
        Direction.S: "s south down",
        Direction.W: "w west left",
    }.items()
    for word in words.split()
}
"""The words for directions."""

COMMANDS: Final[dict[str, commands.Command]] = {
    "explore": commands.ToUnexplored(),
    "back": commands.WalkBack(),
    "back to the junction": commands.WalkBack(),
    "undo": commands.WalkBack(),
    "step back": commands.StepBack(),
    "hint": commands.TakeHint(),
    "path": commands.ShowPath(),
    "mark": commands.ToggleMark(),
    "pause": commands.Pause(),
    "resume": commands.Resume(),
    "on": commands.GoOn(),
}
"""The commands of the session without further words."""

OTHERS: Final = ("where", "look", "restart", "next", "help", "quit", "run", "go")
"""The other commands."""

SHORT: Final = {
    "u": "undo", "i": "hint", "p": "pause", "l": "look", "q": "quit", "r": "run", "?": "help",
}  # fmt: skip
"""Abbreviations of one letter."""

HELP: Final = """\
north, east, south, west, or n, e, s, w: go one cell; up, right, down, left do the same.
run east, or a capital E: follow the corridor to the next choice.
on, on east: walk on through junctions while only one way is new.
explore: walk to the nearest junction with a new way.
go 3 5: walk to row 3, column 5, through cells that you know.
undo, or u, or back: back to the junction. step back: back by one cell.
look: how far each exit leads. look east: one of them. look 3 5: the cell at row 3, column 5.
where: position, steps, time, and where B and the rivals are. So does an empty line.
hint, or i: the next steps of the shortest path, for points. path: all of it, unranked.
mark: mark this cell, or take the mark away. pause, or p: stop the clock. resume: go on.
restart: the same maze again. next: the next maze. quit, or q: stop; a run is kept if it can be.
help, or ?: these lines. A is the start, B the goal; a junction has three exits or more.
"""
"""The answer to ``help``."""

KEPT: Final = "The run is kept: mazegame play --words goes on with it."
"""The last line, if the run is kept."""

NEXT: Final = "Say next for the next maze, restart for this one again, or quit."
LAST: Final = "Say restart for this maze again, or quit."
"""The last lines of a result, with and without a next maze."""


def print_line(line: str) -> None:
    """Write a line at once, without control characters."""
    write([visible(printable(line)) + "\n"])
    flush()


class WordGame:
    """Plays matches by lines of text; ``output`` is called with each line of an answer.

    ``sleep`` waits some seconds of the monotonic ``clock``, for the countdown of a race.
    """

    def __init__(
        self,
        store: Store,
        output: Callable[[str], None] = print_line,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._store, self._print, self._clock, self._sleep = store, output, clock, sleep
        self._lock = threading.RLock()
        self._participant: Participant | None = None
        self._unconfirmed = ""

    def begin(self, match: Match, run: Run | None = None, saved: SavedRun | None = None) -> None:
        """Start a match in place of the present one, or continue a saved run of it."""
        source = match.source if isinstance(match.source, Level) else carved(match.source)
        rivals, problems = who_can_walk(match.rivals, source)
        for problem in problems:
            self._print(f"{problem}.")
        match = replace(match, rivals=rivals)
        if run is None:
            match = match.starting(reveal=False)
        if saved is None:
            match = with_stake(self._store, match)
        session = Session(match, source, animations=False, resume=run, known=True)
        self._following: Match | None = None
        self._participant = participant = Participant(session, 0)
        self._narrator = Narrator(participant)
        self._store.leave(discard=True)
        self._store.begin(participant.run, match, continues=saved)
        if session.covered:  # a run from the screen goes on at once: no wall is drawn here
            participant.run.stopwatch.add(RESUME_SECONDS)
            self._store.see()
            participant.command(commands.Resume(), self._clock())
        self._print_all((sentence(match.series.about(None)), *self._narrator.opening()))
        self._do(commands.Resume())
        while session.counting:
            wake = session.next_wake(self._clock()) or 0.0
            self._sleep(max(wake - self._clock(), 0.0))
            self._report(session.tick(self._clock()))
        if session.finished:
            self._arrived(participant)

    def answer(self, line: str) -> bool:
        """Execute a line of input; return whether the game goes on."""
        with self._lock:
            participant = self._participant
            words = line.lower().split()
            words[:1] = [SHORT.get(word, word) for word in words[:1]]
            text = " ".join(words)
            sure, self._unconfirmed = text == self._unconfirmed, ""
            if participant is None or text == "quit":
                return False
            if text == "help":
                self._print_all(HELP.splitlines())
            elif text in {"restart", "next"}:
                self._leave_for(text, participant, sure=sure)
            elif (command := _command(line, words)) is not None:
                self._walk(text, command, participant, sure=sure)
            elif not self._look(words, participant):
                self._print(_refusal(line, words))
            self._store.keep()
            return True

    def beat(self) -> None:
        """Advance the time: report on rivals, and save the run. Call it twice a second."""
        with self._lock, contextlib.suppress(OSError, CliError):  # nobody listens any more
            if self._participant is not None:
                self._report(self._participant.session.tick(self._clock()))
                self._store.keep()

    def leave(self) -> None:
        """Stop playing; an unfinished run can be resumed."""
        with self._lock:
            participant, self._participant = self._participant, None
            left = self._store.leave()
            over = participant is None or participant.run.finished or participant.session.caught
            if participant is not None and participant.run.steps and not over:
                kept = False
                with contextlib.suppress(TimeoutError):
                    kept = left.result(CLOSE_SECONDS)
                self._print(KEPT if kept else "The run is not kept: it could not be written.")

    def _do(self, command: commands.Command) -> None:
        participant, now = self._participant, self._clock()
        if participant is not None:
            happened = [*participant.session.tick(now), *participant.command(command, now)]
            self._report(happened)
            if any(isinstance(event, Arrived) for event in happened):
                self._arrived(participant)

    def _print_all(self, lines: Iterable[str]) -> None:
        for line in filter(None, lines):
            self._print(line)

    def _report(self, happened: Sequence[GameEvent]) -> None:
        self._print_all(self._narrator.news(happened))
        if self._participant is not None and any(isinstance(event, Caught) for event in happened):
            self._store.leave(discard=True)
            match = self._participant.session.match
            about, self._following = match.series.lost(match)
            self._print(f"{about} {LAST if self._following is None else NEXT}".strip())

    def _walk(
        self, text: str, command: commands.Command, participant: Participant, *, sure: bool
    ) -> None:
        """Execute a command of the session, unless it needs a confirmation first."""
        if isinstance(command, commands.WalkTo) and command.cell not in participant.level.maze:
            self._print(self._narrator.cell(command.cell))
        elif isinstance(command, commands.ShowPath) and not (sure or participant.run.assisted):
            self._require_repeat(text, "The run is not ranked then")
        else:
            self._do(command)

    def _look(self, words: list[str], participant: Participant) -> bool:
        """Answer a question about the maze, and end a pause; return False if it is none."""
        narrator = self._narrator
        self._report(participant.session.tick(self._clock()))
        match words:
            case [] | ["where"]:
                lines = [narrator.place(), *narrator.standing()]
            case ["look"]:
                lines = narrator.ways()
            case ["look", side] if side in SIDE_WORDS:
                lines = [narrator.look(SIDE_WORDS[side])]
            case ["look", row, col] if (cell := _cell(row, col)) is not None:
                lines = [narrator.cell(cell)]
            case _:
                return False
        self._do(commands.Resume())
        self._print_all(lines)
        return True

    def _require_repeat(self, text: str, consequence: str) -> None:
        self._unconfirmed = text
        self._print(f"{consequence}: say {text} again to do it.")

    def _leave_for(self, text: str, participant: Participant, *, sure: bool) -> None:
        """Start the next maze, or this one again; ask for confirmation if something is lost."""
        played, run = participant.session.match, participant.run
        over = run.finished or participant.session.caught
        if text == "restart":
            following: Match | None = played.series.again(played) if run.steps else played
        elif over:
            following = self._following
        else:
            following = played.series.next(played, None)
        if following is None:
            self._print(f"No maze follows. {LAST}" if over else "No maze follows this one.")
        elif run.steps and not over and not sure:
            lost = f"This run of {counted(run.steps, 'step')} is lost then"
            more = played.series.lost_by_restart if text == "restart" else ""
            self._require_repeat(text, f"{more} {lost}".strip())
        else:
            again = text == "restart"
            self.begin(replace(following, source=participant.level) if again else following)

    def _arrived(self, participant: Participant) -> None:
        """Print the result, and add the run to the score book."""
        run, session, played = participant.run, participant.session, participant.session.match
        settle(session.rivals)
        keys = [rival.key for rival in played.rivals]
        finish = self._store.finish(run, rival_results(run, keys, session.rivals))
        self._following = played.series.next(played, run)
        lines = result(run, session.rivals)
        with contextlib.suppress(ScoreBookError, TimeoutError):
            lines.append(sentence(best_line(finish.ranking.result(CLOSE_SECONDS))))
            streak = self._store.query(lambda book: book.overview(history=0).streak.days)
            days = streak.result(CLOSE_SECONDS)
            lines.append(f"{days} days in a row." if days > 1 else "")
        lines += map(sentence, played.series.about(run).split("   "))
        self._print_all((*lines, LAST if self._following is None else NEXT))


def play_in_words(fresh: Callable[[], Match], resume_series: str | None = None) -> int:
    """Play by lines of standard input until its end or ``quit``; return the exit code.

    It begins with the match that ``fresh`` returns. An interrupted run of the series
    ``resume_series`` goes on instead: of any series if that is empty, none if None.
    """
    store = Store(print_line)
    game, over = WordGame(store), threading.Event()

    def beat() -> None:
        while not over.wait(KEEP_SECONDS):
            game.beat()

    code = DONE
    try:
        _begin(game, store, fresh, resume_series)
        threading.Thread(target=beat, name="words", daemon=True).start()
        for line in _typed():
            if not game.answer(line):
                break
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        over.set()
        try:
            game.leave()
        finally:
            store.close()
            offer_export(store.unkept, print_line, interactive=code == DONE)
    return code


def _typed() -> Iterator[str]:
    """Yield the lines of standard input, long ones in parts; invalid bytes do not end the game.

    A signal that another thread receives, or that comes just before a read, interrupts no read: so
    this thread waits for input a moment at a time, and Ctrl+C counts at once.
    """
    stream = sys.stdin
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    try:
        descriptor = -1 if os.name == "nt" else stream.fileno()
    except (AttributeError, OSError, ValueError):  # closed, or in memory
        descriptor = -1
    if descriptor < 0:
        yield from iter(lambda: stream.readline(LONGEST_LINE) if stream else "", "")
        return
    begun, ended = b"", False
    while not ended:
        if not select.select([descriptor], [], [], 0.1)[0]:
            continue
        try:
            read = os.read(descriptor, LONGEST_LINE)
        except OSError:  # the terminal is gone
            read = b""
        ended = not read
        *lines, begun = (begun + read).split(b"\n")
        if begun and (ended or len(begun) >= LONGEST_LINE):
            lines.append(begun)
            begun = b""
        yield from (line.decode(stream.encoding, "replace") for line in lines)


def _begin(
    game: WordGame, store: Store, fresh: Callable[[], Match], resume_series: str | None
) -> None:
    """Start with an interrupted run if one is wanted and exists, else with a new match."""
    print_line("The game in words. Say help for the commands.")
    for saved in store.recover().result():
        mode = mode_of(saved.heading.series)
        alone = mode.players == 1 and mode.is_match
        if alone and resume_series is not None and resume_series in {"", saved.heading.series}:
            try:
                match, (run,) = reopen(store, saved, time.monotonic)
            except ValueError as error:
                print_line(f"An interrupted run cannot be resumed: {error}.")
                continue
            print_line("You go on with an interrupted run.")
            game.begin(match, run, saved)
            return
    with refusing():
        game.begin(fresh())


def _command(line: str, words: list[str]) -> commands.Command | None:
    """Parse a line as a command of the session; None for other lines."""
    match words:
        case [side] if side in SIDE_WORDS:
            run = line.strip() in {"N", "E", "S", "W"}
            return (commands.Glide if run else commands.Move)(SIDE_WORDS[side])
        case ["run", side] if side in SIDE_WORDS:
            return commands.Glide(SIDE_WORDS[side])
        case ["on", side] if side in SIDE_WORDS:
            return commands.GoOn(SIDE_WORDS[side])
        case ["go", row, col] if (cell := _cell(row, col)) is not None:
            return commands.WalkTo(cell)
    return COMMANDS.get(" ".join(words))


def _cell(row: str, col: str) -> Cell | None:
    """Parse a cell; None for anything but two integers."""
    above, left = whole_number(row, 1, 10**9), whole_number(col, 1, 10**9)
    return None if above is None or left is None else (above - 1, left - 1)


def _refusal(line: str, words: list[str]) -> str:
    """Return the answer to a line that is no command."""
    known = [*COMMANDS, *OTHERS, *(word for word in SIDE_WORDS if len(word) > 1)]
    near = difflib.get_close_matches(" ".join(words)[:60], known, n=1)
    meant = f"Did you mean {near[0]}?" if near else "Say help for the commands."
    return f"{quoted(line.strip())} is no command. {meant}"
