"""The panel beside a show: a queue that does not fit is cut in its middle."""

from mazegame.lab.show import Waiting
from mazegame.widgets.lab.show_panel import _queue


def texts(size, height, **more):
    cells = [(0, at) for at in range(size)]
    waiting = Waiting(
        "queue", cells, [""] * size, None, **{"fresh": 1, "fresh_first": False, **more}
    )
    return ["".join(text for text, _ in line) for line in _queue(waiting, 30, height)]


def test_a_queue_that_fits_is_whole():
    assert [line.split()[:2] for line in texts(3, 8)[1:]] == [
        ["head", "r0c0"],
        ["r0c1"],
        ["tail", "r0c2"],
    ]


def test_of_a_longer_one_the_middle_is_a_number():
    _, *lines = texts(20, 8)
    assert len(lines) == 7
    (hidden,) = [line for line in lines if "more" in line]
    assert hidden.split() == ["…", "14", "more"]
    assert lines.index(hidden) == 5
    assert lines[0].split()[:2] == ["head", "r0c0"]
    assert lines[-1].split()[:2] == ["tail", "r0c19"]
