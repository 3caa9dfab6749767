"""Endless: descents through a maze without a bottom, whose upper rows collapse.

The screen plays one descent after the other, shows the card between them, and saves them.
``game/descent.py`` has the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from mazegame.engine import Level, Recipe, draw_seed
from mazegame.game.commands import Pause
from mazegame.game.descent import Descent
from mazegame.game.events import Caught, GameEvent
from mazegame.game.modes.endless import COLS, MANUAL, endless_key
from mazegame.game.recording.record import ForgedRecordError, walk_again
from mazegame.game.score import LEAVE_STEPS
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.game.words import counted
from mazegame.lab.subject import CarvingOf
from mazegame.screens import factory
from mazegame.screens.playing.card import CardScreen
from mazegame.widgets.input.background import SHOW_AFTER
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import walk_keys
from mazegame.widgets.maze.maze_pane import zoom_keys
from mazegame.widgets.playing.endless import EndlessLines, EndlessPane
from mazegame.widgets.text.plot import heading

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.store.descents import DescentRanking
    from mazegame.store.journal.journal_lines import SavedRun

WALKS: Final = frozenset({"move", "glide", "undo", "step_back"})
"""The actions that walk in a descent."""

LACKS: Final = {"x": "to_unexplored", "v": "look", "i": "hint", "t": "heat"}
"""The actions of other mazes that a descent does not have."""


class EndlessScreen(CardScreen):
    """Plays one descent after the other."""

    pane = getters.query_one(EndlessPane)
    manual = MANUAL
    descent: Descent | None = None
    ranking: DescentRanking | None = None
    """The place of a descent that ended by the collapse; None until it is known."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(key for key in walk_keys("endless") if key.action.partition("(")[0] in WALKS),
        *(Binding(key, action, show=False) for key, action in LACKS.items()),
        Binding("enter", "start", "go on", id="endless.start", key_display="⏎",
                tooltip="go on, or down another maze"),
        Binding("escape,p", "pause", "pause", id="endless.pause", key_display="esc"),
        Binding("escape", "dismiss", "leave", id="endless.leave", key_display="esc",
                tooltip="leave; while the card is shown"),
        Binding("n", "next", "new maze", id="endless.next",
                tooltip="end this descent, and go down another maze"),
        Binding("r", "restart", "same maze", id="endless.restart",
                tooltip="end this descent, and go down the same maze again"),
        Binding("space", "replay", "replay", id="endless.replay", tooltip="watch the way down"),
        Binding("f", "lab", "lab", id="endless.lab", tooltip="watch its first rows being carved"),
        *zoom_keys("endless", show=True),
        Binding("question_mark", "help", "help", id="endless.help"),
    ]  # fmt: skip

    def __init__(self, seed: str, saved: SavedRun | None) -> None:
        super().__init__()
        self._seed = seed
        self._saved = saved

    @property
    def timed(self) -> Descent | None:
        """The descent."""
        return self.descent

    @property
    def _walking(self) -> bool:
        return self.descent is not None and self.descent.steps > 0 and not self.resting

    def compose(self) -> ComposeResult:
        numbers = EndlessLines()
        yield numbers
        yield EndlessPane(numbers)
        yield KeyLine(always=("pause", "dismiss"))
        yield Static(id="card")

    # Descents

    def on_mount(self) -> None:
        self.query_one(KeyLine).put_first(("move", "glide"))
        self.hold_frame(SHOW_AFTER)
        self.run_in_thread(self._load, lambda found: self._begin(*found))

    def _load(self) -> tuple[Descent, SavedRun | None]:
        """Return the requested or interrupted descent with its saved run, else a new one."""
        seed, left = self._seed, self._saved
        key, fits = endless_key(seed), str.__eq__ if seed else str.startswith
        find = self.services.autosave.find_left
        left = left or find(lambda heading: fits(heading.series, key), None)
        try:
            if left is not None:
                return Descent.resumed(left.record), left
        except ForgedRecordError as problem:
            self.call_later(self.show_notice, f"the saved descent is damaged: {problem}", "warning")
        return Descent(seed or draw_seed()), None

    def _begin(self, descent: Descent, saved: SavedRun | None = None) -> None:
        self.descent, self.ranking = descent, None
        self.take_look()
        self.services.autosave.descend(descent, saved)
        self.pane.show_descent(descent)
        if descent.caught:
            self._end()
        self.begun(resting=descent.steps > 0)

    def _end(self) -> None:
        """Add the descent to the score book, unless nothing was walked."""
        ended, place = self.descent, self.services.autosave.finish_descent()

        def ranked(found: DescentRanking) -> None:
            if ended is self.descent:
                self.ranking = found
                self.rest()

        if place is not None:
            self.run_in_thread(place, ranked, group="ranking")

    def on_unmount(self) -> None:
        """Stop the clock, so that the descent is saved as it is."""
        if self.descent is not None:
            self.descent.command(0, Pause(), self.clock())
        self.services.autosave.leave_descent()  # a game over this screen leaves only its own run

    # Commands and time

    def show_events(self, happened: list[GameEvent]) -> None:
        """Show what happened; the collapse may have ended the descent."""
        self.pane.show_events(happened)
        if self.descent is not None and 0 < self.descent.steps <= len(happened):
            self.refresh_bindings()  # the first step may be among these: from then on, esc pauses
        if any(isinstance(event, Caught) for event in happened):
            self._end()
            self.rest()

    # The card

    def action_pause(self) -> None:
        """Stop the collapse, save and show the card; before the first step nothing falls."""
        if self._walking:
            self.rest()
            self.services.autosave.keep()

    def words(self) -> tuple[list[Content], dict[str, str]]:
        descent = self.descent
        if descent is None:
            return [], {"start": "go on"}
        depth = descent.depth
        deep = f"{counted(depth.rows, 'row')} deep"
        if not descent.caught:
            keys = {"start": "go on", "next": "new maze", "dismiss": "leave"}
            return [heading(f"Paused: {deep}")], keys
        over = f"{depth.over:,} more than" if depth.over else "by"
        steps = f"{counted(depth.steps, 'step')}, {over} the shortest way down"
        caught = heading("The collapse caught you")
        lines = [caught, Content.styled(deep, "bold $success"), Content(steps)]
        keys = {"start": "new maze", "restart": "same maze"}
        if self.ranking is not None:
            lines.append(Content(place_of(self.ranking)))
            keys["replay"] = "replay"
        return lines, keys

    # Keys

    def action_start(self) -> None:
        """Resume; after the end, begin another descent."""
        if self.descent is not None and self.descent.caught:
            self.action_next()
        else:
            self.walk_on()

    def action_next(self) -> None:
        self._leave_for(draw_seed())

    def action_restart(self) -> None:
        if self.descent is not None:
            self._leave_for(self.descent.seed)

    def _leave_for(self, seed: str) -> None:
        """End the descent and begin another; ask first if many steps were taken."""

        def go() -> None:
            self._end()
            self._begin(Descent(seed))

        descent = self.descent
        if descent is None or descent.caught or descent.steps < LEAVE_STEPS:
            go()
        else:
            self.confirm("End this descent?", go, "It counts as far as it came.")

    def action_hint(self) -> None:
        """Show that a descent has no such help; the clock goes on."""
        self.show_notice("no hints, heat, exploring or looking around on the way down: walk or run")

    action_heat = action_look = action_to_unexplored = action_hint

    def action_replay(self) -> None:
        if self.ranking is None:
            return
        record = self.ranking.run.record

        def work() -> FinishedWalk:
            run = walk_again(Level.of(Recipe.parse(record.level)), record)
            return FinishedWalk(run, turns=wrong_turns(run)[:MARKED_TURNS])

        self.run_in_thread(work, lambda walk: self.open(factory.replay(walk)))

    def action_lab(self) -> None:
        """Show how the first rows are carved: they are those of a maze of the same seed."""
        if self.descent is not None:
            rows = min(self.descent.depth.rows + 2, 60)
            self.open(factory.lab((CarvingOf(Recipe("eller", COLS, rows, self.descent.seed)),)))

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        rests = self.descent is not None and self.resting
        works = {
            **dict.fromkeys((*WALKS, *LACKS.values()), not self.resting),
            **dict.fromkeys(("start", "next", "restart", "lab"), rests),
            "pause": self._walking,
            "dismiss": not self._walking,
            "replay": self.ranking is not None,
        }
        return works.get(action, True)


def place_of(ranking: DescentRanking) -> str:
    """Return the rank of a descent in words."""
    run, ranked = ranking.run, ranking.ranked
    first = next(row for row in ranked if row.series == run.heading.series)
    if first.level != run.record.level or first.done != run.done:
        return f"practice: the first descent here counts, {first.depth:,} deep"
    place = ranked.index(first) + 1
    if place == 1:
        return "your deepest" if len(ranked) > 1 else "your first descent"
    return f"number {place} of your {len(ranked)} descents, the deepest {ranked[0].depth:,}"
