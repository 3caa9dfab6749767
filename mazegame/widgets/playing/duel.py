"""A pane that shows both players of a duel, and their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.binding import Binding

from mazegame.config import OVERVIEW
from mazegame.drawing import Walker
from mazegame.drawing.inks import Ink
from mazegame.drawing.zoom import best_fit
from mazegame.game import events
from mazegame.game.modes.duel import HANDS, Duel
from mazegame.game.words import clock, counted
from mazegame.widgets.keys.play_keys import MOVES
from mazegame.widgets.maze.maze_pane import FOG_ZOOMS
from mazegame.widgets.maze.session_pane import SessionPane
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.playing.hud import ParticipantLines
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.segments import Role, Segments, justify, length

if TYPE_CHECKING:
    from mazegame.drawing import Scene
    from mazegame.engine import Level
    from mazegame.game.participant import Participant

LETTERS: Final = tuple(hand[0].upper() for hand in HANDS)
"""The letter of each player."""

BOTH: Final = "&"
"""The letter of both players in one cell."""

INKS: Final = (Ink.PLAYER, Ink.RUNNER)
"""The colours of each player's letter in the maze."""

ROLES: Final = (Role.PLAYER, Role.RUNNER)
"""The colours of each player's letter in a line of text."""

NAMES: Final = 48
"""Fewest columns of a line with the names of both players."""


_KEYS: Final = (
    ("left", {"N": ("w", "W"), "W": ("a", "A"), "S": ("s", "S"), "E": ("d", "D")}),
    ("right", {side: (name, f"shift+{name}") for side, name, _, _ in MOVES}),
)
"""The players of a duel, and for each direction the key that runs and the one that walks a cell."""


def duel_keys() -> list[Binding]:
    """Return the keys of both players of a duel: a press runs to the next junction."""
    names = {side: name for side, name, _, _ in MOVES}
    return [
        Binding(key, f"walk({at}, '{how}', '{side}')", f"{hand} {how} {names[side]}", show=False,
                id=f"duel.{hand}-{how}-{side}")
        for kind, how in enumerate(("run", "walk"))
        for at, (hand, keys) in enumerate(_KEYS)
        for side, key in ((side, pair[kind]) for side, pair in keys.items())
    ]  # fmt: skip


class DuelPane(SessionPane):
    """Shows one player of a duel, and the other where this one sees them; or both alike."""

    both = False
    """Whether it shows the ways of both, which is impossible in fog.

    Set it before ``show_participant``.
    """

    def _scene_of(self, participant: Participant) -> Scene:
        scene = super()._scene_of(participant)
        self._walkers = [Walker(None, *one) for one in zip(INKS, LETTERS, strict=True)]
        self._player = self._walkers[participant.number]
        self._player.cell = participant.run.position
        scene.walkers = [self._walkers[1 - participant.number], self._player]
        self._show_other(participant, scene)
        return scene

    def _hides_walls(self, participant: Participant) -> bool:
        """Return whether the walls are covered: not once the round is won."""
        series = participant.session.match.series
        return super()._hides_walls(participant) and not (
            isinstance(series, Duel) and series.won_by
        )

    def holds(self, level: Level, width: int, height: int, *, roomily: bool = False) -> bool:
        """Return whether a window shows all of a level; ``roomily`` in cells as large as in fog."""
        wanted, zooms = look_of(self.app).drawing, zooms_for(self.app)
        chosen = tuple(drawing for drawing in zooms if drawing.name == wanted)
        offered = chosen or (zooms[FOG_ZOOMS] if roomily else zooms)
        maze = level.maze
        fits = best_fit(offered, maze.cols, maze.rows, width, height) is not None
        return fits or wanted == OVERVIEW

    @property
    def beside(self) -> int:  # type: ignore[override]
        """The columns beside a view, the same for both, so that numbers end where mazes do."""
        width: int = self.screen.size.width
        return 0 if self.both else (width + 1) // 2

    def shows(self, event: events.GameEvent) -> bool:
        """Return whether an event, even of the other player, may change the picture."""
        return super().shows(event) or self.both or bool(event.cells)

    def _change_scene(
        self, event: events.GameEvent, participant: Participant, scene: Scene
    ) -> None:
        if participant.concerns(event):
            super()._change_scene(event, participant, scene)
        elif self.both and isinstance(event, events.Bumped) and event.side is not None:
            self.show_bump(participant.session.players[event.player].run.position, event.side)
        self._show_other(participant, scene)

    def _show_other(self, participant: Participant, scene: Scene) -> None:
        """Show the other player only where this pane's player sees them."""
        at = 1 - participant.number
        run, walker = participant.session.players[at].run, self._walkers[at]
        before, walker.cell = walker.cell, run.position if scene.sees(run.position) else None
        shared = walker.cell == participant.run.position
        self._player.letter = BOTH if shared else LETTERS[participant.number]
        if self.both and before != walker.cell:
            scene.show_path(run.route, INKS[at])


class DuelLines(ParticipantLines):
    """The steps and the rounds of both players, the time and the round between them."""

    DEFAULT_CSS = "DuelLines { height: 2; }"

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        session = participant.session
        if not isinstance(session.match.series, Duel):
            return []
        duel, runs = session.match.series, [player.run for player in session.players]
        time = clock(round(session.seconds * 1000), tenths=False)
        about = duel.about(runs[0] if duel.over(runs) else None)
        steps = [(f"  {counted(run.steps, 'step')}  ", Role.UNIT) for run in runs]
        first, second = (
            [(letter, role), (f" {hand}" if width >= NAMES else "", Role.NUMBER)]
            for letter, role, hand in zip(LETTERS, ROLES, HANDS, strict=True)
        )
        won = [[(f"{wins} won", Role.UNIT)] for wins in duel.wins]
        return [
            _spread([*first, steps[0]], (time, Role.NUMBER), [steps[1], *second], width),
            _spread(won[0], (about, Role.STAR), won[1], width),
        ]


def _spread(left: Segments, middle: tuple[str, Role], right: Segments, width: int) -> Segments:
    """Return a line with segments at both ends, and a text in its middle if there is room."""
    text, role = middle
    before = max((width - len(text)) // 2 - length(left), 1)
    return justify([*left, (" " * before + text, role)], right, width)
