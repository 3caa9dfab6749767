"""Result: the run measured against the shortest path, and both laid over the maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Ink, Scene, marks_in
from mazegame.game.pace import spell_pace
from mazegame.game.runner import outcome
from mazegame.game.words import counted, spell_gap
from mazegame.game.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.heat_legend import heat_legend
from mazegame.widgets.hud import clock_text
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.maze_pane import MazePane, PaneActions, heat_key, pan_keys, zoom_keys
from mazegame.widgets.zooms import zooms_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.drawing import Drawing
    from mazegame.game.run import Result, Run
    from mazegame.game.runner import Outcome, Rival
    from mazegame.game.wrong_turns import WrongTurn
    from mazegame.services.score_book import RankingReady


MARKS_LOOKED_FOR: Final = 1 << 18
"""In mazes of more cells the legend names every mark, whether it is there or not."""


class ResultScreen(GameScreen[str], PaneActions):
    """Shows a finished run. Dismisses with "next", "again", "ghost" or "menu".

    "ghost" is again, as a race against this very walk.

    Args:
        run: The finished run.
        rivals: Whom it was a race with.
    """

    CSS_PATH = "result.tcss"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (70, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "next", "next", id="result.next", key_display="⏎"),
        Binding("r,enter", "dismiss('again')", "again", id="result.again", key_display="r"),
        Binding("c", "copy", "copy ID", id="result.copy", tooltip="copy the game ID"),
        Binding("space", "replay", "replay", id="result.replay", key_display="space"),
        Binding(
            "g", "dismiss('ghost')", "race it", id="result.ghost", tooltip="race the walk just done"
        ),
        heat_key("result"),
        Binding("f", "lab", "flood", id="result.lab", tooltip="searches beside your walk"),
        Binding(
            "y",
            "turn_layers",
            "compare",
            id="result.layers",
            tooltip="yours, the shortest, or both",
        ),
        *zoom_keys("result"),
        *pan_keys("result"),
        Binding("escape,m", "dismiss('menu')", "menu", id="result.menu", key_display="m"),
        Binding("e", "export", "export", id="result.export", tooltip="write the maze to a file"),
        Binding("question_mark", "help", "help", id="result.help", key_display="?"),
    ]

    def __init__(self, run: Run, rivals: Sequence[Rival] = ()) -> None:
        super().__init__()
        self._run = run
        self._rivals = tuple(rivals)
        self._layers = 0
        self._scenes: dict[int, Scene] = {}
        self._dearest = wrong_turns(run)[:MARKED_TURNS]

    def compose(self) -> ComposeResult:
        """The verdict above, the maze below it."""
        result = self._run.result
        with Horizontal(classes="line"):
            yield Static(verdict(result), id="verdict")
            yield Static(rating(result), id="rating")
        with Horizontal(classes="line"):
            yield Static(rating(result), id="rating-below")
            yield Static(id="legend")
            yield Static(circumstances(result), id="circumstances")
        with Horizontal(classes="line"):
            yield Static(self.services.score_book.ranking_of(self._run), id="best", markup=False)
            if self._rivals:
                yield Static(race(outcome(self._run, self._rivals[0])), id="race")
        yield MazePane(minimap=False, notes=False)
        yield KeyLine()

    @property
    def run(self) -> Run:
        """The run that is shown."""
        return self._run

    def _show_ranking(self, ranking: RankingReady) -> None:
        """Show whether the run is a best."""
        if ranking.run is self._run:
            self.query_one("#best", Static).update(ranking.line)

    def on_mount(self) -> None:
        """Show both ways."""
        self.set_class(bool(self._rivals), "-race")
        self.services.score_book.ranked.subscribe(self, self._show_ranking)
        self.query_one(MazePane).show_scene(self._scene(), self._run.position)
        self._show_legend()

    def on_maze_pane_drawing_changed(self) -> None:
        """Explain the marks of the drawing that is shown now."""
        self._show_legend()

    def _show_legend(self) -> None:
        glyphs, scene = zooms_for(self.app)[0].glyphs, self._scene()
        legend = [_legend(scene, self.query_one(MazePane).drawing)]
        if self._layers != 1 and self._dearest:
            legend.insert(0, costliest(self._dearest))
        if self.query_one(MazePane).heat:
            legend.insert(0, heat_legend(glyphs))
        self.query_one("#legend", Static).update(Content("   ").join(legend))

    def _scene(self) -> Scene:
        """The maze with the layers chosen, made once."""
        if self._layers not in self._scenes:
            scene = Scene.of(self._run.level)
            if self._layers != 1:
                scene.show_tracks(self._run.tracks)
                scene.labels = {
                    turn.cell: str(rank) for rank, turn in enumerate(self._dearest, start=1)
                }
            if self._layers != 2:
                scene.show_path(self._run.level.cells_of_path())
            self._scenes[self._layers] = scene
        return self._scenes[self._layers]

    def action_turn_layers(self) -> None:
        """Show both ways, only the shortest, only the player's, in turn."""
        self._layers = (self._layers + 1) % 3
        self.query_one(MazePane).swap(self._scene())
        self._show_legend()

    def action_replay(self) -> None:
        """Show the walk in its own time."""
        if self._run.steps:
            self.open(routes.Replay(self._run, self._rivals, self._dearest))

    def action_heat(self) -> None:
        """Show how far each cell is from B, or hide it."""
        super().action_heat()
        self.set_class(self.query_one(MazePane).heat, "-heat")
        self._show_legend()

    def action_lab(self) -> None:
        """Watch the walk in the lab, beside a search of the same maze."""
        from mazegame.lab.subject import SearchOf, WalkOf

        level = self._run.level
        walk = WalkOf.of(level, self._run.moves)
        self.open(routes.Lab((walk, SearchOf(level, "bfs"))))

    def action_next(self) -> None:
        """Go on to the next maze; a loaded one has none and is played again."""
        self.dismiss("next" if self._run.level.recipe is not None else "again")

    def action_copy(self) -> None:
        """Copy the game ID."""
        if self._run.level.recipe is not None:
            game_id = str(self._run.level.recipe)
            self.app.copy_to_clipboard(game_id)
            self.notify(f"copied {game_id}", timeout=3, markup=False)

    def action_export(self) -> None:
        """Write the maze to a file, with the layers that are seen."""
        scene = self.query_one(MazePane).scene or self._scene()
        self.open(routes.Export(self._run.level, scene, bytes(self._run.moves)))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say which keys do something: a loaded maze has no game ID and no next one."""
        del parameters
        return not (action in {"copy", "next"} and self._run.level.recipe is None)


def verdict(result: Result) -> Content:
    """The run in a sentence: the shortest path, the steps taken, and how many were too many."""
    if result.steps == 0:
        return Content.styled("A is B: you were there before you began.", "bold $foreground")
    shortest = Content.assemble("Shortest is ", (f"{result.dist_min:,}", "bold"), ". ")
    if result.over == 0:
        ending = "A perfect run." if result.perfect else "Not a step too many."
        return Content.assemble(
            shortest, "You took ", (f"{result.steps:,}", "bold"), ". ", (ending, "bold $success")
        )
    return Content.assemble(
        shortest,
        "You took ",
        (f"{result.steps:,}", "bold"),
        ", ",
        (f"{result.over:,} over", "bold"),
        ".",
    )


def rating(result: Result) -> Content:
    """Stars and score, or why there are none."""
    if result.assisted:
        return Content.styled("not ranked: the path was shown", "bold $warning")
    stars = "★" * result.stars + "☆" * (3 - result.stars)
    return Content.assemble(
        (stars, "bold $maze-key"), "  score ", (f"{result.score}", "bold $foreground")
    )


def race(ended: Outcome) -> Content:
    """How the race with the runner ended."""
    verb = "won" if ended.won else "lost"
    colour = "$success" if ended.won else "$warning"
    photo = "photo finish, " if ended.photo else ""
    return Content.assemble(
        photo,
        (f"{verb} by {spell_gap(round(ended.seconds * 1000))}", f"bold {colour}"),
        f" against {ended.name if ended.pace is None else spell_pace(ended.pace)}",
    )


def circumstances(result: Result) -> Content:
    """How fast, and with how much help."""
    return Content(f"{clock_text(result.seconds)}   {counted(result.hints, 'hint')}")


def costliest(turns: list[WrongTurn]) -> Content:
    """What the costliest wrong turns cost, by the numbers that they have on the map."""
    return Content.assemble(
        "costly turns ",
        Content(" ").join(
            Content.assemble((str(rank), "bold $maze-hint"), f" +{turn.cost:,}")
            for rank, turn in enumerate(turns, start=1)
        ),
    )


def _legend(scene: Scene, drawing: Drawing | None) -> Content:
    """What the marks mean that are on the maze."""
    both = scene.tracks is not None and scene.path is not None
    words = {
        Ink.SHARED: "shared",
        Ink.PATH: "missed" if both else "the shortest path",
        Ink.TRAIL: "yours",
        Ink.BACKTRACK: "backtracked",
    }
    if drawing is None:
        return Content()
    rows, cols = scene.shape
    shown = marks_in(scene) if rows * cols <= MARKS_LOOKED_FOR else set(words)
    return Content("   ").join(
        Content.assemble((drawing.sample(ink), f"bold $maze-{ink.name.lower()}"), f" {word}")
        for ink, word in words.items()
        if ink in shown
    )
