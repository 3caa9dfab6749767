"""Journey: the map of forty levels, drawn as a maze with a room for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from mazegame.engine import Direction, Level
from mazegame.game.modes.journey import (
    CHAPTER_LEVELS,
    CHAPTERS,
    JOURNEY,
    MAP,
    Progress,
    journey_key,
    journey_match,
)
from mazegame.game.racing.race import with_article
from mazegame.game.racing.race_choice import spell_pace
from mazegame.game.racing.rival_kinds import rival_name
from mazegame.game.setup.tuning import spell_options
from mazegame.game.texture_names import texture_name
from mazegame.game.words import clock, counted
from mazegame.screens import factory
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.series.journey_map import JourneyMap, LevelBox
from mazegame.widgets.text.fitting_line import FittingLine, behind, fewer_and_fewer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult

    from mazegame.game.modes.journey import JourneyLevel, LevelBest
    from mazegame.store.journal.journal_lines import SavedRun


class JourneyScreen(GameScreen[None]):
    """Shows the journey, and plays its levels."""

    CSS_PATH = "journey.tcss"
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-small"), (40, "-large")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="journey.play"),
        Binding("up,w,k", "move('N')", "up", show=False, id="journey.up"),
        Binding("right,d,l", "move('E')", "right", show=False, id="journey.right"),
        Binding("down,s,j", "move('S')", "down", show=False, id="journey.down"),
        Binding("left,a,h", "move('W')", "left", show=False, id="journey.left"),
        Binding("n,tab", "next(1)", "next level", id="journey.next", key_display="n"),
        Binding("shift+tab", "next(-1)", "level before", show=False, id="journey.before"),
        Binding("pagedown", "go_chapter(1)", "next chapter", show=False, id="journey.chapter"),
        Binding("pageup", "go_chapter(-1)", "chapter before", show=False,
                id="journey.chapter-before"),
        Binding("home", "go_home", "what waits", show=False, id="journey.home"),
        Binding("c", "copy", "copy ID", id="journey.copy", tooltip="copy the game ID"),
        *leave_keys("journey"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._best: Mapping[int, LevelBest] = {}
        self._chosen: int | None = None

    def compose(self) -> ComposeResult:
        yield FittingLine(id="title")
        yield Static(id="level", markup=False)
        yield Static(id="reached")
        yield Static(id="feel")
        yield KeyLine()

    # Progress

    def on_mount(self) -> None:
        """Look for interrupted runs of levels."""
        self.listen(self.services.autosave.recovered, lambda _: self._show())

    def on_screen_resume(self) -> None:
        """Read the score book again: a level may be finished."""
        self.run_in_thread(
            lambda: (self.read(lambda book: book.journey()) or {}, Level.of(MAP)), self._known
        )

    async def _known(self, answer: tuple[Mapping[int, LevelBest], Level]) -> None:
        """Show the map; after a finished level, choose the next one."""
        best, level = answer
        news, self._best = best != self._best, best
        if not self.query(JourneyMap):
            await self.mount(JourneyMap(level), after="#title")
        if self._chosen is None or news:
            self._chosen = self._waiting
        self._show()

    @property
    def progress(self) -> Progress:
        return Progress({number: best.stars for number, best in self._best.items()})

    @property
    def _waiting(self) -> int:
        """The index of the next level; of the last one if all are solved."""
        following = self.progress.next
        return (len(JOURNEY) if following is None else following.number) - 1

    @property
    def level(self) -> JourneyLevel:
        return JOURNEY[self._chosen or 0]

    def _show(self) -> None:
        if not self.query(JourneyMap):
            return
        progress, level = self.progress, self.level
        rooms = [self._room(one, progress) for one in JOURNEY]
        self.query_one(JourneyMap).show_rooms(rooms, level.number - 1)
        self.query_one("#title", FittingLine).show(headline(progress))
        self.query_one("#level", Static).update(about(level))
        words = reached(level, progress, self._best.get(level.number))
        if self._left is not None:
            words = Content("unfinished: Enter continues")
        self.query_one("#reached", Static).update(words)
        self.query_one("#feel", Static).update(CHAPTERS[level.chapter][1])
        self.refresh_bindings()

    def _room(self, level: JourneyLevel, progress: Progress) -> LevelBox:
        number, best = level.number, self._best.get(level.number)
        stars, medal = (best.stars, best.medal) if best else (0, "")
        return LevelBox(level.title, level.chapter, progress.is_open(number), stars, medal)

    @property
    def _left(self) -> SavedRun | None:
        """The interrupted run of the chosen level, unless the level is solved."""
        number = self.level.number
        return (
            None
            if number in self._best
            else self.services.autosave.interrupted_run(journey_key(number))
        )

    # Actions

    def _choose(self, index: int) -> None:
        self._chosen = min(max(index, 0), len(JOURNEY) - 1)
        self._show()

    def action_move(self, name: str) -> None:
        for board in self.query(JourneyMap):
            if (index := board.neighbour(Direction[name])) is not None:
                self._choose(index)

    def action_next(self, by: int) -> None:
        self._choose(self.level.number - 1 + by)

    def action_go_chapter(self, by: int) -> None:
        self._choose(min(max(self.level.chapter + by, 0), len(CHAPTERS) - 1) * CHAPTER_LEVELS)

    def action_go_home(self) -> None:
        self._choose(self._waiting)

    def on_journey_map_chosen(self, message: JourneyMap.Chosen) -> None:
        self._choose(message.index)
        if message.again:
            self.action_play()

    def action_play(self) -> None:
        progress = self.progress
        if not self.query(JourneyMap):
            return
        if (left := self._left) is not None:
            self.go_on(left)
        elif progress.is_open(self.level.number):
            match = journey_match(self.level, progress.stars)
            self.open(factory.play(self.new_match(match)))
        else:  # the reason, which is below the map already, lights up
            reason = Content.styled(why_closed(self.level, progress), "bold $maze-key")
            self.query_one("#reached", Static).update(reason)

    @property
    def game_id(self) -> str:
        return str(self.level.recipe)


def headline(progress: Progress) -> list[Content]:
    """Return progress and next level in versions from long to short."""
    following = progress.next
    waits = "all of it is done" if following is None else f"next: {following.title}"
    done = f"{progress.solved} of {len(JOURNEY)}", "bold $foreground"
    solved = Content.assemble(("Journey  ", "bold $maze-key"), done)
    stars = f"{progress.total} of {3 * len(JOURNEY)} stars"
    return fewer_and_fewer([solved, Content(stars), Content(waits)])


def about(level: JourneyLevel) -> Content:
    """Return a line on a level: name, texture, rules, rivals."""
    recipe = level.recipe
    plain, carved_by = texture_name(recipe.algorithm)
    parts = [f"{plain} {recipe.cols}x{recipe.rows}{behind(carved_by) if carved_by else ''}"]
    if options := spell_options(recipe):
        parts.append(options)
    if level.rules.fog:
        parts.append("fog")
    for rival in level.rivals:
        name, _, pace = rival.partition(":")
        who = with_article(rival_name(name))
        parts.append(f"against {who}, {spell_pace(float(pace))}")
    named = f"{level.number}  {level.title}", "bold $maze-key"
    return Content.assemble(named, "   ", ", ".join(parts))


def reached(level: JourneyLevel, progress: Progress, best: LevelBest | None) -> Content:
    """Return the player's best on a level, or why it is closed."""
    if best is None:
        if progress.is_open(level.number):
            return Content("not solved yet")
        return Content.styled(why_closed(level, progress), "$maze-dim")
    stars = "★" * best.stars + "☆" * (3 - best.stars), "bold $maze-key"
    medal = f"   {best.medal} medal" if best.medal else ""
    points = f"{best.score:,} points   {clock(best.ms)}   {counted(best.runs, 'run')}"
    return Content.assemble(stars, f"   {points}{medal}")


def why_closed(level: JourneyLevel, progress: Progress) -> str:
    """Return a sentence on why a level cannot be played yet."""
    missing = progress.stars_missing(level.chapter)
    if missing:
        return f"closed: {CHAPTERS[level.chapter][0]} opens with {counted(missing, 'more star')}"
    return "closed: you may skip one level, not two"
