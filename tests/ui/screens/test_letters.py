"""One letter means one thing on all screens: every binding is compared with the table."""

import importlib
import inspect
import pkgutil

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

import mazegame.screens
import mazegame.widgets
from mazegame.screens import keys
from mazegame.screens.base import GameDialog

LETTERS = {
    letter: frozenset(actions.split())
    for letters, _meaning, actions in (
        ("ahjklsw", "move", "move pan step cursor_down cursor_up go walk"),
        (
            "d",
            "move; design on the home, where nothing moves",
            "move pan step cursor_down cursor_up go walk design",
        ),
        ("ADHJKLSW", "run", "glide walk"),
        ("b", "show the path to B", "show_path"),
        ("c", "copy the game ID", "copy"),
        ("C", "copy the ghost code", "copy_ghost"),
        ("e", "export", "export"),
        ("f", "search for B", "search lab"),
        ("g", "race a ghost", "race dismiss('ghost')"),
        ("i", "hint", "hint"),
        ("m", "menu", "dismiss('menu') name_key dismiss"),
        ("n", "next maze, new seed, new attempt", "next draw_seed dismiss('start')"),
        ("o", "settings", "settings"),
        ("p", "pause", "pause dismiss('resume')"),
        ("q", "leave", "dismiss dismiss(None) dismiss(False) quit back"),
        (
            "r",
            "restart; rivals before a game",
            "restart again dismiss('restart') dismiss('again') rivals",
        ),
        ("t", "heat; on screens with tabs, which have no heat, the next tab", "heat next_tab"),
        ("T", "the maze as a tree", "tree"),
        ("u", "back to the junction", "undo"),
        ("v", "look around", "look"),
        ("x", "explore", "to_unexplored"),
        ("y", "compare", "compare turn_layers"),
        ("Y", "how the two are compared", "lock"),
        ("z", "small map", "minimap"),
    )
    for letter in letters
}
"""The actions of each letter key on all screens, which have one meaning.

Letters that move (``wasd``, ``hjkl``) do nothing else anywhere; in a duel the small ones run. Keys
that lead from one menu to another are digits or signs, and keys of only one screen are digits,
signs or keys with a name.
"""

ANSWERS = {"y": "dismiss(True)", "n": "dismiss(False)"}
"""The letters that answer a question: yes and no."""


def declared(package, kind: type[Widget]) -> list[type[Widget]]:
    """Every class of a kind in the modules of a package."""
    return [
        cls
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
        for cls in vars(importlib.import_module(module.name)).values()
        if inspect.isclass(cls) and cls.__module__ == module.name and issubclass(cls, kind)
    ]


def bound() -> list[tuple[str, str, str]]:
    """Class, key and action of every binding to a letter that our screens and widgets declare."""
    return [
        (cls.__name__, binding.key, binding.action.removeprefix("app."))
        for package in (mazegame.screens, mazegame.widgets)
        for cls in declared(package, Widget)
        if "BINDINGS" in vars(cls)
        for binding in Binding.make_bindings(cls.BINDINGS)
        if len(binding.key) == 1 and binding.key.isalpha()
    ]


def misused(bindings: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the bindings whose action is not what their letter means."""
    wrong = []
    for where, key, action in bindings:
        actions = LETTERS.get(key, frozenset())
        known = {action, action.partition("(")[0] if "dismiss" not in action else action}
        if not known & actions and ANSWERS.get(key) != action:
            wrong.append((where, key, action))
    return wrong


def test_every_letter_means_one_thing_on_all_screens_and_is_used():
    bindings = bound()
    assert misused(bindings) == []
    assert {key for _, key, _ in bindings} == set(LETTERS)


def test_every_named_key_of_a_screen_can_be_changed():
    things = keys.changeable()
    # First steps walks with the keys of a match. The settings keep their keys, whatever is set.
    fixed = {"FirstStepsScreen", "SettingsScreen"}
    for cls in declared(mazegame.screens, Screen):
        if not issubclass(cls, GameDialog) and cls.__name__ not in fixed:
            for binding in Binding.make_bindings(cls.BINDINGS):
                if binding.id is not None:
                    assert binding.key in things[binding.id].keys, binding


def test_escape_goes_back_from_every_screen():
    without = {
        cls.__name__
        for cls in declared(mazegame.screens, Screen)
        if all(one.key != "escape" for one in Binding.make_bindings(cls.BINDINGS))
    }
    bases = {
        "GameScreen", "GameDialog", "FileDialog", "RoundScreen", "DesignEditing", "CardScreen",
        "PlayingScreen", "MatchScreen", "TabbedScreen", "GameSetup",
    }  # fmt: skip
    # The question for a key takes Escape itself; the other two have nowhere to go back to.
    assert without - bases == {"KeyScreen", "SplashScreen", "TooSmallScreen"}


def test_every_key_that_can_be_changed_has_a_name_of_its_own():
    things = keys.changeable()
    names = [(thing.room, thing.about) for thing in things.values()]
    assert len(names) > 150
    assert sorted({name for name in names if names.count(name) > 1 or not name[1]}) == []
    shared = {
        frozenset((one.id, other.id))
        for one in things.values()
        for other in things.values()
        if one.id != other.id and one.room == other.room and {*one.keys} & {*other.keys}
    }
    # Of two that share a key one says when the key is its own.
    assert {min(pair): things[min(pair)].about for pair in shared} == {
        "duel.leave": "leave; while the card is shown",
        "endless.leave": "leave; while the card is shown",
        "play.give-up": "stop making a large maze",
        "result.again": "again; Enter too, if no maze follows",
    }
