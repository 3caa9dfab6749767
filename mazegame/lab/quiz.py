"""The quiz: which algorithm made a maze? Four answers, and a clue to the right one.

The record that is kept is in ``store/quiz_record.py``.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS, Level, Recipe
from mazegame.lab.gallery import STATISTICS, Statistic, measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazegame.engine import Texture
    from mazegame.engine.support.progress import Progress

QUESTIONS: Final = 10
"""Number of questions in a round."""

ANSWERS: Final = 4
"""Number of answers to choose from."""

SAMPLES: Final = 12
"""Number of mazes measured for each answer to find a clue."""


def _groups() -> tuple[tuple[str, ...], ...]:
    groups: dict[str, tuple[str, ...]] = {}
    for name, algorithm in ALGORITHMS.items():
        if name in ALGORITHMS.built_in and not algorithm.same_law_as:
            first = algorithm.looks_like or name
            groups[first] = (*groups.get(first, ()), name)
    return tuple(groups.values())


ALIKE: Final = _groups()
"""Groups of algorithms whose mazes look alike, without those that have the same distribution as
another. A question's answers come from different groups."""


@dataclass(frozen=True)
class Question:
    """A maze, and the algorithms to choose from."""

    recipe: Recipe
    answers: tuple[str, ...]
    """The names of algorithms."""

    @property
    def right(self) -> str:
        """The right answer."""
        return self.recipe.algorithm


def draw_questions(cols: int, rows: int, seed: str, count: int = QUESTIONS) -> list[Question]:
    """Draw the questions of a round on mazes of a size; the seed decides all of it."""
    chance = random.Random(seed)
    questions = []
    rights: list[str] = []
    for number in range(count):
        if not rights:  # all of them once before any repeats
            rights = [name for group in ALIKE for name in group]
            chance.shuffle(rights)
        right = rights.pop()
        others = [group for group in ALIKE if right not in group]
        answers = [right]
        answers += [chance.choice(group) for group in chance.sample(others, ANSWERS - 1)]
        chance.shuffle(answers)
        recipe = Recipe(right, cols, rows, f"{seed}.{number}")
        questions.append(Question(recipe, tuple(answers)))
    return questions


@dataclass
class QuizRound:
    """A round of questions and the answers so far."""

    questions: Sequence[Question]
    given: list[str]
    """The answers so far."""

    @property
    def question(self) -> Question | None:
        """The present question; None after the last."""
        return self.questions[len(self.given)] if len(self.given) < len(self.questions) else None

    @property
    def score(self) -> int:
        """The number of right answers."""
        pairs = zip(self.given, self.questions, strict=False)
        return sum(given == question.right for given, question in pairs)

    def answer(self, name: str) -> bool:
        """Answer the present question; return whether the answer is right."""
        self.given.append(name)
        return name == self.questions[len(self.given) - 1].right


@dataclass(frozen=True)
class Clue:
    """The statistic that best distinguishes an answer from the right one."""

    statistic: Statistic
    own: float
    """The value of the question's maze."""
    usual: Mapping[str, NormalDist]
    """The usual values for each answer."""


def find_clue(question: Question, given: str, progress: Progress | None = None) -> Clue:
    """Find the statistic that best distinguishes the right answer from the given one.

    If the given answer is right, from the most similar other one. It measures mazes of each answer
    in the size of the question's maze.

    Raises:
        CancelledError: If ``progress`` cancels it.
    """
    recipe = question.recipe

    def measured(recipe: Recipe) -> Texture:
        return measure(Level.of(recipe, progress=progress), progress)

    samples = {
        name: [measured(replace(recipe, algorithm=name, seed=f"usual-{n}")) for n in range(SAMPLES)]
        for name in question.answers
    }
    usual = {
        statistic.name: {
            name: NormalDist.from_samples([statistic.value(one) for one in of_name])
            for name, of_name in samples.items()
        }
        for statistic in STATISTICS
    }
    own = measured(recipe)
    others = {given} if given != question.right else {*question.answers} - {question.right}

    def distinctness(statistic: Statistic) -> float:
        here = usual[statistic.name]
        misfits = {name: _misfit(statistic.value(own), here[name]) for name in question.answers}
        # How much better the maze fits the right answer than the other one.
        return min(misfits[other] for other in others) - misfits[question.right]

    best = max(STATISTICS, key=distinctness)
    return Clue(best, best.value(own), usual[best.name])


def _misfit(value: float, usual: NormalDist) -> float:
    """Return the distance of a value from the mean in standard deviations, at most twenty."""
    if usual.stdev == 0:
        return 0.0 if math.isclose(value, usual.mean, abs_tol=1e-9) else 20.0
    return min(abs(usual.zscore(value)), 20.0)
