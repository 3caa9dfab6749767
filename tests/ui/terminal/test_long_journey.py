"""The whole journey by a script of keys in a real terminal, from the first level to the last."""

import json
import os
import sys

import pytest

from mazegame.engine import Level
from mazegame.game.modes.journey import JOURNEY
from tests.programs import run_python
from tests.terminals import Terminal
from tests.ui.conftest import write_settings_text
from tests.ui.terminal.test_terminal import keys_to_b

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.mark.long
def test_the_journey_is_played_to_its_end(own_home):
    write_settings_text("reveal = false\n")
    game = Terminal("journey", width=130, height=40, MAZEGAME_HOME=str(own_home))
    try:
        game.until("0 of 40")
        game.send(b"\r")
        for level in JOURNEY:
            game.until(f"journey {level.number} of 40, {level.title}")
            game.until(" 0 steps")
            game.send(keys_to_b(Level.of(level.recipe)))
            game.until("as on the shortest path")
            game.until("★★★")
            if level is not JOURNEY[-1]:
                game.until(f"next: {JOURNEY[level.number].title}")
            else:
                game.until("120 of 120 stars")
            game.send(b"\r")
        game.until("40 of 40   120 of 120 stars   all of it is done")
        game.send(b"\x11")
        assert game.end() == 0
    finally:
        game.close()
    env = {**os.environ, "MAZEGAME_HOME": str(own_home)}
    done = run_python("-m", "mazegame", "scores", "--statistics", "--json", env=env, check=True)
    content = json.loads(done.stdout)
    earned = {one["name"] for one in content["achievements"] if one["run"] is not None}
    assert (content["runs"], content["ranked"]) == (40, 40)
    assert {"first", "perfect", "journey", "all-stars", "algorithms", "fog"} <= earned
