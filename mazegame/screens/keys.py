"""Keys: the bindings of screens by their names, other keys for them, and where two of them clash.

What lives here: the arithmetic. What does not: which screens there are (``router.py``), the file
(``store/settings.py``), the screen that shows the keys (``settings.py``).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual.binding import Binding, Keymap
from textual.keys import Keys

from mazegame.textual_internals import key_of_character

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.screen import Screen

_KEY_NAMES: Final = frozenset(key.value for key in Keys)


@dataclass(frozen=True)
class Named:
    """A thing that has keys."""

    id: str
    """Its name in the settings: the screen's, a point, its own."""
    about: str
    """What it does, in a few words."""
    keys: tuple[str, ...]
    """Its built-in keys."""

    @property
    def room(self) -> str:
        """The screen's name: two things clash only on one screen."""
        return self.id.partition(".")[0]


def named(screens: Iterable[type[Screen[Any]]]) -> dict[str, Named]:
    """The bindings of screens that have a name, by that name, in the order of the screens."""
    found: dict[str, Named] = {}
    for screen in screens:
        for binding in Binding.make_bindings(screen.BINDINGS):
            if binding.id is None:
                continue
            before = found.get(binding.id)
            keys = (*(before.keys if before else ()), binding.key)
            found[binding.id] = Named(binding.id, binding.tooltip or binding.description, keys)
    return found


def keys_of(thing: Named, changed: Mapping[str, str]) -> tuple[str, ...]:
    """The keys that a thing has, built in or changed."""
    given = changed.get(thing.id)
    return tuple(normal(given)) if given else thing.keys


def normal(keys: str) -> list[str]:
    """Split keys as people write them: ``?`` is ``question_mark`` to Textual."""
    parts = (part.strip() for part in keys.split(","))
    return [key_of_character(part) if len(part) == 1 else part for part in parts if part]


def clashes(things: Mapping[str, Named], changed: Mapping[str, str]) -> dict[str, list[str]]:
    """Which things share a key that they do not share as built in.

    Returns:
        For each thing with a clash, what its keys do as well.
    """
    found: dict[str, list[str]] = {}
    for one in things.values():
        mine = set(keys_of(one, changed))
        for other in things.values():
            if other.id == one.id or other.room != one.room:
                continue
            common = mine & set(keys_of(other, changed))
            if common - (set(one.keys) & set(other.keys)):
                found.setdefault(one.id, []).append(other.about)
    return found


def complaints(things: Mapping[str, Named], changed: Mapping[str, str]) -> list[str]:
    """What does not fit in keys that somebody wrote: a sentence for each."""
    lines = [
        f"[keys] {name!r}: there is nothing of that name" for name in changed if name not in things
    ]
    for name in changed.keys() & things.keys():
        lines += [
            f"[keys] {name}: there is no key {key!r}"
            for key in normal(changed[name])
            if not _is_key(key)
        ]
    for name, others in clashes(things, changed).items():
        if name in changed:
            lines.append(f"[keys] {name}: its key is also for {', '.join(others)}")
    return lines


def _is_key(key: str) -> bool:
    """Whether a terminal can send it, as far as its name tells."""
    plain = key.rsplit("+", maxsplit=1)[-1]
    if len(plain) == 1 or plain in _KEY_NAMES:
        return True
    try:
        unicodedata.lookup(plain.replace("_", " ").upper())
    except KeyError:
        return False
    return True


def keymap(things: Mapping[str, Named], changed: Mapping[str, str]) -> Keymap:
    """What Textual is to be told.

    Textual takes a key away from everything else when it gives it to something. What shares a key
    with something that is changed is therefore named too, with the keys that it keeps.
    """
    wanted = {name: thing for name, thing in things.items() if changed.get(name)}
    touched = {
        (thing.room, key)
        for thing in wanted.values()
        for key in (*thing.keys, *keys_of(thing, changed))
    }
    told = {name: ",".join(keys_of(thing, changed)) for name, thing in wanted.items()}
    for name, thing in things.items():
        if name not in told and any((thing.room, key) in touched for key in thing.keys):
            taken = {
                key
                for other in wanted.values()
                if other.room == thing.room
                for key in set(keys_of(other, changed)) - set(other.keys)
            }
            left = [key for key in thing.keys if key not in taken]
            if left:
                told[name] = ",".join(left)
    return told
