"""What stands in for characters on terminals that are not Unicode."""

import ast
from pathlib import Path

import mazegame
from mazegame.capabilities import SUBSTITUTES, substitute_error
from mazegame.widgets.text.segments import Role, bar

SHOWN = ("drawing", "screens", "widgets")
"""The packages whose strings are shown."""


def test_every_character_on_the_screens_has_a_stand_in_of_one_column():
    missing = set()
    for part in SHOWN:
        for path in (Path(mazegame.__file__).parent / part).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found = {one for one in node.value if not one.isascii()}
                    missing |= {(one, path.name) for one in found - SUBSTITUTES.keys()}
    assert missing == set()
    assert {len(text) for text in SUBSTITUTES.values()} == {1}


def test_an_accent_is_left_out():
    assert substitute_error(UnicodeEncodeError("ascii", "Tr\u00e9maux", 2, 3, "")) == ("e", 3)


def test_the_done_part_of_a_bar_differs_without_colours():
    done, rest = ({SUBSTITUTES[one] for one in text} for text, _ in bar(0.43, 5, Role.PLAYER))
    assert done == {"="}
    assert rest == {"-"}
