"""Settings values: the config that plain values say, and the text that says a config."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.config import BY_NAME, DEFAULTS, SETTINGS, Config
from mazegame.store.settings_text import brief

if TYPE_CHECKING:
    from mazegame.config import Setting
    from mazegame.store.settings_text import Content

MAX_PROBLEMS: Final = 20
"""Most errors in the settings that are listed one by one."""

_HEAD: Final = """\
# Settings of mazegame. Change them in the game or here: comments and order stay as they are.
# mazegame --reset-settings begins anew and keeps this file beside the new one.
"""

KEYS_HEAD: Final = """\
# Other keys than the built-in ones, by the names that the Settings screen shows. Several keys stand
# between commas. Default: none.
#   "play.hint" = "i,f1"
"""

_BINDING: Final = r"[a-z]+(?:-[a-z]+)*\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"
_KEYS: Final = r"[^\s,]+(?:,[^\s,]+)*"


class SettingsError(ValueError):
    """A settings file that cannot be changed in place."""


def template(config: Config = DEFAULTS) -> str:
    """Return the whole settings file for a config, every line explained."""
    blocks = [block(setting, config) for setting in SETTINGS]
    keys = "".join(f"{as_toml(name)} = {as_toml(keys)}\n" for name, keys in config.keys.items())
    return f"{_HEAD}\n" + "\n".join(blocks) + f"\n{KEYS_HEAD}[keys]\n{keys}"


Problems = list[tuple[int, str]]
"""Numbers of lines, and what is wrong there."""


def fitted(content: Content) -> tuple[Config, Problems, Problems]:
    """Return the config of a file, its errors, and its unknown settings."""
    config = DEFAULTS
    problems: Problems = []
    unknown: Problems = []
    for name, value in content.values.items():
        setting = BY_NAME.get(name)
        if setting is None:
            if name == "keys":
                problems.append(
                    (
                        content.line("", name),
                        "keys is a table: [keys], then a line for each binding",
                    )
                )
            elif not isinstance(value, dict | list):
                line = content.line("", name)
                unknown.append((line, _unknown(name, hint=len(unknown) < MAX_PROBLEMS)))
            continue
        try:
            config = setting.put(config, setting.decode(value))
        except ValueError as error:
            misfit = f"{name} = {brief(value)} does not fit: {error}"
            problems.append((content.line("", name), misfit))
    keys = {}
    for name, value in content.keys.items():
        problem = _key_problem(name, value)
        if problem:
            problems.append((content.line("keys", name), problem))
        else:
            keys[name] = value
    return replace(config, keys=keys), problems, unknown


def _key_problem(name: str, value: Any) -> str:
    if not re.fullmatch(_BINDING, name):
        return f"unknown action {brief(name, quote=True)}: they are called like play.hint"
    if not (isinstance(value, str) and value.isprintable() and re.fullmatch(_KEYS, value)):
        return f'{name} = {brief(value)} does not fit: keys between commas fit, for example "i,f1"'
    return ""


def _unknown(name: str, *, hint: bool) -> str:
    import difflib

    near = difflib.get_close_matches(name[:50], BY_NAME, n=1) if hint else []
    known = f"did you mean {near[0]}?" if near else f"there are {', '.join(BY_NAME)}"
    return f"there is no setting {brief(name, quote=True)}: {known}"


def block(setting: Setting, config: Config) -> str:
    """Return the lines for a setting: what it does, its default, and its value in a config."""
    default, value = as_toml(setting.plain(DEFAULTS)), as_toml(setting.plain(config))
    about = f"{setting.about}: {setting.fits}" if setting.fits else setting.about
    return f"# {about}. Default: {default}\n{setting.name} = {value}\n"


def as_toml(value: str | float | bool) -> str:
    """Write a value as TOML, whose texts and numbers are JSON's as far as ours go."""
    import json

    return json.dumps(value, ensure_ascii=False)
