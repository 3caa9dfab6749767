"""The settings file: TOML that the player may edit, read with tomllib and changed with tomlkit.

A value that does not fit is reported, and its default applies. A file that is not TOML sets
nothing; the next change moves it aside and writes a new one. A change keeps comments, order, line
ends, links and rights. What the settings mean is in ``config.py``.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.config import BY_NAME, DEFAULTS, SETTINGS, Config, Setting
from mazegame.formats.errors import reason_of
from mazegame.store.places import read_file, replace_aside, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tomlkit import TOMLDocument

MAX_FILE_BYTES: Final = 1 << 16
"""Largest file, in bytes."""

MAX_PROBLEMS: Final = 20
"""Most problems that are reported one by one."""

MAX_VALUE_CHARACTERS: Final = 60
"""Most characters of a wrong value in a message."""

MAX_KEY_PARTS: Final = 5
"""Most parts, separated by dots, of the name of a binding; ``play.hint`` has two."""

HEAD: Final = """\
# Settings of mazegame. Change them in the game or here: comments and order stay as they are.
# mazegame --reset-settings begins anew and keeps this file beside the new one.
"""

KEYS_HEAD: Final = """\
# Other keys than the built-in ones, by the names that the Settings screen shows. Several keys stand
# between commas. Default: none.
#   "play.hint" = "i,f1"
"""

Problems = list[tuple[int, str]]
"""(line number, message) for each problem."""

ENTRY: Final = re.compile(r"""\s*((?:[\w.-]|"[^"]*"|'[^']*')+)\s*=""")
"""Matches the key of an entry, up to its equals sign."""

BINDING: Final = re.compile(r"[a-z]+(?:-[a-z]+)*\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
"""Matches the id of a key binding."""

KEYS: Final = re.compile(r"[^\s,]+(?:,[^\s,]+)*")
"""Matches keys separated by commas."""


def read_settings(path: Path) -> tuple[Config, list[str]]:
    """Read the settings file.

    Returns:
        The config, with defaults for all that the file does not set or that does not fit, and a
        line for the player on each problem.
    """
    try:
        data = read_file(path, MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return DEFAULTS, []
    except OSError as error:
        return DEFAULTS, [f"the settings {path} cannot be read: {reason_of(error)}"]
    if len(data) > MAX_FILE_BYTES:
        return DEFAULTS, [f"the settings {path} are larger than 64 KiB: they are not read"]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return DEFAULTS, [f"{path.name}, line {line}: it is not UTF-8, so no line of it applies"]
    config, problems = parse(text)
    return config, [f"{path.name}, {problem}" for problem in problems]


def parse(text: str) -> tuple[Config, list[str]]:
    """Parse the text of a settings file; return the config, and problems that begin ``line N:``."""
    try:
        config, misfits, unknown = _read(text)
    except (ValueError, RecursionError) as error:
        reason, _, place = (str(error) or "it is too deep").partition(" (at line ")
        number = place.partition(",")[0] or "1"
        return DEFAULTS, [f"line {number}: it is not TOML, so no line of it applies: {reason}"]
    problems = sorted(misfits + unknown)
    shown = [f"line {line}: {problem}" for line, problem in problems[:MAX_PROBLEMS]]
    if len(problems) > MAX_PROBLEMS:
        line, more = problems[MAX_PROBLEMS][0], len(problems) - MAX_PROBLEMS
        shown.append(f"line {line}: this and {more - 1:,} more are wrong")
    return config, shown


def _read(text: str) -> tuple[Config, Problems, Problems]:
    """Parse the text of a settings file; return the config, invalid values, and unknown names.

    Raises:
        ValueError: The text is not TOML.
        RecursionError: It is nested too deep.
    """
    if not text:
        return DEFAULTS, [], []
    import tomllib  # not needed for the first frame of a game without settings

    text = text.replace("\r\n", "\n")
    said = tomllib.loads(text)
    lines = _lines_of(text)
    config = DEFAULTS
    misfits: Problems = []
    unknown: Problems = []
    for name, value in said.items():
        line = lines.get(name, 1)
        if setting := BY_NAME.get(name):
            try:
                config = setting.put(config, setting.decode(value))
            except ValueError as error:
                misfits.append((line, f"{name} = {_brief(value)} does not fit: {error}"))
        elif name != "keys" and not isinstance(value, dict | list):
            hint = _similar_to(name) if len(unknown) < MAX_PROBLEMS else ""
            unknown.append((line, f"there is no setting {_brief(name)!r}{hint}"))
    keys, wrong_keys = _keys_in(said.get("keys", {}), lines)
    return replace(config, keys=keys), misfits + wrong_keys, unknown


def _lines_of(text: str) -> dict[str, int]:
    """Return the line of each entry by its name without quotes, counted from 1."""
    lines = {}
    for number, line in enumerate(text.split("\n"), 1):
        if found := ENTRY.match(line):
            lines[re.sub("[\"']", "", found[1])] = number
    return lines


def _similar_to(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name[:50], BY_NAME, n=1)
    return f": did you mean {near[0]}?" if near else f": there are {', '.join(BY_NAME)}"


def _keys_in(table: Any, lines: Mapping[str, int]) -> tuple[dict[str, str], Problems]:
    """Return the keys by binding from the table ``[keys]``, and its problems."""
    if not isinstance(table, dict):
        wrong = "keys is a table: [keys], then a line for each binding"
        return {}, [(lines.get("keys", 1), wrong)]
    keys, problems = {}, []
    for holder, part, name in entries(table):
        value = holder[part]
        line = lines.get(name) or lines.get(name.rpartition(".")[2], 1)
        if not BINDING.fullmatch(name):
            wrong = f"unknown action {_brief(name)!r}: they are called like play.hint"
            problems.append((line, wrong))
        elif not (isinstance(value, str) and value.isprintable() and KEYS.fullmatch(value)):
            fits = 'keys between commas fit, for example "i,f1"'
            problems.append((line, f"{name} = {_brief(value)} does not fit: {fits}"))
        else:
            keys[name] = value
    return keys, problems


def entries(table: Any, before: str = "") -> Iterator[tuple[Any, str, str]]:
    """Yield (table, name within it, full name) for each entry of a table and its subtables.

    ``before`` is the prefix of full names. In TOML ``play.hint`` without quotes is a table within a
    table.
    """
    for part, value in table.items():
        name = before + part
        if isinstance(value, dict) and name.count(".") < MAX_KEY_PARTS - 1:
            yield from entries(value, f"{name}.")
        else:
            yield table, part, name


def _brief(value: Any) -> str:
    """Return a value as one short printable line."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"
    except RecursionError:
        return "something very deep"
    if len(text) > MAX_VALUE_CHARACTERS:
        text = f"{text[: MAX_VALUE_CHARACTERS - 3]}..."
    return text if text.isprintable() else repr(text)


# Writing


def write_settings(path: Path, config: Config) -> Path | None:
    """Change the settings file so that it sets ``config``.

    Returns:
        The new path of the old file, if it was no TOML and a new one was written; else None.

    Raises:
        OSError: The file cannot be written; it is unchanged.
    """
    try:
        data = read_file(path)
    except FileNotFoundError:
        data = b""
    try:
        text = data.decode("utf-8")
        mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
        plain = text.replace("\r\n", "\n")
        wanted = changed(plain, config) if plain.strip() else template(config)
    except ValueError:
        return replace_aside(path.resolve(), template(config))
    if text.count("\r\n") * 2 > text.count("\n"):
        wanted = wanted.replace("\n", "\r\n")
    if wanted != text:
        write_whole(path, mark + wanted, keep_mode=True)
    return None


def reset_settings(path: Path) -> Path | None:
    """Write the defaults; return the new path of the old file, or None if there was none."""
    return replace_aside(path.resolve(), template(), "old")


def changed(text: str, config: Config) -> str:
    """Return the text of a settings file, changed so that it sets ``config``.

    Raises:
        ValueError: The text is not TOML, or tomlkit cannot change it.
    """
    import tomlkit

    try:
        if _sets(text, config):
            return text
        document = tomlkit.parse(text)
        _change_values(document, config)
        _change_keys(document, config.keys)
        text = tomlkit.dumps(document)
    # tomlkit does not document which errors a change of a document may raise.
    except (AttributeError, LookupError, RecursionError, TypeError) as error:
        raise ValueError(str(error)) from error
    if not _sets(text, config):
        raise ValueError("tomlkit cannot change it")
    return text


def _sets(text: str, config: Config) -> bool:
    there, misfits, _ = _read(text)
    return not misfits and replace(there, form=config.form) == config


def _change_values(document: TOMLDocument, config: Config) -> None:
    import tomlkit

    for setting in SETTINGS:
        value = setting.plain(config)
        if setting.name in document:
            if document[setting.name] != value:
                document[setting.name] = value
        elif value != setting.plain(DEFAULTS):
            item = tomlkit.item(value)
            document.append(setting.name, item)
            item.trivia.indent = f"\n# {_about(setting)}\n"


def _change_keys(document: TOMLDocument, keys: Mapping[str, str]) -> None:
    import tomlkit
    from tomlkit.items import SingleKey

    if not isinstance(document.get("keys", {}), dict):
        del document["keys"]
    missing = dict(keys)
    for table, part, name in list(entries(document.get("keys", {}))):
        if name not in keys:
            del table[part]
        elif table[part] != missing.pop(name):
            table[part] = keys[name]
    if missing and "keys" not in document:
        new = tomlkit.table()
        new.trivia.indent = f"\n{KEYS_HEAD}"
        document.add("keys", new)
    for name, value in missing.items():
        item = tomlkit.item(value)
        document["keys"].add(SingleKey(name), item)
        item.trivia.indent = ""  # tomlkit gives it that of the table


def template(config: Config = DEFAULTS) -> str:
    """Return a whole settings file for a config, with a comment on every line."""
    values = "\n".join(
        f"# {_about(setting)}\n{setting.name} = {_toml(setting.plain(config))}\n"
        for setting in SETTINGS
    )
    keys = "".join(f"{_toml(name)} = {_toml(value)}\n" for name, value in config.keys.items())
    return f"{HEAD}\n{values}\n{KEYS_HEAD}[keys]\n{keys}"


def _about(setting: Setting) -> str:
    about = f"{setting.about}: {setting.fits}" if setting.fits else setting.about
    return f"{about}. Default: {_toml(setting.plain(DEFAULTS))}"


def _toml(value: str | float | bool) -> str:
    return json.dumps(value, ensure_ascii=False)  # TOML writes these values as JSON does
