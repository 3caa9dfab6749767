"""The designs of the form: their list with its pictures, the sliders, and the preview."""

from types import SimpleNamespace

import pytest
from textual.geometry import Size

from mazegame.drawing import ZOOMS
from mazegame.engine import Recipe
from mazegame.game.setup.designs import NAMED, Design
from mazegame.widgets.form import preview_panel
from mazegame.widgets.form.design_list import (
    HIDDEN,
    LARGE,
    SMALL,
    DesignList,
    heading_of,
    picture_of,
)
from mazegame.widgets.form.design_panel import DesignPanel, Slider
from mazegame.widgets.form.preview_panel import (
    MAX_CELLS,
    Feel,
    PreviewPanel,
    _carving,
    _make,
    figures,
)
from mazegame.widgets.input.fields import Choice
from tests.ui.widgets.lines import Alone, alone

OWN = Design("own:mine", "Mine", "", "wilson")
PLAIN = Design("wilson", "Wilson", "", "wilson", is_algorithm=True)
LAST = Design("last", "the last one", "", "wilson")
DESIGNS = [LAST, OWN, NAMED[0], NAMED[1], PLAIN]


def test_a_design_stands_below_the_heading_of_its_kind():
    assert [heading_of(one) for one in DESIGNS[:3]] == ["", "your own", "presets"]
    assert heading_of(PLAIN) == "algorithms"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_picture_fills_its_lines(size):
    lines = picture_of(NAMED[0], *size)
    assert (len(lines[0]), len(lines)) == size
    assert picture_of(Design("x", "x", "", "wilson", (("mask", "none such"),)), *size) == []


async def test_the_list_of_designs_has_a_line_for_each_and_for_each_kind():
    designs = DesignList()
    app = Alone(designs)
    async with app.run_test(size=(60, 30)):
        designs.show_designs(DESIGNS, "own:mine")
        shown = [str(designs.get_option_at_index(at).prompt) for at in range(designs.option_count)]
        assert shown == [
            "  the last one", "── your own ", "▸ Mine", "── presets ", f"  {NAMED[0].title}",
            f"  {NAMED[1].title}", "── algorithms ", "  Wilson",
        ]  # fmt: skip
        assert [designs.get_option_at_index(at).disabled for at in range(3)] == [False, True, False]
        assert designs.marked_design == "own:mine"
        assert designs.lines_with_pictures == 8 + 3
        designs._show_pictures({"own:mine": ["ab", "cd"]})
        prompt = designs.get_option_at_index(2).prompt
        assert prompt.plain.split("\n") == ["▸ Mine           ab", "                 cd"]
        designs.mark("wilson")
        assert designs.marked_design == "wilson"
        assert str(designs.get_option_at_index(2).prompt).startswith("  Mine ")
        assert "$maze-wall" in {
            str(span.style) for span in designs.get_option_at_index(2).prompt.spans
        }


@pytest.mark.parametrize(
    ("size", "picture"),
    [
        ((32, 11 - HIDDEN), LARGE),
        ((31, 11 - HIDDEN), SMALL),
        ((32, 10 - HIDDEN), SMALL),
        ((0, 0), None),
    ],
)
def test_large_pictures_need_room(size, picture, monkeypatch):
    made = []
    monkeypatch.setattr("mazegame.widgets.form.design_list.is_wanted", lambda: True)
    monkeypatch.setattr(
        "mazegame.widgets.form.design_list.picture_of",
        lambda one, *size: made.append(size) or ["x"],
    )
    designs = alone(DesignList, size, ask=lambda _, work, done: done(work()), _draw=lambda *_: None)
    designs.designs = {one.id: one for one in DESIGNS}
    designs._ids = [None] * 3 + list(designs.designs)
    designs.draw_pictures()
    designs.draw_pictures()
    assert made == ([picture] * 3 if picture else []), "once for each that has a picture"
    assert set(designs.pictures) == ({one.id for one in DESIGNS[1:4]} if picture else set())


@pytest.mark.parametrize(
    ("width", "value", "line"),
    [
        (40, 0, "‹ ●──────────   0 ›"),
        (19, 10, "‹ ━━━━━━━━━━●  10 ›"),
        (18, 10, "‹ ━━━━━━━━━●  10 ›"),
        (16, 5, "‹ ━━━━●───   5 ›"),
        (5, 10, "‹ ━●  10 ›"),
        (5, 0, "‹ ●─   0 ›"),
    ],
)
def test_a_slider_has_a_place_for_each_value_or_as_many_as_fit(width, value, line):
    slider = alone(Slider, (width, 1), [(at, str(at)) for at in range(11)])
    slider.choose(value)
    assert slider.render().plain == line


async def test_the_settings_of_a_design_have_labels_and_a_hint():
    panel, told = DesignPanel(), []
    app = Alone(panel)
    async with app.run_test(size=(60, 40), message_hook=told.append) as pilot:
        await panel.show_recipe(
            Recipe.parse("growing-tree:20x10:braid=50,pick=newest.8+random.2:kite-7")
        )
        choices = {choice.id: choice for choice in panel.query(Choice)}
        assert [type(choices[name]) for name in ("north", "braid", "pick", "zones")] == [
            Slider, Slider, Slider, Choice,
        ]  # fmt: skip
        assert choices["braid"].value == "50"
        assert choices["pick"]._label == "mix"
        labels = [str(label.visual) for label in panel.query("Label")]
        assert " ".join(labels) == "N E S W zones shape loops A and B twist removal"
        rows = [row.has_class("-side") for row in panel.query(".row")]
        assert rows == [True] * 4 + [False] * 6
        hint = panel.query_one(".hint")
        assert str(hint.visual) == panel.tuning.hint
        assert not hint.has_class("-wrong")

        def said():
            return [message for message in told if isinstance(message, DesignPanel.Changed)]

        panel.focus_first()
        assert app.focused is choices["north"]
        await pilot.press("right")
        assert panel.tuning.chosen["north"] == choices["north"].value
        assert "weights" in dict(said()[-1].options)
        panel.reset()
        await pilot.pause()
        assert said()[-1].options == ()
        assert choices["braid"].value == "0"


@pytest.mark.parametrize(("width", "bar"), [(99, 12), (58, 12), (57, 11), (38, 2), (20, 2)])
def test_figures_are_bars_as_long_as_there_is_room(width, bar):
    shares = {"dead_end_share": 0.5, "corridor_share": 1.0, "path_share": 0.0}
    measured = SimpleNamespace(**shares, junction_share=0.25, crossing_share=0.25)
    first, second = figures(measured, width).plain.split("\n")
    full, half = "━" * bar, "━" * round(bar / 2) + "─" * (bar - round(bar / 2))
    assert first == f"dead ends {half}  50 %  corridors {full} 100 %"
    assert second == f"path      {'─' * bar}   0 %  junctions {half}  50 %"


def test_figures_have_no_lines_where_there_is_no_unicode(monkeypatch):
    monkeypatch.setattr(preview_panel, "has_unicode", lambda: False)
    shares = ("dead_end", "corridor", "path", "junction", "crossing")
    measured = SimpleNamespace(**{f"{name}_share": 0.5 for name in shares})
    assert figures(measured, 38).plain.startswith("dead ends #.  50 %")


@pytest.mark.parametrize(
    ("width", "height", "text"),
    [(15, 1, "one: two, three"), (14, 1, "one: two"), (7, 1, "one"), (7, 2, "one: two, three")],
)
def test_a_description_on_one_line_loses_its_last_clauses(width, height, text):
    feel = alone(Feel, (width, height))
    feel.show("one: two, three")
    assert feel.render().plain == text


def test_a_description_is_drawn_anew_and_takes_the_lines_that_it_needs():
    drawn = []
    feel = alone(Feel, (9, 2), refresh=lambda _, layout: drawn.append(layout))
    for text in ("one: two, three", "one: two, three", "one"):
        feel.show(text)
    assert drawn == [True, True]
    feel.show("one two")
    assert [feel.get_content_height(Size(9, 9), Size(9, 9), width) for width in (7, 6)] == [1, 2]
    assert feel.get_content_height(Size(9, 9), Size(9, 9), 0) > 2


@pytest.mark.parametrize(
    ("width", "size", "title"),
    [
        (99, "8x4", "Wilson, a sample of 8x4, 30% loops"),
        (38, "8x4", "Wilson, a sample of 8x4, 30% loops"),
        (37, "8x4", "Wilson, a sample of 8x4"),
        (26, "8x4", "a sample of 8x4"),
        (18, "8x4", "Wilson"),
        (22, "9x9", "Wilson, 30% loops"),
        (20, "9x9", "Wilson"),
    ],
)
def test_the_title_of_a_preview_says_what_has_room(width, size, title):
    panel = alone(PreviewPanel, (width, 20))
    panel._title = "Wilson"
    cols, rows = map(int, size.split("x"))
    maze = SimpleNamespace(cols=cols, rows=rows)
    made = SimpleNamespace(
        level=SimpleNamespace(maze=maze), wanted=Recipe.parse("wilson:9x9:braid=30:kite-7")
    )
    assert panel._titled(made) == title


def test_a_sample_tells_how_difficult_the_whole_would_be(monkeypatch):
    monkeypatch.setattr(preview_panel, "is_wanted", lambda _=0.0: True)
    whole, part = (Recipe.parse(f"wilson:{size}:kite-7") for size in ("40x40", "8x8"))
    alike, sampled = (
        _make(whole if at else part, part, ZOOMS[0], carve=bool(at)) for at in (False, True)
    )
    assert alike.difficulty == alike.texture.difficulty
    assert sampled.difficulty == pytest.approx(20.6, abs=0.1), "about twice as much"
    assert alike.carving is None
    assert sampled.carving.length > 64


@pytest.mark.parametrize(("rows", "shown"), [(40, True), (41, False)])
def test_only_small_mazes_are_carved_in_sight(rows, shown, monkeypatch):
    monkeypatch.setattr(preview_panel, "is_wanted", lambda _=0.0: True)
    assert MAX_CELLS == 4000
    recipe = Recipe.parse(f"binary-tree:100x{rows}:kite-7")
    assert (_carving(recipe) is not None) == shown
    monkeypatch.setattr(preview_panel, "MAX_EVENTS", 9)
    assert _carving(Recipe.parse("binary-tree:9x9:kite-7")) is None
