"""Settings text: the config that the text of a settings file says, and the text that says a config.

A text that is TOML is read whole. Of a damaged one, each statement is read on its own, and what is
wrong is named by its line. What does not live here: changing a text (``settings.py``), and what a
setting means (``config.py``).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from mazegame.config import BY_NAME, DEFAULTS, SETTINGS, Config, Setting

_PART: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
NAME: Final = rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*="
"""A regular expression: what an entry begins with, up to its equals sign."""

_BLANKS: Final = " \t"
"""The blanks of TOML; Python's ``str.strip`` removes more."""

_START: Final = rf"\s*\[|{NAME}"

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


Problems = list[tuple[int, str]]
"""Numbers of lines, and what is wrong there."""


class SettingsError(ValueError):
    """A settings file that cannot be changed in place."""


class Content:
    """What a settings file says, as far as it is TOML and fits; other lines become comments."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.values: dict[str, Any] = {}
        """The entries outside of tables."""
        self.keys: dict[str, Any] = {}
        """The entries of the table of keys, by full name."""
        self.config = DEFAULTS
        """What counts of it."""
        self.problems: Problems = []
        """What is no TOML or does not fit."""
        self.misfits: set[str] = set()
        """The names of the settings whose values do not fit."""
        self.unknown: Problems = []
        """What sets nothing."""

    def line(self, table: str, name: str) -> int:
        """Return the line of an entry, the last one of its name, counted from 1."""
        return self._lines.get((table, name), 1)

    @functools.cached_property
    def _lines(self) -> dict[tuple[str, str | None], int]:
        return {(table, name): number for number, table, name in named_lines(self.text)}


def content_of(text: str) -> Content:
    """Return what a text says."""
    text = text.replace("\r\n", "\n")
    document, problem = _loads(text)
    if problem:
        content = _salvaged(text)
    else:
        content = Content(text)
        _take(content, document)
    _fit(content)
    return content


def _loads(text: str) -> tuple[dict[str, Any], str]:
    """Return what a text says as TOML, or what is wrong with it."""
    if not text:
        return {}, ""
    import tomllib  # the first frame waits for this module, and mostly there are no settings

    try:
        return tomllib.loads(text), ""
    except (ValueError, RecursionError) as error:  # a number may be too long, a list too deep
        return {}, str(error).rpartition(" (at ")[0] or str(error) or "it is too deep"


def _take(content: Content, said: Mapping[str, Any]) -> None:
    for name, value in said.items():
        if name == "keys" and isinstance(value, dict):
            content.keys.update((full, at[part]) for at, part, full in entries(value))
        else:
            content.values[name] = value


def entries(table: Any, before: str = "", depth: int = 4) -> Iterator[tuple[Any, str, str]]:
    """Yield the entries of a table, each as the table it stands in, its name there, its full name.

    To TOML ``play.hint`` without quotes is a table in a table.
    """
    for part, value in table.items():
        if isinstance(value, dict) and depth:
            yield from entries(value, f"{before}{part}.", depth - 1)
        else:
            yield table, part, f"{before}{part}"


def named_lines(text: str) -> Iterator[tuple[int, str, str | None]]:
    """Yield the number of each line, its table, and its name if it looks like an entry."""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(NAME, line)
        if line.lstrip().startswith("["):
            table = plain_name(line.partition("]")[0].strip(" \t["))
        yield number, table, plain_name(match[1]) if match else None


def plain_name(name: str) -> str:
    """Return a name of TOML without its quotes."""
    return ".".join(part.strip("\"'") for part in re.findall(_PART, name))


def _salvaged(text: str) -> Content:
    """Take a damaged text apart, statement by statement, and keep what is sound of it."""
    lines = text.split("\n")
    content = Content("")
    table: tuple[str, ...] | None = ()
    ends: dict[tuple[tuple[str, ...], str], tuple[int, int]] = {}
    headers: set[tuple[str, ...]] = set()
    kept = list(lines)

    def drop(first: int, end: int) -> None:
        for index in range(first, end):
            line = kept[index]
            if not _is_blank(line):
                comment = line if line.lstrip(_BLANKS).startswith("#") else f"# {line}"
                # TOML allows no control characters in comments either.
                kept[index] = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "?", comment)

    for first, end, wrong in _statements(lines):
        if wrong:
            content.problems.append((first + 1, wrong))
            drop(first, end)
            if lines[first].lstrip().startswith("["):
                table = None
            continue
        said, _ = _loads("\n".join(lines[first:end]))
        if lines[first].lstrip().startswith("["):
            table = _path(said)
            if table in headers:
                content.problems.append(
                    (first + 1, f"[{brief('.'.join(table))}] stands there already")
                )
                drop(first, end)
            headers.add(table)
        elif table is None or not said:
            drop(first, end)
        else:
            for _, _, path in entries(said):
                place = (table, path)
                if place in ends:
                    before = f"{brief(path)} stands in line {ends[place][0] + 1} already"
                    content.problems.append((first + 1, f"{before}: this one counts"))
                    drop(*ends[place])
                ends[place] = (first, end)
            for part in reversed(table):
                said = {part: said}
            if not table or table[0] == "keys":
                _take(content, said)
    content.text = "\n".join(kept)
    return content


def _is_blank(line: str) -> bool:
    return not line.strip(_BLANKS)


def _statements(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Each stretch of lines that says one thing: its first index, the one after it, what is wrong.

    A statement ends where the next one begins. Lines that belong to none are wrong on their own.
    """
    starts = [index for index, line in enumerate(lines) if re.match(_START, line)]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    for first, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        _, problem = _loads("\n".join(lines[first:end]))
        if not problem:
            if not all(map(_is_blank, lines[first:end])):
                yield first, end, ""
            continue
        _, alone = _loads(lines[first])
        if alone and re.match(_START, lines[first]):  # it may go on over all of them
            yield first, end, f"{brief(lines[first].strip(), quote=True)} is no TOML: {alone}"
            continue
        for index in range(first, end):
            _, problem = _loads(lines[index])
            if not _is_blank(lines[index]):
                shown = brief(lines[index].strip(), quote=True)
                yield index, index + 1, f"{shown} is no TOML: {problem}" if problem else ""


def _path(said: Mapping[str, Any]) -> tuple[str, ...]:
    path = []
    while isinstance(said, dict) and said:
        name, said = next(iter(said.items()))
        path.append(name)
    return tuple(path)


def brief(value: Any, *, quote: bool = False) -> str:
    """Return a value as one readable line of at most about 60 characters."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        text = "a number of thousands of digits"
    except RecursionError:
        text = "something very deep"
    if len(text) > 60:
        text = f"{text[:57]}..."
    return repr(text) if quote or not text.isprintable() else text


def template(config: Config = DEFAULTS) -> str:
    """Return the whole settings file for a config, every line explained."""
    blocks = [block(setting, config) for setting in SETTINGS]
    keys = "".join(f"{as_toml(name)} = {as_toml(keys)}\n" for name, keys in config.keys.items())
    return f"{_HEAD}\n" + "\n".join(blocks) + f"\n{KEYS_HEAD}[keys]\n{keys}"


def _fit(content: Content) -> None:
    """Find out what counts of a file, its errors, and its unknown settings."""
    for name, value in content.values.items():
        if setting := BY_NAME.get(name):
            try:
                content.config = setting.put(content.config, setting.decode(value))
            except ValueError as error:
                misfit = f"{name} = {brief(value)} does not fit: {error}"
                content.problems.append((content.line("", name), misfit))
                content.misfits.add(name)
        elif name == "keys":
            wrong = "keys is a table: [keys], then a line for each binding"
            content.problems.append((content.line("", name), wrong))
        elif not isinstance(value, dict | list):
            hint = _unknown(name, hint=len(content.unknown) < MAX_PROBLEMS)
            content.unknown.append((content.line("", name), hint))
    keys = dict(content.keys)
    for name, value in content.keys.items():
        if problem := _key_problem(name, value):
            content.problems.append((content.line("keys", name), problem))
            del keys[name]
    content.config = replace(content.config, keys=keys)


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
