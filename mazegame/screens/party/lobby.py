"""Lobby: who is in a party, how others come in, and after each round the board.

What lives here: the connection of this guest, and with ``opening`` the room itself; both end with
the screen. What does not: the rounds (``rounds.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize, ScreenResume, Unmount
from textual.widgets import Static

from mazegame.formats.errors import reason_of
from mazegame.game.racing.race import spell_place
from mazegame.game.scoring.wrong_turns import wrong_turns
from mazegame.game.words import counted
from mazegame.party import opening, protocol
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.room import Room, draw_word
from mazegame.party.server import Server
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.store.party_key import PartyKey
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.party.board import BOARD_COLUMNS, OWN, in_columns, whole_board, wide

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.party.opening import Opening

PLAYER_COLUMNS: Final = 26
"""Columns of a player's name before the round, with what else is said."""

LONGEST_LOOK: Final = 5.0
"""Longest wait for the runs that a killed game has left, in seconds."""


class LobbyScreen(GameScreen[None]):
    """Shows a party between its rounds."""

    route: routes.Party
    CSS_PATH = "party.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (BOARD_COLUMNS, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (24, "-high")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "start the round", key_display="⏎"),
        Binding("space", "replay", "replay"),
        Binding("up,pageup", "scroll_list(-1)", "scroll", key_display="↑↓"),
        Binding("down,pagedown", "scroll_list(1)", "scroll", show=False),
        Binding("escape", "leave_party", "leave", key_display="esc"),
        Binding("question_mark", "help", "help"),
    ]

    client: Client | None = None
    """The connection; None before the room is open."""
    _talk: asyncio.Task[None] | None = None
    _server: Server | None = None
    _key: PartyKey | None = None
    _raced: protocol.Prepare | None = None
    _news = ""

    def __init__(self, route: routes.Party) -> None:
        super().__init__(route)
        self.guest = PartyState()

    def compose(self) -> ComposeResult:
        yield Static("Party", id="title", markup=False)
        yield Static(id="how", markup=False)
        with Horizontal():
            with VerticalScroll(can_focus=False):
                yield Static(id="players", markup=False)
            yield Static(id="code")
        yield Static(id="news", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.run_worker(self._take_part())

    async def _take_part(self) -> None:
        route = self.route
        address, word = route.address, route.word or opening.word_of(route.address)
        try:
            if route.opening is not None:
                word, self.guest.key = draw_word(), secrets.token_hex(16)
                address = await self._open_room(route.opening, word)
            elif not route.watch:
                self.guest.key = await self._left_key(opening.url_of(address))
            name = route.name or opening.usual_name()
            self.client = Client(self.guest, address, word, name, watch=route.watch)
            self.client.listeners.append(self._heard)
            self._talk = asyncio.create_task(self.client.run())
            await asyncio.shield(self._talk)
        except OSError as error:
            self.say(f"no room can be opened: {reason_of(error)}", "error")
            self.dismiss()

    @on(Unmount)
    async def _leave(self) -> None:
        """Leave, and close the room. A game that ends waits for this: the others hear why."""
        if self._key is not None:  # first: what comes after it waits, and may be cancelled
            self._key.forget()
            self._key = None
        if self.client is not None and self._talk is not None:
            await self.client.leave()
            await asyncio.wait([self._talk])
        if self._server is not None:
            await self._server.stop()

    async def _left_key(self, url: str) -> str:
        """Return the key that a killed game has left; then its runs are known as well."""
        with contextlib.suppress(OSError):  # no home
            self._key = PartyKey(self.services.store.places.parties, url)
        if self._key is None or not self._key.key:
            return ""
        autosave, known = self.services.autosave, asyncio.Event()
        self.listen(autosave.recovered, lambda _: known.set())
        autosave.recover()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(known.wait(), LONGEST_LOOK)
        return self._key.key

    async def _open_room(self, plan: Opening, word: str) -> str:
        """Open the room; return its address for this machine."""
        room = Room(plan, word=word, host_key=self.guest.key)
        self._server = Server(room, browsers=plan.browsers)
        here, who = opening.HERE, "this machine only: --lan lets others in"
        await self._server.start("0.0.0.0" if plan.lan else here, plan.port)  # noqa: S104
        if plan.lan:
            here, who = opening.lan_address(), "whoever reaches this machine"
        address = f"{here}:{self._server.port}"
        page = f"in a browser http://{address}\n" * plan.browsers
        how = f"mazegame join {address} --room {word}\n{page}room word {word}   for {who}"
        self.query_one("#how", Static).update(how)
        self.query_one("#code", Static).update(qr_code(f"http://{address}/?room={word}"))
        return f"{opening.HERE}:{self._server.port}"

    # News

    def _heard(self, message: protocol.Message) -> None:
        match message:
            case protocol.Welcome(key) if self._key is not None:
                self._key.keep(key)
            case protocol.Told(text):
                self._news = text
                self.say(text, "warning")
            case protocol.Board():
                self.query_one(VerticalScroll).scroll_home(animate=False)
            case protocol.Prepare():
                self.call_later(self._come_to_front)
        if not isinstance(message, protocol.Field | protocol.Pong):
            self.call_later(self._follow)

    async def _come_to_front(self) -> None:
        """Close a replay or the help: a round begins. A race closes itself."""
        while self in self.app.screen_stack and isinstance(self.app.screen, GameScreen):
            front = self.app.screen
            if front is self or isinstance(front.route, routes.PartyRace | routes.PartyWatch):
                break
            await self.app.pop_screen()

    @on(Resize)
    @on(ScreenResume)
    def _show_again(self) -> None:
        """Show as much as fits, and what has happened meanwhile."""
        self.call_later(self._follow)

    def _follow(self) -> None:
        """Show the room; open the round that begins, or the maze of one that goes on."""
        client, guest = self.client, self.guest
        if client is None or self.app.screen is not self:
            return
        if client.over:
            self.dismiss()
            return
        if guest.prepare is not None and guest.board is None:
            self._news = ""
            if guest.races and self._raced is not guest.prepare:
                self._raced = guest.prepare
                self.open(routes.PartyRace(client))
            else:
                self.open(routes.PartyWatch(client))
        self.query_one("#title", Static).update(self._title())
        self.query_one("#players", Static).update(Content("\n").join(self._lines()))
        self.query_one("#news", Static).update(self._news or self._next())
        self.set_class(guest.board is not None, "-board")
        self.call_after_refresh(self.refresh_bindings)

    def _title(self) -> str:
        lobby, board = self.guest.lobby, self.guest.board
        of = f"round {lobby.round} of" if lobby.round else "rounds:"
        rows = () if board is None else board.rows
        own = (row[1] for row in rows if row[0] == self.guest.number and row[1])
        places = [f"you: {spell_place(place, len(rows))}" for place in own]
        return "   ".join(("Party", f"{of} {lobby.rounds}", *places, lobby.about))

    def _lines(self) -> list[Content]:
        guest, board = self.guest, self.guest.board
        if board is not None:
            width, height = self.app.size
            lines = height - 4  # without those around the board
            return whole_board(board, guest.players, guest.number, width, lines)
        here = [one for one in guest.players.values() if one.here]
        size = self.query_one(VerticalScroll).size
        columns = size.width // PLAYER_COLUMNS if len(here) + 2 > size.height else 1
        names = [
            Content.styled(f"{'▸' if own else ' '} {wide(one.name)}{' host' * one.host}", OWN * own)
            for one in here
            for own in [one.number == guest.number]
        ]
        return [
            Content(f"{counted(len(here), 'player')} here"),
            Content(),
            *in_columns(names, columns, PLAYER_COLUMNS),
        ]

    def _next(self) -> str:
        host, board = self.guest.host, self.guest.board
        if board is not None and not board.wait:
            return "Enter starts a new series" if host else "The host may start a new series"
        if host:
            return "Enter starts the next round"
        by_itself = "" if board is None else f", or it starts by itself after {board.wait:.0f} s"
        return f"The host starts the next round{by_itself}"

    # Keys

    def action_begin(self) -> None:
        if self.client is not None:
            self.client.send(protocol.Begin())

    def action_scroll_list(self, direction: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=5 * direction, animate=False)

    def action_replay(self) -> None:
        """Watch the round that has ended, with all whose walks are known."""
        run = self.guest.run
        if run is not None:
            rivals = [rival for rival in self.guest.rivals.values() if rival.is_whole]
            self.open(routes.Replay(run, rivals, wrong_turns(run)))

    def action_leave_party(self) -> None:
        about = "The party ends for everybody." if self._server is not None else ""
        if not self.guest.number:
            self.dismiss()
        else:
            self.confirm("Leave the party?", self.dismiss, about)

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        guest = self.guest
        if action == "begin":
            return guest.host
        if action == "scroll_list":
            return self.query_one(VerticalScroll).max_scroll_y > 0
        if action == "replay":
            return guest.board is not None and guest.run is not None and guest.run.finished
        return True


def qr_code(text: str) -> Content:
    """Return a QR code in half blocks, dark on light."""
    import segno

    code = segno.make(text, micro=False, error="l")
    rows = [bytes(row) for row in code.matrix_iter(border=2)]
    halves = zip_longest(rows[::2], rows[1::2], fillvalue=bytes(len(rows[0])))
    pairs = (zip(*two, strict=True) for two in halves)
    lines = ("".join(" ▄▀█"[2 * up + down] for up, down in line) for line in pairs)
    return Content.styled("\n".join(lines), "black on white")
