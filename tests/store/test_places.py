import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from mazegame.store.lock import held
from mazegame.store.places import NoHomeError, places, set_aside, write_whole
from tests.programs import start_python


@pytest.fixture
def own(monkeypatch):
    """The user's own folders, as they would be without MAZEGAME_HOME. Nothing is made there."""
    for name in ("MAZEGAME_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


class TestPlaces:
    def test_one_variable_puts_everything_into_one_folder(self, monkeypatch, tmp_path):
        monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path / "here"))
        where = places()
        for name in "data settings cache scores running saves mazes replays choices".split():
            assert getattr(where, name).is_relative_to(tmp_path / "here"), name
        assert not (tmp_path / "here").exists()

    def test_a_relative_folder_is_one_below_here(self, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("MAZEGAME_HOME", "here")
        assert places().data == tmp_path / "here"

    @pytest.mark.usefixtures("own")
    @pytest.mark.skipif(sys.platform != "linux", reason="where Linux has them")
    def test_otherwise_they_are_the_users_own(self, monkeypatch):
        monkeypatch.setenv("HOME", "/somebody")
        where = places()
        assert str(where.scores) == "/somebody/.local/share/mazegame/scores.sqlite3"
        assert str(where.settings) == "/somebody/.config/mazegame/settings.toml"

    @pytest.mark.usefixtures("own")
    @pytest.mark.parametrize("answer", [None, "~/.local/share/mazegame", "/.local/share/mazegame"])
    def test_a_user_without_a_home_has_no_place(self, monkeypatch, answer):
        """Versions of platformdirs differ in what they answer."""

        def user_dir(*_: object, **__: object) -> str:
            if answer is None:
                raise RuntimeError("could not determine the home directory")
            return answer

        for name in ("user_data_dir", "user_config_dir", "user_cache_dir"):
            monkeypatch.setattr(platformdirs, name, user_dir)
        with pytest.raises(NoHomeError, match="to keep anything in: set MAZEGAME_HOME"):
            places()


class TestWritingWhole:
    def test_folders_are_made(self, tmp_path):
        path = tmp_path / "a" / "b" / "c.txt"
        write_whole(path, "höllo\n")
        assert path.read_bytes() == "höllo\n".encode()
        write_whole(path, b"\0")
        assert path.read_bytes() == b"\0"
        assert [p.name for p in path.parent.iterdir()] == ["c.txt"]

    def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(self, tmp_path, monkeypatch):
        path = tmp_path / "c.txt"
        write_whole(path, "old")

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            write_whole(path, "new")
        assert path.read_text() == "old"
        assert len(list(tmp_path.iterdir())) == 1

    @pytest.mark.parametrize("there", [True, False])
    def test_behind_a_link_the_file_is_written_and_the_link_stays(self, tmp_path, there):
        target, link = tmp_path / "other" / "c.txt", tmp_path / "c.txt"
        link.symlink_to(target)
        if there:
            write_whole(target, "old")
        write_whole(link, "new")
        assert link.is_symlink()
        assert target.read_text() == "new"


class TestSettingAside:
    def test_every_file_gets_a_name_of_its_own(self, tmp_path):
        names = []
        for content in "abc":
            path = tmp_path / "scores.sqlite3"
            path.write_text(content)
            names.append(set_aside(path))
        assert [p.name for p in names] == [f"scores.sqlite3.damaged-{n}" for n in (1, 2, 3)]
        assert [p.read_text() for p in names] == ["a", "b", "c"]

    def test_a_file_that_is_not_there_leaves_no_trace(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            set_aside(tmp_path / "x")
        assert not list(tmp_path.iterdir())


HOLDER = """
import os, sys
from mazegame.store.lock import try_lock
handle = os.open(sys.argv[1], os.O_RDWR)
print(try_lock(handle), flush=True)
sys.stdin.read()
"""


class TestLock:
    def test_a_lock_is_held_until_its_holder_is_killed(self, tmp_path):
        path = Path(tmp_path / "file")
        path.touch()
        child = start_python("-c", HOLDER, path, stdin=subprocess.PIPE)
        try:
            assert child.stdout.readline().strip() == b"True"
            with held(path) as alone:
                assert not alone
        finally:
            child.kill()
            child.communicate()
        with held(path) as alone:
            assert alone
