"""The panel beside a show: a queue that does not fit is cut in its middle."""

from types import SimpleNamespace

from mazegame.lab.show import Waiting
from mazegame.widgets.lab.booth import panel_lines


def texts(size, height, *, fresh=1, first=False):
    """Return the lines below the title of a show that has nothing but a queue."""
    cells = [(0, at) for at in range(size)]
    waiting = Waiting("queue", cells, [""] * size, None, fresh, first)
    story, none = SimpleNamespace(lines=()), ()
    show = SimpleNamespace(
        title="", story=story, line=0, counts=none, legend=none, facts=none, waiting=waiting
    )
    _, _, _, *lines = panel_lines(show, 34, height + 3)
    return ["".join(text for text, _ in line) for line in lines]


def test_a_queue_that_fits_is_whole():
    words = [" ".join(line.split()[:2]) for line in texts(3, 8)[1:]]
    assert words == ["head r0c0", "r0c1", "tail r0c2"]


def test_of_a_longer_one_the_middle_is_a_number():
    _, *lines = texts(20, 8)
    assert len(lines) == 7
    (hidden,) = [line for line in lines if "more" in line]
    assert hidden.split() == ["…", "14", "more"]
    assert lines.index(hidden) == 5
    assert lines[0].split()[:2] == ["head", "r0c0"]
    assert lines[-1].split()[:2] == ["tail", "r0c19"]


def test_of_what_is_new_a_queue_shows_its_tail_and_a_stack_its_top():
    queue, stack = texts(20, 8, fresh=3), texts(20, 8, fresh=3, first=True)
    assert [line.split()[-1] == "in" for line in queue[1:]] == [False] * 4 + [True] * 3
    assert [line.split()[-1] == "in" for line in stack[1:]] == [True] * 3 + [False] * 4
    assert stack[1].split()[:2] == ["top", "r0c0"]
    assert stack[-2].split() == ["…", "14", "more"]


def test_below_one_of_two_mazes_the_sentence_takes_three_lines_and_is_not_cut():
    sentence = "A loop is closed: forget that the walk left r5c11."
    show = SimpleNamespace(counts=(), sentence=sentence)
    _, *lines = panel_lines(show, 22, 4)
    said = [text for line in lines for text, _ in line]
    assert len(said) == 3
    assert " ".join(said) == sentence


def test_a_low_panel_has_the_sentence_in_place_of_the_title():
    story = SimpleNamespace(lines=("first", "second", "third"))
    show = SimpleNamespace(
        title="a title", story=story, line=1, counts=(), legend=(), facts=(), waiting=None,
        sentence="A sentence.",
    )  # fmt: skip
    shown = {
        height: [text.strip() for line in panel_lines(show, 30, height) for text, _ in line]
        for height in (4, 5, 10, 11)
    }
    assert shown[4] == ["A sentence."]
    assert shown[5] == shown[10] == ["A sentence.", "first", "▸ second", "third"]
    assert shown[11] == ["a title", "first", "▸ second", "third"]
