"""The maze pane: a maze view with zoom, map, minimap, heat and panning, and the keys for these.

A screen with panes takes ``PaneActions`` and declares the bindings that it wants, with ids of its
own. The keys go to all panes of the screen, so that two mazes side by side stay comparable.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from textual.binding import Binding
from textual.dom import DOMNode
from textual.geometry import Region
from textual.message import Message

from mazegame.capabilities import is_touched
from mazegame.config import AUTO, OVERVIEW
from mazegame.drawing import Minimap, Overview, best_fit, capacity
from mazegame.drawing.names import ROOMY
from mazegame.drawing.overview import STRETCH
from mazegame.drawing.zoom import with_cell_height
from mazegame.widgets.keys.key_line import KeyLine, key_of
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.maze.overlays import Inset, Label, frame
from mazegame.widgets.maze.zooms import maps_for, zooms_for
from mazegame.widgets.text.characters import has_all_signs, has_unicode, look_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.timer import Timer

    from mazegame.drawing import Drawing, Scene
    from mazegame.engine import Cell, Direction
    from mazegame.widgets.maze.overlays import MinimapView

INSET_SHARE: Final = (4, 3)
"""Divisors of the window's width and height that give the size of a minimap."""

INSET_MOST: Final = (28, 10)
"""Most columns and lines of a minimap."""

INSET_LEAST: Final = 4
"""Fewest columns or lines of a minimap."""

FRAMED: Final = (6, 3)
"""Fewest columns and lines of a frame around the window's part of a map; a smaller one hides it."""

BUMP_SECONDS: Final = 0.15
"""Seconds for which a wall flashes after a bump."""

EXPLAINS_SHADES: Final = 72
"""Fewest columns of a window with an explanation of the map's shades in its key line."""

FOG_ZOOMS: Final = slice(0, 3)
"""The drawings to choose from in fog: those with cells of 8, 6 and 4 columns."""

MAP_CELLS: Final = 1 << 16
"""Most cells of a painted scene that is not first shown as a map."""

PART: Final = 8
"""Most cells of a painted scene per cell in the window; of a larger scene the map is shown."""


class MazePane(MazeView):
    """A maze view that chooses its drawing: the roomiest that fits, or the player's choice.

    Args:
        painted: Whether its scenes are painted: their maps show that, and a large one that no
            drawing has room for begins with the map.
        whole: Whether to show the map where no drawing has room for the whole maze.
        zoom: A zoom that the player has chosen before; None for the one that fits.
    """

    class DrawingChanged(Message):
        """Posted when the drawing of the maze changes."""

    of_play = False
    """Whether it is played in: then it has a small map, and notes for the key line."""
    shows_map = False
    """Whether the map of the whole maze is shown."""
    looking = False
    """Whether the player looks around."""
    _preference = AUTO
    _map_zoom = 0
    """The number of zoom steps by which the map is larger than that of the whole maze."""
    _note = ""
    _beside: MazePane | None = None
    _side_map: MinimapView | None = None
    _bump_timer: Timer | None = None

    def __init__(
        self,
        *,
        painted: bool = False,
        whole: bool = False,
        zoom: int | None = None,
        id: str | None = None,  # noqa: A002  Textual's name for it
    ) -> None:
        super().__init__(id=id)
        self._painted, self._whole = painted, whole
        self.chosen_zoom = zoom
        """The zoom chosen by the player, an index of the drawings; None for the one that fits."""

    @property
    def heat(self) -> bool:
        return self.scene is not None and self.scene.heat

    # For screens

    def show_scene(self, scene: Scene, follow: Cell | None = None) -> None:
        """Show a scene in the preferred drawing, centred on a cell or on its middle.

        A zoom chosen by the player stays.
        """
        self.looking = False
        self._preference = look_of(self.app).drawing
        large = self._painted and self.chosen_zoom is None and scene.grid.size > MAP_CELLS
        self.shows_map = self._preference == OVERVIEW or (self._preference == AUTO and large)
        self.show(scene, None, follow)
        self._update_note()

    def match_zoom(self, other: MazePane | None) -> None:
        """Use only drawings that fit another pane as well; None for no limit."""
        self._beside = other
        self._redraw()

    def use_side_map(self, view: MinimapView | None) -> None:
        """Show the minimap in a widget beside the maze; with None in a corner of the window."""
        self._side_map = view
        self._redraw()

    def apply_look(self) -> None:
        """Draw the maze in the present look; a chosen zoom stays if the drawing is the same."""
        drawing = look_of(self.app).drawing
        if drawing != self._preference:
            self._preference = drawing
            self.chosen_zoom = None
            self.shows_map = drawing == OVERVIEW
        self._redraw()

    def zoom(self, by: int) -> None:
        """Draw the maze, or its map, smaller (1) or larger (-1)."""
        if self.shows_map and not self._painted:
            before, self._map_zoom = self._map_zoom, max(self._map_zoom - by, 0)
            if self._map_zoom != before:
                self._redraw()
                self._update_note()
            return
        if self._over_maze and by < 0:
            by = 0  # from the map of paint, the first step is the maze as it was
        now = self._preferred() if self.chosen_zoom is None else self.chosen_zoom
        self.chosen_zoom = min(max(now + by, 0), len(self._zooms) - 1)
        self.shows_map = False
        self._update_note()
        self._redraw()

    @property
    def _over_maze(self) -> bool:
        """Whether the map is shown temporarily, in place of the preferred drawing."""
        return self.shows_map and self._preference != OVERVIEW

    def leave_map(self) -> bool:
        """Return from a temporary map to the maze; return whether there was one."""
        if leaves := self._over_maze:
            self.toggle_map()
        return leaves

    def toggle_map(self) -> None:
        """Switch between the map of the whole maze and the maze."""
        self.shows_map, self._map_zoom = not self.shows_map, 0
        self._redraw()
        self._update_note()

    def show_heat(self, *, on: bool) -> None:
        """Show or hide the distances to B."""
        if self.scene is not None:
            self.scene.heat = on
            self.repaint_all()
            self._update_note()

    def show_bump(self, cell: Cell, side: Direction) -> None:
        """Flash the wall that a walker bumped into.

        It is shown even without animations, since nothing moves; while a key is held it stays lit.
        """
        if self.scene is None:
            return
        if self._bump_timer is not None and self.scene.bump == (cell, side):
            self._bump_timer.reset()
            return
        self._end_bump()
        self.scene.bump = cell, side
        self.repaint([cell])
        self._bump_timer = self.set_timer(BUMP_SECONDS, self._end_bump)

    def _end_bump(self) -> None:
        if self._bump_timer is not None:
            self._bump_timer.stop()
            self._bump_timer = None
        if self.scene is not None and self.scene.bump is not None:
            cell, _ = self.scene.bump
            self.scene.bump = None
            self.repaint([cell])

    # Drawing

    def _redraw(self) -> None:
        if self.scene is not None:
            self._lay_out()
            self.repaint_all()

    def _lay_out(self) -> None:
        """Choose the drawing for the window's size, aim the camera, and make the minimap."""
        if self.scene is not None and self.size:
            before, self.drawing = self.drawing, self._choose_drawing(self.scene)
            if before is not self.drawing:
                self.post_message(self.DrawingChanged())
        super()._lay_out()
        self.inset = Inset(self._make_minimap())

    def repaint_all(self) -> None:
        super().repaint_all()
        self._show_side_map()

    def repaint(self, cells: Iterable[Cell]) -> None:
        changed = set(cells)
        if self.shows_map and self._frame != self._frame_on_map():
            self.repaint_all()
            return
        super().repaint(changed)
        view, window = self._side_map, self._window
        if view is not None and window is not None and view.region:
            view.note(changed, window.cells)

    def _draw_overlays(self) -> None:
        self._frame = self._frame_on_map()
        self._show_heat_range()
        super()._draw_overlays()

    def _frame_on_map(self) -> list[Label]:
        """Return the frame on the map around the part that the window shows without the map."""
        scene = self.scene
        if not self.shows_map or scene is None or self.drawing is None or self._followed is None:
            return []
        held = capacity(self._zoomed(), *self.size)[::-1]
        if all(most >= long for most, long in zip(held, scene.shape, strict=True)):
            return []
        spans = []
        for at, most, long in zip(self._followed, held, scene.shape, strict=True):
            begin = min(max(at - most // 2, 0), max(long - most, 0))
            spans.append((begin, min(begin + most, long) - 1))
        (top, bottom), (left, right) = spans
        x, y = self.drawing.centre((top, left))
        beyond, below = self.drawing.centre((bottom, right))
        region = Region(x, y, beyond - x + 1, below - y + 1)
        if region.width < FRAMED[0] or region.height < FRAMED[1]:
            return []
        ends = [end.cell for row in scene.ends.values() for end in row]
        marked = [self._followed, *filter(scene.knows, ends)]
        gaps = [Region(*self.drawing.extent(cell)) - self.camera for cell in marked]
        whole = Region(0, 0, *self.drawing.size(*scene.shape[::-1]))
        within = whole.union(self.size.region + self.camera)
        around = region.grow((1, 1, 1, 1)).intersection(within) - self.camera
        return frame(around, blocks=has_unicode(self.app), gaps=gaps)

    def _show_heat_range(self) -> None:
        """Spread the heat colours over the distances in the window."""
        scene, window = self.scene, self._window
        if scene is None or window is None or scene.field is None:
            return
        if not scene.heat or scene.keeps_heat_range:
            return
        before, scene.heat_range = scene.heat_range, None
        if not window.holds_all:
            (top, left), (bottom, right) = window.cells
            shown = scene.field[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
            if len(shown := shown[shown >= 0]):
                scene.heat_range = int(shown.min()), int(shown.max())
        if before != scene.heat_range:
            self._update_note()

    def _show_side_map(self) -> None:
        window = self._window
        if self._side_map is None or window is None or self.shows_map:
            return
        wanted = look_of(self.app).minimap and not window.holds_all
        self._side_map.show_map(window.scene if wanted else None, window.cells)

    def _choose_drawing(self, scene: Scene) -> Drawing:
        (rows, cols), size = scene.shape, self._shared_size()
        shrinks = self._whole or (self._painted and self._preference == AUTO)
        may_shrink = shrinks and self.chosen_zoom is None
        crowded = may_shrink and best_fit(self._offered(scene), cols, rows, *size) is None
        if crowded and self._painted:
            crowded = scene.grid.size > PART * prod(capacity(self._zoomed(), *size))
        if self.shows_map or crowded:
            maps = maps_for(self.app, cols, rows, *size, painted=self._painted)
            self._map_zoom = min(self._map_zoom, len(maps) - 1)
            return maps[self._map_zoom]
        return self._zoomed()

    @property
    def _zooms(self) -> tuple[Drawing, ...]:
        return zooms_for(self.app, marked=True)

    def _zoomed(self) -> Drawing:
        """Return the chosen or preferred drawing, other than the map."""
        zooms, chosen = self._zooms, self.chosen_zoom
        found = zooms[min(self._preferred() if chosen is None else chosen, len(zooms) - 1)]
        return self._stretched(found) if chosen is None and is_touched() else found

    def _stretched(self, drawing: Drawing) -> Drawing:
        """Return a drawing with cells up to twice as high, if the window has the lines.

        The screen of a phone is higher than wide, a maze wider than high.
        """
        if self.scene is None:
            return drawing
        most = (self._shared_size()[1] - 1) // self.scene.shape[0]
        return with_cell_height(drawing, min(max(most, drawing.height), STRETCH * drawing.height))

    def _preferred(self) -> int:
        """Return the index of the preferred drawing, or of the roomiest that fits."""
        zooms, wanted = self._zooms, look_of(self.app).drawing
        names = [drawing.name for drawing in zooms]
        if wanted in names:
            return names.index(wanted)
        if wanted not in {AUTO, OVERVIEW}:
            return len(zooms) - 1  # the terminal cannot show it
        if self.scene is None:
            return names.index(ROOMY)
        rows, cols = self.scene.shape
        fit = best_fit(self._offered(self.scene), cols, rows, *self._shared_size())
        if fit is None:
            return len(zooms) - 1 if self._painted else names.index(ROOMY)
        return zooms.index(fit)

    def _offered(self, scene: Scene) -> tuple[Drawing, ...]:
        zooms = self._zooms
        return zooms if scene.light is None or scene.veiled else zooms[FOG_ZOOMS]

    def _shared_size(self) -> tuple[int, int]:
        """Return the smaller width and height of this window and the one beside it."""
        width, height = self.size
        if self._beside is not None and self._beside.size:
            width = min(width, self._beside.size.width)
            height = min(height, self._beside.size.height)
        return width, height

    def on_resize(self) -> None:
        super().on_resize()
        self._show_side_map()
        if self._beside is not None:
            self._beside._redraw()

    def _make_minimap(self) -> Minimap | None:
        wanted = self.of_play and look_of(self.app).minimap
        if not wanted or self.shows_map or self.scene is None or not self.size:
            return None
        if self._side_map is not None and self.screen.has_class("-wide"):
            return None
        width, height = (
            max(min(long // share, most), INSET_LEAST)
            for long, share, most in zip(self.size, INSET_SHARE, INSET_MOST, strict=True)
        )
        return Minimap(self.scene, width, height, braille=has_all_signs(self.app))

    def _update_note(self) -> None:
        if not self.of_play:
            return
        note, alone = "", self.looking or self._over_maze
        if self.looking:
            note = "looking around: arrows move, Enter walks there, esc returns"
        elif self._over_maze and (key := key_of(self.screen, "overview")):
            note = f"map: {key} or esc back, + - zoom{self._note_on_shades()}"
        elif self.heat:
            bands = zooms_for(self.app)[0].glyphs.bands
            near, far = chr(int(bands[0])), chr(int(bands[-1]))
            low, high = "near", "far"
            if self.scene is not None and self.scene.heat_range is not None:
                low, high = (f"{steps:,}" for steps in self.scene.heat_range)
            note = f"steps to B {near}={low} to {far}={high}"
            if key := key_of(self.screen, "heat"):
                note += f", {key} hides"
        if note != self._note:
            self._note = note
            for line in self.screen.query(KeyLine):
                line.show_note(note, alone=alone)

    def _note_on_shades(self) -> str:
        """Return the explanation of the map's shades, if it has any and there is room."""
        drawing, scene = self.drawing, self.scene
        roomy = self.size.width >= EXPLAINS_SHADES
        if not (roomy and isinstance(drawing, Overview) and scene and scene.light is None):
            return ""
        words = zip(("few", "some", "many"), drawing.shades, strict=True)
        shown = (f"{word} {shade}" for word, shade in words if shade != " ")
        return f", dead ends: {' '.join(shown)}"


class PaneActions(DOMNode):
    """The actions of a screen with panes; each applies to all its panes."""

    @property
    def panes(self) -> list[MazePane]:
        """The panes of the screen; empty before it is composed."""
        return list(self.query(MazePane))

    def action_zoom(self, by: int) -> None:
        for pane in self.panes:
            pane.zoom(by)

    def action_overview(self) -> None:
        for pane in self.panes:
            pane.toggle_map()

    def action_pan(self, x: int, y: int) -> None:
        for pane in self.panes:
            pane.pan(x, y)

    def action_heat(self) -> None:
        for pane in self.panes:
            pane.show_heat(on=not pane.heat)


# Bindings. Each screen has its own ids, so that each can have other keys.


def zoom_keys(screen: str, *, show: bool = False) -> list[Binding]:
    """Return the keys that draw the maze larger and smaller; the key line may show them."""
    return [
        Binding("plus,equals_sign", "zoom(-1)", "zoom in", show=False, id=f"{screen}.zoom-in"),
        Binding("minus", "zoom(1)", "zoom" if show else "zoom out", show=show,
                id=f"{screen}.zoom-out", key_display="+/-" if show else None,
                tooltip="zoom out" if show else ""),
    ]  # fmt: skip


def map_key(screen: str) -> Binding:
    """Return the key that shows the map of the whole maze."""
    return Binding("tab", "overview", "map", id=f"{screen}.map", tooltip="map of the whole maze")


def minimap_key(screen: str) -> Binding:
    """Return the key that shows or hides the small map."""
    return Binding("z", "minimap", "small map on or off", show=False, id=f"{screen}.minimap")


def heat_key(screen: str, tooltip: str = "how far each cell is") -> Binding:
    """Return the key that shows the distances to B."""
    return Binding("t", "heat", "heat", show=False, id=f"{screen}.heat", tooltip=tooltip)


def pan_keys(screen: str) -> list[Binding]:
    """Return the keys that move the window over the maze."""
    return [
        Binding(keys, f"pan({x}, {y})", f"look {name}", show=False, id=f"{screen}.look-{name}")
        for name, keys, x, y in (
            ("up", "up,w,k,8", 0, -1),
            ("down", "down,s,j,2", 0, 1),
            ("left", "left,a,h,4", -1, 0),
            ("right", "right,d,l,6", 1, 0),
        )
    ]
