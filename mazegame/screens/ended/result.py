"""Result: a finished run compared with the shortest path, and both drawn over the maze."""

from __future__ import annotations

import time
from dataclasses import replace
from enum import Enum, auto
from itertools import cycle
from math import prod
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Ink, Scene, marks_in
from mazegame.drawing.inks import RIVALS
from mazegame.engine import Direction
from mazegame.game.racing.lines import whole_line
from mazegame.game.racing.race import way
from mazegame.game.racing.racer import is_beaten
from mazegame.game.recording.playback import Retrace
from mazegame.game.scoring.finale import ALL_LINES, Finale
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.medals import Medal
from mazegame.game.scoring.verdict import steps_sentence, verdict_of
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.screens import factory
from mazegame.screens.base import CALM_SECONDS, GameScreen
from mazegame.widgets.ended.ending_card import CARD_COLUMNS, EndingCard
from mazegame.widgets.ended.result_lines import (
    LEGEND,
    circumstances,
    costliest,
    heat_legend,
    legend,
    rating,
)
from mazegame.widgets.keys.key_line import KeyColumn, KeyLine
from mazegame.widgets.keys.play_keys import RESULT_KEYS
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, heat_key, pan_keys, zoom_keys
from mazegame.widgets.maze.maze_view import show_lines
from mazegame.widgets.maze.session_pane import LEAST_COLUMNS
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.playing.side_column import SIDE_COLUMNS, WIDE, Panel, draw_near
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from mazegame.engine import Cell
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run
    from mazegame.game.scoring.finale import FinaleState
    from mazegame.services.score_book import RankingReady

MAZE_PEEK_LINES: Final = 2
"""Lines of the maze that stay visible around the card where it is high enough."""

PEEK_HEIGHT: Final = 24
"""Fewest lines of the maze's pane with such visible lines."""

MIN_KEY_LINES: Final = 8
"""Lines below the card that are kept free for the keys, in the column beside the maze."""

MARKS_LOOKED_FOR: Final = 1 << 18
"""Most cells of a maze whose marks are searched; the legend of a larger one names all marks."""

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two frames of the ending."""

STEPS_AT_ONCE: Final = 2000
"""Most steps drawn in one frame; each takes 8 microseconds."""


class View(Enum):
    """What is drawn over the maze, apart from the path of a single rival."""

    BOTH = auto()
    SHORTEST = auto()
    YOURS = auto()


class ResultScreen(GameScreen[str], PaneActions):
    """Shows a finished run. Dismisses with what follows; "ghost" is a race against this walk."""

    CSS_PATH = "result.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-medium"), (WIDE, "-wide")]  # noqa: RUF012

    pane = getters.query_one(MazePane)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "next", "next", id="result.next", key_display="⏎"),
        Binding("r,enter", "dismiss('again')", "again", id="result.again", key_display="r",
                tooltip="again; Enter too, if no maze follows"),
        Binding("tab", "toggle_card", "card", id="result.card", tooltip="the card over the maze"),
        Binding("c", "copy", "copy ID", id="result.copy", tooltip="copy the game ID"),
        Binding("C", "copy_ghost", "copy the ghost code", show=False, id="result.copy-ghost",
                tooltip="copy this walk as a line that others race"),
        Binding("space", "replay", "replay", id="result.replay"),
        Binding("g", "dismiss('ghost')", "race it", id="result.ghost",
                tooltip="race the walk just done"),
        Binding("backspace", "dismiss('practice 0')", "retry", show=False,
                id="result.practice", tooltip="retry the costliest wrong turn"),
        Binding("slash", "exits", "why", id="result.exits",
                tooltip="your wrong turns, and the better ways"),
        heat_key("result"),
        Binding("f", "lab", "how a search finds B", id="result.lab",
                tooltip="searches beside your walk"),
        Binding("y", "turn_layers", "compare", id="result.layers",
                tooltip="yours, the shortest, or both"),
        *zoom_keys("result"),
        *pan_keys("result"),
        Binding("escape,m", "dismiss('menu')", "menu", id="result.menu", key_display="m"),
        Binding("e", "export", "export", id="result.export", tooltip="write the maze to a file"),
        Binding("question_mark", "help", "help", id="result.help"),
    ]  # fmt: skip

    def __init__(
        self,
        run: Run,
        rivals: Sequence[Racer] = (),
        *,
        head_lines: int = 2,
        note: str = "",
        zoom: int | None = None,
        follows: str = "next",
        fog: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(clock=clock)
        self.run = run
        self._rivals = tuple(rivals)
        self._head_lines = head_lines
        self._note = note
        self._zoom = zoom
        self._follows = follows
        self._turns = wrong_turns(run)
        self._costliest = self._turns[:MARKED_TURNS]
        self._views = cycle([*View, *(rival for rival in self._rivals if way(rival))])
        """The views that the compare key shows in turn."""
        self._view: View | Racer = next(self._views)
        self._verdict = verdict_of(run, self._rivals, self._costliest, fog=fog)
        self._lines = [whole_line(rival, run) for rival in self._rivals]
        self._retrace = Retrace(run.level, run.moves)
        self._finale: Finale | None = None
        self._began = 0.0
        self._frames: Timer | None = None

    def compose(self) -> ComposeResult:
        result = self.run.result
        with Horizontal():
            with Vertical():
                with Vertical(id="lines"):
                    with Horizontal(classes="line"):
                        yield Static(steps_sentence(result), id="verdict")
                        yield Static(rating(result), id="rating")
                    with Horizontal(classes="line"):
                        yield Static(rating(result), id="rating-below")
                        yield FittingLine(id="legend")
                        yield Static(circumstances(result), id="circumstances")
                    with Horizontal(id="third", classes="line"):
                        yield FittingLine(id="best")
                yield MazePane(zoom=self._zoom)
                yield KeyLine(keys_unless="-wide")
            with Vertical(id="column"):
                yield EndingCard(self._verdict, id="beside")
                yield Panel("keys", KeyColumn())
        yield EndingCard(self._verdict, id="over")

    @property
    def _kind(self) -> str:
        """The kind of result, a key of ``RESULT_KEYS``."""
        if any(not is_beaten(rival, self.run) for rival in self._rivals):
            return "lost"
        return "detours" if self._costliest else "won"

    @property
    def _animated(self) -> bool:
        return look_of(self.app).animations and self.run.steps > 0

    @property
    def ended(self) -> bool:
        """Whether the ending animation is over."""
        return self._began > 0 and self._finale is None

    def _show_notes(self, ranking: RankingReady | None) -> None:
        if ranking is not None and ranking.run is not self.run:
            return
        notes = [self._note]
        if ranking is not None:
            texts = [Content(ranking.line), Content(ranking.short)]
            self.query_one("#best", FittingLine).show(texts)
            streak = f"{ranking.streak} days in a row" if ranking.streak > 1 else ""
            notes += [*ranking.series.split("   "), ranking.line, streak]
        for card in self.query(EndingCard):
            card.show_notes(notes)
        self._fit_card()

    def on_mount(self) -> None:
        self.query_one("#third").styles.height = max(self._head_lines - 2, 0)  # of the race
        for keys in (self.query_one(KeyLine), self.query_one(KeyColumn)):
            keys.put_first(RESULT_KEYS[self._kind])
            keys.rename("next", self._follows)
        self.listen(self.services.score_book.ranked, self._show_notes)
        self._make_scene()
        if self._animated:
            self._scene.labels = {}
            self._scene.show_tracks(self._retrace.tracks)
        self.pane.show_scene(self._scene, self.run.position)
        self._show_legend()
        self._show_notes(self.services.score_book.ranking_of(self.run))

    # The ending

    def became_ready(self) -> None:
        """Start the ending with the first frame; without animations show its last one."""
        self._began = self.clock()
        self._fit_card()
        if not self._animated:
            self._end_finale()
            return
        verdict = self._verdict
        said = max(card.text_line_count for card in self.query(EndingCard))
        gold = verdict.medal in {Medal.AUTHOR, Medal.GOLD}
        self._finale = Finale(self.run.steps, verdict.stars or 0, verdict.score, said, gold=gold)
        self._frames = self.set_interval(FRAME_SECONDS, self.show_finale)
        self.show_finale()

    def show_finale(self) -> None:
        """Show the present state of the ending."""
        finale = self._finale
        if finale is None:
            return
        moment = finale.at(self.clock() - self._began)
        if moment.done:
            self._end_finale()
            return
        changed = self._retrace.go_to(moment.steps, STEPS_AT_ONCE)
        if self._flash(on=moment.flash):
            changed.add(self.run.position)
        with one_frame(self.app):
            self.pane.repaint(changed)
            self._show_moment(moment)

    def _flash(self, *, on: bool) -> bool:
        """Draw the reached B flashing or as usual; return whether that changes."""
        before, reached = dict(self._scene.ends), self.run.position
        ends = [end for row in Scene.of(self.run.level).ends.values() for end in row]
        if on:
            ends = [replace(e, ink=Ink.BUMP) if e.cell == reached else e for e in ends]
        self._scene.show_ends(ends)
        return self._scene.ends != before

    def _show_moment(self, moment: FinaleState) -> None:
        self.set_class(moment.card, "-card")
        for card in self.query(EndingCard):
            card.show(moment)

    def _end_finale(self) -> None:
        if self._frames is not None:
            self._frames.stop()
        verdict = self._verdict
        self._finale = None
        self._flash(on=False)
        self._scene.show_tracks(self.run.tracks)
        self._scene.labels = self._labels
        self.pane.repaint_all()
        end = Finale(self.run.steps, verdict.stars or 0, verdict.score, ALL_LINES).end
        self._show_moment(end)

    def on_key(self, event: events.Key) -> None:
        """Drop a key that was typed ahead; any other key ends the ending animation.

        Space does no more than that; other keys have their usual effect as well.
        """
        ahead = self.clock() - self._began < CALM_SECONDS and event.key != "escape"
        if ahead or (event.key == "space" and self._finale is not None):
            event.stop()
            event.prevent_default()
        if self._finale is not None and not ahead:
            self._end_finale()

    def on_resize(self) -> None:
        self.when_painted(self._fit_card)

    def _fit_card(self) -> None:
        card, room = self.query_one("#over", EndingCard), self.pane.size
        width = min(CARD_COLUMNS, room.width - 2)
        if width < 10 or room.height < 5:
            return
        max_height = room.height
        if room.height >= PEEK_HEIGHT:
            max_height -= MAZE_PEEK_LINES
        height = card.height_for(width, max_height)
        card.styles.width, card.styles.height = width, height
        middle = (self.size.height - height) // 2
        card.styles.offset = 0, self.pane.region.y + (room.height - height) // 2 - middle
        rows, cols = self._scene.shape
        if self.pane.drawing is not None:
            wide, _ = self.pane.drawing.size(cols, rows)
            self.set_class(room.width - wide >= 2 * width, "-aside")
            columns = max(wide, LEAST_COLUMNS)
            draw_near(self.query_one("#column"), columns)
            line_width = columns + 2 if self.has_class("-wide") else 120
            self.query(".line").set_styles(max_width=line_width)
        column = self.query_one("#beside", EndingCard)
        column.styles.height = column.height_for(SIDE_COLUMNS, self.size.height - MIN_KEY_LINES)

    def action_toggle_card(self) -> None:
        self.toggle_class("-card")

    def action_zoom(self, by: int) -> None:
        self.remove_class("-card")  # the key needs the whole maze
        super().action_zoom(by)

    def action_pan(self, x: int, y: int) -> None:
        self.remove_class("-card")  # the key needs the whole maze
        super().action_pan(x, y)

    # The maze

    @on(MazePane.DrawingChanged)
    def _show_legend(self) -> None:
        glyphs, scene = zooms_for(self.app)[0].glyphs, self._scene
        both = scene.tracks is not None and scene.path is not None
        of_path = "missed" if both else "the shortest path"
        if not isinstance(self._view, View):
            of_path = self._view.name
        parts = legend(self._marks, self.pane.drawing, of_path, scene.path_ink)
        if self._view is not View.SHORTEST and self._costliest:
            parts.insert(0, costliest(self._costliest, self.run.detour))
        if self.pane.heat:
            parts.insert(0, heat_legend(glyphs))
        self.query_one("#legend", FittingLine).show(fewer_and_fewer(parts))

    @property
    def _labels(self) -> dict[Cell, str]:
        """The rank of each of the costliest wrong turns by cell.

        A wrong turn at A is labelled on the first cell after it, since A has its own letter.
        """
        labels: dict[Cell, str] = {}
        for rank, turn in enumerate(self._costliest, start=1):
            cell = turn.cell
            if cell == self.run.level.start:
                cell = Direction(self.run.moves[0]).step(cell)
            labels.setdefault(cell, str(rank))
        return labels

    def _make_scene(self) -> None:
        """Make the scene of the present view, and look for the marks in it."""
        self._scene = scene = Scene.of(self.run.level)
        if self._view is not View.SHORTEST:
            scene.show_tracks(self.run.tracks)
            scene.labels = self._labels
        if not isinstance(self._view, View):
            scene.show_path(way(self._view), RIVALS[self._rivals.index(self._view)])
        elif self._view is not View.YOURS:
            if self._view is View.BOTH:
                show_lines(scene, self._rivals, self._lines)
            scene.show_path(self.run.level.cells_of_path())
        few = prod(scene.shape) <= MARKS_LOOKED_FOR
        self._marks = marks_in(scene) if few else set(LEGEND)

    def action_turn_layers(self) -> None:
        """Show both paths, the shortest, the player's, and each rival's, in turn."""
        if self._finale is not None:  # it draws the first view
            self._end_finale()
        self.remove_class("-card")  # the key needs the whole maze
        self._view = next(self._views)
        self._make_scene()
        self.pane.swap(self._scene)
        self._show_legend()

    def action_replay(self) -> None:
        if self.run.steps:
            self.open(factory.replay(FinishedWalk(self.run, self._rivals, self._costliest)))

    def action_heat(self) -> None:
        self.remove_class("-card")  # the key needs the whole maze
        super().action_heat()
        self.set_class(self.pane.heat, "-heat")
        self._show_legend()

    def action_exits(self) -> None:
        if self._costliest:
            had_card = self.has_class("-card")
            self.remove_class("-card")  # the drawing does not lie on it
            self.open(
                factory.why(self.run, self._turns),
                lambda number: self.dismiss(f"practice {number}"),
                closed=lambda: self.set_class(had_card, "-card"),
            )

    def action_lab(self) -> None:
        from mazegame.lab.subject import SearchOf, WalkOf

        walk = WalkOf(self.run.level, list(self.run.cells()))
        self.open(factory.lab((walk, SearchOf(self.run.level, "bfs"))))

    def action_next(self) -> None:
        self.dismiss("next")

    @property
    def game_id(self) -> str:
        return str(self.run.level.recipe or "")

    def action_copy_ghost(self) -> None:
        """Copy the walk as a ghost code, which others can race."""
        from mazegame.game.recording.ghost_code import GhostCodeError, ghost_code

        try:
            code = ghost_code(self.run.level, self.run)
        except GhostCodeError as error:
            self.show_notice(str(error), "warning")
            return
        self.app.copy_to_clipboard(code)
        self.show_notice("copied the ghost code: mazegame ghost CODE races it")

    def action_export(self) -> None:
        self.open(factory.export(self.run.level, self._scene, bytes(self.run.moves)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; a loaded maze has no game ID and no next one."""
        if action == "toggle_card":
            return not self.has_class("-wide")
        if action == "exits" or (action, parameters) == ("dismiss", ("practice 0",)):
            return bool(self._costliest)
        return not (action in {"copy", "copy_ghost", "next"} and self.run.level.recipe is None)
