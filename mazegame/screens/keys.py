"""Keys: the named bindings of screens, changed keys, and conflicts between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from string import punctuation
from typing import TYPE_CHECKING, Any, Final

from textual.binding import Binding, Keymap
from textual.keys import Keys

from mazegame.screens import factory
from mazegame.services.keyboard_layouts import KEYBOARDS, moved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.screen import Screen

RETIRED: Final[Mapping[str, str]] = {
    "play.go-on": "x explores",
    **{f"play.travel-{side}": "Shift with an arrow runs" for side in "NESW"},
    "new.daily": "2 Daily",
    "new.marathon": "2 Daily",
    "new.journey": "3 Journey",
    "new.duel": "5 Friends",
    "new.gallery": "6 Study",
    "new.quiz": "6 Study",
    "new.statistics": "7 Profile",
    "new.scores": "7 Profile",
    "new.quit": "q on the first screen",
}
"""Removed actions, and the sentence about each that replaces it."""

MOST_KEYS: Final = 0.5
"""Share of a keyboard's keys from which on the player is taken to have chosen it."""

_KEY_NAMES: Final = frozenset(key.value for key in Keys)


@dataclass(frozen=True)
class NamedBinding:
    """A binding with a name."""

    id: str
    """Its name in the settings: the screen's name, a point, its own."""
    about: str
    """Describes its effect in a few words."""
    keys: tuple[str, ...]
    """Its built-in keys."""

    @property
    def room(self) -> str:
        """The screen's name; two bindings conflict only on the same screen."""
        return self.id.partition(".")[0]


def changeable() -> dict[str, NamedBinding]:
    """Return the bindings that the player can change, by name; imports their screens."""
    return named(factory.with_changeable_keys())


def named(screens: Iterable[type[Screen[Any]]]) -> dict[str, NamedBinding]:
    """Return the named bindings of screens, by name, in the order of the screens."""
    found: dict[str, NamedBinding] = {}
    for screen in screens:
        for binding in Binding.make_bindings(screen.BINDINGS):
            if binding.id is not None:
                about = binding.tooltip or binding.description
                before = found[binding.id].keys if binding.id in found else ()
                own = tuple(dict.fromkeys((*before, binding.key)))  # screens may share a binding
                found[binding.id] = NamedBinding(binding.id, about, own)
    return found


def keys_of(thing: NamedBinding, changed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of a binding, changed or built in."""
    given = changed.get(thing.id)
    return tuple(normal(given)) if given else thing.keys


def normal(keys: str) -> list[str]:
    """Return the keys of a list as Textual names them: ``?`` is ``question_mark``."""
    given = ",".join(part for part in keys.split(",") if part.strip())
    return [one.key for one in Binding.make_bindings([(given, "")])] if given else []


def clashes(things: Mapping[str, NamedBinding], changed: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the other actions on the keys of each binding, unless they share it by default."""
    rooms: dict[str, list[tuple[NamedBinding, set[str]]]] = {}
    for thing in things.values():
        rooms.setdefault(thing.room, []).append((thing, {*keys_of(thing, changed)}))
    found: dict[str, list[str]] = {}
    for pairs in (permutations(room, 2) for room in rooms.values()):
        for (one, its), (other, others) in pairs:
            if its & others and (its & others) - ({*one.keys} & {*other.keys}):
                found.setdefault(one.id, []).append(other.about)
    return found


def complaints(things: Mapping[str, NamedBinding], changed: Mapping[str, str]) -> list[str]:
    """Return a sentence for each error in the changed keys, one for all that are retired."""
    unknown = [name for name in changed if name not in things]
    retired = [name for name in unknown if name in RETIRED]
    lines = []
    if retired:
        there = "; ".join(dict.fromkeys(RETIRED[name] for name in retired))
        lines.append(f"[keys] no longer there: {', '.join(retired)} ({there})")
    lines += [f"[keys] unknown action {name!r}" for name in unknown if name not in RETIRED]
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


# Keyboards


def keys_on(things: Mapping[str, NamedBinding], keyboard: str) -> dict[str, str]:
    """Return the changed keys of a keyboard: on screens where one walks with ``wasd``."""
    rooms = {thing.room for thing in things.values() if "w" in thing.keys}
    found: dict[str, str] = {}
    for name, thing in things.items():
        there = [moved(key, keyboard) for key in thing.keys]
        if thing.room in rooms and there != [*thing.keys]:
            found[name] = ",".join(there)
    return found


def keyboard_of(things: Mapping[str, NamedBinding], changed: Mapping[str, str]) -> str:
    """Return the keyboard most of whose keys are among the changed ones; else "qwerty"."""

    def share(keyboard: str) -> float:
        own = keys_on(things, keyboard)
        return sum(changed.get(name) == keys for name, keys in own.items()) / max(len(own), 1)

    best = max(KEYBOARDS, key=share)
    return best if share(best) > MOST_KEYS else "qwerty"


def for_keyboard(
    things: Mapping[str, NamedBinding], changed: Mapping[str, str], keyboard: str
) -> dict[str, str]:
    """Return the changed keys with those of a keyboard in place of those of the present one."""
    before = keys_on(things, keyboard_of(things, changed)).items()
    kept = dict(pair for pair in changed.items() if pair not in before)
    return {**kept, **keys_on(things, keyboard)}


def _is_key(key: str) -> bool:
    """Return whether a terminal can send a key, judged by its name."""
    plain = key.rsplit("+", maxsplit=1)[-1]
    if len(plain) == 1 or plain in _KEY_NAMES:
        return True
    try:
        unicodedata.lookup(plain.replace("_", " ").upper())
    except KeyError:  # Textual has names of its own for some signs: "slash", "less_than_sign"
        return any(normal(sign) == [plain] for sign in punctuation)
    return True


def keymap(things: Mapping[str, NamedBinding], changed: Mapping[str, str]) -> Keymap:
    """Return the keymap for Textual.

    When Textual assigns a key to a binding, it takes it from all others. So the keymap also
    contains the bindings that share a key with a changed one, with the keys that they keep.
    """
    wanted = {name: thing for name, thing in things.items() if changed.get(name)}
    touched = {
        (thing.room, key)
        for thing in wanted.values()
        for key in (*thing.keys, *keys_of(thing, changed))
    }
    changes = {name: ",".join(keys_of(thing, changed)) for name, thing in wanted.items()}
    for name, thing in things.items():
        if name not in changes and any((thing.room, key) in touched for key in thing.keys):
            taken = {
                key
                for other in wanted.values()
                if other.room == thing.room
                for key in set(keys_of(other, changed)) - set(other.keys)
            }
            left = [key for key in thing.keys if key not in taken]
            if left:
                changes[name] = ",".join(left)
    return changes
