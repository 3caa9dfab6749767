"""Settings service: the config in force, read once and written after each change."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

from mazegame.formats.errors import reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App

    from mazegame.config import Config, FormState, Look
    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.rules import Rules
    from mazegame.game.setup.own_design import OwnDesign
    from mazegame.store.store import Store


class SettingsService:
    """The config in force."""

    def __init__(self, app: App[Any], store: Callable[[], Store]) -> None:
        self._store = store
        self._config: Config | None = None
        self._problems: list[str] = []
        self._unread: list[Path] = []
        """The files that could not be read: nothing is written over them."""
        self.changed: Signal[Config] = Signal(app, "settings changed")
        """Published with the config when it is first applied, and after every change."""
        self.is_active = False
        """Whether the config is applied; before that, the theme is not the player's choice."""

    @property
    def config(self) -> Config:
        """The config, read from its file at the first use."""
        if self._config is None:
            from mazegame.config import DEFAULTS
            from mazegame.store.places import NoHomeError, is_readable, places
            from mazegame.store.settings.form import read_form
            from mazegame.store.settings.settings import read_settings

            try:
                where = places()
                files = where.settings, where.choices
                self._unread = [path for path in files if not is_readable(path)]
                config, self._problems = read_settings(where.settings)
                self._config = replace(config, form=read_form(where.choices))
            except NoHomeError:
                self._config = DEFAULTS
        return self._config

    def theme(self) -> str | None:
        """Return the theme of the settings file; None if there is no file."""
        from mazegame.store.places import NoHomeError, places

        with contextlib.suppress(NoHomeError, OSError):
            if places().settings.exists():
                return self.config.look.theme
        return None

    def take_problems(self) -> list[str]:
        """Return the errors in the files, one line each, and forget them."""
        problems, self._problems = self._problems, []
        return problems

    def activate(self) -> None:
        """Apply the config from now on."""
        self.apply(self.config)
        self.is_active = True

    def apply(self, config: Config) -> None:
        """Replace the config without writing it."""
        self._config = config
        self.changed.publish(config)

    def save(self, config: Config) -> None:
        """Replace the config, and write it."""
        self.apply(config)
        self._write(config)

    def save_look(self, look: Look) -> None:
        """Replace the look, and write the config."""
        self.save(replace(self.config, look=look))

    def save_form(self, form: FormState, rules: Rules, race: RaceChoice) -> None:
        """Write what the form holds, so that it starts with the same next time."""
        from mazegame.store.settings.form import write_form

        before, store = self.config, self._store()
        config = replace(before, form=form, rules=rules, race=race)
        self.apply(config)
        if (config.rules, config.race) != (before.rules, before.race):
            self._write(config)

        def write() -> None:
            with contextlib.suppress(OSError):  # the journal reports it
                if self._may_write(store, store.places.choices):
                    write_form(store.places.choices, form)

        store.do(write)

    def save_designs(self, designs: tuple[OwnDesign, ...]) -> None:
        """Keep the designs that the player has named."""
        form = replace(self.config.form, designs=designs)
        self.save_form(form, self.config.rules, self.config.race)

    def _may_write(self, store: Store, path: Path) -> bool:
        """Return whether a file may be replaced; if not, say why."""
        if path in self._unread:
            store.report(f"{path} could not be read: it stays as it is, and no change is kept")
        return path not in self._unread

    def _write(self, config: Config) -> None:
        from mazegame.store.places import NoHomeError
        from mazegame.store.settings.settings import write_settings

        store = self._store()

        def write() -> None:
            try:
                path = store.places.settings
                if self._may_write(store, path) and (old := write_settings(path, config)):
                    store.report(f"{path.name} could not be changed: it is now {old}")
            except NoHomeError as error:
                store.report(f"{error}; the settings are not kept")
            except OSError as error:
                store.report(f"the settings cannot be written: {reason_of(error)}")

        store.do(write)
