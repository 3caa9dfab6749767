"""The paths of all files, and the two safe ways to change one: write it whole, or set it aside."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from mazegame.engine.support.whole_files import replacing
from mazegame.formats.errors import check_name
from mazegame.formats.writing import write_all

HOME_VARIABLE: Final = "MAZEGAME_HOME"
"""The environment variable that puts everything into one folder."""

_HOMELESS: Final = f"there is no home folder to keep anything in: set {HOME_VARIABLE}"

READ_ONLY: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""The errors that say that nothing may be written here, whatever it is."""

_NO_WAITING: Final[int] = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
)


class NoHomeError(OSError):
    """There is no home folder."""


class Places:
    """The paths of all files. A path need not exist."""

    def __init__(self, data: Path, settings: Path, cache: Path) -> None:
        self.data, self.settings, self.cache = data, settings, cache
        """The folder of what was played, the settings file, the folder of what can be remade."""
        self.scores, self.quiz = data / "scores.sqlite3", data / "quiz.json"
        """The score book, an SQLite file; the file of the quiz record."""
        self.running, self.saves = data / "running", data / "saves"
        """The folders of runs in progress and of saved runs, one file each."""
        self.mazes = data / "mazes"
        """The folder of loaded mazes that were played, one file each."""
        self.replays, self.parties = data / "replays", data / "parties"
        """The folders of exported replays, and of the keys of parties, one file each."""
        self.choices = data / "choices.json"
        """The last choices of the New game screen, a file."""
        self.first_start = data / "started-before"
        """The empty file that notes that the game was started before."""
        self.declined = data / "declined.txt"
        """The file of runs that the player declined to resume."""


def places() -> Places:
    """Return the paths of all files: in ``MAZEGAME_HOME`` if set, else in the user's folders."""
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        try:
            home = Path(chosen).absolute()
        except OSError as error:  # the working directory was removed
            raise NoHomeError(
                f"{HOME_VARIABLE}={chosen[:60]!r} is relative, and there is no working directory"
            ) from error
        return Places(home, home / "settings.toml", home / "cache")
    import platformdirs

    try:
        data = Path(platformdirs.user_data_dir("mazegame", appauthor=False))
        config = Path(platformdirs.user_config_dir("mazegame", appauthor=False))
        cache = Path(platformdirs.user_cache_dir("mazegame", appauthor=False))
    except RuntimeError:
        raise NoHomeError(_HOMELESS) from None
    # Older versions of platformdirs leave a leading ~ as it is, or take the root for a home.
    if not data.is_absolute() or not config.is_absolute() or data.is_relative_to("/.local"):
        raise NoHomeError(_HOMELESS)
    return Places(data, config / "settings.toml", cache)


def read_file(path: Path, most: int = -1) -> bytes:
    """Read at most a number of bytes of a regular file; OSError as in ``open_regular``."""
    with open_regular(path) as file:  # which takes memory for as much as it is asked for
        size = os.fstat(file.fileno()).st_size
        return file.read(size if most < 0 else min(size, most))


def open_regular(path: Path, *, writing: bool = False) -> BinaryIO:
    """Open a file for reading; for ``writing`` too, since some systems only then lock it.

    OSError if it cannot be opened, or is no regular file: a pipe could block for ever.
    """
    # Non-blocking, so that opening a pipe without a writer returns.
    handle = os.open(path, (os.O_RDWR if writing else os.O_RDONLY) | _NO_WAITING)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return os.fdopen(handle, "r+b" if writing else "rb")


def is_readable(path: Path) -> bool:
    """Return whether a file can be read or is not there: else nothing may be written over it."""
    try:
        read_file(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they are there; only the user may enter new ones."""
    try:
        folder.mkdir(0o700, exist_ok=True)
    except FileNotFoundError:
        if folder == folder.parent:
            raise
        make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def write_whole(path: Path, content: str | bytes, *, theirs: bool = False) -> None:
    """Write a file whole; OSError if it cannot be written, and then the old one is as it was.

    Folders that are missing are made. If it is a link, the file behind it is written. Only the user
    may read it; who may read one that is ``theirs``, the user's as much as ours, stays as it is.
    """
    check_name(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    rights, path = 0o600, Path(os.path.realpath(path))
    if theirs:
        with contextlib.suppress(FileNotFoundError):
            rights = stat.S_IMODE(path.stat().st_mode)
    make_folder(path.parent)
    with replacing(path, rights) as file:
        write_all(file.fileno(), data)


def set_aside(path: Path, why: str = "damaged") -> Path:
    """Rename a file to an unused name, ``NAME.damaged-1``; OSError if it cannot be moved."""
    for number in itertools.count(1):
        aside = path.with_name(f"{path.name}.{why}-{number}")
        with contextlib.suppress(FileExistsError):
            aside.touch(exist_ok=False)  # so that two games at once never take the same name
            break
    try:
        path.replace(aside)
    except OSError:
        with contextlib.suppress(OSError):  # the first error is the one that says why
            aside.unlink()
        raise
    return aside


def replace_aside(path: Path, content: str, why: str = "damaged") -> Path | None:
    """Set a file aside, and write another one whole in its place; return where the old one is now.

    None if there was none. OSError if that cannot be written: then the old one is where it was.
    """
    try:
        aside = set_aside(path, why)
    except FileNotFoundError:
        write_whole(path, content, theirs=True)
        return None
    try:
        rights = stat.S_IMODE(aside.stat().st_mode)
        write_whole(path, content)
        path.chmod(rights)
    except OSError:
        with contextlib.suppress(OSError):
            aside.replace(path)
        raise
    return aside


def claim_first_start() -> bool:
    """Return whether nobody has played here; note by an empty file that somebody does now.

    The note is made before the first steps are shown. So they come once, even if the game is killed
    meanwhile or started twice at once, and never where nothing can be written. It takes a
    millisecond at the first start, and some microseconds later.
    """
    try:
        where = places()
        left = (
            where.first_start, where.settings, where.choices, where.scores, where.running,
            where.saves, where.quiz,
        )  # fmt: skip
        if any(path.exists() for path in left):
            return False
        make_folder(where.data)
        where.first_start.touch(exist_ok=False)
    except OSError:
        return False
    return True
