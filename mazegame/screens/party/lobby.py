"""Lobby: the players of a party, how others come in, and the board after each round.

It owns the connection of this guest, and with ``opening`` the room itself; both end with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize, ScreenResume, Unmount
from textual.message import Message
from textual.widgets import Static

from mazegame.drawing.inks import RIVALS
from mazegame.drawing.scene import Scene
from mazegame.engine import Level
from mazegame.formats.errors import reason_of
from mazegame.game.racing.race import spell_place
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.game.setup.draft import another_of, sample_of
from mazegame.game.texture_names import recipe_name
from mazegame.game.words import counted
from mazegame.party import opening, protocol
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.player_names import usual_name
from mazegame.party.rate_limit import RateLimit
from mazegame.party.room import Room, draw_word
from mazegame.party.server import Server
from mazegame.screens import factory
from mazegame.screens.base import GameScreen
from mazegame.store.party_key import PartyKey
from mazegame.widgets.input.background import is_wanted
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.zooms import enough_capacity
from mazegame.widgets.party.board import BOARD_COLUMNS, DIM, OWN, WayIn, in_columns, whole_board
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.geometry import Size
    from textual.screen import Screen

    from mazegame.engine import Recipe

GAP: Final = 3
"""Columns between the names of two players."""

FEW: Final = 5
"""Names that fill one column before the next one starts."""

CODE_LINES: Final = 24
"""Fewest lines of a terminal with a QR code."""

LARGE: Final = (130, 44)
"""Fewest columns and lines of a terminal with a large QR code."""


LIST_MARGIN: Final = 3
"""Columns beside the names: margins and the scrollbar."""

SAMPLE_LINES: Final = 7
"""Fewest lines below the names for a maze such as those of the party."""

SAMPLE_CELLS: Final = (10, 6)
"""Fewest columns and rows of that maze, if a drawing has room for them."""

AROUND_SAMPLE: Final = 3
"""Blank lines above the names, and above and below that maze."""

LOOKS_A_SECOND: Final = 10
"""Most checks for messages per second."""

LOOKS_AT_ONCE: Final = 20
"""Most checks for messages in a burst after a quiet time."""

NOTICES_A_SECOND: Final = 0.5
"""Most notices of the room shown per second; further ones replace the line of news."""

NOTICES_AT_ONCE: Final = 5
"""Most notices of the room shown in a burst after a quiet time."""


class _Here(Vertical):
    """The part beside the code: the players' names and a maze."""

    class Resized(Message):
        """Posted when the part changes its size."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())


class LobbyScreen(GameScreen[None]):
    """Shows a party between its rounds."""

    CSS_PATH = "party.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (BOARD_COLUMNS, "-wide"), (110, "-roomy")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "start the round", key_display="⏎"),
        Binding("space", "replay", "replay"),
        Binding("up,pageup", "scroll_list(-1)", "scroll", key_display="↑↓"),
        Binding("down,pagedown", "scroll_list(1)", "scroll", show=False),
        Binding("escape", "leave_party", "leave", key_display="esc", tooltip="leave the party"),
        Binding("c", "copy", "copy", tooltip="copy the command that joins the party"),
        Binding("question_mark", "help", "help"),
    ]

    _talk: asyncio.Task[None] | None = None
    _server: Server | None = None
    _key: PartyKey | None = None
    _way_in: WayIn | None = None
    """How others come in; None where only the host knows."""
    _raced: protocol.Prepare | None = None
    _round: Screen[None] | None = None
    """The screen of the latest round."""
    _news = ""
    _begins = False
    """Whether a round was prepared since the last check."""
    _board: protocol.Board | None = None
    """The lines of the list."""
    _sample: Recipe | None = None
    """The recipe of the drawn maze."""
    _will_look = False
    """Whether a check for messages is scheduled."""

    def __init__(
        self, plan: opening.Opening | None, address: str, word: str, name: str, *, watch: bool
    ) -> None:
        super().__init__()
        self.plan = plan
        self.address = address
        self.word = word or opening.word_of(address)
        self.watches = watch
        self.guest = PartyState()
        self.player = name or usual_name()
        self.client = Client(self.guest, self.player, watch=watch)
        self.client.heard = self._heard
        self._looks = RateLimit(LOOKS_A_SECOND, LOOKS_AT_ONCE)
        self._notices = RateLimit(NOTICES_A_SECOND, NOTICES_AT_ONCE)

    def compose(self) -> ComposeResult:
        yield FittingLine(id="title")
        with Container(id="body"):
            yield Static(id="how", markup=False)
            with _Here(id="here"):
                with VerticalScroll(can_focus=False):
                    yield Static(id="players", markup=False)
                yield MazePane(whole=True)
            yield Static(id="code")
        yield Static(id="news", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.run_worker(self._take_part())

    async def _take_part(self) -> None:
        address, word = self.address, self.word
        try:
            if self.plan is not None:
                word, self.guest.key = draw_word(), secrets.token_hex(16)
                address = await self._open_room(self.plan, word)
            else:
                here = any(own in address for own in (opening.HERE, "localhost"))
                who = "for this machine only" if here else ""  # others reach it as this one does
                self._way_in = WayIn(address.partition("?")[0], word, who)
            if self.plan is None and not self.watches:
                url = opening.page_of(address)
                with contextlib.suppress(OSError):  # no home
                    self._key = PartyKey(self.services.store.places.parties, url)
                    self.guest.key = self._key.key
            self._talk = asyncio.create_task(self.client.run(address, word))
            await asyncio.shield(self._talk)
        except OSError as error:
            self.show_notice(f"no room can be opened: {reason_of(error)}", "error")
            self.dismiss()

    @on(Unmount)
    async def _leave(self) -> None:
        """Leave, and close the room; a game that ends waits, so that the others hear why."""
        if self._key is not None:  # first: what comes after it waits, and may be cancelled
            self._key.forget()
        if self._talk is not None:
            await self.client.leave()
            self._talk.cancel()
            await asyncio.wait([self._talk])
        if self._server is not None:
            await self._server.stop()

    async def _open_room(self, plan: opening.Opening, word: str) -> str:
        """Open the room; return its address for this machine."""
        await asyncio.to_thread(factory.load_party)
        room = Room(plan, word=word, host_key=self.guest.key)
        self._server = Server(room, browsers=plan.browsers)
        await self._server.start("0.0.0.0" if plan.lan else opening.HERE, plan.port)  # noqa: S104
        here, who = opening.HERE, "for this machine only: --lan lets others in"
        if plan.lan:
            here, who = opening.lan_address(), "for whoever reaches this machine"
        shown = f"{here}:{self._server.port}"
        if plan.public:
            shown, who = plan.public, "for whoever reaches that proxy"
        self._way_in = WayIn(shown, word, who, plan.browsers)
        return f"{opening.HERE}:{self._server.port}"

    # News

    def _heard(self, message: protocol.Message) -> None:
        if not self.is_there:
            return
        match message:
            case protocol.Welcome(key) if self._key is not None:
                self._key.keep(key)
            case protocol.Notice(text):
                self._news = text
                if not self._notices.take(time.monotonic()):
                    self.show_notice(text, "warning")
            case protocol.Prepare():
                self._begins = True
        if self._will_look or isinstance(message, protocol.Field | protocol.Ping):
            return
        self._will_look = True
        wait = self._looks.take(time.monotonic())
        asyncio.get_running_loop().call_later(wait, self.call_if_open, self._look)

    async def _look(self) -> None:
        """Show all messages since the last check."""
        self._will_look = False
        if self._begins:
            self._begins = False
            await self._come_to_front()
        self._follow()

    async def _come_to_front(self) -> None:
        """Close a replay or the help, since a round begins. A race closes itself."""
        while self.is_there and isinstance(self.app.screen, GameScreen):
            front = self.app.screen
            if front in {self, self._round}:
                break
            await self.app.pop_screen()

    @on(Resize)
    @on(ScreenResume)
    def _show_again(self) -> None:
        """Update everything for the present size and state."""
        self.call_if_open(self._follow)

    def _follow(self) -> None:
        """Show the state of the room; open the round that begins or is in progress."""
        guest = self.guest
        if not self.is_there or self.app.screen is not self:
            return
        if self.client.over:
            self.dismiss()
            return
        if guest.prepare.round and guest.board is None:
            self._news = ""
            make = factory.party_watch
            if guest.races and self._raced is not guest.prepare:
                self._raced = guest.prepare
                make = factory.party_race
            self._round = make(self.client)
            self.open(self._round)
        self.query_one(FittingLine).show(self._titles())
        self._show_way_in()
        self.query_one("#news", Static).update(self._news or self._next())
        if guest.board is not self._board:
            self._board = guest.board
            self.query_one(VerticalScroll).scroll_home(animate=False)
        self.set_class(guest.board is not None, "-board")
        over = guest.board is not None and not guest.board.wait
        self.query_one(KeyLine).rename("begin", "new series" if over else "start the round")
        self.call_after_refresh(self._list)  # by then the list has its size

    @on(_Here.Resized)
    def _list(self) -> None:
        if self.is_there and self.app.screen is self:
            lines = self._lines()
            self.query_one("#players", Static).update(Content("\n").join(lines))
            room = self.query_one(_Here).size - (2, len(lines) + AROUND_SAMPLE)
            shows = self.guest.board is None and room.height >= SAMPLE_LINES
            self.set_class(shows, "-sample")
            self.call_after_refresh(self.refresh_bindings)
            if shows:
                self._draw_sample(room)

    def _draw_sample(self, room: Size) -> None:
        """Draw a maze of the party's design, which no round uses."""
        pane = self.query_one(MazePane)
        recipe = self.plan.recipe if self.plan is not None else opening.design_of(self.guest.about)
        if recipe is None:
            return
        fitting = enough_capacity(self.app, *room, SAMPLE_CELLS)
        cols, rows = map(min, (recipe.cols, recipe.rows), fitting)
        recipe = sample_of(another_of(recipe), cols, rows)
        if recipe != self._sample:
            self._sample = recipe
            make = partial(Level.of, recipe, progress=is_wanted)
            self.run_in_thread(make, lambda level: pane.show_scene(Scene.of(level)), group="sample")

    def _show_way_in(self) -> None:
        """Show how others come in, if known; in a large terminal with a large QR code."""
        way, (width, height) = self._way_in, self.app.size
        self.set_class(way is not None and self.guest.board is None, "-open")
        if way is not None:
            self.query_one("#how", Static).update(way.lines(width - 2))
            large = width >= LARGE[0] and height >= LARGE[1]
            small = has_unicode() and width >= BOARD_COLUMNS and height >= CODE_LINES
            self.set_class(large or small, "-code")
            if large or small:
                code = way.code(large=large, colour=not self.app.no_color)
                self.query_one("#code", Static).update(code)

    @property
    def game_id(self) -> str:
        """The command that joins, for copying."""
        return "" if self._way_in is None else self._way_in.command

    def _titles(self) -> list[Content]:
        """Return the first line in versions from long to short."""
        guest, board = self.guest, self.guest.board
        number = guest.prepare.round if board is None else board.round
        of = f"round {number} of {guest.rounds}" if number else f"rounds: {guest.rounds}"
        rows = () if board is None else board.rows
        own = (row.place for row in rows if row.player == guest.number and row.place)
        parts = of, *(f"you: {spell_place(place, len(rows))}" for place in own), self._about()
        title = Content.styled("Party", "bold $maze-key")
        return fewer_and_fewer([title, *(Content.styled(part, DIM) for part in parts)])

    def _about(self) -> str:
        """Return the mazes of the party as players read them: ``thicket braid=40 9x7, fog``."""
        told = self.guest.about
        recipe = opening.design_of(told)
        if recipe is None:
            return told
        return recipe_name(recipe).plain + (", fog" if told.endswith(", fog") else "")

    def _lines(self) -> list[Content]:
        guest = self.guest
        if guest.board is not None:
            width, height = self.app.size
            lines = height - 4  # without those around the board
            return whole_board(guest.board, guest.names, guest.number, width, lines)
        here, signs = [one for one in guest.players.values() if one.here], guest.signs
        names = []
        for one in here:
            letter, colour = signs[one.number]
            ink = f"$maze-{RIVALS[colour].name.lower()}"
            mark, own = ("@", OWN) if one.number == guest.number else (letter, "")
            more = "  host" * one.host, own or DIM
            names.append(
                Content.assemble((mark, own or f"bold {ink}"), (f" {one.name}", own), more)
            )
        size = self.query_one(_Here).size - (LIST_MARGIN, 0)
        column = max((name.cell_length for name in names), default=0) + GAP
        lines = max(min(FEW, size.height - 2), 1)
        columns = min((size.width + GAP) // column, -(-len(names) // lines))
        head = Content.styled(f"{counted(len(here), 'player')} here", "bold")
        return [head, *in_columns(names, columns, column)]

    def _next(self) -> str:
        host, board = self.guest.host, self.guest.board
        if board is not None and not board.wait:
            return "Enter starts a new series" if host else "The host may start a new series"
        if board is not None:
            return f"Next round by {'Enter' if host else 'the host'}, or after {board.wait:.0f} s"
        return f"{'Enter' if host else 'The host'} starts the next round"

    # Keys

    def action_begin(self) -> None:
        self.client.send(protocol.Begin())

    def action_scroll_list(self, direction: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=5 * direction, animate=False)

    def action_replay(self) -> None:
        """Replay the last round, with all walks that are known."""
        run = self.guest.run
        if run is not None:
            rivals = [rival for rival in self.guest.rivals.values() if rival.is_whole]
            self.open(factory.replay(FinishedWalk(run, rivals, wrong_turns(run))))

    def action_leave_party(self) -> None:
        about = "The party ends for everybody." if self._server is not None else ""
        if not self.guest.number:
            self.dismiss()
        else:
            self.confirm("Leave the party?", self.dismiss, about)

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        guest = self.guest
        if action == "scroll_list":
            return self.query_one(VerticalScroll).max_scroll_y > 0
        return {
            "begin": guest.host,
            "copy": self._way_in is not None and guest.board is None,
            "replay": guest.board is not None and guest.run is not None and guest.run.finished,
        }.get(action, True)
