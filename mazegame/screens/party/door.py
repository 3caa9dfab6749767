"""Party door: a dialog that opens a room for the form's design, or leads to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Mount
from textual.widgets import Input, Label, Static

from mazegame.engine import Recipe, RecipeError, draw_seed
from mazegame.party import opening
from mazegame.party.opening import ProtocolError
from mazegame.party.player_names import clean_name, usual_name
from mazegame.screens import factory
from mazegame.screens.base import GameDialog
from mazegame.widgets.input.fields import Choice, InputField
from mazegame.widgets.keys.key_line import named_keys

if TYPE_CHECKING:
    from textual.app import ComposeResult

USUAL_SIZE = 30, 15
"""The size of a party's mazes, if the form fits its own to the terminal."""


class PartyDoorScreen(GameDialog[None]):
    """Asks whose room to go to."""

    AUTO_FOCUS = "#address Input"
    takes_keys_in_turn = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "go", id="party-door.go"),
        Binding("escape", "dismiss", "back", id="party-door.back"),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide", can_focus=False):
            yield Static("Party: race your friends in the same maze", classes="heading")
            nowhere = "its address; none opens a room here"
            yield InputField("room", placeholder=nowhere, id="address")
            yield InputField("word", placeholder="the room word, to join", id="word")
            yield InputField("name", placeholder=usual_name(), id="name")
            with Horizontal(classes="setting"):
                yield Label("open")
                yield Choice([(False, "to this machine"), (True, "to the network")])
            yield Static(classes="keys")

    @on(Mount)
    @on(InputField.Edited)
    def _say_keys(self) -> None:
        go = "join" if self.query_one("#address", InputField).text else "open a room"
        keys = named_keys(("⏎", go), ("tab", "next"), ("esc", "back"))
        self.query_one(".keys", Static).update(keys)

    @on(Input.Submitted)
    def action_go(self) -> None:
        address, word, name = (
            self.query_one(f"#{field}", InputField) for field in ("address", "word", "name")
        )
        plan = None if address.text else self._plan()
        problem = opening.missing() or (opening.refusal(plan.recipe) if plan else "")
        if self.app.is_web:  # it would connect from the server, and listen there
            problem = "in a browser the party's own page leads to it"
        if problem:
            address.complain(problem)
            return
        try:
            who = clean_name(name.text) if name.text else ""
        except ProtocolError as error:
            name.complain(str(error))
            return
        if plan is None and not (word.text or opening.word_of(address.text)):
            word.complain("the host's screen shows it")
        else:
            lobby = factory.party(plan, address.text, word.text, who)
            self.open(lobby, closed=self.dismiss)

    def _plan(self) -> opening.Opening:
        """Return the room to open, for the form's design."""
        form, lan = self.services.settings.config.form, self.query_one(Choice).value
        cols, rows = form.size or USUAL_SIZE
        try:
            recipe = Recipe(form.algorithm, cols, rows, draw_seed(), form.options)
        except RecipeError:
            recipe = Recipe("wilson", *USUAL_SIZE, draw_seed())
        rules = self.services.settings.config.rules
        return opening.Opening(recipe, fog=rules.fog, reveal=rules.reveal, lan=lan)
