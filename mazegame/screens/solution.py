"""Solution: shows a maze with its shortest path."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from mazegame.drawing import Scene
from mazegame.game.words import counted
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.fitting_line import FittingLine
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.maze_pane import MazePane, PaneActions, pan_keys, zoom_keys

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Level


class SolutionScreen(GameScreen[None], PaneActions):
    """Shows a solved maze.

    Args:
        level: The maze.
        title: The line above the maze.
    """

    CSS_PATH = "daily.tcss"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        *zoom_keys("solution", show=True),
        *pan_keys("solution"),
        Binding("escape,q,enter", "dismiss", "back", id="solution.back", key_display="esc"),
        Binding("question_mark", "help", "help", id="solution.help", key_display="?"),
    ]

    def __init__(self, level: Level, title: str) -> None:
        super().__init__()
        self._level = level
        self._title = title

    def compose(self) -> ComposeResult:
        """Yield the title and the maze."""
        length = self._level.dist_min
        named = Content.styled(f"{self._title}   ", "bold $maze-key")
        words = f"the shortest path is {length:,} long"
        title = FittingLine(id="title")
        title.show([named + words, named + counted(length, "step"), Content(words)])
        yield title
        yield MazePane(minimap=False, notes=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the path."""
        scene = Scene.of(self._level)
        scene.show_path(self._level.cells_of_path())
        self.query_one(MazePane).show_scene(scene)

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))
