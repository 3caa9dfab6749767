"""Play: the screen of matches, one after the other.

It has pauses, the next match, practice, and the tools for a level: path, heat, lab, export.
``match_screen.py`` shows one match, ``game/session.py`` has the rules and the state of a run.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from mazegame.game import commands
from mazegame.game.events import RulesChanged
from mazegame.game.match import Series
from mazegame.game.modes.table import mode_of
from mazegame.game.racing.race import settle
from mazegame.game.score import LEAVE_STEPS
from mazegame.screens import factory
from mazegame.screens.match_screen import PRACTICE, MatchScreen
from mazegame.widgets.keys.play_keys import walk_keys
from mazegame.widgets.maze.maze_pane import heat_key, map_key, minimap_key, zoom_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.game.match import Match
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run


class PlayScreen(MatchScreen):
    """Plays one level after the other, until the player returns to the menu."""

    CSS_PATH = "play.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *walk_keys("play"),
        Binding("escape", "give_up", "give up", id="play.give-up",
                tooltip="stop making a large maze"),
        Binding("escape,p", "pause", "pause", id="play.pause", key_display="esc"),
        Binding("m", "name_key('pause', 'pauses')", "", show=False),
        Binding("question_mark", "help", "help", id="play.help"),
        Binding("r", "restart", "restart", id="play.restart", tooltip="play the same maze again"),
        Binding("n", "next", "next", id="play.next", tooltip="the next maze"),
        Binding("b", "show_path", "show path", id="play.path",
                tooltip="show the whole shortest path"),
        map_key("play"),
        *zoom_keys("play", show=True),
        Binding("c", "copy", "copy the game ID", show=False, id="play.copy"),
        Binding("v", "look", "look around", show=False, id="play.look",
                tooltip="look around; Enter walks there"),
        Binding("e", "export", "export", show=False, id="play.export"),
        heat_key("play", "show how far each cell is"),
        minimap_key("play"),
    ]  # fmt: skip

    _practised: tuple[Match, Run] | None = None
    """The match and the run before practice; None outside practice."""

    @property
    def practises(self) -> bool:
        return self._practised is not None

    def _open_match(self, match: Match) -> None:
        self._practised = None
        super()._open_match(match)

    # Other levels, other screens

    def action_restart(self) -> None:
        if not self._confirm_if_series_is_lost():
            self._leave_run("Restart this maze?", self._restart)

    def _confirm_if_series_is_lost(self) -> bool:
        """Ask before a restart that ends a marathon or a try; return whether it asks."""
        lost = "" if self._untouched else self._match.series.lost_by_restart
        if lost:
            self.confirm("Restart this maze?", self._restart, lost)
        return bool(lost)

    @property
    def _untouched(self) -> bool:
        """Whether nothing was seen or walked, so that a restart loses nothing."""
        run, session = self.run, self.session
        seen = session is not None and session.match.rules.reveal and session.revealed
        return run is not None and not (run.steps or seen or self._resumed)

    def _restart(self) -> None:
        if self.session is not None:
            before, self._practised = self._practised, None
            match = self._match if before is None else before[0]
            self._match = match if self._untouched else match.series.again(match)
            self._known |= self.session.revealed or self._resumed
            self._begin(self.session.level)

    def action_next(self) -> None:
        self._leave_run("Start the next maze?", self._next)

    @property
    def _following(self) -> Match | None:
        """The next match of the series; None if there is none."""
        played, run = self._practised or (self._match, self.run)
        return played.series.next(played, run if run and run.finished else None)

    def _next(self) -> None:
        """Play the next match; leave after the last one."""
        match = self._following
        if match is None:
            self._end()
        else:
            self._open_match(match)

    @property
    def _ends_on(self) -> str:
        """The screen of the series' end if its last match is finished; else empty."""
        played, run = self._practised or (self._match, self.run)
        ended = run is not None and run.finished and self._following is None
        return mode_of(played.series.key).ends_on if ended else ""

    def _end(self) -> None:
        """Leave; first show the end of the series if it has come and has a screen."""
        played, run = self._practised or (self._match, self.run)
        if self._ends_on:
            end = factory.by_name(self._ends_on, series=played.series, run=run)

            def leave(_: object) -> None:
                self.dismiss()

            self.open_over_all(end, leave)
        else:
            self.dismiss()

    def _leave_run(self, question: str, go: Callable[[], object]) -> None:
        run = self.run
        if run is None or run.finished or run.steps < LEAVE_STEPS:
            go()
        else:
            self.confirm(question, go, f"This run ({run.steps:,} steps) is lost.")

    def action_pause(self) -> None:
        """Open the menu; while looking around or on the map, end that instead."""
        if self.end_look() or self.pane.leave_map():
            return
        session = self.session
        if session is not None:
            next_ = self._match.series.has_next(self._match)
            change, race = self._change_rules, bool(session.rivals)
            menu = factory.pause(
                session.level, self, session.rules, change, race=race, has_next=next_
            )
            self.open(menu, self._paused)

    def _change_rules(self, rules: Rules) -> None:
        self._match = replace(self._match, rules=rules)
        for event in self.do(commands.ChangeRules(rules)):
            if isinstance(event, RulesChanged):
                self.services.autosave.change_rules(event.easiest)

    def action_give_up(self) -> None:
        self.making.cancel_work()
        self.dismiss()

    def _paused(self, chosen: str) -> None:
        match chosen:
            case "restart":
                if not self._confirm_if_series_is_lost():
                    self._restart()
            case "next":
                self._next()
            case "lab":
                question = "Open the lab? It shows the whole maze."
                self._assist(question, commands.OpenLab(), self._open_lab)
            case "menu":
                self.dismiss()

    def arrived(self) -> None:
        if self.participant is not None:
            run, rivals, pane = self.participant.run, self.participant.session.rivals, self.pane
            settle(rivals)
            if self._practised is None:
                self.services.autosave.finish(run, rivals)
            note = PRACTICE if self._practised else ""
            last = "the end" if self._ends_on else "menu"
            screen = factory.result(
                run,
                rivals,
                head_lines=pane.region.y,
                note=note,
                zoom=pane.chosen_zoom,
                follows="next" if self._following is not None else last,
                fog=self.participant.session.match.rules.fog,
            )
            self.open_over_all(screen, self._after_result)

    def caught(self) -> None:
        """Show that a hunter caught the player, and what follows; the run is not saved."""
        if self.participant is not None:
            self.services.autosave.rest()
            about, match = self._match.series.lost(self._match)
            following = "" if match is None else match.series.about(None)
            card = factory.caught(
                self.participant.run, self.participant.session.rivals, about, following
            )
            self.open_over_all(card, partial(self._after_caught, match))

    def _after_caught(self, match: Match | None, chosen: str | None) -> None:
        if chosen == "next" and match is not None:
            self._open_match(match)
        else:
            self._after_result(chosen)

    def _after_result(self, chosen: str | None) -> None:
        match (chosen or "menu").split():
            case ["next"]:
                self._next()
            case ["again"]:
                self._restart()
            case ["practice", turn]:
                self._practise(int(turn))
            case ["ghost"] if self.run is not None:
                self._practised = None
                self._match = self._match.against(self.run)
                self._restart()
            case _:
                self._end()

    def _practise(self, turn: int) -> None:
        """Start practice from a wrong turn, where 0 is the costliest; it is not saved."""
        from mazegame.game.scoring.wrong_turns import back_to, wrong_turns

        run = self.run
        if run is not None and (turns := wrong_turns(run)):
            self._practised = self._practised or (self._match, run)
            self._match = replace(self._match, rivals=(), series=Series())
            self._resume, self._known = back_to(run, turns[turn], self.clock), True
            self.services.autosave.rest()
            self._begin(run.level)

    # Looking at the level: the first three make a run unranked

    def action_show_path(self) -> None:
        self._assist("Show the whole shortest path?", commands.ShowPath())

    def action_heat(self) -> None:
        if self.pane.heat:
            self.do(commands.ShowHeat(shown=False))
        else:
            self._assist("Show how far every cell is from B?", commands.ShowHeat(shown=True))

    def _assist(
        self, question: str, command: commands.Command, then: Callable[[], None] = lambda: None
    ) -> None:
        """Give a command that makes the run unranked; ask first if it is ranked now."""
        if self.run is None:
            return

        def agreed() -> None:
            self.do(command)
            then()

        if self.run.assisted:
            agreed()
        else:
            after = "The run can still be finished, but it will not be ranked."
            self.confirm(question, agreed, after)

    def _open_lab(self) -> None:
        """Open the lab with the carving of the maze, or with the search of a loaded one."""
        from mazegame.lab.subject import CarvingOf, SearchOf

        if self.run is not None:
            level = self.run.level
            searched = SearchOf(level, "bfs")
            self.open(factory.lab((CarvingOf(level.recipe) if level.recipe else searched,)))

    def action_export(self) -> None:
        participant = self.participant
        shows_more = (
            participant is None or participant.player.in_fog or participant.session.rules.reveal
        )
        if shows_more and not (participant and participant.run.finished):
            question = "Export the maze? The file shows all of it."
            self._assist(question, commands.OpenLab(), self._export)
        else:
            self._export()

    def _export(self) -> None:
        run, scene = self.run, self.pane.scene
        if run is not None and scene is not None:
            self.open(factory.export(run.level, scene, bytes(run.moves)))

    # Keys of the moment

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "give_up":
            return self.session is None
        if action == "next" and self.session is not None:
            return self._match.series.has_next(self._match)
        return super().check_action(action, parameters)
