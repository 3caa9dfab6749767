"""``Registry``: entries by name, those of this package and those that other packages add.

A package adds an entry by an entry point (https://packaging.python.org, "Entry points") in the
registry's group. Its name is the entry's name, its object the entry. The installed packages are
looked through once, by ``discover``, or when a name is asked for that is not there; that takes some
40 ms. A package is imported when its entry is looked up, and not before.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What an entry can be called: lower-case words joined by hyphens."""


class Named(Protocol):
    """An entry of a registry: anything with a name."""

    @property
    def name(self) -> str:
        """Its name on the command line and in files."""


Entry = TypeVar("Entry", bound=Named)


class PluginError(ValueError):
    """What a package offers cannot be used: the message says what, whose and why."""


class Registry(Mapping[str, Entry], Generic[Entry]):
    """Entries by name: built-in ones, registered ones, and those that packages offer.

    Iterating yields the entries of this process: the built-in ones in their order, then the others
    as they came. What a package offers joins them when it is looked up.

    Args:
        kind: What an entry is, in a sentence: "algorithm".
        group: The group of the entry points: "mazegame.algorithms".
        entries: The built-in entries; or what loads each when it is looked up, by name.

    Attributes:
        built_in: Their names; nothing that is added takes one of them.
    """

    def __init__(
        self, kind: str, group: str, entries: Iterable[Entry] | Mapping[str, Callable[[], Entry]]
    ) -> None:
        self._kind, self._group = kind, group
        self._entries: dict[str, Any] = (
            dict(entries) if isinstance(entries, Mapping) else {e.name: e for e in entries}
        )
        self._entry_points: dict[str, EntryPoint] = {}
        self._looked = False
        self.built_in = frozenset(self._entries)

    def __getitem__(self, name: str) -> Entry:
        """Return an entry; raise PluginError if a package offers it and it cannot be used."""
        if name not in self._entries and name in self:
            self._load(name, self._entry_points[name])
        entry: Any = self._entries[name]
        if name in self.built_in and callable(entry):
            entry = self._entries[name] = entry()
        loaded: Entry = entry
        return loaded

    def __contains__(self, name: object) -> bool:
        if name in self._entries:
            return True
        # A file's name or a game ID starts no search.
        return isinstance(name, str) and bool(NAME.fullmatch(name)) and name in self.discover()

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def _type(self) -> type[Entry]:
        return type(next(iter(self.values())))

    def __repr__(self) -> str:
        return f"<Registry {self._group}: {', '.join(self)}>"

    @property
    def offered(self) -> dict[str, str]:
        """Names of what packages offer, and the packages; without what is loaded already.

        Empty before the packages are looked through.
        """
        return {n: _package(at) for n, at in self._entry_points.items() if n not in self._entries}

    def discover(self) -> dict[str, str]:
        """Look through the installed packages, once, and return ``offered``."""
        if not self._looked:
            for point in _entry_points(self._group):
                if point.name not in self.built_in:
                    # the first to offer a name has it
                    self._entry_points.setdefault(point.name, point)
            self._looked = True
        return self.offered

    def register(self, entry: Entry) -> None:
        """Add an entry for this process; a name that was registered before means the new one."""
        if not isinstance(entry, self._type):
            raise TypeError(f"{self._type.__name__} is wanted, not {type(entry).__name__}")
        if entry.name in self.built_in:
            raise ValueError(
                f"{entry.name!r} is the name of a built-in {self._kind}; choose another"
            )
        self._entries[entry.name] = entry

    def import_path(self, name: str) -> str:
        """Return where another process finds an entry: ``module:variable``.

        It is empty for an entry that every process knows: a built-in one, or a package's.

        Raises:
            PluginError: If the entry is no variable of a module that can be imported.
        """
        if name in self.built_in or name in self._entry_points:
            return ""
        entry = self._entries[name]
        for module in list(sys.modules.values()):
            where = getattr(module, "__name__", "__main__")
            if where != "__main__" and getattr(module, "__spec__", None) is not None:
                for variable, value in list(vars(module).items()):
                    if value is entry and variable.isidentifier():
                        return f"{where}:{variable}"
        raise PluginError(
            f"the {self._kind} {name} is known to this process only: make it a variable of a "
            "module that other processes can import, or use threads"
        )

    def provide(self, path: str) -> None:
        """Register the entry at an import path, as ``import_path`` returns it."""
        module, _, variable = path.partition(":")
        self.register(getattr(import_module(module), variable))

    def _load(self, name: str, point: EntryPoint) -> None:
        whose = f"the {self._kind} {name} of the package {_package(point)}"
        try:
            entry: Any = point.load()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and current_thread() is main_thread():
                raise  # Ctrl+C, which comes to this thread alone
            reason = " ".join(str(error).split()) or "no reason given"
            raise PluginError(f"{whose} cannot be used: {type(error).__name__}: {reason}") from None
        if not isinstance(entry, self._type):
            wanted, given = self._type.__name__, type(entry).__name__
            raise PluginError(f"{whose} cannot be used: it is of the type {given}, not {wanted}")
        if entry.name != name:
            raise PluginError(f"{whose} cannot be used: it calls itself {entry.name}")
        self._entries[name] = entry


def _entry_points(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group in all installed packages that can be read."""
    from importlib.metadata import distributions, entry_points  # takes 20 ms

    with contextlib.suppress(Exception):  # one package's file is broken: which one is not said
        return entry_points(group=group)
    found: list[EntryPoint] = []
    packages: set[str] = set()
    for package in distributions():
        with contextlib.suppress(Exception):
            if package.name not in packages:  # the first one of a name is what Python imports
                packages.add(package.name)
                found += package.entry_points.select(group=group)
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value.partition(":")[0]


def plain_name(name: str) -> str:
    """Return a name as names are spelled: lower-case words joined by hyphens."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")[:64]


def nearest_names(name: str, names: Sequence[str]) -> list[str]:
    """Return up to three of some names that are similar to a name."""
    import difflib

    wanted = plain_name(name)
    if wanted in names:
        return [wanted]
    starts = [known for known in names if wanted and known.startswith(wanted)]
    close = difflib.get_close_matches(wanted, names, n=3, cutoff=0.6)
    inside = [known for known in names if len(wanted) > 2 and wanted in known]
    return list(dict.fromkeys([*starts, *close, *inside]))[:3]
