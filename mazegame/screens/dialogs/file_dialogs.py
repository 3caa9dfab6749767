"""Files: dialogs that ask for a name, to write a maze with its visible layers, or to open a replay.

A thread does the work, since the maze may be large and the disk slow.
"""

from __future__ import annotations

import os
import re
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Final, cast

import numpy as np
from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ScreenResultType
from textual.widgets import Input, OptionList, Static

from mazegame.engine import CancelledError, Level, Recipe
from mazegame.formats.errors import reason_of
from mazegame.formats.picture import Picture
from mazegame.formats.registry import FORMATS, format_of
from mazegame.formats.replay import load_replay, prove
from mazegame.formats.writing import save_pieces
from mazegame.game.racing.repeaters import walked_cells
from mazegame.game.racing.rivals import rivals_on
from mazegame.game.recording.record import LOADED
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.game.words import counted
from mazegame.screens.base import GameDialog
from mazegame.store.journal.mazes import NoSuchMazeError
from mazegame.widgets.input.background import is_wanted
from mazegame.widgets.input.fields import InputField, typed_path
from mazegame.widgets.keys.key_line import named_keys
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.menu_list import MenuList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.app import ComposeResult
    from textual.content import Content

    from mazegame.drawing import Scene
    from mazegame.formats.registry import Format

OFFERED: Final = tuple(form for form in FORMATS.values() if form.writes and form.suffixes)
"""The formats that have a suffix."""


class FileDialog(GameDialog[ScreenResultType]):
    """A question for the name of a file, with a line of keys below it."""

    AUTO_FOCUS = "Input"
    takes_keys_in_turn = True
    hints: Content
    field = getters.query_one(InputField)
    keys = getters.query_one(".keys", Static)

    @on(InputField.GameIdPasted)
    def _pasted(self, event: InputField.GameIdPasted) -> None:
        """Accept a pasted path that looks like a game ID because of its colons."""
        self.field.fill(event.text)
        self.edited()

    def edited(self) -> None:
        self.field.complain("")

    def complain(self, error: Exception) -> None:
        self.keys.update(self.hints)
        self.field.complain(reason_of(error))


class ExportScreen(FileDialog[None]):
    """Asks for a file name and writes a level to it, in the format of the name's suffix."""

    hints = named_keys(("⏎", "write"), ("↑ ↓", "format"), ("esc", "back"))

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "back", id="export.back"),
        Binding("down,tab", "format(1)", "format", id="export.next", priority=True),
        Binding("up,shift+tab", "format(-1)", "format", id="export.before", priority=True),
    ]

    def __init__(self, level: Level, scene: Scene, moves: bytes) -> None:
        super().__init__()
        self._level = level
        self._layers = seen_layers(level, scene, moves)
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide export", can_focus=False) as frame:
            frame.border_title = "Export the maze"
            yield InputField("file")
            formats = MenuList((form.name, f"{form.suffixes[0]:7}{form.about}") for form in OFFERED)
            formats.can_focus = False
            yield formats
            yield Static(classes="text", markup=False)
            yield Static(self.hints, classes="keys")

    def on_mount(self) -> None:
        self.field.fill(proposed_name(self._level) + ".svg")
        self.field.entry.select_all()
        self._show_format()

    @property
    def _format(self) -> Format | None:
        """The format of the name's suffix; None for an unknown one."""
        found = format_of(self.field.text.strip())
        return found if found in OFFERED else None

    def _show_format(self) -> None:
        form = self._format
        formats = self.query_one(MenuList)
        with self.prevent(OptionList.OptionHighlighted):
            formats.highlighted = None if form is None else OFFERED.index(form)
        names = [_NAMES[name] for name in self._layers]
        shown = [] if form is None else [_NAMES[x] for x in self._layers if x in form.takes]
        text = f"with {_listed(shown)}" if shown else "the maze alone"
        if form is not None and len(shown) < len(names):
            text += f"; {form.name} leaves out {_listed([n for n in names if n not in shown])}"
        note = self.query_one(".text", Static)
        note.update(text)
        note.display = form is not None

    @on(InputField.Edited)
    def edited(self) -> None:
        super().edited()
        self._confirmed = None
        self._show_format()

    def action_format(self, step: int) -> None:
        form = self._format
        at = 0 if form is None else (OFFERED.index(form) + step) % len(OFFERED)
        self._take(OFFERED[at])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        if event.option.id is not None:
            self._take(FORMATS[event.option.id])

    def _take(self, form: Format) -> None:
        field, stem = self.field, self.field.text.strip()
        if (old := format_of(stem)) is not None:
            stem = stem[: -len(next(s for s in old.suffixes if stem.lower().endswith(s)))]
        field.fill((stem or proposed_name(self._level)) + form.suffixes[0])
        field.entry.cursor_position = len(field.text) - len(form.suffixes[0])
        self.edited()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        field, form = self.field, self._format
        # A browser downloads it: nobody there names, or learns of, a path of the server.
        web = self.app.is_web
        path = Path(os.path.basename(field.text.strip()) if web else typed_path(field.text))  # noqa: PTH119
        if form is None:
            endings = ", ".join(form.suffixes[0] for form in OFFERED)
            field.complain(f"the name's ending says the format: {endings}")
            return
        # Unlike Path's, this never fails: writing says what is wrong with a name.
        if not web and os.path.isfile(path) and path != self._confirmed:  # noqa: PTH113
            self._confirmed = path
            field.complain("there is a file of this name: Enter once more replaces it")
            return
        field.complain("")
        self.keys.update("writing …   esc gives up")
        layers = {name: value for name, value in self._layers.items() if name in form.takes}
        from mazegame.formats.pictures.colours import THEMES

        theme = look_of(self.app).theme
        if form.name in {"svg", "png"} and theme in THEMES:  # others keep the colours of paper
            layers["theme"] = theme
        work = partial(self._write, None if web else path, form, layers)
        self.run_in_thread(work, partial(self._written, path))

    def _write(self, path: Path | None, form: Format, layers: dict[str, Any]) -> BinaryIO:
        """Write the file; without a path, return the content instead."""

        def pieces() -> Iterator[bytes]:
            for piece in form.load().write(Picture.of(self._level, **layers)):
                if not is_wanted():
                    raise CancelledError
                yield piece

        try:
            if path is not None:
                save_pieces(path, pieces())
                return BytesIO()
            file = cast("BinaryIO", TemporaryFile())  # noqa: SIM115  the driver closes it
            file.writelines(pieces())
        except OSError as error:
            raise OSError(f"it cannot be written: {reason_of(error)}") from error
        return file

    def _written(self, path: Path, file: BinaryIO) -> None:
        if self.app.is_web:
            self.download(path.name, file)
        self.show_notice(f"{'downloaded' if self.app.is_web else 'written'}: {path}")
        self.dismiss()


_NAMES: Final = {"path": "the shortest path", "walk": "your walk", "heat": "the heat map"}
"""The names of the layers."""


def seen_layers(level: Level, scene: Scene, moves: bytes = b"") -> dict[str, Any]:
    """Return the visible layers of a level, as arguments of ``Picture.of``.

    ``moves`` is the walk of the scene's tracks.
    """
    layers: dict[str, Any] = {}
    if scene.path is not None and scene.path.any():
        cells = np.argwhere(scene.path)
        layers["path"] = cells[np.argsort(-level.field[tuple(cells.T)])]  # each one nearer to B
    if scene.tracks is not None and moves:
        layers["walk"] = walked_cells(level.start, moves)
    if scene.heat:
        layers["heat"] = True
    return layers


def proposed_name(level: Level) -> str:
    """Return a file name for a level, without a suffix: letters, digits, ``.``, ``-``, ``_``."""
    name = str(level.recipe) if level.recipe is not None else Path(level.name).stem
    return re.sub(r"[^\w.-]+", "-", name)[:80].strip("-.") or "maze"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


class OpenReplayScreen(FileDialog[FinishedWalk]):
    """A question for a replay file. Dismisses with the verified walk."""

    hints = named_keys(("⏎", "open"), ("esc", "back"))

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back", id="open.back")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide", can_focus=False):
            yield Static("Open a replay", classes="heading")
            yield InputField("file", placeholder="for example ~/walk.replay")
            yield Static(self.hints, classes="keys")

    @on(InputField.Edited)
    def edited(self) -> None:
        """Cancel the check of the previous path."""
        super().edited()
        self.cancel_work()
        self.keys.update(self.hints)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = typed_path(event.value)
        if not path:
            self.field.complain("type the path of a replay file")
            return
        self.field.complain("")
        self.keys.update("reading …")
        progress = self.slow_progress(lambda what: self.keys.update(f"{what} …   esc gives up"))
        self.run_in_thread(lambda: self._proven(path, progress), self._opened)

    def _proven(self, path: str, progress: Callable[[str], bool]) -> FinishedWalk:
        replay = load_replay(path)
        key = replay.record.level
        if key.startswith(LOADED):
            try:
                level = self.services.store.level(key)
            except NoSuchMazeError as error:
                with_maze = "mazegame replay FILE --maze MAZE opens it with the maze's file"
                raise NoSuchMazeError(f"{error}: {with_maze}") from None
        else:
            recipe = Recipe.parse(key)
            size = f"{recipe.cols}x{recipe.rows}"
            level = Level.of(recipe, progress=lambda done: progress(f"carving {size} {done:4.0%}"))
        steps = counted(len(replay.record.moves), "step")
        run = prove(level, replay, progress=lambda done: progress(f"walking {steps} {done:4.0%}"))
        rivals = rivals_on(level, replay.rivals, replay.ghost, run)
        return FinishedWalk(run, rivals, wrong_turns(run)[:MARKED_TURNS])

    def _opened(self, found: FinishedWalk) -> None:
        self.dismiss(found)  # which ``ask`` must not await
