"""The gallery's model: sliders change every design, numbers sort them, the quiz can be won."""

from collections import Counter
from dataclasses import replace
from statistics import fmean, stdev

import numpy as np
import pytest

from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe, generate
from mazegame.engine.carving.weights import parse_weights
from mazegame.lab.gallery import (
    BRAIDS,
    GRAINS,
    OWN,
    STATISTICS,
    ZONES,
    Sliders,
    designs,
    make_sample,
    measure,
    ordered,
)
from mazegame.lab.quiz import ALIKE, SAMPLES, Question, QuizRound, draw_questions, find_clue


def test_every_algorithm_and_preset_is_a_design():
    assert [design.id for design in designs()] == [*ALGORITHMS, *PRESETS]


def test_sliders_left_alone_change_nothing():
    for design in designs():
        recipe = Sliders().recipe(design, 31, 21, "kite-7")
        assert recipe == Recipe(design.algorithm, 31, 21, "kite-7", design.options)


@pytest.mark.parametrize("design", designs(), ids=lambda design: design.id)
def test_every_value_of_every_slider_makes_a_recipe(design):
    for grain in GRAINS:
        for zones in ZONES:
            recipe = Sliders(grain, "25", zones).recipe(design, 11, 7, "kite-7")
            assert (recipe.cols, recipe.rows, recipe.algorithm) == (11, 7, design.algorithm)
            if zones not in {OWN, "one"}:
                assert recipe.option("zones") == zones
            elif grain not in {OWN, "1:1"}:
                north, east, *_ = parse_weights(recipe.option("weights"))[0]
                assert (north > east) == (grain in {"2:1", "6:1", "16:1"})
            assert recipe.option("braid") == "25"


@pytest.mark.parametrize(
    ("name", "values"), [("grain", GRAINS), ("braid", BRAIDS), ("zones", ZONES)]
)
def test_a_slider_goes_through_its_values_and_begins_again(name, values):
    sliders = Sliders()
    for value in [*values, OWN]:
        assert sliders == replace(Sliders(), **{name: value})
        sliders = sliders.turn(name)


def test_samples_are_of_their_design_and_sorted_by_any_number():
    chosen = [designs()[11], designs()[0], designs()[3]]
    samples = {d.id: make_sample(d, Sliders().recipe(d, 11, 7, "kite-7")) for d in chosen}
    for sample in samples.values():
        assert np.array_equal(sample.scene.grid, generate(sample.recipe).passages)
    assert ordered(samples, None) == [*designs()]
    for statistic in STATISTICS:
        order = ordered(samples, statistic)
        values = [statistic.value(samples[design.id].measured) for design in order[:3]]
        assert values == sorted(values, reverse=True)
        assert order[3:] == [design for design in designs() if design not in chosen]


def test_the_answers_of_a_question_look_different_and_one_is_right():
    questions = draw_questions(15, 9, "kite-7", 40)
    group_of = {name: number for number, group in enumerate(ALIKE) for name in group}
    for question in questions:
        assert len({group_of[name] for name in question.answers}) == 4
        assert question.right in question.answers
    places = Counter(question.answers.index(question.right) for question in questions)
    assert set(places) == {0, 1, 2, 3}
    assert set(group_of) == {question.right for question in questions[: len(group_of)]}
    assert draw_questions(15, 9, "kite-7", 40) == questions
    assert set(ALGORITHMS) - set(group_of) == {"true-prim", "aldous-broder"}


def test_a_round_counts_what_is_right():
    questions = draw_questions(9, 7, "kite-7", 3)
    found = QuizRound(questions, [])
    assert found.answer(questions[0].right)
    wrong = next(name for name in questions[1].answers if name != questions[1].right)
    assert not found.answer(wrong)
    assert found.question is questions[2]
    assert found.answer(questions[2].right)
    assert found.question is None
    assert found.score == 2


@pytest.mark.parametrize("given", ["recursive-backtracker", "prim", "sidewinder", "binary-tree"])
def test_a_clue_is_the_number_that_speaks_most_for_the_right_answer(given):
    answers = ("recursive-backtracker", "prim", "sidewinder", "binary-tree")
    question = Question(Recipe(answers[0], 15, 9, "kite-7"), answers)
    clue = find_clue(question, given)
    own = measure(Level.of(question.recipe))
    samples = {
        name: [measure(Level.of(Recipe(name, 15, 9, f"usual-{at}"))) for at in range(SAMPLES)]
        for name in answers
    }

    def misfit(statistic, name):
        values = [statistic.value(sample) for sample in samples[name]]
        off = abs(statistic.value(own) - fmean(values))
        return min(off / stdev(values), 20.0) if stdev(values) else 20.0 * (off > 1e-9)

    others = answers[1:] if given == answers[0] else [given]
    margins = {
        s.name: min(misfit(s, other) for other in others) - misfit(s, answers[0])
        for s in STATISTICS
    }
    assert clue.statistic.name == max(margins, key=margins.get)
    assert margins[clue.statistic.name] > 0
    assert clue.own == clue.statistic.value(own)
    for name, usual in clue.usual.items():
        assert usual.mean == pytest.approx(fmean(map(clue.statistic.value, samples[name])))
