"""The pages of a party: who gets in, what is exposed, and what ends when."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from mazegame.party import browsers
from mazegame.party import room as rooms
from mazegame.party.opening import HERE
from mazegame.party.player_names import LONGEST_NAME
from tests.party.parties import WORD, address_in, serving, until
from tests.programs import ROOT, state_of
from tests.waiting import LONGEST

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it takes Unix")


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """Homes in a folder of the test, and answers to wrong words that come soon."""
    monkeypatch.setattr(rooms, "WRONG_SECONDS", 0.05)
    monkeypatch.setattr(browsers.tempfile, "tempdir", str(tmp_path))


def ended(here, visitor):
    """End who is overdue, as each tick does; return why a visitor is ended.

    One whose process has not started yet is ended by a later tick.
    """
    here.end_overdue()
    return visitor.why


@contextlib.asynccontextmanager
async def visited():
    """Let somebody in; yield who is here, a session, the page and the visitor behind it."""
    async with serving(pages=True) as (server, session):
        page = await enter(session)
        (visitor,) = server.browsers.visitors.values()
        yield server.browsers, session, page, visitor


def as_program(monkeypatch, *words):
    """Let visitors run another program than the game."""
    game = f"{shlex.quote(sys.executable)} -m mazegame"
    own = f"/bin/sh -c {shlex.quote(shlex.join(words))}"
    monkeypatch.setattr(browsers, "_SHELL", browsers._SHELL.replace(game, own))


@pytest.fixture
def listening(monkeypatch):
    """Visitors run a program that does nothing until its input ends."""
    listens = "import sys; print('x', flush=True); sys.stdin.buffer.read()"
    as_program(monkeypatch, sys.executable, "-c", listens)


async def join(session, name="Bo", word=WORD, **more):
    """Send what the form sends; return the answer."""
    return await session.post("/", data={"name": name, "room": word}, **more)


async def enter(session, **more):
    """Join, and open the page's socket."""
    answer = await join(session)
    return await session.ws_connect(f"/visit/{await answer.text()}", **more)


async def painted(page, words):
    """Read what a page gets until some bytes were among it; return the rest of the messages."""
    texts, seen = [], b""
    async with asyncio.timeout(LONGEST):
        while words not in seen:
            message = await page.receive()
            if message.type is aiohttp.WSMsgType.BINARY:
                seen += message.data
            elif message.type is aiohttp.WSMsgType.TEXT:
                texts.append(json.loads(message.data))
            else:
                raise AssertionError(f"{message} came before {words!r}: {seen[-500:]!r}")
    return texts


# Who gets in


async def test_a_name_and_the_word_lead_to_a_page_of_ones_own():
    async with serving(pages=True) as (server, session):
        door = await session.get(f"/?room={WORD}")
        assert "text/html" in door.headers["Content-Type"]
        assert f'maxlength="{LONGEST_NAME}"' in await door.text()
        answer = await join(session)
        assert answer.status == 200
        assert await answer.text() == next(iter(server.browsers.visitors))
        assert (await join(session, word="AB3D 9XYZ")).status == 200


async def test_a_wrong_word_starts_nothing_and_slows_down_the_next(monkeypatch):
    async with serving(pages=True) as (server, session):
        waits = []
        wait_after = server.room.wait_after
        monkeypatch.setattr(
            server.room, "wait_after", lambda word: waits.append(wait_after(word)) or waits[-1]
        )
        for _ in range(rooms.MOST_WRONG + 1):
            answer = await join(session, word="wrong")
            assert answer.status == 403
            assert "that is not the room word" in await answer.text()
        assert waits[0] == waits[rooms.MOST_WRONG - 1] == 0.05 < waits[-1]
        await join(session)
        assert waits[-1] == 0
        assert len(server.browsers.visitors) == 1


async def test_few_wrong_words_wait_at_once_and_no_other_is_looked_at(monkeypatch):
    monkeypatch.setattr(browsers, "MOST_WRONG", 2)
    monkeypatch.setattr(rooms, "WRONG_SECONDS", rooms.LONGEST_WRONG)
    async with serving(pages=True) as (server, session):
        guesses = [asyncio.create_task(join(session, word="wrong")) for _ in range(2)]
        await until(server.browsers._wrong.locked)
        for word in ("wrong", WORD):
            answer = await join(session, word=word)
            assert answer.status == 503
            assert "too many wrong words" in await answer.text()
        assert not server.browsers.visitors
        server.browsers._wrong = asyncio.Semaphore()
        assert (await join(session)).status == 200
        for guess in guesses:
            guess.cancel()


@pytest.mark.parametrize("size", [5_000, 786_000])
async def test_a_form_that_is_too_long_is_refused_whatever_says_its_length(size):
    async def parts():
        yield f"room={WORD}&name=Bo&more=".encode()
        for _ in range(size // 1000):
            yield b"x" * 1000

    async with serving(pages=True) as (server, session):
        whole = {"name": "Bo", "room": WORD, "more": "x" * size}
        assert (await session.post("/", data=whole)).status == 413
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        with contextlib.suppress(aiohttp.ClientConnectionError):  # it closes before it has all
            assert (await session.post("/", data=parts(), headers=kind)).status == 413
        with contextlib.suppress(aiohttp.ClientConnectionError):
            with aiohttp.MultipartWriter("form-data") as form:
                form.append(WORD).set_content_disposition("form-data", name="room")
                form.append("x" * size).set_content_disposition("form-data", name="name")
            assert (await session.post("/", data=form)).status == 415
        assert not server.browsers.visitors


async def test_a_name_that_is_none_is_refused():
    async with serving(pages=True) as (server, session):
        answer = await join(session, "a\u202eb")
        assert answer.status == 400
        assert await answer.text() == "a name has 1 to 16 characters that can be seen"
        assert not server.browsers.visitors


async def test_pages_of_other_sites_are_refused():
    async with serving(pages=True) as (server, session):
        for origin in ("", "null", f"http://{HERE}", f"http://{HERE}:{server.port}0"):
            assert (await join(session, headers={"Origin": origin})).status == 403
        foreign = {"Origin": "http://evil.example"}
        assert (await join(session, headers=foreign)).status == 403
        own = {"Origin": f"http://{HERE}:{server.port}"}
        answer = await join(session, headers=own)
        assert answer.status == 200
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"/visit/{await answer.text()}", headers=foreign)
        assert refused.value.status == 403
        headers = (await session.get("/")).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


async def test_no_path_leads_out_of_the_pages():
    async with serving(pages=True) as (_, session):
        assert (await session.get("/static/js/textual.js")).status == 200
        assert (await session.get("/pages/page.js")).status == 200
        for way in (
            "/static/../../pyproject.toml",
            "/static/..%2f..%2f__init__.py",
            "/static/%2e%2e/server.py",
            "/static//etc/passwd",
            "/pages/../browsers.py",
            "/pages/..%2fbrowsers.py",
            "/pages/%2e%2e/%2e%2e/%2e%2e/pyproject.toml",
            "/static/",
            "/pages/",
            "/visit/nobody/..%2f..%2fetc%2fpasswd",
            "/visit/../static/js/textual.js%00",
        ):
            answer = await session.get(URL(way, encoded=True))
            assert answer.status in {403, 404}, way


async def test_an_address_that_nobody_was_given_shows_nothing():
    async with serving(pages=True) as (_, session):
        page = await session.ws_connect("/visit/nobody")
        assert (await page.receive()).extra == "that game has ended"
        assert (await session.get("/visit/nobody/key")).status == 404


async def test_there_are_no_pages_unless_they_are_asked_for():
    async with serving() as (_, session):
        assert "In a terminal" in await (await session.get("/")).text()
        for way in ("/static/js/textual.js", "/pages/page.js", "/visit/x"):
            assert (await session.get(way)).status == 404
        assert (await join(session)).status == 405


# Processes


async def test_no_more_come_in_than_there_is_room_and_memory_for(monkeypatch):
    monkeypatch.setattr(browsers, "MOST_VISITORS", 2)
    async with serving(pages=True) as (server, session):
        assert [(await join(session)).status for _ in range(3)] == [200, 200, 503]
        monkeypatch.setattr(browsers, "MOST_VISITORS", 3)
        monkeypatch.setattr("mazegame.engine.support.memory.available_bytes", lambda: 255 << 20)
        answer = await join(session)
        assert answer.status == 503
        assert "no place left" in await answer.text()
        assert len(server.browsers.visitors) == 2


@pytest.mark.usefixtures("listening")
async def test_those_who_came_last_end_first_where_the_memory_is_used_up(monkeypatch):
    async with serving(pages=True) as (server, session):
        here = server.browsers
        pages = [await enter(session) for _ in range(2)]
        both = list(here.visitors.values())
        monkeypatch.setattr("mazegame.engine.support.memory.available_bytes", lambda: 100 << 20)
        for page in reversed(pages):
            assert (await page.receive()).extra == "the host's machine has no memory left"
        assert both[0].why
        await until(lambda: not here.visitors)


@pytest.mark.usefixtures("listening")
async def test_a_server_that_stops_while_a_process_starts_leaves_none(monkeypatch):
    starting, go_on = asyncio.Event(), asyncio.Event()

    class Slow(browsers.Visitor):
        async def begin(self, *words, **own):
            starting.set()
            await go_on.wait()
            await super().begin(*words, **own)

    monkeypatch.setattr(browsers, "Visitor", Slow)
    async with serving(pages=True) as (server, session):
        joining = asyncio.create_task(join(session))
        await starting.wait()
        (visitor,) = server.browsers.visitors.values()
        ending = asyncio.create_task(server.browsers.end_all())
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.wait_for(ending, LONGEST)
        assert (await joining).status == 200
        assert visitor.why == "the party is over"
        assert visitor.process.returncode is not None
        assert not visitor.home.exists()


@pytest.mark.parametrize("error", [OSError, RuntimeError("can't start new thread")])
async def test_where_no_process_can_be_started_nobody_comes_in(error, monkeypatch, tmp_path):
    async def fail(*_, **__):
        raise error

    monkeypatch.setattr(asyncio, "create_subprocess_exec", fail)
    async with asyncio.timeout(LONGEST), serving(pages=True) as (server, session):
        answer = await join(session)
        assert answer.status == 503
        assert "no place left" in await answer.text()
        assert not server.browsers.visitors
        assert not list(tmp_path.glob("mazegame-party-*"))


@pytest.mark.parametrize("packet", [r"D\377\377\377\377", r"M\0\0\0\1{"])
async def test_a_process_that_sends_nonsense_is_ended_and_read_to_its_end(packet, monkeypatch):
    """With anything left in a pipe, the end of its process is never noticed."""
    monkeypatch.setattr(browsers, "END_SECONDS", 0.1)
    shell = f"head -c 1; printf 'x\\n{packet}'; head -c 1000000 /dev/zero; sleep {LONGEST}"
    monkeypatch.setattr(browsers, "_SHELL", shell)
    async with asyncio.timeout(LONGEST), visited() as (_, _, page, visitor):
        await page.send_json(["stdin", "x"])
        assert (await page.receive()).extra == "the game has ended"
        await until(visitor.over.done)
        assert visitor.process.returncode == -signal.SIGKILL
        assert visitor.process.stdout.at_eof()


async def test_a_server_that_stops_waits_for_those_who_are_ending(monkeypatch):
    monkeypatch.setattr(browsers, "_SHELL", "head -c 1; exec >&-; sleep 0.5")
    async with visited() as (pages, _, page, visitor):
        await page.send_json(["stdin", "x"])
        await until(lambda: visitor.why)  # its output has ended
        assert not visitor.over.done()
    assert visitor.over.done()
    assert not pages.visitors


async def test_a_page_is_cut_off_only_when_it_has_read_why(monkeypatch):
    as_program(monkeypatch, "cat")
    async with serving(pages=True) as (server, session):
        page = await enter(session, autoclose=False)
        await until(lambda: all(one.page for one in server.browsers.visitors.values()))
        await server.browsers.end_all()
        assert (await page.receive()).extra == "the party is over"
        (connection,) = server._runner.server.connections
        await asyncio.sleep(0.2)
        assert connection.transport is not None  # it has not answered yet
        await page.close()
        await until(lambda: connection.transport is None)


def test_the_environment_bounds_a_visitors_mazes():
    words = (sys.executable, "-m", "mazegame", "generate", "wilson:301x200:a")
    environment = {**os.environ, "MAZEGAME_MAX_CELLS": str(browsers.PAGE_CELLS)}
    done = subprocess.run(words, check=False, env=environment, capture_output=True, text=True)
    assert done.returncode
    assert "at most 60,000 cells fit" in done.stderr


@pytest.mark.parametrize("touch", ["1", ""])
async def test_a_process_has_an_environment_of_its_own_and_limits(monkeypatch, tmp_path, touch):
    monkeypatch.setenv("SECRET", "of the user")
    told = "import json, os, resource as r; print(json.dumps([dict(os.environ), os.getcwd(), "
    told += "r.getrlimit(r.RLIMIT_AS)[0], r.getrlimit(r.RLIMIT_FSIZE)[0], os.nice(0)]), flush=True)"
    out = tmp_path / "told.json"
    as_program(monkeypatch, "/bin/sh", "-c", f'"$0" -c "$1" > {out}', sys.executable, told)
    async with serving(pages=True) as (server, session):
        await session.post("/", data={"name": "Bo", "room": WORD, "touch": touch})
        await until(lambda: not server.browsers.visitors)
    environment, folder, memory, file, nice = json.loads(out.read_text())
    assert "SECRET" not in environment
    assert environment["MAZEGAME_ROOM"] == WORD
    assert environment["MAZEGAME_MAX_CELLS"] == "60000"
    assert environment.get("MAZEGAME_TOUCH", "") == touch
    assert nice == min(os.nice(0) + 5, 19)
    assert environment["HOME"] == environment["MAZEGAME_HOME"] == folder
    assert Path(folder).parent == tmp_path
    assert environment["NUMBA_CACHE_DIR"]
    assert not Path(folder).exists()
    assert memory == browsers.MEMORY_MIB << 20
    assert file == browsers.FILE_MIB << 20


@pytest.mark.usefixtures("listening")
async def test_idle_visitors_end_and_their_homes_are_removed():
    async with visited() as (here, _, page, visitor):
        now = visitor.last_input_at + browsers.IDLE_SECONDS - 1
        here.clock = lambda: now
        here.end_overdue()
        assert visitor.home.exists()
        await page.send_json(["stdin", "x"])
        await until(lambda: visitor.last_input_at == now)
        now += browsers.IDLE_SECONDS - 1
        here.end_overdue()
        assert here.visitors
        now += 1
        await until(partial(ended, here, visitor))
        message = await page.receive()
        assert message.extra == "nothing was pressed for 15 minutes"
        await until(lambda: not here.visitors)
        assert not visitor.home.exists()
        with pytest.raises(ProcessLookupError):
            os.kill(visitor.process.pid, 0)


@pytest.mark.usefixtures("listening")
async def test_a_visitor_whose_page_is_gone_may_come_back_for_a_while():
    async with visited() as (here, session, page, visitor):
        now = here.clock()
        here.clock = lambda: now
        address, pid = f"/visit/{visitor.secret}", visitor.process.pid
        await page.close()
        await until(lambda: visitor.page is None)
        now += browsers.AWAY_SECONDS - 1
        here.end_overdue()
        back = await session.ws_connect(address)
        await until(lambda: visitor.page is not None)
        assert visitor.process.pid == pid
        other = await session.ws_connect(address)
        assert (await back.receive()).extra == "the game is shown on another page"
        await other.close()
        await until(lambda: visitor.page is None)
        now += browsers.AWAY_SECONDS
        await until(partial(ended, here, visitor))
        assert visitor.why == "the page was gone"
        await until(lambda: not here.visitors)
        assert not visitor.home.exists()


async def test_somebody_can_come_after_the_last_one_has_left(monkeypatch):
    as_program(monkeypatch, sys.executable, "-c", "print('x')")
    async with serving(pages=True) as (server, session):
        for _ in range(2):
            assert (await join(session)).status == 200
            await until(lambda: not server.browsers.visitors)


async def test_a_process_that_does_not_end_is_killed(monkeypatch, tmp_path):
    monkeypatch.setattr(browsers, "END_SECONDS", 0.1)
    own = tmp_path / "pid"
    script = f"import os, pathlib, time; pathlib.Path({str(own)!r}).write_text(str(os.getpid()))"
    as_program(monkeypatch, sys.executable, "-c", f"{script}; time.sleep(600)")
    async with visited() as (_, _, _, visitor):
        await until(lambda: own.exists() and own.read_text())
        assert state_of(own.read_text())
    await until(lambda: not state_of(own.read_text()))
    assert not visitor.home.exists()


@pytest.mark.usefixtures("listening")
async def test_messages_that_are_none_are_dropped(monkeypatch):
    async with visited() as (_, _, page, visitor):
        told, send_meta = [], visitor.send_meta

        async def tell(meta):
            told.append(meta)
            return await send_meta(meta)

        monkeypatch.setattr(visitor, "send_meta", tell)
        for text in ("", "[", "5", '["stdin", 5]', '["resize", {"width": "a"}]', "[" * 5000):
            await page.send_str(text)
        await page.send_json(["resize", {"width": 10**9, "height": -5}])
        await page.send_json(["stdin", "\ud800"])
        await page.send_json(["blur"])
        await until(lambda: {"type": "blur"} in told)
        told.remove({"type": "resize", "width": browsers.COLUMNS, "height": 1})
        assert {one["type"] for one in told} <= {"repaint", "blur"}


@pytest.mark.usefixtures("listening")
async def test_of_a_flood_of_messages_few_are_read_at_once(monkeypatch):
    monkeypatch.setattr(browsers, "MESSAGES_A_SECOND", 1 / LONGEST)
    async with visited() as (_, _, page, visitor):
        taken = []

        async def take(text, now):
            taken.append(text)

        monkeypatch.setattr(visitor, "take", take)
        for _ in range(1000):
            await page.send_json(["blur"])
        await until(lambda: taken)
        assert len(taken) == 1


async def test_a_killed_server_leaves_no_process_and_no_home(tmp_path):
    script = f"""
import asyncio, tempfile
from tests.party.parties import serving
async def main():
    tempfile.tempdir = {str(tmp_path)!r}
    async with serving(pages=True) as (server, _):
        print(server.port, flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script), stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    port = int(await process.stdout.readline())
    async with aiohttp.ClientSession(f"http://{HERE}:{port}") as session:
        await painted(await enter(session), b"Bo")
        assert list(tmp_path.glob("mazegame-party-*"))
        process.kill()
        await process.wait()
        await until(lambda: not list(tmp_path.glob("mazegame-party-*")))


async def test_when_the_host_leaves_its_pages_are_told_that_the_party_is_over(
    open_terminal, tmp_path
):
    words = ("party", "wilson:12x6:a", "--port", "0", "--name", "Ada", "--browsers")
    host = open_terminal(*words, MAZEGAME_HOME=str(tmp_path / "ada"), TMPDIR=str(tmp_path))
    address, word = await asyncio.to_thread(address_in, host)
    async with aiohttp.ClientSession(f"http://{address}") as session:
        pages = []
        for name in ("Bo", "Cy"):
            answer = await join(session, name, word)
            pages.append(await session.ws_connect(f"/visit/{await answer.text()}"))
            await asyncio.to_thread(host.until, name)
        host.send(b"\r")
        for page in pages:
            await painted(page, b"shortest")
        host.send(b"\x11")
        for page in pages:
            async with asyncio.timeout(LONGEST):
                while (message := await page.receive()).type is not aiohttp.WSMsgType.CLOSE:
                    assert message.type is not aiohttp.WSMsgType.CLOSED, "no word at the end"
            assert message.extra == "the party is over"
            await page.close()
    assert await asyncio.to_thread(host.end) == 0
    assert not list(tmp_path.glob("mazegame-party-*"))


# The game on a page


async def test_an_export_is_a_download_and_nothing_else(monkeypatch, tmp_path):
    command = "-m", "mazegame", "play", "wilson:9x9:kite-7", "--walk-first"
    as_program(monkeypatch, sys.executable, *command)
    async with visited() as (_, session, page, visitor):
        await painted(page, b"shift+arrows")
        await page.send_json(["stdin", "e"])
        await painted(page, b"Export the maze")
        for _ in range(60):
            await page.send_json(["stdin", "\x7f"])
        await page.send_json(["stdin", "/etc/../../maze.txt\r"])
        ((kind, key),) = await painted(page, b"downloaded")
        assert kind == "deliver_file_start"
        answer = await session.get(f"/visit/{visitor.secret}/{key}")
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''maze.txt"
        assert (await answer.text()).startswith("┌──")
        assert (await session.get(f"/visit/{visitor.secret}/{key}")).status == 404
        assert (await session.get(f"/visit/nobody/{key}")).status == 404
        assert not list(tmp_path.rglob("maze.txt"))
