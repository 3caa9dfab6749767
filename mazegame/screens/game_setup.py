"""The base of the two screens that start a game: the first screen and the design form.

It plays the draft of the next game, and resumes an interrupted run.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from textual import on

from mazegame.config import FormState
from mazegame.engine import Recipe, RecipeError
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.game.racing.race_choice import GHOST
from mazegame.game.setup.draft import Draft, another_of
from mazegame.game.setup.rival_choices import race_match
from mazegame.screens import factory
from mazegame.screens.base import GameScreen
from mazegame.widgets.input.fields import RaceLine
from mazegame.widgets.keys.key_line import key_of
from mazegame.widgets.maze.zooms import enough_capacity
from mazegame.widgets.playing.hud import COLUMNS_BESIDE_MAZE, LINES_BESIDE_MAZE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.racing.racer import Walk
    from mazegame.game.rules import Rules
    from mazegame.store.journal.journal_lines import SavedRun

WAITING_AFTER: Final = 0.4
"""Seconds from the first frame until saved runs and scores are counted."""

LONGEST_PASTE: Final = 1000
"""Most characters of a paste that is read as a game ID; every game ID is shorter."""

LONGEST_CODES: Final = 30_000
"""Most characters of a paste that is read as ghost codes; three of the longest are shorter."""


class GameSetup(GameScreen[None]):
    """A screen with a draft of the next game, which it starts.

    Args:
        begun: The draft to edit, or a recipe to begin one with; None to begin with what was last
            played.
    """

    takes_keys_in_turn = True
    settles_when_ready = False

    records: Mapping[str, tuple[int, int]] = MappingProxyType({})
    """(won, races) against each rival, by its name."""
    usual: float | None = None
    """The player's pace in such runs, in cells of the shortest path a second, if known."""

    def __init__(self, begun: Draft | Recipe | None) -> None:
        super().__init__()
        self.config = self.services.settings.config
        self.draft = begun if isinstance(begun, Draft) else self._new_draft(begun)

    def _new_draft(self, recipe: Recipe | None) -> Draft:
        form = self.config.form
        begun = recipe or form
        draft = Draft(form.designs, begun.algorithm, begun.options)
        if recipe is not None:
            draft.resize((recipe.cols, recipe.rows))
        elif form.size is not None:
            with contextlib.suppress(RecipeError):  # of a file that somebody edited
                Recipe(draft.algorithm, *form.size, "x")
                draft.resize(form.size)
        return draft

    @property
    def recipe(self) -> Recipe:
        """The level to play; RecipeError if the parts of the draft do not fit together."""
        return self.draft.recipe

    @property
    @abstractmethod
    def race(self) -> RaceChoice:
        """The chosen rivals."""

    @property
    def rules(self) -> Rules:
        """The chosen rules."""
        return self.config.rules

    @abstractmethod
    def show_draft(self) -> None:
        """Show the draft after a change."""

    @abstractmethod
    def refuse(self, error: RecipeError) -> None:
        """Show why the draft cannot be played."""

    # The size that fits

    @property
    def fitting(self) -> tuple[int, int]:
        """Columns and rows of the largest maze that the play and result screens show roomily."""
        width, height = self.app.size
        return enough_capacity(self.app, width - COLUMNS_BESIDE_MAZE, height - LINES_BESIDE_MAZE)

    def fit(self) -> bool:
        """Fit the draft to the terminal if its size is "fit"; return whether it changed."""
        before = self.draft.dimensions
        if self.draft.fits:
            self.draft.dimensions = self.fitting
        return self.draft.dimensions != before

    # Playing

    def save(self) -> None:
        """Save design, size, rules and rivals as the start of the next draft."""
        draft = self.draft
        size = None if draft.fits else draft.dimensions
        state = FormState(draft.algorithm, draft.options, size, self.config.form.designs)
        self.services.settings.save_form(state, self.rules, self.race)

    def play(self) -> None:
        """Play the draft, if it can be played."""
        try:
            recipe = self.recipe
            check_memory(recipe, LEVEL_BYTES_PER_CELL)
        except RecipeError as error:
            self.refuse(error)
            return
        self.save()
        play, level = partial(self._play, recipe), str(recipe)
        if any(rival.name == GHOST for rival in self.race.possible.rivals):
            asked = self.services.store.query(lambda book: book.best_walk(level))
            self.await_book(asked, play, missing=lambda: play(None), group="ghost")
        else:
            play(None)

    def _play(self, recipe: Recipe, best: Walk | None) -> None:
        """Play a recipe, beside the player's best walk if the match has a ghost."""
        if self.app.screen is not self:
            return
        from mazegame.game.racing.repeaters import GhostWalk

        ghost = None if best is None else GhostWalk.for_race(best, reveal=self.rules.reveal)
        match, problems = race_match(recipe, self.rules, self.race, self.usual, ghost)
        for problem in problems:
            self.show_notice(problem, "warning")
        self.open(factory.play(match), closed=self.after_game)

    def after_game(self) -> None:
        """Draw another seed, and update the records and the home status."""
        self.action_draw_seed()
        self.load_rival_records()
        self.services.home_status.refresh()

    def load_rival_records(self) -> None:
        """Query the score book for the records against rivals and for the player's pace."""

        def known(found: tuple[Mapping[str, tuple[int, int]], float | None]) -> None:
            self.records, self.usual = found
            self.show_rivals()

        with contextlib.suppress(RecipeError):
            asked = self.services.score_book.about_rivals(self.recipe, self.rules.key)
            self.await_book(asked, known, group="rivals")

    def show_rivals(self) -> None:
        """Show ``records`` and ``usual``, which are loaded now."""

    @on(RaceLine.Opened)
    def action_rivals(self) -> None:
        """Choose the rivals of the next game."""
        with contextlib.suppress(RecipeError):
            dialog = factory.race(self.recipe, self.race, self.records, self.usual)
            self.open(dialog, self._race)

    def _race(self, race: RaceChoice) -> None:
        """Take the rivals that the dialog answers, and start their race."""
        self.race_chosen(race)
        self.play()

    @abstractmethod
    def race_chosen(self, race: RaceChoice) -> None:
        """Called with the rivals that the dialog answers."""

    # Other screens

    def action_lab(self) -> None:
        """Show how the maze of the preview, or the one typed by the player, is carved."""
        from mazegame.lab.subject import CarvingOf

        with contextlib.suppress(RecipeError):
            recipe, named = self.recipe, self.draft.is_named
            lab = partial(factory.lab, (CarvingOf(recipe if named else another_of(recipe)),))
            if named:
                self.confirm(
                    "Watch this maze being carved?",
                    lambda: self.open(lab()),
                    "Its runs are practice from then on.",
                )
            else:
                self.open(lab())

    def action_settings(self) -> None:
        self.open(factory.settings())

    def action_draw_seed(self) -> None:
        """Draw another seed."""
        self.draft.draw_seed()
        self.show_draft()

    @property
    def game_id(self) -> str:
        with contextlib.suppress(RecipeError):
            return str(self.recipe)
        return ""

    # Interrupted and saved runs

    def became_ready(self) -> None:
        """Offer to resume an interrupted run that was found before this screen was ready."""
        self.offer_to_go_on()
        self.set_timer(WAITING_AFTER, self.services.home_status.refresh)
        self.set_timer(WAITING_AFTER, self.load_rival_records)

    def take_recovered(self, runs: list[SavedRun]) -> None:
        """Handle the interrupted runs that were found."""
        if runs:
            self.services.home_status.refresh()
        self.offer_to_go_on()

    def offer_to_go_on(self) -> None:
        """Offer to resume the latest interrupted run, if there is one."""
        if self.app.screen is not self or not self.ready:
            return
        saved = self.services.autosave.take_offer()
        if saved is None:
            return
        from mazegame.store.book.report import describe_saved

        self.open(
            factory.resume_question(describe_saved(saved), key_of(self, "saves")),
            lambda yes: self._go_on(saved) if yes else self.services.autosave.decline(saved),
        )

    def action_saves(self) -> None:
        self.open(factory.saves(), self._go_on)

    def _go_on(self, saved: SavedRun) -> None:
        self.go_on(saved, self.after_game)
