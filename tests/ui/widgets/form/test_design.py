"""The designs of the form: their list, the sliders, and the preview."""

from random import Random
from types import SimpleNamespace

import pytest
from textual.geometry import Region, Size

from mazegame.drawing import ZOOMS, Scene
from mazegame.engine import Level, Recipe
from mazegame.game.setup.designs import NAMED, Design
from mazegame.game.setup.draft import another_of
from mazegame.game.setup.tuning import Tuning
from mazegame.widgets.form import preview_panel
from mazegame.widgets.form.design_list import DesignList
from mazegame.widgets.form.design_panel import DesignPanel, Slider
from mazegame.widgets.form.preview_panel import (
    MAX_CELLS,
    Feel,
    MazePreview,
    PreviewPanel,
    _carving,
    _make,
    figures,
)
from mazegame.widgets.input.fields import Choice
from tests.ui.conftest import until
from tests.ui.widgets.alone import Alone, alone

OWN = Design("own:mine", "Mine", "", "wilson")
PLAIN = Design("wilson", "Wilson", "", "wilson", is_algorithm=True)
LAST = Design("last", "the last one", "", "wilson")
DESIGNS = [LAST, OWN, NAMED[0], NAMED[1], PLAIN]


async def test_the_list_has_a_line_for_each_design_with_its_plain_name_first():
    designs = DesignList()
    app = Alone(designs)
    async with app.run_test(size=(60, 30)):
        designs.show_designs(DESIGNS, "own:mine")
        shown = [str(designs.get_option_at_index(at).prompt) for at in range(designs.option_count)]
        assert shown == [
            "  the last one · Wilson", "── your own ", "▸ Mine · Wilson", "── presets ",
            "  river delta · recursive backtracker", "  brick wall · sidewinder",
            "── algorithms ", "  wilderness · Wilson",
        ]  # fmt: skip
        assert [designs.get_option_at_index(at).disabled for at in range(3)] == [False, True, False]
        assert designs.marked_design == "own:mine"
        designs.mark("wilson")
        assert designs.marked_design == "wilson"
        assert str(designs.get_option_at_index(2).prompt) == "  Mine · Wilson"


async def test_the_list_leaves_out_the_algorithm_where_a_line_has_no_room_for_it():
    designs = DesignList()
    app = Alone(designs)
    async with app.run_test(size=(24, 30)) as pilot:
        designs.show_designs(DESIGNS, "own:mine")

        def line() -> str:
            return str(designs.get_option("wilson").prompt)

        await until(lambda: line() == "  wilderness · Wilson", pilot)
        await pilot.resize_terminal(18, 30)
        await until(lambda: line() == "  wilderness", pilot)


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


async def test_the_settings_of_a_design_have_sliders_and_a_hint(monkeypatch):
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
        assert (choices["braid"].value, choices["pick"]._label) == ("50", "mix")
        labels = [str(label.visual) for label in panel.query("Label")]
        assert " ".join(labels) == "N E S W zones shape loops A and B twist removal"
        hint = panel.query_one(".hint")
        assert (str(hint.visual), hint.has_class("-wrong")) == (panel.tuning.hint, False)

        def said():
            return [m.options for m in told if isinstance(m, DesignPanel.Changed)][-1]

        panel.focus_first()
        assert app.focused is choices["north"]
        await pilot.press("right")
        assert panel.tuning.chosen["north"] == choices["north"].value
        assert "weights" in dict(said())
        panel.reset()
        await pilot.pause()
        assert (said(), choices["braid"].value) == ((), "0")
        panel.surprise(Random(7))
        await pilot.pause()
        assert said() == panel.tuning.options != ()
        monkeypatch.setattr(Tuning, "problem", "too small")
        await panel.show_recipe(Recipe.parse("wilson:9x9:kite-7"))
        hint = panel.query_one(".hint")
        assert (str(hint.visual), hint.has_class("-wrong")) == ("too small", True)
        assert len(panel.query(Choice)) == 9


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize(("width", "bar"), [(99, 12), (58, 12), (57, 11), (38, 2), (20, 2)])
def test_figures_are_bars_as_long_as_there_is_room(width, bar, unicode, monkeypatch):
    monkeypatch.setattr(preview_panel, "has_unicode", lambda: unicode)
    on, off = "━─" if unicode else "#."
    shares = {"dead_end_share": 0.5, "corridor_share": 1.0, "path_share": 0.0}
    measured = SimpleNamespace(**shares, junction_share=0.25, crossing_share=0.25)
    half = on * round(bar / 2) + off * (bar - round(bar / 2))
    assert figures(measured, width).plain.split("\n") == [
        f"dead ends {half}  50 %  corridors {on * bar} 100 %",
        f"path      {off * bar}   0 %  junctions {half}  50 %",
    ]


def test_a_description_takes_the_lines_that_it_needs_or_loses_its_last_clauses():
    drawn, size = [], Size(9, 9)
    for width, height, shown in (
        (15, 1, "one: two, three"), (14, 1, "one: two"), (7, 1, "one"), (7, 2, "one: two, three"),
    ):  # fmt: skip
        feel = alone(Feel, (width, height), refresh=lambda _, layout: drawn.append(layout))
        for text in ("one: two, three", "one: two, three"):
            feel.show(text)
        assert feel.render().plain == shown
        assert [feel.get_content_height(size, size, width) for width in (15, 14)] == [1, 2]
        assert feel.get_content_height(size, size, 0) > 2
    assert drawn == [True] * 4, "it is laid out anew when it changes"


@pytest.mark.parametrize(
    ("width", "size", "title"),
    [
        (99, "8x4", "Wilson, a sample of 8x4, 30% loops"),
        (38, "8x4", "Wilson, a sample of 8x4, 30% loops"),
        (37, "8x4", "Wilson, a sample of 8x4"),
        (26, "8x4", "a sample of 8x4"),
        (18, "8x4", "Wilson"),
        (38, "9x9", "Wilson, an example, 30% loops"),
        (22, "9x9", "Wilson, an example"),
        (20, "9x9", "Wilson"),
    ],
)
def test_the_title_of_a_preview_says_what_has_room(width, size, title):
    panel = alone(PreviewPanel, (width, 20), _title="Wilson")
    level = Level.of(Recipe.parse(f"wilson:{size}:kite-7"))
    wanted = Recipe.parse("wilson:9x9:braid=30:kite-7")
    assert panel._titled(SimpleNamespace(level=level, wanted=wanted, covered=False)) == title


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


def test_a_preview_is_carved_before_its_eyes_and_then_has_a_and_b(monkeypatch):
    clock, timer = SimpleNamespace(now=9.0), SimpleNamespace(runs=False)
    timer.resume, timer.pause = (lambda on=on: setattr(timer, "runs", on) for on in (True, False))
    monkeypatch.setattr(preview_panel.time, "monotonic", lambda: clock.now)
    view = alone(MazePreview, (40, 12), set_interval=lambda *_, pause: timer)
    view.on_mount()
    level = Level.of(Recipe.parse("wilson:8x4:kite-7"))
    view.show_level(level, ZOOMS[-1], None)
    assert not timer.runs
    asked, changes = [], iter([[(0, 0)], None])
    carving = SimpleNamespace(
        length=150, scene=Scene.of(level), seek=lambda at: asked.append(at) or next(changes)
    )
    view.show_level(level, ZOOMS[-1], carving)
    assert view.scene is carving.scene
    view.repainted.clear()
    for _ in range(2):
        clock.now += 0.5
        view._go_on()
    assert asked == [50, 100]
    assert view.repainted == [Region(*ZOOMS[-1].extent((0, 0))) - view.camera, view.size.region]
    assert not view.sent
    clock.now += 0.5
    view._go_on()
    scene = view.scene
    assert scene is not carving.scene
    assert [type(message) for message in view.sent] == [MazePreview.Carved]
    view._go_on()
    assert view.scene is scene, "it is carved already"
    assert not timer.runs
    view.show_level(level, ZOOMS[-1], SimpleNamespace(length=1, scene=scene, seek=lambda _: ()))
    assert timer.runs
    for carved in (1, 2):
        clock.now += 0.5
        view._go_on()
        assert len(view.sent) == carved, "one event takes a second"


@pytest.mark.parametrize(
    ("size", "sample", "drawing"),
    [
        ((49, 17), "12x8", "roomy"),
        ((48, 17), "12x8", "compact"),
        ((12, 5), "5x4", "half-blocks"),
        ((8, 4), "3x3", "half-blocks"),
        ((7, 9), None, None),
        ((9, 3), None, None),
    ],
)
def test_a_preview_shows_the_whole_maze_or_the_largest_part_that_fits(size, sample, drawing):
    asked = []
    panel = alone(PreviewPanel, (80, 30), run_in_thread=lambda _, work, done: asked.append(work))
    panel.query_one = lambda *_: SimpleNamespace(size=size)
    recipe = Recipe.parse("wilson:12x8:kite-7")
    panel.show(recipe)
    panel.show(recipe)
    assert len(asked) == (sample is not None), "once for the same"
    if asked:
        whole, part, drawn = asked[0].args
        assert whole == recipe
        assert (f"{part.cols}x{part.rows}", drawn.name) == (sample, drawing)
        assert part.seed == another_of(recipe).seed, "its own walls are not seen before"
        assert asked[0].keywords == {"carve": True}


@pytest.mark.parametrize(("size", "covered"), [((49, 17), True), ((12, 5), False)])
def test_a_named_maze_is_covered_and_a_sample_of_a_large_one_is_not(size, covered, monkeypatch):
    monkeypatch.setattr(preview_panel, "is_wanted", lambda _=0.0: True)
    asked = []
    panel = alone(PreviewPanel, (80, 30), run_in_thread=lambda _, work, done: asked.append(work))
    panel.query_one = lambda *_: SimpleNamespace(size=size)
    recipe = Recipe.parse("wilson:12x8:kite-7")
    panel.show(recipe, covered=True)
    made = asked[0]()
    assert made.covered == covered
    assert (made.carving is None) == covered
    assert ("hidden until you play" in panel._titled(made)) == covered
    assert (made.level.recipe.seed == recipe.seed) == covered


async def test_the_frame_of_a_preview_says_what_is_carved_and_how_difficult_it_is(monkeypatch):
    monkeypatch.setattr(preview_panel, "is_wanted", lambda _=0.0: True)
    panel, told = PreviewPanel(), []
    recipe = Recipe.parse("wilson:9x9:kite-7")
    async with Alone(panel).run_test(size=(60, 20), message_hook=told.append) as pilot:
        panel.styles.border = ("round", "red")
        await pilot.pause()
        panel.describe("Wilson", "All mazes are as likely.")
        assert panel.border_title == "Wilson"
        panel.on_maze_preview_carved()
        assert not panel.border_subtitle
        for carve, key, said in (
            (True, "", "being carved"), (True, "l", "being carved (l: slowly)"), (False, "", "▮"),
        ):  # fmt: skip
            monkeypatch.setattr(preview_panel, "key_of", lambda *_, key=key: key)
            panel._show_made(_make(recipe, another_of(recipe), ZOOMS[-1], carve=carve))
            assert said in panel.border_subtitle
        assert str(panel.query_one("#numbers").visual).startswith("dead ends ━")
        await pilot.pause()
        assert len({id(made) for made in told if isinstance(made, PreviewPanel.Made)}) == 3
        assert "All mazes" in str(panel.query_one(Feel).render())


def test_a_line_that_is_highlighted_is_chosen_unless_another_one_is_by_now():
    designs, stopped = alone(DesignList, (40, 9), highlighted=3), []
    for index, name in ((3, "wilson"), (2, "late"), (3, None)):
        designs._moved(
            SimpleNamespace(
                option_index=index, option=SimpleNamespace(id=name), stop=lambda: stopped.append(1)
            )
        )
    assert len(stopped) == 3
    assert [message.name for message in designs.sent] == ["wilson"]
