"""Parties: garbage, and lies in the form of the protocol, to a room, to its server and to a guest.

An honest player walks on meanwhile. A session ends well if nothing raises an error, who lies about
steps reads why and is left out, the room keeps to its limits, and the honest player is at B.
"""

import asyncio
import contextlib
import json
import logging
from collections import Counter
from functools import partial
from random import Random
from typing import Any, Final

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError

from mazegame.engine import Level
from mazegame.game.recording.record import level_key, record_of, walk_again
from mazegame.party import protocol
from mazegame.party.guest import MOST_STEPS, PartyState
from mazegame.party.opening import HERE, ProtocolError
from mazegame.party.protocol import LETTERS, STEP_MS, Hello, Steps, parse, spell
from mazegame.party.room import MOST_LINKS, MOST_PLAYERS, MOST_SLACK, ROUNDING, Stage
from tests.fuzz.harness import Finding, Target
from tests.fuzz.mutations import TOKENS, damage_bytes
from tests.game.mazes import ahead
from tests.party.parties import HOST, KINDS, WORD, Party, hello, serving

SESSION: Final = 300
"""Messages of a session."""

ROUNDING_MS: Final = 1000 * (MOST_SLACK + ROUNDING)
"""Milliseconds that a step may be ahead of the clock."""

LIARS: Final = 4
"""Connections that lie in a session."""

HANDSHAKE: Final = (
    b"GET /party HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""What opens a WebSocket."""

NUMBERS: Final = (-1, 0, 1, 2, 3, 7, 64, 240, 1000, 2**31, 2**32, 2**53, 2**53 + 1, 10**30)

VALUES: Final[tuple[Any, ...]] = (
    *NUMBERS, None, True, False, 0.5, -0.0, 1e308, float("nan"), float("inf"), "", "N", "NESW",
    "X" * 300, WORD, HOST, "wilson:5x4:a", "wilson:99999x99999:a", [], [1], [[]], {}, *TOKENS,
)  # fmt: skip
"""Values of fields, most of them wrong."""


def value_of(random: Random, hint: str, old: Any = None) -> Any:
    """Return a value that may fit a field of a type."""
    if random.random() < 0.1:
        return random.choice(VALUES)
    if hint in {"Whole", "Count"}:
        return old if old is not None and random.random() < 0.5 else random.choice(NUMBERS)
    if hint == "Seconds":
        return random.choice((0.0, -1.0, 1e9, 2.0**53, 0.01, random.random()))
    if hint == "bool":
        return random.random() < 0.5
    if hint == "Moves":
        return "".join(random.choices("NESW", k=random.choice((1, 1, 2, 8, 200, 201))))
    if hint == "str":
        return random.choice((WORD, HOST, "Bo", *TOKENS))
    if hint in {"tuple[Whole, ...]", "tuple[Count, ...]"}:
        size, step = random.choice((0, 1, 2, 8, 200, 201)), random.choice((0, 1, 20, 400))
        return [at * step for at in range(size)]
    if hint.startswith("tuple[tuple"):
        inner = hint.removeprefix("tuple[tuple[").rsplit("]", 2)[0]
        inner = inner.replace("tuple[Count, ...]", "T")
        kinds = ["tuple[Count, ...]" if one == "T" else one for one in inner.split(", ")]
        return [[value_of(random, one) for one in kinds] for _ in range(random.randrange(4))]
    return None


def lie(random: Random, number: int = 1) -> str:
    """Return a text in the form of a message of any kind."""
    kind = random.choice(list(KINDS.values()))
    content: dict[str, Any] = {"is": kind.__name__.lower()}
    for name, hint in kind.__annotations__.items():
        content[name] = value_of(random, hint, number)
    if random.random() < 0.05:
        content.pop(random.choice(list(content)))
    return json.dumps(content)


def garbage(random: Random) -> str:
    """Return a text that is no message, or nearly one."""
    nested = random.choice(("[" * 5000, '{"x":' + "[" * 4000))
    base = random.choice((lie(random), nested, "", "{}", random.choice(TOKENS), "null"))
    data = base.encode("utf-8", "surrogatepass")
    return damage_bytes(random, data).decode("utf-8", random.choice(("replace", "ignore")))


def wrong_steps(random: Random, run: Any, elapsed: int) -> Steps | None:
    """Return steps of which one cannot be, after those of a walk."""
    level, done, last = run.level, run.steps, run.times[-1] if run.times else 0
    exits = level.maze.exits(run.position)
    walls = [letter for side, letter in LETTERS.items() if not exits & side]
    ways = [letter for side, letter in LETTERS.items() if exits & side]
    way = random.choice(ways)
    lies = [
        Steps(1, done, "X", (elapsed,)),
        Steps(1, done + 1 + random.randrange(9), way, (elapsed,)),
        Steps(1, done, way, (elapsed + 500 + random.randrange(10**6),)),
        Steps(1, done, way, (-1,)),
        Steps(1, done, way * 2, (elapsed,)),
        Steps(1, -1, way, (elapsed,)),
    ]
    if walls:
        lies.append(Steps(1, done, random.choice(walls), (elapsed,)))
    if last:
        lies.append(Steps(1, done, way, (last - 1,)))
    return random.choice(lies)


class PartyRooms(Target):
    """Messages to a room, and to a guest."""

    name, share, short = "party rooms", 0.09, 600

    def run(self, random: Random) -> Counter[str]:
        """Let liars talk to a room in which somebody walks."""
        counts = Counter[str]()
        party = Party("wilson:6x5:a", fog=random.random() < 0.5, rounds=1)
        host, bo = party.join("Host", key=HOST), party.join("Bo")
        liars = [party.join(f"L{at}") for at in range(LIARS)]
        level = party.race()
        path = [LETTERS[side.value] for side in ahead(level)]
        walked = 0
        fooled = PartyState()
        fooled.take(protocol.Welcome("k", 1, host=False, rounds=1, about=""))
        fooled.take(party.members[host].prepare)
        number = party.members[bo].number
        for at in range(SESSION):
            place = random.randrange(LIARS)
            liar = liars[place]
            if liar in party.ended:
                counts["ended"] += 1
                liar = liars[place] = self._again(random, party, liar)
            kind = random.choices(("lie", "garbage", "wrong steps", "hello"), (6, 3, 2, 1))[0]
            counts[kind] += 1
            if kind == "wrong steps":
                self._cheat(random, party, liar)
            elif kind == "hello":
                party.say(liar, hello(random.choice(TOKENS)[:30], random.choice((WORD, "x")),
                                      random.choice(("", "k"))))  # fmt: skip
            else:
                text = lie(random) if kind == "lie" else garbage(random)
                party.say(liar, text)
                with contextlib.suppress(ProtocolError):
                    fooled.take(parse(text))
                for rival in fooled.rivals.values():
                    rival.on(level)
            if random.random() < 0.05:
                party.drop(liar)
                party.ended.add(liar)
            if at % 20 == 19 and walked < len(path) - 1:
                party.steps(bo, path[walked], [party.elapsed], walked)
                news = (number, walked, path[walked], (party.elapsed,))
                fooled.take(protocol.Field(fooled.prepare.round, (news,), ()))
                walked += 1
            party.wait(random.choice((0, 0, 0.02, 0.1, 0.5)))
            if at % 10 == 9:
                self._bounded(party)
        self._fooled(fooled, level)
        party.steps(bo, "".join(path[walked:]), [party.elapsed] * (len(path) - walked), walked)
        if bo in party.ended or party.told(bo) != [
            one for one in party.told(bo) if "you are left out" not in one
        ]:
            raise Finding(f"the honest player reads {party.told(bo)}")
        if not any(one.player == number for one in party.of(bo, protocol.Arrived)):
            raise Finding("the honest player is not at B")
        party.say(host, protocol.Begin())
        if party.room.stage is not Stage.PODIUM or party.members[host].board is None:
            raise Finding("the round does not end")
        return counts

    @staticmethod
    def _again(random: Random, party: Party, before: int) -> int:
        """Let a liar connect again, with its key or as somebody else."""
        if random.random() < 0.3:
            return party.connect()
        key = party.members[before].key if random.random() < 0.5 else ""
        return party.join("L", key="" if key == HOST else key)

    @staticmethod
    def _cheat(random: Random, party: Party, liar: int) -> None:
        guest = party.room.guests.get(party.members[liar].number)
        walk = party.room.walks.get(guest) if guest is not None and guest.link == liar else None
        if walk is None or not walk.goes_on:
            return
        steps = wrong_steps(random, walk.run, party.elapsed)
        before = len(party.told(liar))
        party.say(liar, steps)
        said = party.told(liar)[before:]
        if not (walk.out and "left out" in " ".join(said)) and liar not in party.ended:
            raise Finding(f"{steps} is taken, and {said} is said")

    @staticmethod
    def _bounded(party: Party) -> None:
        """Check that the room has no more of anything than it may have."""
        room = party.room
        players = sum(not guest.watch for guest in room.guests.values())
        if players > MOST_PLAYERS or len(room.guests) > MOST_LINKS:
            raise Finding(f"{players} players, {len(room.guests)} in the room")
        for walk in room.walks.values():
            run = walk.run
            if run.steps > (max(party.elapsed, 0) + ROUNDING_MS) / STEP_MS + 1:
                raise Finding(f"{run.steps} steps in {party.elapsed} ms")
            walk_again(run.level, record_of(run, level_key(run.level)))
        for got in party.got.values():
            del got[:-200]

    @staticmethod
    def _fooled(guest: PartyState, level: Level) -> None:
        """Check that a guest whom a host lies to can still be shown."""
        for rival in guest.rivals.values():
            rival.on(level)
            for seconds in (0.0, 1.0, 1e6):
                cell = rival.cell(seconds)
                if cell != protocol.HIDDEN and cell not in level.maze:
                    raise Finding(f"a rival in {cell}")
                rival.left(seconds)
                taken = rival.taken(seconds)
                if not 0 <= rival.route_length(taken) <= taken:
                    raise Finding(f"a route of {rival.route_length(taken)} in {taken} steps")
            if rival.taken(1e9) > MOST_STEPS:
                raise Finding("a walk without bounds")


def _note(problems: list[str], record: logging.LogRecord) -> None:
    """Note an error that the server reports, unless it is that bytes are no HTTP."""
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, HttpProcessingError):
        problems.append(logging.Formatter().format(record))


class PartyServers(Target):
    """Bytes to the server of a room: texts, frames, and what is no WebSocket at all."""

    name, share, short = "party servers", 0.01, 300
    limit = 60.0

    def run(self, random: Random) -> Counter[str]:
        """Let liars connect to a server while somebody asks it for the time."""
        return asyncio.run(self._session(random))

    async def _session(self, random: Random) -> Counter[str]:
        counts = Counter[str]()
        problems: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: problems.append(str(context)))
        heard = logging.Handler(logging.ERROR)
        heard.emit = partial(_note, problems)  # type: ignore[method-assign]
        log = logging.getLogger("mazegame.party.server")
        log.addHandler(heard)
        try:
            async with serving() as (server, session), session.ws_connect("/party") as honest:
                await honest.send_str(spell(hello()))
                while counts.total() < SESSION:
                    if random.random() < 0.2:
                        await self._raw(random, server.port)
                        counts["raw"] += 1
                    else:
                        await self._talk(random, session, counts)
                    await honest.send_str(spell(protocol.Ping(float(counts.total()))))
                    await self._answer(honest, counts.total())
        finally:
            log.removeHandler(heard)
        if problems:
            raise Finding(problems[0])
        if server._waiting or server.room._links:
            raise Finding(f"{len(server._waiting)} connections are left")
        return counts

    @staticmethod
    async def _answer(honest: Any, sent: int) -> None:
        async with asyncio.timeout(30):
            while True:
                message = await honest.receive()
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise Finding("the honest player's connection has ended")
                answer = parse(message.data)
                if isinstance(answer, protocol.Ping) and answer.sent == sent:
                    return

    @staticmethod
    async def _raw(random: Random, port: int) -> None:
        """Send what is no WebSocket, or a handshake and then frames of noise."""
        reader, writer = await asyncio.open_connection(HERE, port)
        start = random.choice((b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", HANDSHAKE))
        origin = random.choice(TOKENS).encode("utf-8", "replace").split(b"\n")[0][:200]
        if random.random() < 0.5:
            origin = random.choice((b"http://[", b"http://x:y", b"//", b"null", b"http://x"))
        if random.random() < 0.5:
            start = start.replace(b"\r\n", b"\r\nOrigin: " + origin + b"\r\n", 1)
        if random.random() < 0.2:
            start = start.replace(b"localhost", origin, 1)
        with contextlib.suppress(ConnectionError):
            writer.write(start + random.randbytes(random.choice((0, 1, 2, 30, 5000))))
            await writer.drain()
            if random.random() < 0.5:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(4096), 0.01)
        writer.close()

    @staticmethod
    async def _talk(random: Random, session: Any, counts: Counter[str]) -> None:
        """Open a connection, and send it some messages."""
        async with session.ws_connect("/party") as socket:
            if random.random() < 0.5:
                await socket.send_str(spell(hello("L")))
            for _ in range(random.randrange(1, 20)):
                kind = random.choices(
                    ("lie", "garbage", "long", "bytes", "hello"), (6, 3, 1, 1, 1)
                )[0]
                counts[kind] += 1
                with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                    if kind == "bytes":
                        await socket.send_bytes(random.randbytes(50))
                    elif kind == "long":
                        await socket.send_str("x" * random.choice((4096, 4097, 100_000)))
                    elif kind == "hello":
                        word, key = random.choice((WORD, "wrong")), random.choice(("", "k"))
                        said = Hello(1, "x", protocol.fingerprint(), word, "L", key)
                        await socket.send_str(spell(said))
                    else:
                        text = lie(random) if kind == "lie" else garbage(random)
                        await socket.send_str(text)
                if socket.closed:
                    break
