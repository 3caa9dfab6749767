"""All readers of mazes, replays, masks and game IDs, with damaged files and random bytes."""

import json
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeVar

import numpy as np

from mazegame.engine import ALGORITHMS, Level, Recipe, RecipeError
from mazegame.formats.api import from_bytes, to_bytes
from mazegame.formats.data.npy import file_of
from mazegame.formats.files import read
from mazegame.formats.registry import readable_formats, writable_formats
from mazegame.formats.replay import prove, read_replay, write_replay
from mazegame.formats.source import Source
from mazegame.formats.text.mask_text import read_mask
from mazegame.game.recording.record import record_of
from tests.fuzz.bombs import bomb, damaged_pictures
from tests.fuzz.harness import Finding, Target, check_message
from tests.fuzz.mutations import TOKENS, damage_bytes, damage_text
from tests.game.mazes import walked
from tests.peak import CAN_FORGET, forget_peak, held_bytes

T = TypeVar("T")

GAME_IDS = (
    "wilson:6x4:kite-7", "kruskal:5x5:braid=40,ends=r0c0-r4c4+r0c4:a", "eller:2x1:d",
    "recursive-backtracker:9x7:mask=heart,weights=N12E2S40W2:b",
    "growing-tree:3x8:zones=quarters,weights=1-2+2-1+1-2+2-1:c",
)  # fmt: skip
"""The mazes of the files to damage."""

MASK = "..X..\n.. ..\nX...X\n"

WORDS = (
    *ALGORITHMS, "braid=20", "ends=farthest", "ends=r0c0-r1c1", "mask=heart", "weights=1-6",
    "zones=checker", "5x5", "3x2", "99999x99999", "0x0", "kite-7", ":", ",", "=", "+", "-", "x",
    *TOKENS,
)  # fmt: skip
"""Parts of game IDs."""


MOST_BYTES = 300 << 20
"""Most memory that the answer to a bomb may take."""

MOST_SECONDS = 2.0
"""Most processor time of it; most of it is one second's work on an idle machine."""


class MazeFiles(Target):
    """Files and texts with a maze, a walk or a mask."""

    name, share, short = "maze files", 0.3, 500

    def __init__(self) -> None:
        super().__init__()
        levels = [Level.of(Recipe.parse(game_id)) for game_id in GAME_IDS]
        self._files = [
            (form, to_bytes(level, form))
            for form in writable_formats()
            if form in readable_formats() and form != "maz"
            for level in levels
            if form != "maz" or level.maze.shape == (16, 16)  # it has no other size
        ]
        self._files.append(("maz", to_bytes(Level.of("wilson:16x16:a"), "maz")))
        self._bytes = [data for _, data in self._files]
        self._foreign = [
            b"+---+---+\n|   |   |\n+   +   +\n|A     B|\n+---+---+\n",
            b"o---o---o\n| S   G |\no---o---o\n",
            "┌───┬───┐\n│ A │ B │\n│   ╵   │\n└───────┘\n".encode(),
            b"XXXXX\nXA.BX\nXXXXX\n",
            b"#####\n#S E#\n#####\n",
            json.dumps({"cols": 2, "rows": 1, "walls": "x"}).encode(),
            b"1,1,1,1,1\n1,2,0,0,1\n1,1,1,3,1\n",
            b"5 3\n[[1, 1, 1, 1, 1],\n [1, 2, 0, 3, 1],\n [1, 1, 1, 1, 1]]\n",
            b"*****\n*S  \n*** *\n  E *\n*****\n",
            b"%%%%%\n%P .%  \n%%%%%\n",
            b"00000\n01110\n00010\n01110\n00000\n",
            b"type octile\nheight 3\nwidth 5\nmap\n@@@@@\n@..T@\n@@@@@\n",
            b"\n  ########\n  S   ####\n  ##    G\n  ########\n",
            b" _ _ _\n|_  |_|\n|  _|_|\n|_ _ _|\n",
            b'  cell  ,E,W,N,S\n"(1, 1)",1,0,0,0\n"(1, 2)",0,1,0,0\n',
            b"Try this one:\n\n+---+---+\n| A   B |\n+---+---+\n\nHave fun!\n",
            "#####\n#@ E#\n#####\n".encode("utf-16"),
            file_of(np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]], np.int8)),
            bytes([14, *[10] * 14, 11, *([12, *[8] * 14, 9] * 14), 6, *[2] * 14, 3]),
        ]
        self._pictures = damaged_pictures()
        self._walks = [
            (run.level, write_replay(record_of(run), "maze.txt").encode())
            for run in (walked("wilson:6x4:kite-7"), walked("wilson:6x4:kite-7", detours=9))
        ]

    def run(self, random: Random) -> Counter[str]:
        """Read one input."""
        kinds = (self._maze, self._picture, self._bomb, self._replay, self._mask, self._game_id)
        kind = random.choices(kinds, (12, 4, 4, 4, 2, 4))
        return Counter({kind[0](random): 1})

    def _maze(self, random: Random) -> str:
        form, data = random.choice(self._files)
        if random.random() < 0.15:
            data = random.choice(self._foreign)
        if random.random() < 0.03:
            data = random.randbytes(random.choice((0, 1, 9, 300, 5000)))
        data = damage_bytes(random, data, self._bytes)
        asked = random.choice(("", "", form, random.choice(readable_formats())))
        ends = {"start": "r0c0", "goals": "r1c1"} if random.random() < 0.1 else {}
        if random.random() < 0.05:
            ends["floor"] = random.choice(("1", "0", " ", ".", "#", "é", "S", "\n"))
        level = _answer(lambda: from_bytes(data, asked, **ends))
        if level is None:
            return "refused"
        passages = level.maze.passages
        if not isinstance(passages, np.ndarray):
            raise Finding("a level that is none")
        # Writing and reading the result again gives the same maze.
        again = from_bytes(to_bytes(level, "json"))
        if again.maze != level.maze or not np.array_equal(again.field, level.field):
            raise Finding("a level that was read is another one after writing")
        return "read"

    def _picture(self, random: Random) -> str:
        data = damage_bytes(random, random.choice(self._pictures), self._pictures)
        level = _answer(lambda: from_bytes(data, random.choice(("", "image"))))
        return "refused" if level is None else "read"

    def _bomb(self, random: Random) -> str:
        data = bomb(random)
        held, began = forget_peak() if CAN_FORGET else 0, time.process_time()
        # Without its distances, which plain Python takes long for if a small file is a large maze.
        found = _answer(lambda: read(Source.of(data)))
        if CAN_FORGET and (taken := held_bytes() - held) > MOST_BYTES:
            raise Finding(f"{len(data)} bytes took {taken >> 20} MiB")
        if time.process_time() - began > MOST_SECONDS:
            raise Finding(f"{len(data)} bytes took {time.process_time() - began:.1f} s")
        return "bomb refused" if found is None else "bomb read"

    def _replay(self, random: Random) -> str:
        level, data = random.choice(self._walks)
        data = damage_bytes(random, data, [self._walks[0][1]])
        replay = _answer(lambda: read_replay(data))
        if replay is None:
            return "refused"
        run = _answer(lambda: prove(level, replay))
        if run is None:
            return "not proven"
        if bytes(run.moves) != replay.record.moves:
            raise Finding("a walk was proven that is another one")
        return "proven"

    def _mask(self, random: Random) -> str:
        text = damage_text(random, MASK)[:5000]
        mask = _answer(lambda: read_mask(text))
        return "refused" if mask is None else "mask"

    def _game_id(self, random: Random) -> str:
        if random.random() < 0.5:
            text = damage_text(random, random.choice(GAME_IDS))
        else:
            text = "".join(random.choice(WORDS) for _ in range(random.randrange(9)))
        try:
            recipe = Recipe.parse(text[:5000])
        except RecipeError as error:
            check_message(str(error))
            return "refused"
        if Recipe.parse(str(recipe)) != recipe:
            raise Finding(f"{recipe} is read as another one")
        if recipe.cols * recipe.rows <= 400:
            _answer(lambda: Level.of(recipe))
        return "recipe"


def _answer(ask: Callable[[], T]) -> T | None:
    """Return the result of a reader; None if it refuses in one sentence."""
    try:
        return ask()
    except ValueError as error:  # an UnreachableError is one
        check_message(str(error))
    return None
