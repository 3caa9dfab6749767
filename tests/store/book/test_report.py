"""The score book as text."""

import json

import pytest

from mazegame.game.words import clock
from mazegame.store.book.report import as_json, as_text
from mazegame.store.values import RaceCount, Summary


@pytest.mark.parametrize(
    ("ms", "text", "whole"),
    [
        (0, "0:00.0", "0:00"), (99, "0:00.0", "0:00"), (100, "0:00.1", "0:00"),
        (59_999, "0:59.9", "0:59"), (60_000, "1:00.0", "1:00"), (61_234, "1:01.2", "1:01"),
        (125_900, "2:05.9", "2:05"), (3_599_999, "59:59.9", "59:59"),
        (3_600_000, "1:00:00.0", "1:00:00"), (3_725_000, "1:02:05.0", "1:02:05"),
    ],
)  # fmt: skip
def test_times_from_none_to_hours(ms, text, whole):
    assert clock(ms) == text
    assert clock(ms, tenths=False) == whole


class Book:
    """A book of races and nothing else."""

    def overview(self, *, history):
        races = (
            RaceCount("ghost", 0.0, 2, 1),
            RaceCount("left-hand", 12.5, 1, 1),
            RaceCount("tremaux", 8.0, 3, 1),
            RaceCount("tremaux", 9.5, 1, 1),
            RaceCount("greedy", 4.0, 2, 1, pursuit=True),
        )
        return Summary(runs=7, races=races)


def test_races_are_counted_by_rival_then_by_pace():
    assert as_text(Book()).split("Races won, by rival\n")[1].splitlines()[:4] == [
        "   50%  ghost  (1 of 2)",
        "   50%  greedy one, stroll with a start  (1 of 2)",
        "  100%  left hand, 12.5 cells/s  (1 of 1)",
        "   50%  Trémaux  (2 of 4: jog 1 of 3, 9.5 cells/s 1 of 1)",
    ]
    content = json.loads(as_json(Book()))
    assert content["rivals"][3] == {"rival": "tremaux", "races": 4, "won": 2}
    assert len(content["races"]) == 5
