"""Letters: the meaning of each letter key on all screens.

What lives here: the table. What does not: the bindings, which each screen declares itself. A test
compares the bindings of all screens with this table, so no letter gets a second meaning.

Letters that move (``wasd``, ``hjkl``) do nothing else anywhere; in a duel the small ones run. Keys
that lead from one menu to another are digits or signs, and keys of only one screen are digits,
signs or keys with a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LETTERS: Final[Mapping[str, tuple[str, frozenset[str]]]] = MappingProxyType(
    {
        letter: (meaning, frozenset(actions.split()))
        for letters, meaning, actions in (
            ("adhjklsw", "move", "move pan step cursor_down cursor_up go glide"),
            ("ADHJKLSW", "run", "glide move"),
            ("b", "show the path to B", "show_path"),
            ("c", "copy the game ID", "copy"),
            ("e", "export", "export"),
            ("f", "search for B", "search lab"),
            ("g", "race a ghost", "race dismiss('ghost')"),
            ("i", "hint", "hint"),
            ("m", "menu", "dismiss('menu') pause"),
            ("n", "next maze, new seed", "next draw_seed"),
            ("o", "settings", "settings"),
            ("p", "pause", "pause dismiss('resume')"),
            ("q", "leave", "dismiss dismiss(None) dismiss(False) quit"),
            ("r", "restart", "restart again dismiss('restart') dismiss('again')"),
            ("t", "heat", "heat"),
            ("u", "back to the junction", "undo"),
            ("v", "look around", "look"),
            ("x", "explore", "to_unexplored"),
            ("y", "compare", "compare turn_layers"),
            ("Y", "how the two are compared", "lock"),
            ("z", "small map", "minimap"),
        )
        for letter in letters
    }
)
"""The meaning of each letter, and its actions on the screens."""

ANSWERS: Final = MappingProxyType({"y": "dismiss(True)", "n": "dismiss(False)"})
"""The letters that answer a question: yes and no."""
