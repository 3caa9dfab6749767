"""Rounds of a party: as those see one who walk in it, and those who do not, or no more.

The clock of a round never stops: the others walk on.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from textual import getters
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Scene
from mazegame.engine import Level, Recipe
from mazegame.game import events
from mazegame.game.commands import Resume
from mazegame.game.match import Match
from mazegame.game.racing.race import lead
from mazegame.game.recording.record import level_key
from mazegame.game.rules import Rules
from mazegame.game.walking.countdown import COUNT_SECONDS, COUNTDOWN
from mazegame.game.walking.gliding import RUN_SPEED
from mazegame.game.words import spell_time
from mazegame.party.guest import PartySession
from mazegame.party.protocol import HIDDEN, Begin
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, map_key, zoom_keys
from mazegame.widgets.maze.maze_view import walkers_of
from mazegame.widgets.party.board import DIM
from mazegame.widgets.text.canvas import one_frame

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.commands import Command
    from mazegame.game.run import Run
    from mazegame.game.seat import Seat
    from mazegame.game.session import Session
    from mazegame.party.client import Client

MOST_LINES, FEW, SIDE_COLUMNS = 8, 8, 36
"""Most lines above the maze that say who is where; most others who stand there where a column
beside the maze has room as well; and that column's width."""

FRAME_SECONDS: Final = 0.1
"""Seconds between two looks at the party: positions come as often."""

_ALONE: Final = frozenset(
    {"restart", "next", "show_path", "heat", "export", "hint", "pause", "lab", "give_up"}
)
"""The actions that a party does without: they stop the clock, or show what others do not see."""

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
        """Belong to the present round of a party."""
        self.client, self.guest, self.prepared = client, client.guest, client.guest.prepare

    def on_mount(self) -> None:
        self.set_interval(FRAME_SECONDS, self.follow)

    def follow(self) -> None:
        """Show what has happened; close after the end of the round."""

    @property
    def over(self) -> bool:
        """Whether the round is."""
        return self.guest.board is not None or self.guest.prepare is not self.prepared

    def leave_party(self) -> None:
        self.client.over = "you have left"
        self.dismiss()

    def action_end_round(self) -> None:
        self.confirm("End this round?", lambda: self.client.send(Begin()), "The board comes next.")


# PlayScreen comes first: Textual takes the styles of the first base only.
class PartyRaceScreen(PlayScreen, RoundScreen):
    """The play screen in one round; closes at B, and at the end of the round."""

    CSS_PATH = "../playing/play.tcss"
    pauses = False
    _kept = False
    """Whether the score book has the run already."""

    BINDINGS: ClassVar[list[BindingType]] = [_LEAVE, _END_ROUND]

    def __init__(self, route: routes.PartyRace) -> None:
        self.join(route.client)
        source = Recipe.parse(self.prepared.maze)
        rules = Rules(fog=self.prepared.fog, countdown=True)
        match = Match(source=source, rules=rules, rivals=tuple(self.guest.rivals.values()))
        super().__init__(routes.Play(match), clock=time.monotonic)
        self.route = route

    def _begin(self, level: Level) -> None:
        """Go on with the walk of a game that was killed, and with its journal."""
        run = self._resume = self.guest.walked(level, self.clock)
        if run is not None:
            key = level_key(level)
            left = self.services.autosave.find_left(lambda heading: heading.level == key)
            if left is not None:
                self.services.autosave.resume(left)
            self._kept = run.finished and left is None
        super()._begin(level)

    def make_session(self, level: Level, resume: Run | None) -> Session:
        return PartySession(self._match, level, resume)

    def begun(self) -> None:
        """Report that the maze is made; the server says when the race starts."""
        if self.run is not None:
            self.guest.begin(self.run)
        self.client.ready(self.prepared.round)
        self.pane.show_banner("get ready")
        self.follow()

    def take_look(self) -> None:
        """Let the session glide as a party allows: step by step, and no faster than others."""
        super().take_look()
        if self.session is not None:
            self.session.animations = True
            self.session.run_speed = min(self.session.run_speed, RUN_SPEED)

    def do(self, command: Command, seat: Seat | None = None) -> list[events.GameEvent]:
        """Give a command to the session; nobody moves before the countdown of all."""
        if self.session is not None and self.session.resting:
            self.follow()  # the next look may be late
            if self.session.resting:
                return self._show([events.Refused(reason=events.Reason.TOO_EARLY)])
        return super().do(command, seat)

    def follow(self) -> None:
        """Start the countdown in time for the start; close after the end of the round."""
        start, seat = self.guest.start, self.seat
        if self.over or (seat is not None and seat.session.finished):
            self.dismiss()
        elif start is not None and seat is not None and seat.session.resting:
            begin = self.client.here(start) - COUNTDOWN * COUNT_SECONDS
            if begin <= self.clock():
                self._show(seat.command(Resume(), begin))
                self.tick()

    def _show(self, happened: list[events.GameEvent]) -> list[events.GameEvent]:
        self.client.send_steps()
        return super()._show(happened)

    def arrived(self) -> None:
        """Keep the run, and close: the lobby shows how the others walk on."""
        if self._kept:  # by the game that was killed
            self.services.autosave.rest()
        elif self.run is not None and self.session is not None:
            self.services.autosave.finish(self.run, self.session.rivals)
        self.follow()

    def action_leave_round(self) -> None:
        if not (self.end_look() or self.pane.leave_map()):
            self.confirm("Leave the party?", self.leave_party, "The others race on without you.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        own = {"end_round": self.guest.host, "leave_round": True}.get(action)
        if own is not None:
            return own
        return action not in _ALONE and super().check_action(action, parameters)


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

    def __init__(self, route: routes.PartyWatch) -> None:
        super().__init__(route)
        self.join(route.client)
        self._rivals = tuple(self.guest.rivals.values())
        self._walkers, self._trails = walkers_of(self._rivals)
        self.set_class(len(self._rivals) > FEW, "-many")

    def compose(self) -> ComposeResult:
        yield Static(id="walkers", markup=False)
        yield MazePane(whole=True)
        yield KeyLine()

    def on_mount(self) -> None:
        run = self.guest.run
        recipe = Recipe.parse(self.prepared.maze)
        self.ask(lambda: Level.of(recipe) if run is None else run.level, self._made)

    def _made(self, level: Level) -> None:
        run = self.guest.run
        if run is None:
            for rival in self._rivals:
                rival.on(level)
            self.client.ready(self.prepared.round)
        scene = Scene.of(level, *self._walkers)
        if run is not None:
            scene.show_tracks(run.tracks)
        elif self.prepared.fog:  # those who still walk may see this screen
            scene.light = np.zeros_like(scene.grid)
        self.pane.show_scene(scene, level.start)
        self.follow()

    def follow(self) -> None:
        """Show everybody's present place; close after the end of the round."""
        scene, start = self.pane.scene, self.guest.start
        if self.over or self.client.over:
            self.dismiss()
        elif scene is not None:
            now = time.monotonic()
            seconds = 0.0 if start is None else max(now - self.client.here(start), 0.0)
            changed = self._trails.follow(self._rivals, seconds)
            for walker, rival in zip(self._walkers, self._rivals, strict=True):
                cell = rival.cell(seconds)
                changed |= {one for one in (walker.cell, cell) if one not in {None, HIDDEN}}
                walker.cell = None if cell == HIDDEN else cell
            if scene.light is None:
                scene.trails = {c: mark for c, mark in self._trails.marks.items() if c != HIDDEN}
            with one_frame(self.app):
                self.pane.repaint(changed - {HIDDEN})
                self.query_one("#walkers", Static).update(Content("\n").join(self._lines(seconds)))

    def _lines(self, seconds: float) -> list[Content]:
        """Return the state of the race: in a column, or in a third of the height at most."""
        (width, height), rows = self.app.size, self._rows(seconds)
        of = f"round {self.prepared.round} of {self.guest.rounds}"
        time = spell_time(round(seconds * 1000))
        lines = [Content.assemble((of, "bold $maze-key"), "   ", (time, "bold"))]
        beside = self.has_class("-many") and self.has_class("-roomy")
        room = SIDE_COLUMNS - 2 if beside else width - 2
        most = height - 2 if beside else min(MOST_LINES, height // 3)
        lines += [Content()] * beside
        for at, (who, done) in enumerate(rows):
            gap = room - who.cell_length - done.cell_length if beside else 1
            part = Content.assemble(who, " " * gap, done)
            longer = Content("   ").join([lines[-1], part])
            if not beside and longer.cell_length <= room:
                lines[-1] = longer
            elif len(lines) < most:
                lines.append(part)
            else:
                lines.append(Content(f"and {len(rows) - at} more"))
                break
        return lines

    def _rows(self, seconds: float) -> list[tuple[Content, Content]]:
        """Return who is where, in order; who has arrived stands out."""
        rows = []
        both = zip(self._rivals, self._walkers, strict=True)
        for rival, walker in sorted(both, key=lambda one: lead(one[0], seconds)):
            done, style = str(rival.taken(seconds)), ""
            if rival.arrival <= seconds:
                done, style = f"at B {spell_time(round(rival.arrival * 1000))}", "bold"
            letter = walker.letter, f"bold $maze-{walker.ink.name.lower()}"
            who = Content.assemble(letter, (f" {rival.name}", style))
            rows.append((who, Content.styled(done, style or DIM)))
        return rows

    def action_leave_round(self) -> None:
        if not self.pane.leave_map():
            self.confirm("Leave the party?", self.leave_party)

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        return action != "end_round" or self.guest.host
