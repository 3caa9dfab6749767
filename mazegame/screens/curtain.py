"""Curtain: the frame that is painted at once, while the engine and the first screen are loaded.

It stays at the bottom of the stack of screens; whenever it comes to light, it opens the screen that
comes next: the level that was asked for, then New game. It imports nothing but Textual, and that is
its whole point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from mazegame.screens import routes
from mazegame.screens.base import GameScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Level, Recipe
    from mazegame.game.match import RivalSpec
    from mazegame.game.record import Record
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run


class CurtainScreen(GameScreen[None]):
    """The name of the game, where the New game screen has it too.

    Args:
        first: What to play before the New game screen is opened; None for nothing.
        pace: The pace of a runner to race there; None for nobody.
        rules: The rules to play it under.
        ghost: A walk of it to race.
        watch: A walk to look at before anything else.
    """

    DEFAULT_CSS = """
    CurtainScreen Static {
        height: 1;
        margin: 0 1;
        color: $accent;
        text-style: bold;
    }
    """

    def __init__(
        self,
        first: Recipe | Level | None = None,
        pace: float | None = None,
        rules: Rules | None = None,
        *,
        ghost: Record | None = None,
        watch: Run | None = None,
    ) -> None:
        super().__init__()
        self._ghost = ghost
        self._rules = rules
        self._watch = watch
        self._first = first
        self._pace = pace
        self._played = False

    def compose(self) -> ComposeResult:
        """The name of the game."""
        yield Static("mazegame")

    def _get_ready(self) -> None:
        """Take no keys, ever: they are for the screen that comes."""

    def on_screen_resume(self) -> None:
        """Paint, then open what comes next."""
        self.when_painted(self._open)

    def _open(self) -> None:
        if self.app.screen is not self:
            return
        if self._watch is not None:
            from mazegame.game.wrong_turns import MARKED_TURNS, wrong_turns

            walk, self._watch = self._watch, None
            self.open(routes.Replay(walk, turns=wrong_turns(walk)[:MARKED_TURNS], race=True))
            return
        if self._first is not None and not self._played:
            from mazegame.game.ghost import GhostWalk
            from mazegame.game.rules import DEFAULT_RULES
            from mazegame.game.runner import PaceRunner
            from mazegame.game.series import free_play

            self._played = True
            rivals: tuple[RivalSpec, ...] = ()
            if self._ghost is not None:
                rivals = (GhostWalk.of(self._ghost),)
            elif self._pace is not None:
                rivals = (PaceRunner(self._pace),)
            match = free_play(self._first, self._rules or DEFAULT_RULES, rivals)
            self.open(routes.Play(match))
            return
        from mazegame.engine import Recipe

        recipe = self._first if isinstance(self._first, Recipe) else None
        self.open(routes.NewGame(recipe))
