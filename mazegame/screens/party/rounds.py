"""Rounds of a party, for players and for spectators.

The clock of a round never stops, since the others walk on.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Scene
from mazegame.engine import Level, Recipe
from mazegame.game import events
from mazegame.game.commands import Command, Resume
from mazegame.game.match import Match
from mazegame.game.racing.lines import RivalLine
from mazegame.game.racing.order import (
    RacePosition,
    in_order,
    measure_of,
    own_position,
    place_in,
    position_of,
    race_order,
)
from mazegame.game.racing.race import spell_place
from mazegame.game.recording.record import level_key
from mazegame.game.rules import Rules
from mazegame.game.walking.countdown import COUNT_SECONDS, COUNTDOWN
from mazegame.game.words import counted, spell_time
from mazegame.party.guest import FASTEST, PartySession
from mazegame.party.protocol import HIDDEN, Begin
from mazegame.screens.base import GameScreen
from mazegame.screens.match_screen import MatchScreen
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import walk_keys
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, map_key, minimap_key, zoom_keys
from mazegame.widgets.maze.maze_view import show_lines, walkers_of
from mazegame.widgets.party.board import DIM, WalkRow, walk_bars
from mazegame.widgets.text.canvas import one_frame

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Cell
    from mazegame.game.run import Run
    from mazegame.party.client import Client
    from mazegame.store.journal.journal_lines import SavedRun

MOST_LINES: Final = 8
"""Most lines about players above the maze."""

FEW: Final = 8
"""Most other players above the maze if a column beside it has room as well."""

SIDE_COLUMNS: Final = 36
"""Columns of the list of players beside the maze."""

LEAST_SCALE: Final = 50
"""Fewest steps for a whole bar."""

MOST_SHARE: Final = 0.9
"""Largest share of a bar of somebody who is not at B."""

LINES_WITH_UNITS: Final = 2
"""Most lines above the maze with the unit behind each number; more have it once."""

FRAME_SECONDS: Final = 0.1
"""Seconds between two checks for messages; positions arrive as often."""

LONGEST_LOOK: Final = 5.0
"""Longest search, in seconds, for the run of a killed game."""

_END_ROUND: Final = Binding(
    "ctrl+n", "end_round", "end the round", tooltip="end the round for everybody"
)

_LEAVE: Final = Binding(
    "escape", "leave_round", "leave", key_display="esc", tooltip="leave the party"
)


class RoundScreen(GameScreen[None]):
    """A screen of one round, which everybody can leave and the host can end."""

    client: Client

    def join(self, client: Client) -> None:
        """Attach the screen to the present round of a party."""
        self.client, self.guest, self.prepared = client, client.guest, client.guest.prepare

    def on_mount(self) -> None:
        self.set_interval(FRAME_SECONDS, self.follow)

    def follow(self) -> None:
        """Show the present state; close after the end of the round."""

    @property
    def over(self) -> bool:
        """True once the round is over."""
        return self.guest.board is not None or self.guest.prepare is not self.prepared

    @property
    def takes_answers(self) -> bool:
        """Whether the result of a thread is still of use."""
        return self.is_there and not self.over

    def leave_party(self) -> None:
        self.client.over = "you have left"
        self.dismiss()

    def action_end_round(self) -> None:
        self.confirm("End this round?", lambda: self.client.send(Begin()), "The board comes next.")


# MatchScreen comes first: Textual takes the styles of the first base only.
class PartyRaceScreen(MatchScreen, RoundScreen):
    """One round to walk; closes at B, and at the end of the round."""

    CSS_PATH = "../playing/play.tcss"
    pauses = False
    _kept = False
    """Whether the run is in the score book already."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(key for key in walk_keys("play") if key.action != "hint"),
        Binding("question_mark", "help", "help", id="play.help"),
        map_key("play"),
        *zoom_keys("play", show=True),
        Binding("c", "copy", "copy the game ID", show=False, id="play.copy"),
        Binding(
            "v",
            "look",
            "look around",
            show=False,
            id="play.look",
            tooltip="look around; Enter walks there",
        ),
        minimap_key("play"),
        _LEAVE,
        _END_ROUND,
    ]

    def __init__(self, client: Client) -> None:
        self.join(client)
        source = Recipe.parse(self.prepared.maze)
        prepared = self.prepared
        rules = Rules(fog=prepared.fog, countdown=True, reveal=prepared.reveal)
        match = Match(source=source, rules=rules, rivals=tuple(self.guest.rivals.values()))
        super().__init__(match, clock=time.monotonic)

    def _begin(self, level: Level) -> None:
        """Start at A, or find the journal of a killed game."""
        if not self.takes_answers:
            return
        run = self.guest.walked(level, self.clock)
        if run is None:
            super()._begin(level)
            return
        key, known = level_key(level), partial(self._go_on, level, run)
        find = partial(self.services.autosave.find_left, lambda heading: heading.level == key)
        self.run_in_thread(partial(find, LONGEST_LOOK), known, on_error=lambda _: known(None))

    def _go_on(self, level: Level, run: Run, left: SavedRun | None) -> None:
        """Continue the walk of a killed game, and its journal."""
        if not self.takes_answers:
            return
        self._resume, self._kept = run, run.finished and left is None
        if left is not None:
            self.services.autosave.resume(left)
        super()._begin(level)

    def make_session(self, level: Level, resume: Run | None) -> PartySession:
        return PartySession(self._match, level, resume)

    def begun(self) -> None:
        """Report that the maze is made; the server decides when the race starts."""
        if self.run is not None:
            self.guest.begin(self.run)
        self.client.ready(self.prepared)
        self.pane.show_banner("get ready")
        self.follow()

    def take_look(self) -> None:
        """Make the session glide step by step, at the speed that a party allows."""
        super().take_look()
        if self.session is not None:
            self.session.animations = True
            self.session.run_speed = min(self.session.run_speed, FASTEST)

    def do(self, command: Command, player: int = 0) -> list[events.GameEvent]:
        """Give a command to the session; nobody moves before the common countdown."""
        if self.session is not None and self.session.resting:
            self.follow()  # the next look may be late
            if self.session.resting:
                return self._show([events.Refused(reason=events.Reason.TOO_EARLY)])
        return super().do(command, player)

    def follow(self) -> None:
        """Start the countdown in time for the start; close after the end of the round."""
        start, participant = self.guest.start, self.participant
        if not self.is_there:
            return
        if self.over or (participant is not None and participant.session.finished):
            self.dismiss()
        elif start is not None and participant is not None and participant.session.resting:
            begin = self.client.here(start) - COUNTDOWN * COUNT_SECONDS
            if begin <= self.clock():
                self.note_seen()
                self._show(participant.command(Resume(), begin))
                self.tick()

    def _show(self, happened: list[events.GameEvent]) -> list[events.GameEvent]:
        self.client.send_steps()
        return super()._show(happened)

    def arrived(self) -> None:
        """Save the run and close; the lobby shows how the others walk on."""
        if self._kept:  # by the game that was killed
            self.services.autosave.rest()
        elif self.run is not None and self.session is not None:
            self.services.autosave.finish(self.run, self.session.rivals)
        self.follow()

    def action_leave_round(self) -> None:
        if not (self.end_look() or self.pane.leave_map()):
            self.confirm("Leave the party?", self.leave_party, "The others race on without you.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"end_round", "leave_round"}:
            return action == "leave_round" or self.guest.host
        return super().check_action(action, parameters)


class PartyWatchScreen(RoundScreen, PaneActions):
    """Shows all walks of a round until it ends."""

    CSS_PATH = "party.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-roomy")]  # noqa: RUF012
    pane = getters.query_one(MazePane)

    BINDINGS: ClassVar[list[BindingType]] = [
        _END_ROUND,
        map_key("play"),
        *zoom_keys("play"),
        _LEAVE,
        Binding("question_mark", "help", "help"),
    ]

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.join(client)
        self._rivals = tuple(self.guest.rivals.values())
        self._walkers = walkers_of(self._rivals)
        self._tracks: list[RivalLine] = []
        self._scene: Scene | None = None
        """The scene with the walls; None until the maze is made."""
        self._blind = self.prepared.fog and self.guest.run is None  # those who walk may see it
        self.set_class(self._blind, "-blind")
        self.set_class(len(self._rivals) > FEW and not self._blind, "-many")

    def compose(self) -> ComposeResult:
        yield Static(id="walkers", markup=False)
        yield MazePane(whole=True)
        yield KeyLine(always=("leave_round",))

    def on_mount(self) -> None:
        run, recipe = self.guest.run, Recipe.parse(self.prepared.maze)
        self.run_in_thread(lambda: Level.of(recipe) if run is None else run.level, self._made)

    def _made(self, level: Level) -> None:
        if not self.takes_answers:
            return
        run = self.guest.run
        scene = Scene.of(level, *self._walkers)
        if run is None:
            for rival in self._rivals:
                rival.on(level)
            self.client.ready(self.prepared)
        else:
            scene.show_tracks(run.tracks)
        self._tracks = [RivalLine(rival, level) for rival in self._rivals]
        show_lines(scene, self._rivals, self._tracks)
        self._scene = scene
        hides = self.prepared.reveal  # until those who walk see the walls
        self.pane.show_scene(scene.cover(()) if hides else scene, level.start)
        self.follow()

    def follow(self) -> None:
        """Show all present positions; close after the end of the round."""
        if not self.is_there:
            return
        scene, start = self._scene, self.guest.start
        if self.over or self.client.over:
            self.dismiss()
        elif scene is not None:
            now = time.monotonic()
            seconds = 0.0 if start is None else max(now - self.client.here(start), 0.0)
            if seconds and self.pane.scene is not scene:
                self.pane.swap(scene)
            changed: set[Cell] = set()
            for rival, line in zip(self._rivals, self._tracks, strict=True):
                changed |= line.walk_to(rival.taken(seconds))
            for walker, rival in zip(self._walkers, self._rivals, strict=True):
                cell = rival.cell(seconds)
                changed |= {one for one in (walker.cell, cell) if one is not None}
                walker.cell = None if cell == HIDDEN else cell
            with one_frame(self.app):
                self.pane.repaint(changed - {HIDDEN})
                self.query_one("#walkers", Static).update(Content("\n").join(self._lines(seconds)))

    def _lines(self, seconds: float) -> list[Content]:
        """Return the positions as bars, as a list beside the maze, or as lines above it."""
        (width, height), order = self.app.size, self._order(seconds)
        rows = self._rows(order)
        of = f"round {self.prepared.round} of {self.guest.rounds}"
        time = spell_time(round(seconds * 1000))
        head = Content.assemble((of, "bold $maze-key"), "   ", (time, "bold"))
        if (run := self.guest.run) is not None and run.finished:
            place = spell_place(place_in(order), len(order))
            head = Content.assemble(head, f"   you: {place}, {spell_time(run.stopwatch.ms)}")
        if self._blind:
            return [head, *walk_bars(rows, width - 2, height - 2)]
        if self.has_class("-many") and self.has_class("-roomy"):
            return [head, Content(), *walk_bars(rows, SIDE_COLUMNS - 2, min(len(rows), height - 3))]
        most = max(min(MOST_LINES, height // 3), 2)
        lines = _in_lines(head, rows, width - 2)
        if len(lines) > LINES_WITH_UNITS:  # the maze needs the room more
            head = Content.assemble(head, ("   steps:", DIM))
            lines = _in_lines(head, rows, width - 2, unit=False)
        if len(lines) > most:
            lines[1][-1] = Content.styled(f"+{sum(map(len, lines[2:])) + 1}", DIM)
            del lines[2:]
        return [Content("   ").join(line) for line in lines]

    def _order(self, seconds: float) -> list[RacePosition]:
        """Return the players in order, with one's own run if it is finished."""
        run, measure = self.guest.run, measure_of(self._rivals, compass=False)
        if run is not None and run.finished:
            return race_order(own_position(run, measure), self._rivals, seconds, measure)
        racing = enumerate(self._rivals)
        return in_order(position_of(one, seconds, measure, at) for at, one in racing)

    def _rows(self, order: list[RacePosition]) -> list[WalkRow]:
        """Return the other players in order; bars compare routes, or in fog steps."""
        rows, others = [], [one for one in order if not one.is_player]
        most = max([LEAST_SCALE, *(one.progress for one in others)])
        for one in others:
            rival, walker = self._rivals[one.rival], self._walkers[one.rival]
            done, style = counted(one.progress, "step"), ""
            share = MOST_SHARE * one.progress / most
            if one.arrived:
                done, style, share = f"at B {spell_time(round(one.arrival * 1000))}", "bold", 1.0
            ink = f"$maze-{walker.ink.name.lower()}"
            who = Content.assemble((walker.letter, f"bold {ink}"), (f" {rival.name}", style))
            rows.append((who, done, share, ink))
        return rows

    def action_leave_round(self) -> None:
        if not self.pane.leave_map():
            self.confirm("Leave the party?", self.leave_party)

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        maze = not self._blind
        return {"end_round": self.guest.host, "zoom": maze, "overview": maze}.get(action, True)


def _in_lines(
    head: Content, rows: list[WalkRow], width: int, *, unit: bool = True
) -> list[list[Content]]:
    """Return the parts of the lines about players, with or without the unit of steps."""
    lines = [[head]]
    for who, done, share, _ in rows:
        far = done if unit else done.partition(" step")[0]
        part = Content.assemble(who, " ", (far, "bold" if share == 1 else DIM))
        if sum(one.cell_length + 3 for one in lines[-1]) + part.cell_length <= width:
            lines[-1].append(part)
        else:
            lines.append([part])
    return lines
