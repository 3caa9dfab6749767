"""Friends: four tabs that lead to a party as its host, as a guest or as its wall, or to a duel."""

from __future__ import annotations

import contextlib
import sys
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.events import Mount, Resize
from textual.widgets import Label, Static

from mazegame.drawing.inks import RIVALS
from mazegame.drawing.scene import Scene, Walker
from mazegame.engine import Level, Recipe, RecipeError
from mazegame.game.modes.table import BY_NAME
from mazegame.game.setup.draft import Draft, another_of, fitting_recipe, sample_of
from mazegame.party import opening
from mazegame.party.opening import Opening, ProtocolError
from mazegame.party.player_names import clean_name, usual_name
from mazegame.screens import factory
from mazegame.screens.tabbed import FRIENDS, TabbedScreen
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.input.background import is_wanted
from mazegame.widgets.input.fields import Choice, InputField
from mazegame.widgets.keys.key_line import ALWAYS, KeyLine
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.zooms import enough_capacity

if TYPE_CHECKING:
    from textual.app import ComposeResult

USUAL_SIZE: Final = (30, 15)
"""Columns and rows of a party's mazes where the player's own are to fit the terminal."""

FITS_BROWSERS: Final = sys.platform != "win32" and not getattr(sys, "frozen", False)
"""Whether a room on this system can serve browsers: each visitor starts a Python."""

LABEL_COLUMNS: Final = 10
"""Columns of a label and the gap behind it, as in the style sheet."""

DIM: Final = "$maze-dim"
"""The style of labels and advice."""

MANUAL: Final = """\
In a party everybody walks the same maze at the same time, over a network: three rounds, with \
points by place. The host opens a room; the others join it with its address and its room word, or \
with a browser. A screen for the wall shows all players at once, and takes no part.

A duel is for two at one keyboard."""
"""The text of the help for parties and duels."""


class FriendsScreen(TabbedScreen):
    """A form that leads to a game with others."""

    CSS_PATH = "friends.tcss"
    GROUP = FRIENDS
    AUTO_FOCUS = "#form Choice, #form Input"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (22, "-high")]  # noqa: RUF012
    manual = MANUAL
    takes_keys_in_turn = True

    heading: ClassVar[str]
    """A sentence about this way to play."""
    go: ClassVar[str]
    """Describes Enter in a few words."""
    players: ClassVar[str] = ""
    """The letters of the players in the picture."""

    sample = getters.query_one(MazePane)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "go", id="friends.go", priority=True),
        tab_key("friends", in_fields=True),
        Binding("down,tab", "app.focus_next", "field", id="friends.next-field",
                key_display="↑↓", tooltip="next field"),
        Binding("up,shift+tab", "app.focus_previous", "previous field", show=False,
                id="friends.field-before"),
        Binding("escape", "dismiss", "back", id="friends.back"),
        Binding("question_mark", "help", "help", id="friends.help"),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        yield self.tabs()
        with Container(id="middle"):
            with Vertical(id="form"):
                yield Static(self.heading, classes="heading", markup=False)
                yield from self.fields()
                yield Static(id="next", markup=False)
            yield MazePane(whole=True)
        yield KeyLine(of_focus=True, always=("go", *ALWAYS))

    def fields(self) -> ComposeResult:
        """Yield the fields of the form."""
        yield from ()

    def next_lines(self) -> list[Content]:
        """Return lines on what happens next."""
        return []

    @on(Mount)
    @on(Choice.Changed)
    def _show_next_lines(self) -> None:
        self.query_one(KeyLine).rename("go", self.go)
        self.query_one("#next", Static).update(Content("\n").join(self.next_lines()))

    def field(self, name: str) -> InputField:
        return self.query_one(f"#{name}", InputField)

    def action_go(self) -> None:
        """Open what the form describes, or show the error at its field."""

    # The maze

    @property
    def draft(self) -> Draft:
        """A draft of the design that the player used last."""
        form = self.services.settings.config.form
        return Draft(form.designs, form.algorithm, form.options)

    def recipe(self, fitting: tuple[int, int]) -> Recipe:
        """Return a maze of the player's design and size, by default of the size that fits."""
        draft, size = self.draft, self.services.settings.config.form.size
        with contextlib.suppress(RecipeError):  # the file of the form may hold any size
            return fitting_recipe(draft.algorithm, *(size or fitting), draft.seed, draft.options)
        return fitting_recipe(draft.algorithm, *fitting, draft.seed, draft.options)

    def maze(self) -> Recipe:
        """Return the recipe of the first maze."""
        return self.recipe(USUAL_SIZE)

    def maze_line(self) -> Static:
        """Return a line with the design and the size of the mazes."""
        return Static(self._maze_words(), id="maze-line", classes="line")

    def _maze_words(self) -> Content:
        recipe = self.maze()
        words = f"{self.draft.line.plain_name} {recipe.cols}x{recipe.rows}"
        label = Content.styled("maze".ljust(LABEL_COLUMNS), DIM)
        return Content.assemble(label, words, ("  your last choice", DIM))

    @on(Resize)
    def _fit_maze(self) -> None:
        for line in self.query("#maze-line").results(Static):
            line.update(self._maze_words())
        self.when_painted(self._draw_sample)

    def _draw_sample(self) -> None:
        """Draw another maze of the design, which nobody plays, in the largest size that fits."""
        room = self.sample.size
        if not room:
            return
        recipe = another_of(self.maze())
        fitting = enough_capacity(self.app, *room)
        cols, rows = map(min, (recipe.cols, recipe.rows), fitting)
        make = partial(Level.of, sample_of(recipe, cols, rows), progress=is_wanted)
        self.run_in_thread(make, self._show_sample, group="sample")

    def _show_sample(self, level: Level) -> None:
        """Show a maze with some players on their way."""
        path = level.path_from(level.start)
        shares = (0.5, 0.35, 0.2, 0.1)
        players = zip(RIVALS, self.players, shares, strict=False)
        walkers = [
            Walker(path[round(share * (len(path) - 1))], ink, letter)
            for ink, letter, share in players
        ]
        self.sample.show_scene(Scene.of(level, *walkers))


class _PartyForm(FriendsScreen):
    """A form that leads to a party."""

    players = "CEFD"

    def refuse(self, field: InputField) -> bool:
        """Show why no party can begin here, if so; return whether there is a reason."""
        for one in self.query(InputField):
            one.complain("")
        problem = opening.missing()
        if self.app.is_web:  # it would connect from the server, and listen there
            problem = "in a browser the party's own page leads to it"
        field.complain(problem)
        return bool(problem)

    def checked_name(self) -> str | None:
        """Return the typed name, empty for the usual one; None if it is invalid."""
        field = self.field("name")
        try:
            return clean_name(field.text) if field.text else ""
        except ProtocolError as error:
            field.complain(str(error))
            return None


class HostScreen(_PartyForm):
    """Opens a room."""

    tab = "host"
    heading = "Open a room: your friends race you in the same maze, at the same time."
    go = "open the room"

    def fields(self) -> ComposeResult:
        yield self.maze_line()
        with Horizontal(classes="setting"):
            yield Label("rounds")
            yield Choice([(number, str(number)) for number in (3, 5, 7, 1)], id="rounds")
        doors = [
            ((False, False), "this machine only"),
            ((True, False), "the local network"),
            ((True, True), "the network, with a page for browsers"),
        ]
        with Horizontal(classes="setting"):
            yield Label("open to")
            yield Choice(doors if FITS_BROWSERS else doors[:2], id="door")
        yield InputField("name", placeholder=usual_name(), id="name")

    def next_lines(self) -> list[Content]:
        lan, browsers = self.query_one("#door", Choice).value
        who = "A second terminal on this machine can join, no other machine."
        if lan:
            who = "Whoever reaches this machine can join with the room word."
        if browsers:
            who = "Whoever reaches this machine can join, from a phone as well."
        shows = "The next screen shows the command and the code that let friends in."
        return [Content(""), Content.styled(who, DIM), Content.styled(shows, DIM)]

    def action_go(self) -> None:
        """Open the room."""
        name_field = self.field("name")
        if self.refuse(name_field):
            return
        name, recipe = self.checked_name(), self.maze()
        if name is None:
            return
        if problem := opening.refusal(recipe):
            name_field.complain(problem)
            return
        (lan, browsers), rounds = (
            self.query_one("#door", Choice).value,
            self.query_one("#rounds", Choice).value,
        )
        rules = self.services.settings.config.rules
        plan = Opening(
            recipe, fog=rules.fog, reveal=rules.reveal, rounds=rounds,
            lan=lan, browsers=browsers,
        )  # fmt: skip
        self.open(factory.party(plan, name=name))


class JoinScreen(_PartyForm):
    """Leads to the room of somebody else."""

    tab = "join"
    heading = "Join a room: the host's screen shows its address and its room word."
    go = "join"
    watches: ClassVar[bool] = False
    """Whether this guest only watches."""

    def fields(self) -> ComposeResult:
        yield InputField("address", placeholder="192.168.1.5:4747", id="address")
        yield InputField("room word", placeholder="ab3d-9xyz", id="word")
        if not self.watches:
            yield InputField("name", placeholder=usual_name(), id="name")

    def next_lines(self) -> list[Content]:
        command = (
            f"mazegame {'watch' if self.watches else 'join'} 192.168.1.5:4747 --room ab3d-9xyz"
        )
        whole = "A pasted command, or the host's link, fills both fields."
        return [
            Content(""),
            Content.styled(whole, DIM),
            Content.assemble(("From a shell:  ", DIM), command),
        ]

    @on(InputField.Edited, "#address")
    def _take_invitation(self, event: InputField.Edited) -> None:
        """Distribute a pasted command over the fields."""
        address, word = opening.invitation(event.text)
        if word:
            self.field("address").fill(address)
            self.field("word").fill(word)

    @on(InputField.GameIdPasted)
    def _take_link(self, event: InputField.GameIdPasted) -> None:
        """Read a pasted link, which has as many colons as a game ID."""
        address, word = opening.invitation(event.text)
        self.field("address").fill(address)
        if word:
            self.field("word").fill(word)

    def action_go(self) -> None:
        """Join the room, or show what is missing."""
        address, word = self.field("address"), self.field("word")
        if self.refuse(address):
            return
        name = "wall" if self.watches else self.checked_name()
        if not address.text:
            address.complain("type the address that the host's screen shows")
            self.set_focus(address.entry)
        elif not word.text:
            word.complain("type the room word that the host's screen shows")
            self.set_focus(word.entry)
        elif name is not None:
            there = factory.party(None, address.text, word.text, name, watch=self.watches)
            self.open(there)


class WatchScreen(JoinScreen):
    """Leads to the room of somebody else, for all to see."""

    tab = "watch"
    heading = "Watch a party on a big screen: all players, every round, and the points."
    go = "watch"
    watches = True


class DuelDoorScreen(FriendsScreen):
    """Leads to a duel."""

    tab = "duel"
    heading = "Two at one keyboard, in the same maze. Best of five rounds."
    go = "play"

    def fields(self) -> ComposeResult:
        yield self.maze_line()
        with Horizontal(classes="setting"):
            yield Label("wins")
            yield Choice([(False, "who is first at B"), (True, "who takes fewest steps")], id="aim")

    def maze(self) -> Recipe:
        width, height = self.app.size
        fog = self.services.settings.config.rules.fog
        duel = BY_NAME["duel"]
        columns = duel.view_columns(width, fog=fog) if duel.view_columns else width
        view = columns, height - duel.lines_beside
        return self.recipe(enough_capacity(self.app, *view))

    def next_lines(self) -> list[Content]:
        left, right = "W A S D", "the arrow keys"
        return [
            Content(""),
            Content.assemble(("left player   ", DIM), (left, "bold $maze-key")),
            Content.assemble(("right player  ", DIM), (right, "bold $maze-key")),
            Content.styled("A press runs to the next junction, with Shift it goes one cell.", DIM),
        ]

    def action_go(self) -> None:
        """Begin the duel."""
        fog, fewest = self.services.settings.config.rules.fog, self.query_one("#aim", Choice).value
        begin = BY_NAME["duel"].first
        if begin is not None:
            match = begin({"recipe": self.maze(), "fog": fog, "fewest": fewest})
            self.open(factory.play(self.new_match(match)))
