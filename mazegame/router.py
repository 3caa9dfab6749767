"""Router: the only module that knows all screens. It builds the screen of a route and opens it.

Each screen is imported when it is opened for the first time, so that the start loads only the first
one. The screens whose keys can be changed are listed here as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from mazegame.screens import routes
from mazegame.screens.keys import named

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App
    from textual.screen import Screen

    from mazegame.screens.keys import Named
    from mazegame.services import Services

Answer = TypeVar("Answer")


class Router:
    """Opens screens.

    Args:
        app: The app that shows them.
        services: The app's services.
    """

    def __init__(self, app: App[Any], services: Services) -> None:
        self._app = app
        self._services = services

    def open(
        self,
        route: routes.Route[Answer],
        answered: Callable[[Answer | None], None] | None = None,
    ) -> None:
        """Open a screen over all others.

        Args:
            route: Which screen.
            answered: Called with the screen's answer when it is closed.
        """
        screen = self.screen(route)
        self._add_styles(screen)
        self._app.push_screen(screen, answered)

    def _add_styles(self, screen: Screen[Any]) -> None:
        """Add a screen's style sheets to the app's.

        Textual would parse all style sheets of the app anew, and style every widget again.
        """
        for path in screen.css_path:
            if not self._app.stylesheet.has_source(str(path)):
                self._app.stylesheet.add_source(path.read_text("utf-8"), (str(path), ""))

    def screen(self, route: routes.Route[Answer]) -> Screen[Answer]:
        """Return a new screen for a route.

        Raises:
            TypeError: If no screen belongs to the route.
        """
        screen: Screen[Any] = self._make(route)
        return screen

    def _make(self, route: routes.Route[Any]) -> Screen[Any]:
        match route:
            case routes.NewGame():
                from mazegame.screens.new_game import NewGameScreen

                return NewGameScreen(route.recipe, self._services.settings.config)
            case routes.Texture():
                from mazegame.screens.texture import TextureScreen

                return TextureScreen(route.recipe)
            case routes.Race():
                from mazegame.screens.race import RaceScreen

                return RaceScreen(route.recipe, route.race, route.records, route.usual)
            case routes.Play():
                from mazegame.screens.play import PlayScreen

                return PlayScreen(route.match, resume=route.resume)
            case routes.FirstSteps():
                from mazegame.screens.first_steps import FirstStepsScreen

                return FirstStepsScreen()
            case routes.Pause():
                from mazegame.screens.pause import PauseScreen

                return PauseScreen(
                    route.level, route.below, route.settings, has_next=route.has_next
                )
            case routes.Result():
                from mazegame.screens.result import ResultScreen

                return ResultScreen(
                    route.run,
                    route.rivals,
                    head_lines=route.head_lines,
                    note=route.note,
                    zoom=route.zoom,
                )
            case routes.Exits():
                from mazegame.screens.exits import ExitsScreen

                return ExitsScreen(route.run, route.turn)
            case routes.Replay():
                from mazegame.screens.replay import ReplayScreen

                return ReplayScreen(route.run, route.rivals, list(route.turns), race=route.race)
            case routes.Export():
                from mazegame.screens.export import ExportScreen

                return ExportScreen(route.level, route.scene, route.moves)
            case routes.Journey():
                from mazegame.screens.journey import JourneyScreen

                return JourneyScreen()
            case routes.DailyMaze():
                from mazegame.screens.daily import DailyScreen

                return DailyScreen(route.day, play=route.play)
            case routes.Statistics():
                from mazegame.screens.statistics import StatisticsScreen

                return StatisticsScreen()
            case routes.Solution():
                from mazegame.screens.solution import SolutionScreen

                return SolutionScreen(route.level, route.title)
            case routes.Scores():
                from mazegame.screens.scores import ScoresScreen

                return ScoresScreen(route.overview)
            case routes.OpenReplay():
                from mazegame.screens.open_replay import OpenReplayScreen

                return OpenReplayScreen()
            case routes.Saves():
                from mazegame.screens.saves import SavesScreen

                return SavesScreen()
            case routes.SaveName():
                from mazegame.screens.saves import NameScreen

                return NameScreen(route.heading, route.longest)
            case routes.Reopen():
                from mazegame.screens.saves import OpeningScreen

                return OpeningScreen(route.saved)
            case routes.Settings():
                from mazegame.screens.settings import SettingsScreen

                settings = self._services.settings
                return SettingsScreen(settings.config, settings.save, self.bindings())
            case routes.AskKey():
                from mazegame.screens.settings import KeyScreen

                return KeyScreen(route.about)
            case routes.Lab():
                from mazegame.screens.lab import LabScreen

                return LabScreen(route.subjects, route.recipe)
            case routes.Gallery():
                from mazegame.screens.gallery import GalleryScreen

                return GalleryScreen(route.seed)
            case routes.Versus():
                from mazegame.screens.versus import VersusScreen

                return VersusScreen(route.left, route.right)
            case routes.Quiz():
                from mazegame.screens.quiz import QuizScreen

                return QuizScreen(self._services.quiz, route.seed)
            case routes.Choose():
                from mazegame.screens.choose import ChooseScreen

                return ChooseScreen(route.question, route.lines, route.chosen)
            case routes.Confirm():
                from mazegame.screens.confirm import ConfirmScreen

                return ConfirmScreen(route.question, route.consequence, route.details)
            case routes.Help():
                from mazegame.screens.help import HelpScreen

                return HelpScreen(route.about)
            case routes.Palette():
                from mazegame.screens.palette import commands_palette, themes_palette

                return themes_palette() if route.themes else commands_palette()
            case routes.TooSmall():
                from mazegame.screens.too_small import TooSmallScreen

                return TooSmallScreen(route.width, route.height)
            case _:
                raise TypeError(f"no screen belongs to {route!r}")

    def bindings(self) -> dict[str, Named]:
        """Return the bindings that players can change, by id, in the order of the screens."""
        from mazegame.screens.daily import DailyScreen
        from mazegame.screens.gallery import GalleryScreen
        from mazegame.screens.journey import JourneyScreen
        from mazegame.screens.lab import LabScreen
        from mazegame.screens.new_game import NewGameScreen
        from mazegame.screens.pause import PauseScreen
        from mazegame.screens.play import PlayScreen
        from mazegame.screens.quiz import QuizScreen
        from mazegame.screens.replay import ReplayScreen
        from mazegame.screens.result import ResultScreen
        from mazegame.screens.scores import ScoresScreen
        from mazegame.screens.solution import SolutionScreen
        from mazegame.screens.statistics import StatisticsScreen
        from mazegame.screens.versus import VersusScreen

        return named(
            (
                PlayScreen,
                ResultScreen,
                NewGameScreen,
                PauseScreen,
                ReplayScreen,
                JourneyScreen,
                DailyScreen,
                SolutionScreen,
                StatisticsScreen,
                LabScreen,
                GalleryScreen,
                VersusScreen,
                QuizScreen,
                ScoresScreen,
            )
        )
