"""Quiz: guess the algorithms of ten mazes, with four answers each, and see the clues."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mazegame.config import AUTO
from mazegame.drawing import Scene, best_fit
from mazegame.engine import Level, draw_seed
from mazegame.game.texture_names import texture_name
from mazegame.lab.quiz import Clue, Question, QuizRound, draw_questions, find_clue
from mazegame.lab.subject import CarvingOf
from mazegame.screens import factory
from mazegame.screens.base import leave_keys
from mazegame.screens.tabbed import STUDY, TabbedScreen
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.input.background import is_wanted
from mazegame.widgets.keys.key_line import KeyLine, shown_key
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, zoom_keys
from mazegame.widgets.maze.zooms import enough_capacity, zooms_for
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer, with_detail

if TYPE_CHECKING:
    from textual.app import ComposeResult

LEAST: Final = (12, 7)
"""Fewest columns and rows of a question's maze in the drawings that have room for it."""

AROUND_ANSWER: Final = 24
"""Columns of the margins, the key and the mark before an answer, and the number behind it."""

MOST: Final = (40, 24)
"""Most columns and rows of a question's maze."""


MANUAL: Final = """\
Ten mazes, each with four algorithms: which one carved it? After your answer a clue names the \
number that tells them apart, and the lab shows how the maze was carved.

A streak counts right answers in a row, also across rounds."""
"""The text of the quiz's help."""


class QuizScreen(TabbedScreen, PaneActions):
    """Asks a round of questions."""

    CSS_PATH = "gallery.tcss"
    GROUP = STUDY
    tab = "quiz"
    manual = MANUAL

    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (20, "-high")]  # noqa: RUF012

    pane = getters.query_one(MazePane)
    answers = getters.query_one("#answers", Static)
    clue = getters.query_one("#clue", Static)

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(number), f"answer({number - 1})", f"answer {number}", show=False,
                    id=f"quiz.answer-{number}")
            for number in range(1, 5)
        ),
        Binding("enter", "next", "next", id="quiz.next"),
        Binding("space", "lab", "carve it", id="quiz.lab", tooltip="watch it in the lab"),
        *zoom_keys("quiz"),
        tab_key("quiz"),
        *leave_keys("quiz"),
    ]  # fmt: skip

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed
        self.round = QuizRound((), [])
        self.asked: Question | None = None
        """The question on the screen; None before the first and after the last one."""
        self._clue: Clue | None = None

    def compose(self) -> ComposeResult:
        yield self.tabs()
        yield FittingLine(id="head")
        with Vertical(id="question"):
            yield MazePane(id="maze")
            yield Static(id="answers")
            yield Static(id="clue")
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(KeyLine).put_first(("answer",))
        self.when_painted(self._begin)

    def _begin(self) -> None:
        fitting = enough_capacity(self.app, *self._room(), LEAST)
        cols, rows = (min(own, most) for own, most in zip(fitting, MOST, strict=True))
        self.round = QuizRound(draw_questions(cols, rows, self._seed or draw_seed()), [])
        self._show_question()

    @property
    def _answered(self) -> bool:
        return self.asked is not self.round.question

    def _show_question(self) -> None:
        self._clue = None
        self.asked = self.round.question
        self.clue.update("")
        if self.asked is not None:
            self.run_in_thread(partial(Level.of, self.asked.recipe, progress=is_wanted), self._show)
        self._show_score()
        self.refresh_bindings()

    def _show(self, level: Level) -> None:
        self.pane.show_scene(Scene(level.maze.passages))
        self._gather()

    def _room(self) -> tuple[int, int]:
        """Return the columns and lines that a maze may take."""
        below = self.answers.outer_size.height + self.clue.outer_size.height
        return self.app.size.width - 2, self.query_one("#question").size.height - below

    @on(MazePane.DrawingChanged)
    def _gather(self) -> None:
        """Centre maze and answers together; a drawing chosen by the player gets the whole room."""
        pane, room = self.pane, self._room()
        if pane.scene is None:
            return
        rows, cols = pane.scene.shape
        chosen = pane.shows_map or pane.chosen_zoom is not None
        by_size = not chosen and look_of(self.app).drawing == AUTO
        fit = best_fit(zooms_for(self.app), cols, rows, *room) if by_size else None
        wide, high = room if fit is None else fit.size(cols, rows)
        beside = max(self.app.size.width - max(wide, 43), 2)  # of the answers
        left = beside // 2
        self.query_one("#question").styles.padding = (0, beside - left, 0, left)
        pane.styles.height = high

    def on_resize(self) -> None:
        self.when_painted(self._gather)

    def _show_score(self) -> None:
        found, record = self.round, self.services.quiz
        count = len(found.questions)
        number = min(len(found.given) + (not self._answered), count)
        bold, as_key = "bold $foreground", "bold $maze-key"
        right = Content.assemble("right ", (f"{found.score}", bold))
        parts = [Content(f"{number} of {count}"), right]
        streak = Content.assemble("streak ", (f"{record.streak}", bold))
        more = [streak + f" (longest {record.longest})", Content(f"best round {record.best}")]
        question, brief = self._headings()
        short = [brief, *parts, streak]
        texts = [*fewer_and_fewer([question, *parts, *more])[:2], *fewer_and_fewer(short, "  ")]
        self.query_one("#head", FittingLine).show(texts)
        if self.asked is None:
            of_all = f"{found.score} of {count} right. ", bold
            again = (shown_key("⏎"), as_key), " another round"
            words = _verdict(found.score, count)
            self.answers.update(Content.assemble(of_all, words, "\n\n", *again))
            return
        room = self.app.size.width - AROUND_ANSWER
        titles = {name: with_detail(*texture_name(name), room) for name in self.asked.answers}
        wide = max(title.cell_length for title in titles.values())
        lines = []
        for key, (name, title) in enumerate(titles.items(), start=1):
            mark, style = "  ", "$foreground"
            if self._answered and name == self.asked.right:
                mark, style = "✓ ", "bold $success"
            elif self._answered and name == found.given[-1]:
                mark, style = "✗ ", "bold $error"
            usual = ""
            if self._clue is not None:
                gap = " " * (wide - title.cell_length + 3)
                usual = f"{gap}usually {self._clue.statistic.spell(self._clue.usual[name].mean)}"
            named = Content.styled(mark, style) + title.stylize_before(style)
            lines.append(Content.assemble((f"{key} ", as_key), named, usual))
        self.answers.update(Content("\n").join(lines))

    def _headings(self) -> tuple[Content, Content]:
        """Return the question, or after an answer whether it is right; then in fewer words."""
        if self.asked is None or not self._answered:
            texts, style = ("Which texture is this?", "Which texture?"), "$maze-key"
        elif self.round.given[-1] == self.asked.right:
            texts, style = ("Right", "Right"), "$success"
        else:
            texts, style = (f"No, it is {texture_name(self.asked.right).plain}", "No"), "$error"
        long, brief = (Content.styled(text, f"bold {style}") for text in texts)
        return long, brief

    def action_answer(self, number: int) -> None:
        if self.asked is None:
            return
        name = self.asked.answers[number]
        record = self.services.quiz.answered(right=self.round.answer(name))
        if self.round.question is None:
            record = record.finished(self.round.score)
        self.services.save_quiz(record)
        self._show_score()
        find = partial(find_clue, self.asked, name, is_wanted)
        self.run_in_thread(find, partial(self._show_clue, self.asked), group="clue")
        self.refresh_bindings()

    def _show_clue(self, question: Question, clue: Clue) -> None:
        if question is self.asked and self._answered:
            self._clue = clue
            self._show_score()
            own = clue.statistic.spell(clue.own), "bold $foreground"
            self.clue.update(Content.assemble("Clue: ", own, f" {clue.statistic.label}"))

    def action_next(self) -> None:
        if self.asked is None:
            self._seed = ""
            self._begin()
        elif self._answered:
            self._show_question()

    def action_lab(self) -> None:
        if self.asked is not None and self._answered:
            self.open(factory.lab((CarvingOf(self.asked.recipe),)))

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; the lab would reveal the answer."""
        is_open = self.asked is not None and not self._answered
        return is_open if action == "answer" else not (is_open and action in {"lab", "next"})


def _verdict(score: int, count: int) -> str:
    if score == count:
        return "Nobody carves anything behind your back."
    if score * 3 >= count * 2:
        return "You know most of them by sight."
    return "The lab shows how each one is carved."
