"""Settings: the player's TOML file, and the small file of what the form was left with.

Reading takes what is sound: a line that is no TOML, or holds a value that does not fit, is named,
and the rest counts. Writing keeps comments, order, line ends, links and rights, and touches nothing
that says it already. Lines that are no TOML become comments, since nothing can be changed in a file
that holds them; values that do not fit are replaced by what counts. ``config.py`` says what fits.
"""

from __future__ import annotations

import stat
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.config import DEFAULTS, Config, FormState, form_of, plain_form
from mazegame.formats.errors import reason_of
from mazegame.store.places import read_file, set_aside, write_whole
from mazegame.store.settings.settings_text import (
    MAX_PROBLEMS,
    SettingsError,
    content_of,
    fitted,
    template,
)

if TYPE_CHECKING:
    from pathlib import Path

MAX_FILE_BYTES: Final = 1 << 16
"""Largest file, in bytes."""


def read_config(settings: Path, form: Path) -> tuple[Config, list[str]]:
    """Read the config from the settings, a TOML file, and the state of the form, a JSON file.

    Returns:
        The config, with defaults for what is missing or wrong; and one line for people for
        everything that is wrong in the settings.
    """
    config, problems = read_settings(settings)
    return replace(config, form=read_form(form)), problems


def read_settings(path: Path) -> tuple[Config, list[str]]:
    """Read the settings; as ``read_config``, with the form as it is built in."""
    try:
        data = read_file(path, MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return DEFAULTS, []
    except OSError as error:
        return DEFAULTS, [f"the settings {path} cannot be read: {reason_of(error)}"]
    if len(data) > MAX_FILE_BYTES:
        return DEFAULTS, [f"the settings {path} are larger than 64 KiB: they are not read"]
    text = data.decode("utf-8-sig", "replace")
    config, problems = parse(text)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.insert(0, f"line {line}: it is not text")
    return config, [f"{path.name}, {problem}" for problem in problems]


def parse(text: str) -> tuple[Config, list[str]]:
    """Read the text of a settings file; the problems begin with ``line N:``."""
    content = content_of(text)
    config, misfits, unknown = fitted(content)
    problems = sorted(content.problems + misfits + unknown, key=lambda problem: problem[0])
    lines = [f"line {number}: {problem}" for number, problem in problems[:MAX_PROBLEMS]]
    if len(problems) > MAX_PROBLEMS:
        number, more = problems[MAX_PROBLEMS][0], len(problems) - MAX_PROBLEMS
        lines.append(f"line {number}: this and {more - 1:,} more are wrong")
    return config, lines


def changed(text: str, config: Config) -> str:
    """Change the text of a settings file so that it says a config, and nothing else.

    Raises:
        SettingsError: If that cannot be done.
    """
    content = content_of(text)
    now, misfits, _ = fitted(content)
    if replace(now, form=config.form) == config and not (content.problems or misfits):
        return text
    from mazegame.store.settings.settings_changes import rewritten

    return rewritten(content, now, config)


def write_settings(path: Path, config: Config) -> None:
    """Write the settings; OSError if they cannot be written.

    What people wrote into the file stays, and its line ends, its link and its rights.
    """
    try:
        text = read_file(path).decode("utf-8")
    except FileNotFoundError:
        text = ""
    except UnicodeDecodeError:
        set_aside(path.resolve())
        text = ""
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    plain = text.replace("\r\n", "\n")
    try:
        wanted = changed(plain, config) if plain.strip() else template(config)
    except SettingsError:
        set_aside(path.resolve(), "old")
        wanted = template(config)
    if text.count("\r\n") * 2 > text.count("\n"):
        wanted = wanted.replace("\n", "\r\n")
    if wanted != text:
        write_whole(path, mark + wanted, theirs=True)


def reset_settings(path: Path) -> Path | None:
    """Begin with the defaults again; return where the old file is now, None if there was none.

    Raises:
        OSError: If it cannot be moved, or the new one not written.
    """
    aside = set_aside(path.resolve(), "old") if path.exists() else None
    write_whole(path, template(), theirs=True)
    if aside is not None:
        path.chmod(stat.S_IMODE(aside.stat().st_mode))
    return aside


def read_form(path: Path) -> FormState:
    """Read what the form was left with; as it is built in if that cannot be read."""
    try:
        text = read_file(path, MAX_FILE_BYTES)
        import json

        return form_of(json.loads(text))
    except (OSError, RecursionError, ValueError):
        return FormState()


def write_form(path: Path, form: FormState) -> None:
    """Write what the form was left with; OSError if it cannot be written."""
    import json

    write_whole(path, json.dumps(plain_form(form), ensure_ascii=False) + "\n")
