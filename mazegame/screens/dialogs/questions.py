"""Questions: dialogs for yes or no, a list, a name, a key, and for what follows a run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from mazegame.game.narration import sentence
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.words import counted, spell_time
from mazegame.screens import factory
from mazegame.screens.base import CALM_SECONDS, GameDialog
from mazegame.widgets.keys.key_line import key_hints
from mazegame.widgets.text.menu_list import MenuList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run


class ConfirmScreen(GameDialog[bool]):
    """A question. Dismisses with True for yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "yes", id="confirm.yes"),
        Binding("n,escape,q", "dismiss(False)", "no", id="confirm.no"),
    ]

    def __init__(self, question: str, consequence: str, details: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._consequence = consequence
        self._details = details

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="heading")
            for line in self._details:
                yield Static(line, classes="detail", markup=False)
            if self._consequence:
                yield Static(self._consequence, markup=False)
            yield key_hints(("y", "yes"), ("n", "no"))


ANSWERS: Final = frozenset(one.key for one in Binding.make_bindings(ConfirmScreen.BINDINGS))
"""The keys that answer a question."""


class ResumeScreen(ConfirmScreen):
    """Asks whether to resume a run. A key or a paste that is no answer means no, and counts below.

    ``saves`` is the key of the list in which the run stays.
    """

    def __init__(self, details: Sequence[str], saves: str) -> None:
        kept = f"n or any other key: later ({saves})"
        super().__init__("Resume your last run?", kept, details)

    def on_key(self, event: events.Key) -> None:
        if event.key not in ANSWERS:
            self._pass_on(event, events.Key(event.key, event.character))

    def on_paste(self, event: events.Paste) -> None:
        self._pass_on(event, events.Paste(event.text))

    def _pass_on(self, event: events.Event, again: events.Event) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(False)  # noqa: FBT003  its answer
        self.app.post_message(again)


class ChooseScreen(GameDialog[str]):
    """A list. Dismisses with the name of a line; None for Escape."""

    CSS_PATH = "../lab/lab.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", id="choose.back")
    ]

    def __init__(
        self, question: str, lines: Sequence[tuple[str, str | Content]], chosen: str
    ) -> None:
        super().__init__()
        self._question = question
        self._lines = lines
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="heading")
            yield MenuList(self._lines)

    def on_mount(self) -> None:
        names = [name for name, _ in self._lines]
        if self._chosen in names:
            self.query_one(MenuList).highlighted = names.index(self._chosen)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


class NameScreen(GameDialog[str]):
    """Asks for a name. Dismisses with it."""

    takes_keys_in_turn = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back", id="name.back")]

    def __init__(self, heading: str, longest: int) -> None:
        super().__init__()
        self._heading = heading
        self._longest = longest

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="heading")
            yield Input(placeholder="a name", max_length=self._longest, compact=True)
            yield key_hints(("⏎", "save"), ("esc", "back"))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        name = "".join(c for c in event.value if c.isprintable()).strip()
        self.dismiss(name or None)


class KeyScreen(GameDialog[str]):
    """A question for a key. Dismisses with its name; None for Escape."""

    takes_any_key = True

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._about, classes="heading", markup=False)
            yield Static(Content.assemble("Press the key for it, or ", ("esc", "bold $maze-key")))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)


class CaughtScreen(GameDialog[str]):
    """Shows how far the player came. Dismisses with "next", "again" or "menu"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "go on", id="caught.go-on"),
        Binding("space", "replay", "replay", id="caught.replay"),
        Binding("escape,m", "dismiss('menu')", "menu", id="caught.menu"),
    ]

    def __init__(self, run: Run, rivals: Sequence[Racer], about: str, following: str) -> None:
        super().__init__()
        self._run = run
        self._rivals = rivals
        self._about = about
        self._following = following

    def compose(self) -> ComposeResult:
        run, following = self._run, self._following
        took = spell_time(run.stopwatch.ms)
        walked = f"{counted(run.steps, 'step')} in {took}"
        with Vertical(classes="dialog"):
            yield Static("Caught!", classes="heading")
            yield Static(f"{walked}, {counted(run.remaining, 'step')} from B.", markup=False)
            if self._about:
                yield Static(self._about, markup=False)
            if following:
                yield Static(sentence(f"next: {following}"), markup=False)
            go_on = "go on" if following else "again"
            yield key_hints(("⏎", go_on), ("space", "replay"), ("esc", "menu"), gap=2)

    def on_mount(self) -> None:
        self._since = time.monotonic()

    def on_key(self, event: events.Key) -> None:
        """Drop a key that was typed for the walk."""
        if time.monotonic() - self._since < CALM_SECONDS and event.key != "escape":
            event.stop()
            event.prevent_default()

    def action_go_on(self) -> None:
        self.dismiss("next" if self._following else "again")

    def action_replay(self) -> None:
        self.open(factory.replay(FinishedWalk(self._run, self._rivals)))
