"""A party without a network: a room, its members, and a clock that only a test moves."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

import aiohttp

from mazegame import __version__
from mazegame.engine import Level, Recipe
from mazegame.party import protocol
from mazegame.party.guest import PartyState
from mazegame.party.opening import HERE, Opening
from mazegame.party.protocol import LETTERS, Hello, fingerprint, parse, spell
from mazegame.party.room import LEAD_SECONDS, TICK_SECONDS, Room
from mazegame.party.server import Server
from tests.game.mazes import ahead
from tests.waiting import LONGEST

KINDS = {kind.__struct_config__.tag: kind for kind in protocol.Message.__subclasses__()}
"""The classes of messages, by what they say that they are."""

WORD = "ab3d-9xyz"
HOST = "the host's key"


def address_in(host):
    """Wait for the address and the word that a host's terminal shows; return them."""
    return host.matches(r"join (\S+) --room (\w{4}-\w{4})").groups()


async def until(condition):
    """Wait for what a thread, a process or a connection brings."""
    async with asyncio.timeout(LONGEST):
        while not condition():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def serving(*, pages=False, **more):
    """Run a room on this machine, with pages if wanted; yield its server and a session of it."""
    room = Room(Opening(Recipe.parse("wilson:12x6:a"), **more), word=WORD, host_key=HOST)
    server = Server(room, browsers=pages)
    await server.start(HERE, 0)
    answers = []
    traces = aiohttp.TraceConfig()

    async def note(_session, _context, ended):
        answers.append(ended.response)

    traces.on_request_end.append(note)
    try:
        async with (
            asyncio.timeout(LONGEST),
            aiohttp.ClientSession(
                f"http://{HERE}:{server.port}", trace_configs=[traces]
            ) as session,
        ):
            try:
                yield server, session
            finally:
                for answer in answers:  # tests look at some no further than at their status
                    answer.close()
    finally:
        await server.stop()


def hello(name="Ada", word=WORD, key="", **more):
    given = {"version": protocol.VERSION, "game": __version__, "mazes": fingerprint(), **more}
    return Hello(word=word, name=name, key=key, **given)


class Plan(Opening):
    """Mazes of known seeds."""

    def maze(self, number):
        seed = self.recipe.seed
        return self.recipe if number == 1 else replace(self.recipe, seed=f"{seed}{number}")


class Party:
    """A room whose messages are delivered at once."""

    def __init__(self, game_id="wilson:5x4:a", *, fog=False, rounds=2, **more):
        self.now = self._tick_due = 1000.0
        plan = Plan(Recipe.parse(game_id), fog=fog, rounds=rounds, **more)
        self.room = Room(plan, word=WORD, host_key=HOST)
        self.members: dict[int, PartyState] = {}
        self.got: dict[int, list] = {}
        self.ended: set[int] = set()
        self._links = 0

    def connect(self):
        self._links += 1
        link = self._links
        self.members[link], self.got[link] = PartyState(), []
        self.deliver(self.room.connected(link, self.now))
        return link

    def join(self, name, **more):
        link = self.connect()
        self.say(link, hello(name, **more))
        return link

    def say(self, link, message):
        text = message if isinstance(message, str) else spell(message)
        self.deliver(self.room.received(link, text, self.now))

    def deliver(self, outs):
        for link, message in outs:
            text = spell(message)
            assert len(text.encode()) <= protocol.LONGEST_MESSAGE
            assert parse(text) == message
            self.got[link].append(message)
            self.members[link].take(message)
            if isinstance(message, protocol.Notice) and message.over:
                self.ended.add(link)
                self.deliver(self.room.lost(link, self.now))
        while self.room.wanted is not None:
            self.room.level_made(Level.of(self.room.wanted))
            self.deliver(self.room.tick(self.now))

    def drop(self, link):
        self.deliver(self.room.lost(link, self.now))

    def wait(self, seconds):
        end = self.now + seconds
        while self._tick_due <= end:
            self.now = max(self._tick_due, self.now)
            self._tick_due += TICK_SECONDS
            self.deliver(self.room.tick(self.now))
        self.now = max(self.now, end)

    def race(self):
        """Begin a round by the host, and wait until the race starts; return the level."""
        (host,) = (link for link, one in self.members.items() if one.host)
        self.say(host, protocol.Begin())
        for link, one in self.members.items():
            if one.prepare.round and link not in self.ended:
                self.say(link, protocol.Ready(one.prepare.round, 0.01))
        self.wait(LEAD_SECONDS)
        return Level.of(Recipe.parse(self.members[host].prepare.maze))

    @property
    def elapsed(self):
        """Milliseconds since the start of the race."""
        return round((self.now - self.room._due) * 1000)

    def steps(self, link, moves, times, first=0):
        number = self.members[link].prepare.round
        self.say(link, protocol.Steps(number, first, "".join(moves), tuple(times)))

    def walk(self, link, level, *, most=10**6, pace=0.2, first=0):
        """Walk the shortest path step by step, and say each step at its time."""
        for at, direction in enumerate(ahead(level)[first:most], start=first):
            self.wait(pace)
            self.steps(link, LETTERS[direction.value], [self.elapsed], at)

    def told(self, link):
        return [one.text for one in self.got[link] if isinstance(one, protocol.Notice)]

    def of(self, link, kind):
        return [one for one in self.got[link] if isinstance(one, kind)]
