"""Lab: watch how mazes are carved and searched, step by step, one or two side by side.

Here are the keys, the clock, and the choice of shows. A show's state at a step is in ``lab/``, its
drawing in ``widgets/lab/show_view.py``.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import best_fit
from mazegame.engine import ALGORITHMS, METHODS, PRESETS, Recipe, draw_seed
from mazegame.formats.errors import reason_of
from mazegame.game.modes.free_play import free_play
from mazegame.game.setup.draft import sample_of
from mazegame.game.texture_names import texture_name
from mazegame.lab import bench
from mazegame.lab.heads import Heads
from mazegame.lab.subject import CarvingOf, SearchOf
from mazegame.screens import factory
from mazegame.screens.base import leave_keys
from mazegame.screens.tabbed import STUDY, TabbedScreen
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.input.background import is_wanted
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.lab.show_view import PANEL_WIDTH, ShowView
from mazegame.widgets.maze.maze_pane import PaneActions, map_key, zoom_keys
from mazegame.widgets.maze.zooms import enough_capacity, zooms_for
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.fitting_line import with_detail
from mazegame.widgets.text.menu_list import MARK
from mazegame.widgets.text.segments import truncate
from mazegame.widgets.text.time_line import TimeActions, TimeLine, time_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.engine.support.plugins import Registry
    from mazegame.game.recording.playhead import Playhead
    from mazegame.lab.show import Show
    from mazegame.lab.subject import Subject

FRAME_SECONDS: Final = 1 / 60
"""Seconds between two moves of the playhead."""

TEXT_SECONDS: Final = 1 / 15
"""Seconds between two updates of the texts beside the maze during play."""

FOLLOWED_SPEED: Final = 30.0
"""Highest speed, in steps per second, at which the window follows the active cell at each step."""

FOLLOW_SECONDS: Final = 0.5
"""Least seconds between two moves of the window above that speed."""

LEAST: Final = (12, 7)
"""Fewest columns and rows of a maze that the lab sizes itself, if a drawing has room for them."""

MARGIN: Final = 1
"""Columns beside a maze that the lab sizes itself, so that it does not stick to the edges."""

NARROWEST: Final = 72
"""Fewest columns of a terminal with code beside the maze, and with the lock of two shows."""

LINES_AROUND: Final = 5
"""Lines of the screen above and below a maze: tabs, time, title, panels, keys."""

LINES_AROUND_TWO: Final = 8
"""Lines of the screen above and below two mazes side by side."""

LINES_AROUND_TALL: Final = 13
"""Lines of the screen above and below two mazes on a tall terminal."""

LINES_AROUND_STACKED: Final = 4
"""Lines of the screen above, between and below two mazes, one below the other."""

WIDE: Final = 150
"""Fewest columns of a terminal with code beside a maze and its tree."""

TALL: Final = 44
"""Fewest lines of a terminal in which shows side by side have their stories as well."""


MANUAL: Final = """\
The lab shows how an algorithm carves a maze, or how a search finds B in it, one step at a time. \
Beside the maze the algorithm's lines are marked as they happen.

A maze that you have watched counts as seen: its runs are practice."""
"""The text of the lab's help."""


CHOICE_COLUMNS: Final = 36
"""Columns for a name in the list of what carves."""


class LabScreen(TabbedScreen, PaneActions, TimeActions):
    """Shows one carving or search, or two of them."""

    CSS_PATH = "lab.tcss"
    GROUP = STUDY
    tab = "lab"
    manual = MANUAL

    sentence = getters.query_one("#sentence", Static)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", id="lab.toggle"),
        Binding("right", "step(1)", "step", id="lab.step", tooltip="one step on"),
        Binding("left", "step(-1)", "one step back", show=False, id="lab.step-back"),
        Binding("shift+right,right_square_bracket", "step(10)", "ten steps on", show=False,
                id="lab.ten"),
        Binding("shift+left,left_square_bracket", "step(-10)", "ten steps back", show=False,
                id="lab.ten-back"),
        Binding("pagedown", "skip(0.1)", "a tenth on", show=False, id="lab.skip"),
        Binding("pageup", "skip(-0.1)", "a tenth back", show=False, id="lab.skip-back"),
        *time_keys("lab"),
        Binding("f", "search", "search", id="lab.search", tooltip="search it, or carve it"),
        Binding("slash", "choose", "algorithm", id="lab.choose",
                tooltip="another algorithm or search"),
        Binding("y", "compare", "compare", id="lab.compare", tooltip="two side by side, or one"),
        Binding("enter", "take", "play it", id="lab.take"),
        Binding("n", "next", "seed", id="lab.next", tooltip="the next seed"),
        Binding("5", "options", "options", id="lab.options", tooltip="weights, zones, loops"),
        Binding("1", "side(0)", "left", show=False, id="lab.left", tooltip="choose the left show"),
        Binding("2", "side(1)", "side", id="lab.right", key_display="1 2",
                tooltip="choose the right show"),
        Binding("Y", "lock", "lock", id="lab.lock", tooltip="same step, same share, own speed"),
        Binding("3", "swap", "swap", id="lab.swap", tooltip="let the two change sides"),
        Binding("T", "tree", "tree", id="lab.tree",
                tooltip="the maze as a tree as well, the search on both"),
        Binding("asterisk", "gallery", "gallery", show=False, id="lab.gallery"),
        map_key("lab"),
        *zoom_keys("lab"),
        tab_key("lab"),
        *leave_keys("lab"),
    ]  # fmt: skip

    def __init__(self, subjects: Sequence[Subject], recipe: Recipe | None) -> None:
        super().__init__()
        self.subjects: list[Subject] = list(subjects)
        self._recipe = recipe
        self.heads = Heads([0])
        self._updated_at = self._followed_at = 0.0
        self._has_tree = False
        """Whether the maze of a search is also shown as a tree."""
        self._sized: tuple[int, int] | None = None
        """The (cols, rows) that the lab chose for its maze; None if the player chose them."""

    def compose(self) -> ComposeResult:
        yield self.tabs()
        yield TimeLine()
        yield Static(id="note", markup=False)
        with Horizontal(id="stage"):
            yield ShowView(id="first")
            yield ShowView(id="second")
        yield Static(id="sentence", markup=False)
        yield KeyLine()

    @property
    def time_player(self) -> Playhead:
        return self.heads.leader

    @property
    def shows(self) -> list[Show]:
        """The shows; empty until all of them are made."""
        found = [view.current for view in self._views[: len(self.subjects)]]
        made = [show for show in found if show is not None]
        return made if len(made) == len(found) else []

    @property
    def _views(self) -> list[ShowView]:
        return [self.query_one(name, ShowView) for name in ("#first", "#second")]

    def became_ready(self) -> None:
        """Start, now that the size of the pane is known."""
        super().became_ready()
        if not self.subjects:
            room = self._views[0].pane.size - (2 * MARGIN, 0)
            self._sized = cols, rows = enough_capacity(self.app, *room, LEAST)
            recipe = self._recipe or Recipe("recursive-backtracker", cols, rows, draw_seed())
            self.subjects = [CarvingOf(sample_of(recipe, cols, rows))]
        self.set_interval(FRAME_SECONDS, self._tick)
        self._load()

    @on(events.Mount)
    @on(events.Resize)
    def _make_room(self) -> None:
        """Lay out the shows so that whole mazes fit, if they can.

        Code is shown beside one maze only where the maze loses no room; a second show goes below
        the first where both fit only so.
        """
        width, height = self.app.size
        two = len(self.subjects) > 1
        sizes = (subject.size for subject in self.subjects)
        cols, rows = map(max, zip((1, 1), *sizes, strict=True))
        fit = partial(best_fit, zooms_for(self.app), cols, rows)
        if two:
            below = fit(width - PANEL_WIDTH, (height - LINES_AROUND_STACKED) // 2) is not None
            below &= fit(width // 2 - 1, height - self._lines_around) is None
            has_code = True
        else:
            below, lines = False, height - LINES_AROUND
            has_code = fit(width - PANEL_WIDTH, lines) is not None or fit(width, lines) is None
            has_code &= width >= (WIDE if self._tree_shown else NARROWEST)
        self.set_class(two, "-two").set_class(below, "-stacked").set_class(not has_code, "-small")
        self.set_class(self._has_one_sentence, "-brief")
        self._views[0].with_tree(self._tree_shown)
        for view, other in permutations(self._views):
            view.set_class(two and not below, "-beside").set_class(height >= TALL, "-tall")
            view.pane.match_zoom(other.pane if two else None)
        if self.shows:
            self._show_texts()

    @property
    def _has_one_sentence(self) -> bool:
        """Whether only the chosen show has its sentence, across the whole screen."""
        return len(self.subjects) > 1 and self.app.size.width < NARROWEST

    @property
    def _lines_around(self) -> int:
        """The lines of the screen above and below two shows side by side."""
        tall = self.app.size.height >= TALL
        return LINES_AROUND_TALL if tall else LINES_AROUND_TWO - self._has_one_sentence

    # Shows

    def _load(self, sides: Sequence[int] | None = None) -> None:
        """Make the shows of some sides again; None for all."""
        count = len(self.subjects)
        self.heads = Heads([0] * count, self.heads.lock, min(self.heads.chosen, count - 1))
        loaded = range(count) if sides is None else sides
        for side in loaded:
            self._views[side].current = None
        self._make_room()
        self.sentence.update("preparing …")
        for side in loaded:
            subject = self.subjects[side]
            make, show = partial(self._make, subject), partial(self._loaded, side, subject)
            self.run_in_thread(
                make, show, on_error=partial(self._failed, subject), group=f"show {side}"
            )
        self.refresh_bindings()

    def _make(self, subject: Subject) -> Show:
        def progress(share: float) -> bool:
            if is_wanted() and share < 1:
                self.call_if_open(self._progressed, share)
            return is_wanted()

        show = subject.make(progress)
        if is_wanted():
            self.services.store.note_shown(subject.key)
        return show

    def _progressed(self, share: float) -> None:
        if not self.shows:
            self.sentence.update(f"recording … {share:.0%}")

    def _loaded(self, side: int, subject: Subject, show: Show) -> None:
        """Show a recording, unless it is outdated; start to play when all are ready."""
        if side >= len(self.subjects) or self.subjects[side] is not subject:
            return
        self.remove_class("-noted")
        self._views[side].put(show)
        if not self.shows:
            return
        lengths = [made.length for made in self.shows]
        self.heads = Heads(lengths, self.heads.lock, self.heads.chosen)
        self.take_elapsed()
        if look_of(self.app).animations:
            self.heads.leader.toggle()
        self.show_time()
        self.refresh_bindings()

    def _failed(self, subject: Subject, error: Exception) -> None:
        """Show why a recording failed; offer to watch a smaller maze if this one is too large."""
        if not any(subject is other for other in self.subjects):
            return
        reason = reason_of(error)
        self.query_one("#note", Static).update(reason)
        self.add_class("-noted")
        smaller = bench.smaller(subject)
        if smaller is None:
            return

        def watch() -> None:
            self.subjects = [bench.with_recipe(other, smaller) for other in self.subjects]
            self._load()

        self.confirm(f"Watch it at {smaller.cols}x{smaller.rows} instead?", watch, reason)

    # Time

    def _tick(self) -> None:
        elapsed = self.take_elapsed()  # also behind another screen, whose time does not count
        if self.app.screen is self and self.heads.playing and self.shows:
            self.heads.advance(elapsed)
            late = time.monotonic() - self._updated_at > TEXT_SECONDS
            self.show_time(texts=late or not self.heads.playing)

    def show_time(self, *, texts: bool = True) -> None:
        """Paint the changes since the last positions of the playheads."""
        if not self.shows:
            return
        heads, now = self.heads, time.monotonic()
        heads.follow()
        if due := now - self._followed_at > FOLLOW_SECONDS:
            self._followed_at = now
        with one_frame(self.app):
            for view, head in zip(self._views, heads.heads, strict=False):
                follow = due or not head.playing or head.speed <= FOLLOWED_SPEED
                view.go_to(head.position, follow=follow)
            if texts:
                self._show_texts()

    def _show_texts(self) -> None:
        self._updated_at = time.monotonic()
        heads = self.heads
        several = len(heads.heads) > 1
        note = heads.lock.value if several and self.app.size.width >= NARROWEST else ""
        self.query_one(TimeLine).show(heads.leader, note)
        self.query_one(KeyLine).rename("play", "pause" if heads.playing else "play")
        for number, (view, head) in enumerate(zip(self._views, heads.heads, strict=False)):
            view.show_texts(head, chosen=several and number == heads.chosen)
        chosen = self.shows[heads.chosen]
        if self._has_one_sentence:
            self.sentence.update(Content.assemble((MARK, "bold $maze-player"), chosen.sentence))
        elif not several:
            name = truncate(self._chosen.name, self.app.size.width - 2), "$maze-dim"
            self.sentence.update(Content.assemble(chosen.sentence, "\n", name))

    def action_skip(self, share: float) -> None:
        """Move the playhead by a share of the length, forwards or back."""
        self.action_step(round(share * self.heads.leader.length))

    # Subjects

    @property
    def _chosen(self) -> Subject:
        return self.subjects[self.heads.chosen]

    def action_search(self) -> None:
        subjects = bench.turned(self.subjects)
        if subjects is None:
            self.sentence.update("This maze was loaded, not carved: it can be searched only.")
        else:
            self.subjects = subjects
            self._load()

    def action_choose(self) -> None:
        subject = self._chosen
        if isinstance(subject, CarvingOf):
            recipe = subject.source
            names = (name for name, _ in _titles(ALGORITHMS))
            lines = [(name, with_detail(*texture_name(name), CHOICE_COLUMNS)) for name in names]
            lines += [(one.name, Content(f"* {one.title}")) for one in PRESETS.values()]
            dialog = factory.choose("Carve by", lines, recipe.algorithm)
            self.open(dialog, lambda name: self._put(bench.by_design(recipe, name)))
        else:
            method = subject.method if isinstance(subject, SearchOf) else ""
            dialog = factory.choose("Search by", _titles(METHODS), method)
            self.open(dialog, lambda name: self._put(SearchOf(subject.source, name)))

    def _put(self, subject: Subject) -> None:
        self.subjects[self.heads.chosen] = subject
        self._load([self.heads.chosen])

    def action_compare(self) -> None:
        """Add a second show, or remove the one that is not chosen."""
        if len(self.subjects) > 1:
            self.subjects = [self._chosen]
        else:
            self.subjects.append(bench.companion(self.subjects[0]))
        self._size_again()
        self._load()

    def action_tree(self) -> None:
        """Switch the tree of a search's maze on or off."""
        self._has_tree = not self._has_tree
        self._size_again()
        self._load()

    @property
    def _tree_shown(self) -> bool:
        return self._has_tree and [type(subject) for subject in self.subjects] == [SearchOf]

    def _size_again(self) -> None:
        """Resize the mazes that the lab sized, after the layout has changed."""
        if self._sized is None:
            return
        cols, rows = self._sized
        if len(self.subjects) > 1 or self._tree_shown:
            width, height = self.app.size
            around = LINES_AROUND if self._tree_shown else self._lines_around
            room = width // 2 - 1 - 2 * MARGIN, height - around
            cols, rows = map(min, self._sized, enough_capacity(self.app, *room, LEAST))
        for at, subject in enumerate(self.subjects):
            if recipe := subject.recipe:
                self.subjects[at] = bench.with_recipe(subject, sample_of(recipe, cols, rows))

    def action_side(self, side: int) -> None:
        """Choose the show that gets the keys: 0 left, 1 right."""
        self.heads.chosen = side
        self.show_time()

    def action_swap(self) -> None:
        if not (shows := self.shows):
            return  # what is being made has its side already
        self.subjects.reverse()
        self.heads.swap()
        for view, show in zip(self._views, reversed(shows), strict=False):
            view.put(show)
        self.show_time()

    def action_lock(self) -> None:
        self.heads.turn_lock()
        self.show_time()

    def action_next(self) -> None:
        if recipe := self._chosen.recipe:
            self._take_recipe(recipe, replace(recipe, seed=draw_seed()))

    def action_options(self) -> None:
        if recipe := self._chosen.recipe:
            take = partial(self._take_recipe, recipe)
            self.open(factory.texture(recipe), lambda found: take(replace(recipe, options=found)))

    def _take_recipe(self, before: Recipe, recipe: Recipe) -> None:
        self.subjects = bench.all_with_recipe(self.subjects, before, recipe)
        self._load()

    def action_take(self) -> None:
        self.heads.pause()
        match = free_play(self._chosen.recipe or self._chosen.source)
        self.open(factory.play(self.new_match(match)))

    def action_gallery(self) -> None:
        recipe = self._chosen.recipe
        self.show_tab(factory.gallery("" if recipe is None else recipe.seed))

    def action_help(self) -> None:
        self.heads.pause()
        super().action_help()

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        if action in {"side", "swap", "lock"}:
            return len(self.subjects) > 1
        if action == "tree":
            return [type(subject) for subject in self.subjects] == [SearchOf]
        if action in {"next", "options"}:
            return bool(self.subjects) and self._chosen.recipe is not None
        if action == "take" and self.subjects:
            source = self._chosen.source
            return isinstance(source, Recipe) or source.has_path
        return True


def _titles(known: Registry[Any]) -> list[tuple[str, str]]:
    """Return the names to choose from and their titles; those that packages offer come last."""
    loaded = [(entry.name, entry.title) for entry in known.values()]
    return [*loaded, *((name, name) for name in known.offered)]
