"""The fields of the form: what they say of a game, and where that stands."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from textual.content import Content

from mazegame.engine import Recipe
from mazegame.game.racing.race_choice import RaceChoice, RivalChoice, one_rival
from mazegame.game.rules import Rules
from mazegame.widgets.form.game_fields import (
    AboutLine,
    GameFields,
    RaceFields,
    words_of,
)
from mazegame.widgets.input.fields import Choice, InputField, RaceLine, _EntryLine
from tests.ui.conftest import screen_text, until
from tests.ui.widgets.alone import Alone, alone

FOUR = RaceChoice((RivalChoice("tremaux", 8.0), RivalChoice("ghost", 0.0)), 3, pursuit=True)


@pytest.mark.parametrize(
    ("dimensions", "rules", "race", "words"),
    [
        ((15, 9), {}, "", "small, 15x9: all in sight"),
        ((15, 10), {"fog": True}, "", "medium, 15x10: in fog"),
        ((100, 50), {"compass": True, "countdown": True}, "",
         "huge, 100x50: all in sight with a compass"),
        ((999, 999), {"countdown": True}, "against jog",
         "giant, 999x999: all in sight, against jog after 3-2-1"),
    ],
)  # fmt: skip
def test_a_game_in_a_line(dimensions, rules, race, words):
    assert words_of(dimensions, Rules(**rules), race) == words


@pytest.mark.parametrize(
    ("race", "words"),
    [
        (RaceChoice(), ""),
        (one_rival(8.0), "against jog"),
        (one_rival(9.0, "tremaux"), "against Trémaux, 9 cells/s"),
        (RaceChoice((RivalChoice("ghost", 0.0),)), "against your ghost"),
        (RaceChoice((RivalChoice("shortest", 8.0),), 3), "against jog, best of three"),
        (RaceChoice((RivalChoice("shortest", 8.0),), 1, pursuit=True), "against jog, pursuit"),
        (FOUR, "against 2 rivals, pursuit, best of three"),
    ],
)
def test_rivals_in_a_few_words(race, words):
    assert alone(RaceFields, (80, 1), race=race).words == words


@pytest.mark.parametrize(
    ("width", "texts", "line"),
    [
        (15, ("one", "two", "six"), "one   two   six"),
        (14, ("one", "two", "six"), "one   two"),
        (8, ("one", "two", "six"), "one"),
        (2, ("one", "two", "six"), ""),
        (9, ("one", "a long one", "six"), "one   six"),
    ],
)
def test_what_is_said_of_a_rival_has_the_texts_that_fit(width, texts, line):
    assert alone(AboutLine, (width, 1), [*map(Content, texts)]).render().plain == line


async def test_the_fields_show_a_game_and_say_what_was_chosen():
    fields, rules = GameFields(), Rules(fog=True, countdown=True)
    async with Alone(fields).run_test(size=(90, 20)) as pilot:
        race, about = fields.race, fields.race.query_one(AboutLine)
        recipe = Recipe.parse("wilson:20x10:kite-7")
        fields.show_rules(rules, one_rival(9.0, "tremaux"))
        fields.field("seed").fill("typed")
        fields.show_recipe(recipe, leave=fields.field("seed"))
        texts = [fields.field(name).text for name in ("size", "seed", "game-id")]
        assert texts == ["20x10", "typed", "wilson:20x10:kite-7"]
        assert fields.rules(Rules(rival_in_sight=True)) == replace(rules, rival_in_sight=True)
        assert race.race == one_rival(9.0, "tremaux")
        for name, label in (("#runner", "9 cells/s"), ("#rival", "Trémaux")):
            assert label in race.query_one(name, Choice).render().plain
        assert not race.has_class("-alone", "-several")
        assert "x the shortest path here" in about.render().plain

        fields.show_words((20, 10))
        said = "medium, 20x10: in fog, against Trémaux, 9 cells/s after 3-2-1"
        assert fields.border_title == said

        race.choose(FOUR)
        assert race.race == FOUR
        assert race.has_class("-several")
        race.focus_first()
        await pilot.pause()
        assert pilot.app.focused.id == "several"
        race.choose(one_rival(None))
        assert race.has_class("-alone")
        assert not race.has_class("-several")
        race.focus_first()
        await pilot.pause()
        assert not about.render().plain
        assert pilot.app.focused.id == "runner"

        await pilot.press("right")
        assert fields.border_title == "medium, 20x10: in fog, against stroll after 3-2-1"


@pytest.mark.parametrize(
    ("rules", "label"),
    [
        (Rules(), "clock: first step"),
        (Rules(countdown=True), "clock: 3-2-1"),
        (Rules(reveal=True), "clock: walls appear"),
        (Rules(reveal=True, countdown=True), "clock: walls appear"),
    ],
)
async def test_the_start_of_the_rules_is_shown_and_read_back(rules, label):
    fields = GameFields()
    async with Alone(fields).run_test(size=(90, 20)):
        fields.show_rules(rules, one_rival(None))
        assert label in fields.query_one("#start", Choice).render().plain
        assert fields.rules(rules) == rules


async def test_an_error_stands_on_the_frame_where_it_has_room_or_else_at_its_field():
    fields = GameFields()
    async with Alone(fields).run_test(size=(60, 20)) as pilot:
        size = fields.field("size")
        assert fields.wrong is None
        for border, length, framed in (("round", 54, 1), ("round", 55, 0), ("none", 9, 0)):
            fields.styles.border = (border, "red")
            await pilot.pause()
            fields.border_title = "before"
            fields.refuse(size, "x" * length)
            assert ("xxx" in fields.border_title) == framed
            assert size.query_one(".error").display != framed
            assert fields.wrong is size
            assert fields.field("game-id").text == ""
        fields.styles.border = ("round", "red")
        await pilot.pause()
        fields.show_words((20, 10))
        fields.refuse(size, "no size")
        fields.query_one("#mode").focus()
        await pilot.press("right")
        assert fields.border_title == "[$error]no size[/$error]", "until another recipe is shown"
        fields.show_recipe(Recipe.parse("wilson:9x9:kite-7"), leave=size)
        assert fields.wrong is None
        await pilot.press("right")
        assert fields.border_title.startswith("medium, 20x10")


@pytest.mark.parametrize(("x", "turned"), [(0, "c"), (3, "c"), (4, "b"), (9, "b")])
def test_a_click_on_the_left_half_of_a_choice_turns_back(x, turned):
    choice = alone(Choice, (9, 1), [(1, "aaaa"), (2, "b"), (3, "c")])
    choice.on_click(SimpleNamespace(x=x))
    assert turned in choice.render().plain
    assert [message.control for message in choice.sent] == [choice]


def test_a_race_of_several_opens_its_dialog_in_place_of_turning():
    summary = alone(RaceLine, (40, 1), [(None, "")])
    summary.show("Trémaux 8, your ghost")
    summary.action_turn(1)
    assert summary.render().plain == "‹ Trémaux 8, your ghost ›"
    assert [type(message) for message in summary.sent] == [RaceLine.Opened]


async def test_another_race_is_drawn_at_once():
    line = RaceLine([(None, "")])
    async with Alone(line).run_test(size=(40, 3)) as pilot:
        for text in ("Trémaux 8", "your ghost"):
            line.show(text)
            await until(lambda text=text: text in screen_text(pilot.app), pilot)


def test_a_choice_is_as_wide_as_its_label_and_cut_where_it_must():
    choice = alone(Choice, (9, 1), [(1, "迷路ab"), (2, "b")])
    assert choice.render().plain == "‹ 迷路… ›"
    assert choice.get_content_width(None, None) == 10
    choice.choose(3, "new")
    choice.choose(2, "other")
    assert (choice.values, choice._label) == ([1, 2, 3], "b")
    with pytest.raises(ValueError, match="4"):
        choice.choose(4)


async def test_an_input_line_shows_where_its_text_is_cut():
    field, other = InputField("label"), InputField("other")
    async with Alone(field, other).run_test(size=(20, 5)) as pilot:
        other.entry.focus()
        for text, shown in (("x" * 10, "x" * 10), ("x" * 11, "x" * 9 + "…")):
            field.fill(text)
            await pilot.pause()
            assert field.entry.render_line(0).text.strip() == shown
        field.entry.focus()
        await pilot.pause()
        assert "…" not in field.entry.render_line(0).text


@pytest.mark.parametrize(("pasted", "is_game"), [("wilson:9x9:k", True), ("a:b", False)])
def test_a_pasted_game_is_left_to_the_form(pasted, is_game):
    done, entry = [], alone(_EntryLine, (20, 1))
    event = SimpleNamespace(text=f" {pasted} ", stop=lambda: done.append("stop"),
                            prevent_default=lambda: done.append("prevent"))  # fmt: skip
    entry.on_paste(event)
    assert [message.text for message in entry.sent] == [pasted] * is_game
    assert done == ["stop", "prevent"] * is_game
