"""Solution: shows a maze with its shortest path."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from mazegame.drawing import Scene
from mazegame.game.words import counted
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, pan_keys, zoom_keys
from mazegame.widgets.text.fitting_line import FittingLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from mazegame.engine import Level


class SolutionScreen(GameScreen[None], PaneActions):
    """Shows a solved maze."""

    CSS_PATH = "daily.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *zoom_keys("solution", show=True),
        *pan_keys("solution"),
        *leave_keys("solution", "escape,q,enter"),
    ]

    def __init__(self, level: Level, title: str) -> None:
        super().__init__()
        self._level = level
        self._title = title

    def compose(self) -> ComposeResult:
        length = self._level.dist_min
        named = Content.styled(f"{self._title}   ", "bold $maze-key")
        words = f"the shortest path is {length:,} long"
        texts = [named + words, named + counted(length, "step"), Content(words)]
        yield FittingLine(texts, id="title")
        yield MazePane(whole=True)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the path; a player who zooms in sees it from A on."""
        scene = Scene.of(self._level)
        scene.show_path(self._level.cells_of_path())
        self.query_one(MazePane).show_scene(scene, self._level.start)
