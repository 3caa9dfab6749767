"""Quiz: guess the algorithms of ten mazes, with four answers each, and see the clues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from mazegame.drawing import Scene
from mazegame.engine import CancelledError, Level, NoCompilerError, draw_seed
from mazegame.lab.quiz import Clue, Question, Round, draw_questions, find_clue, titles
from mazegame.lab.subject import CarvingOf
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.maze_pane import MazePane, PaneActions, zoom_keys
from mazegame.widgets.zooms import enough_capacity

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.services.quiz import QuizService

LEAST: Final = (12, 7)
"""Fewest columns and rows of a maze, if a drawing has room for them."""

MOST: Final = (40, 24)
"""Most columns and rows of a question's maze."""


class QuizScreen(GameScreen[None], PaneActions):
    """Asks a round of questions.

    Args:
        service: Has the record.
        seed: Decides the questions; drawn if empty.
    """

    CSS_PATH = "gallery.tcss"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                str(number), f"answer({number - 1})", f"answer {number}", show=False,
                id=f"quiz.answer-{number}",
            )
            for number in range(1, 5)
        ),
        Binding("enter", "next", "next", id="quiz.next", key_display="⏎"),
        Binding("space", "lab", "carve it", id="quiz.lab", key_display="space",
                tooltip="watch it in the lab"),
        *zoom_keys("quiz"),
        Binding("escape,q", "dismiss", "back", id="quiz.back", key_display="esc"),
        Binding("question_mark", "help", "help", id="quiz.help", key_display="?"),
    ]  # fmt: skip

    @dataclass
    class Asked(Message):
        """The maze of a question was made."""

        question: Question
        level: Level

    @dataclass
    class Found(Message):
        """The clue to the answer was found."""

        question: Question
        clue: Clue

    def __init__(self, service: QuizService, seed: str = "") -> None:
        super().__init__()
        self._service = service
        self._seed = seed
        self._round: Round | None = None
        self._asked: Question | None = None
        self._answered = False
        self._clue: Clue | None = None

    def compose(self) -> ComposeResult:
        """Yield the score and the question, the maze, the answers and the clue."""
        yield Static(id="head")
        yield MazePane(minimap=False, notes=False, id="maze")
        yield Static(id="answers")
        yield Static(id="clue")
        yield KeyLine()

    @property
    def round(self) -> Round | None:
        """The round; None before the first question."""
        return self._round

    @property
    def asked(self) -> Question | None:
        """The question shown."""
        return self._asked

    def on_mount(self) -> None:
        """Draw the questions as soon as the size of the maze is known."""
        self.when_painted(self._begin)

    def _begin(self) -> None:
        if not self.query(MazePane):
            return  # closed before it was painted
        pane = self.query_one(MazePane)
        fitting = enough_capacity(self.app, *pane.size, LEAST)
        cols, rows = (min(own, most) for own, most in zip(fitting, MOST, strict=True))
        self._round = Round(draw_questions(cols, rows, self._seed or draw_seed()), [])
        self._ask()

    def _ask(self) -> None:
        """Show the next question, or the end of the round."""
        self._answered, self._clue = False, None
        self._asked = None if self._round is None else self._round.question
        self.query_one("#clue", Static).update("")
        if self._asked is not None:
            self._make(self._asked)
        self._tell()

    @work(thread=True, exclusive=True, group="question")
    def _make(self, question: Question) -> None:
        worker = get_current_worker()
        try:
            level = Level.of(question.recipe, progress=lambda _: not worker.is_cancelled)
        except (CancelledError, ValueError, MemoryError, NoCompilerError):
            return
        if not worker.is_cancelled:
            self.post_message(self.Asked(question, level))

    def on_quiz_screen_asked(self, message: Asked) -> None:
        """Show the maze of the question."""
        if message.question is self._asked:
            self.query_one(MazePane).show_scene(Scene(message.level.maze.passages))

    def _tell(self) -> None:
        """Show the score, the answers, and whether they were right."""
        found, record = self._round, self._service.record
        if found is None:
            return
        number = min(len(found.given) + (not self._answered), len(found.questions))
        self.query_one("#head", Static).update(
            Content.assemble(
                ("Which one was it?", "bold $maze-key"),
                f"   {number} of {len(found.questions)}   right ",
                (f"{found.score}", "bold $foreground"),
                "   streak ",
                (f"{record.streak}", "bold $foreground"),
                f" (longest {record.longest})   best round {record.best}",
            )
        )
        answers = self.query_one("#answers", Static)
        if self._asked is None:
            words = _verdict(found.score, len(found.questions))
            answers.update(
                Content.assemble(
                    (f"{found.score} of {len(found.questions)} right. ", "bold $foreground"),
                    words,
                    "\n\n",
                    ("⏎", "bold $maze-key"),
                    " another round",
                )
            )
            return
        given = found.given[-1] if self._answered else ""
        lines = []
        names = titles(self._asked.answers)
        wide = max(map(len, names)) if self._clue else 0
        for key, (name, title) in enumerate(zip(self._asked.answers, names, strict=True), start=1):
            mark, style = "  ", "$foreground"
            if self._answered and name == self._asked.right:
                mark, style = "✓ ", "bold $success"
            elif self._answered and name == given:
                mark, style = "✗ ", "bold $error"
            usual = ""
            if self._clue is not None:
                usual = f"   usually {_spell(self._clue, self._clue.usual[name].mean)}"
            lines.append(
                Content.assemble(
                    (f"{key} ", "bold $maze-key"), (f"{mark}{title:{wide}}", style), usual
                )
            )
        answers.update(Content("\n").join(lines))

    def action_answer(self, number: int) -> None:
        """Give an answer."""
        if self._round is None or self._asked is None or self._answered:
            return
        name = self._asked.answers[number]
        right = self._round.answer(name)
        self._answered = True
        record = self._service.record.answered(right=right)
        if self._round.question is None:
            record = record.finished(self._round.score)
        self._service.save(record)
        self._tell()
        self._find(self._asked, name)
        self.refresh_bindings()

    @work(thread=True, exclusive=True, group="clue")
    def _find(self, question: Question, given: str) -> None:
        worker = get_current_worker()
        try:
            clue = find_clue(question, given, lambda _: not worker.is_cancelled)
        except (CancelledError, ValueError, MemoryError, NoCompilerError):
            return
        if not worker.is_cancelled:
            self.post_message(self.Found(question, clue))

    def on_quiz_screen_found(self, message: Found) -> None:
        """Show the clue."""
        if message.question is self._asked and self._answered:
            self._clue = message.clue
            self._tell()
            self.query_one("#clue", Static).update(_spell_clue(message.clue))

    def action_next(self) -> None:
        """Ask the next question, or begin another round."""
        if self._round is None:
            return
        if self._asked is None:
            self._seed = ""
            self._begin()
        elif self._answered:
            self._ask()

    def action_lab(self) -> None:
        """Watch how the maze is carved, after the answer."""
        if self._asked is not None and self._answered:
            self.open(routes.Lab((CarvingOf(self._asked.recipe),)))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; the lab would reveal the answer."""
        del parameters
        return action not in {"lab", "next"} or self._answered or self._asked is None


def _spell(clue: Clue, value: float) -> str:
    """Return a value of the statistic that tells the answers apart."""
    return f"{100 * value:.0f} %" if clue.statistic.is_share else f"{value:.1f}"


def _spell_clue(clue: Clue) -> Content:
    """Return what the maze has; what is usual stands beside the answers."""
    return Content.assemble(
        f"What tells it: {clue.statistic.label}. This maze has ",
        (_spell(clue, clue.own), "bold $foreground"),
        ".",
    )


def _verdict(score: int, count: int) -> str:
    if score == count:
        return "Nobody carves anything behind your back."
    if score * 3 >= count * 2:
        return "You know most of them by sight."
    return "The lab shows how each one is carved."
