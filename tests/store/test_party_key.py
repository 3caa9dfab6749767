"""The key of a party on the disk: a killed game finds its own, and no game takes another's."""

import os
import sys

import pytest

from mazegame.store.party_key import OLD_SECONDS, PartyKey

URL = "http://127.0.0.1:4747/party"


def left(folder, key="abc", url=URL):
    """Leave a key as a killed game does: its file is there, and nobody holds it."""
    game = PartyKey(folder, url)
    game.keep(key)
    game._file.close()
    return game._path


def test_a_killed_game_finds_its_key_again_which_only_the_user_may_read(tmp_path):
    path = left(tmp_path / "parties")
    game = PartyKey(tmp_path / "parties", URL)
    assert game.key == "abc"
    assert [path] == list((tmp_path / "parties").iterdir())
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
    game.forget()


def test_a_game_that_is_alive_keeps_its_place(tmp_path):
    alive = PartyKey(tmp_path, URL)
    alive.keep("abc")
    other = PartyKey(tmp_path, URL)
    assert other.key == ""
    other.keep("def")
    assert len(list(tmp_path.iterdir())) == 2
    other.forget()
    alive.forget()
    assert not list(tmp_path.iterdir())


def test_a_key_leads_to_its_own_address_alone(tmp_path):
    left(tmp_path)
    assert PartyKey(tmp_path, "http://127.0.0.1:4748/party").key == ""


def test_a_key_that_is_taken_over_is_replaced_and_forgotten(tmp_path):
    path = left(tmp_path, "a much longer key")
    game = PartyKey(tmp_path, URL)
    game.keep("new")
    assert game.key == "a much longer key"
    assert path.read_text() == f"{URL}\nnew\n"
    game.forget()
    game.forget()
    assert not list(tmp_path.iterdir())


def test_files_of_old_parties_are_deleted(tmp_path):
    path = left(tmp_path)
    other = "http://10.0.0.1:1/party"
    PartyKey(tmp_path, other)
    assert path.exists()
    then = path.stat().st_mtime - OLD_SECONDS - 1
    os.utime(path, (then, then))
    PartyKey(tmp_path, other)
    assert not path.exists()


@pytest.mark.parametrize(
    "data", [b"", b"\n", f"{URL}\n \n".encode(), b"\xff\n\n", b"a\nb\nc\nd\n", b"x" * 10_000]
)
def test_a_damaged_file_is_no_key(tmp_path, data):
    (tmp_path / "a.key").write_bytes(data)
    assert PartyKey(tmp_path, URL).key == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits")
def test_a_disk_that_takes_no_key_lets_one_leave_all_the_same(tmp_path):
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        game = PartyKey(tmp_path, URL)
        game.keep("abc")
        game.forget()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_written_there_is_no_key(tmp_path):
    (tmp_path / "file").touch()
    game = PartyKey(tmp_path / "file", URL)
    game.keep("abc")
    game.forget()
    assert game.key == ""
