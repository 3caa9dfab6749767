"""Connections that keep others out: many that say nothing, half a request, or no hello.

``python -m tests.party.attacks KIND PORT COUNT SEED`` holds COUNT connections to a room on this
machine, and renews each that the room ends, until its input ends. Then it writes a line: how many
were opened, and how many were open at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter
from random import Random

from mazegame.party.opening import HERE

HEAD = (
    b"GET /party HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""What opens a WebSocket."""

KINDS = ("silent", "half", "drip", "mute", "asking")
"""Nothing; a part of a request; one that grows; a WebSocket without a hello; and requests that are
answered, one after the other on a connection."""

DRIP_SECONDS = 0.5
"""Seconds between two bytes of a request that grows, and between two requests."""


async def hold(kind: str, port: int, random: Random, counts: Counter[str]) -> None:
    """Hold a connection, and open another one when it is ended."""
    while True:
        await asyncio.sleep(random.random() * 0.02)
        try:
            reader, writer = await asyncio.open_connection(HERE, port)
        except OSError:
            counts["refused"] += 1
            continue
        counts["opened"] += 1
        counts["open"] += 1
        counts["most"] = max(counts["most"], counts["open"])
        try:
            await _use(kind, random, reader, writer)
        except OSError:
            pass
        finally:
            counts["open"] -= 1
            writer.close()


async def _use(
    kind: str, random: Random, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Do what a kind does, until the room ends the connection."""
    half = HEAD[: random.randrange(1, len(HEAD) - 2)]
    start = {"half": half, "drip": HEAD[:-2] + b"X: ", "mute": HEAD}
    again = {"drip": b"x", "asking": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"}
    writer.write(start.get(kind, b""))
    while True:
        writer.write(again.get(kind, b""))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRIP_SECONDS):
                if not await reader.read(1 << 16):
                    return


async def attack(kind: str, port: int, count: int, seed: int) -> Counter[str]:
    """Hold some connections until the input ends; return the counts."""
    counts: Counter[str] = Counter()
    random = Random(seed)
    tasks = [
        asyncio.create_task(hold(kind, port, Random(random.random()), counts)) for _ in range(count)
    ]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return counts


def main() -> None:
    """Attack, and write the counts."""
    kind, *numbers = sys.argv[1:]
    with contextlib.suppress(ImportError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 1 << 14), hard))
    print(json.dumps(asyncio.run(attack(kind, *map(int, numbers)))), flush=True)


if __name__ == "__main__":
    main()
