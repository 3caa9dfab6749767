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
"""The environment variable that names one folder for all files."""

_HOMELESS: Final = f"there is no home folder to keep anything in: set {HOME_VARIABLE}"

READ_ONLY: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""The system's error numbers for missing write permission."""

_NO_WAITING: Final[int] = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
)


class NoHomeError(OSError):
    """There is no home folder."""


class Places:
    """The paths of all files. A path need not exist."""

    def __init__(self, data: Path, settings: Path, cache: Path) -> None:
        self.data = data
        """Folder of what was played."""
        self.settings = settings
        """File of the settings."""
        self.cache = cache
        """Folder of files that can be computed again."""
        self.scores = data / "scores.sqlite3"
        """The score book, an SQLite file."""
        self.quiz = data / "quiz.json"
        """File of the quiz record."""
        self.running = data / "running"
        """Folder of runs in progress, one file each."""
        self.saves = data / "saves"
        """Folder of saved runs, one file each."""
        self.mazes = data / "mazes"
        """Folder of loaded mazes that were played, one file each."""
        self.replays = data / "replays"
        """Folder of exported replays, one file each."""
        self.parties = data / "parties"
        """Folder of party keys, one file each."""
        self.choices = data / "choices.json"
        """File of the last choices on the New game screen."""
        self.first_start = data / "started-before"
        """Empty file; it exists once the game has been started."""
        self.declined = data / "declined.txt"
        """File with the names of runs that the player declined to resume."""


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
    """Return the content of a regular file, at most ``most`` bytes; OSError as in ``open_regular``.

    A negative ``most`` is no limit.
    """
    with open_regular(path) as file:  # ``read(most)`` would allocate all of it
        size = os.fstat(file.fileno()).st_size
        return file.read(size if most < 0 else min(size, most))


def open_regular(path: Path, *, writing: bool = False) -> BinaryIO:
    """Open a regular file for reading, or for reading and ``writing``.

    Some systems lock files only if they are open for writing. OSError if it cannot be opened, or is
    no regular file: a pipe could block for ever.
    """
    # Non-blocking, so that opening a pipe without a writer returns.
    handle = os.open(path, (os.O_RDWR if writing else os.O_RDONLY) | _NO_WAITING)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return os.fdopen(handle, "r+b" if writing else "rb")


def is_readable(path: Path) -> bool:
    """Return whether a file can be read or does not exist; if not, it must not be overwritten."""
    try:
        read_file(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents, accessible to the user alone."""
    try:
        folder.mkdir(0o700, exist_ok=True)
    except FileNotFoundError:
        if folder == folder.parent:
            raise
        make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def write_whole(path: Path, content: str | bytes, *, keep_mode: bool = False) -> None:
    """Replace a file at once with new content, and create missing folders.

    The target of a link is replaced, not the link. The file is readable by the user alone; with
    ``keep_mode``, for files that the user edits as well, it keeps its permissions.

    Raises:
        OSError: The file cannot be written; the old one is unchanged.
    """
    check_name(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    rights, path = 0o600, Path(os.path.realpath(path))
    if keep_mode:
        with contextlib.suppress(FileNotFoundError):
            rights = stat.S_IMODE(path.stat().st_mode)
    make_folder(path.parent)
    with replacing(path, rights) as file:
        write_all(file.fileno(), data)


def set_aside(path: Path, why: str = "damaged") -> Path:
    """Rename a file to an unused name such as ``NAME.damaged-1``, and return the new path.

    ``why`` is the word in the name. OSError if it cannot be renamed.
    """
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
    """Rename a file as ``set_aside`` does, and write a new one in its place.

    Returns the new path of the old file; None if there was none. OSError if the new one cannot be
    written; then the old one has its name again.
    """
    try:
        aside = set_aside(path, why)
    except FileNotFoundError:
        write_whole(path, content, keep_mode=True)
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
    """Return True at the very first start on this machine, and create ``Places.first_start``.

    The file is created before the first steps are shown. So they come once, even if the game is
    killed meanwhile or started twice at once, and never where nothing can be written. This takes a
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
