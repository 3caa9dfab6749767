"""The lock as Windows has it, over a stand-in for ``msvcrt``."""

import importlib.util
import os
import sys
from types import ModuleType

import pytest

from mazegame.store import lock as real


class Msvcrt(ModuleType):
    """Locks bytes of files from the place where a handle stands, as Windows does."""

    LK_NBLCK = 2

    def __init__(self):
        super().__init__("msvcrt")
        self.held = {}

    def locking(self, handle, mode, count):
        assert (mode, count) == (self.LK_NBLCK, 1)
        byte = os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR)
        if self.held.setdefault(byte, handle) != handle:
            raise PermissionError(13, "Permission denied")


@pytest.fixture
def msvcrt(monkeypatch):
    msvcrt = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    return msvcrt


@pytest.fixture
def lock(msvcrt, monkeypatch):
    """The room as it is loaded on Windows."""
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("lock_of_windows", real.__file__)
    lock = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lock)
    return lock


@pytest.fixture
def handles(tmp_path):
    (tmp_path / "file").write_bytes(b"journal")
    handles = [os.open(tmp_path / "file", os.O_RDWR) for _ in range(2)]
    yield handles
    for handle in handles:
        os.close(handle)


def test_one_handle_has_the_lock_and_the_other_has_not(lock, handles):
    assert lock.try_lock(handles[0])
    assert not lock.try_lock(handles[1])
    assert lock.try_lock(handles[0])


def test_the_byte_lies_behind_all_that_is_ever_read(lock, handles, msvcrt):
    from mazegame.store.journal.journal import MAX_FILE_BYTES

    lock.try_lock(handles[0])
    ((_, at),) = msvcrt.held
    assert at > MAX_FILE_BYTES


def test_writing_goes_on_where_it_was(lock, handles):
    os.read(handles[0], 3)
    lock.try_lock(handles[0])
    assert os.read(handles[0], 9) == b"rnal"
    os.read(handles[1], 2)
    lock.try_lock(handles[1])
    assert os.read(handles[1], 9) == b"urnal"


def test_a_block_says_whether_it_holds_the_lock(lock, handles, tmp_path):
    assert lock.try_lock(handles[0])
    with lock.held(tmp_path / "file") as alone:
        assert not alone
    with lock.held(tmp_path / "other") as alone:
        assert alone
    assert (tmp_path / "other").exists()
