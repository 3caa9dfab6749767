"""Settings: the player's TOML file, and the small file of what the form was left with.

Reading takes what is sound: a line that is no TOML, or holds a value that does not fit, is named,
and the rest counts. Writing keeps comments, order, line ends, links and rights, and touches nothing
that says it already. Lines that are no TOML become comments, since nothing can be changed in a file
that holds them; values that do not fit are replaced by what counts.

What lives here: the two files. What does not: what a setting means and what fits (``config.py``).
"""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.config import BY_NAME, DEFAULTS, SETTINGS, Config, FormState, form_of, plain_form
from mazegame.store.places import read_file, set_aside, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tomlkit import TOMLDocument

    from mazegame.config import Setting

MAX_FILE_BYTES: Final = 1 << 16
"""The largest file that is read, in bytes."""

MAX_PROBLEMS: Final = 20
"""The most wrong lines of the settings that are named one by one."""

MAX_DEPTH: Final = 4
"""The most parts of a binding's id that is written without quotes."""

_HEAD: Final = """\
# Settings of mazegame. Change them in the game or here: comments and order stay as they are.
# mazegame --reset-settings begins anew and keeps this file beside the new one.
"""

_KEYS_HEAD: Final = """\
# Other keys than the built-in ones, by the names that the Settings screen shows. Several keys stand
# between commas. Default: none.
#   "play.hint" = "i,f1"
"""

_PART: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_NAME: Final = rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*="
_START: Final = rf"\s*\[|{_NAME}"
_BINDING: Final = r"[a-z]+(?:-[a-z]+)*\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"
_KEYS: Final = r"[^\s,]+(?:,[^\s,]+)*"


class UnchangeableError(ValueError):
    """A settings file that cannot be changed in place."""


class _Content:
    """What a settings file says, as far as it is TOML.

    Args:
        text: The text, with everything in comments that is no TOML.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.values: dict[str, Any] = {}
        """What stands outside of tables."""
        self.keys: dict[str, Any] = {}
        """What stands in the table of keys, by whole names."""
        self.problems: list[tuple[int, str]] = []
        """What is wrong, and in which line."""
        self._lines: dict[tuple[str, str], int] = {}

    def line(self, table: str, name: str) -> int:
        """In which line something stands; counted from 1."""
        if not self._lines:
            for number, its_table, its_name in _named_lines(self.text):
                self._lines[its_table, its_name] = number
        return self._lines.get((table, name), 1)


def template(config: Config = DEFAULTS) -> str:
    """The whole settings file for a config, every line explained."""
    blocks = [_block(setting, config) for setting in SETTINGS]
    keys = "".join(f"{_toml(name)} = {_toml(keys)}\n" for name, keys in config.keys.items())
    return f"{_HEAD}\n" + "\n".join(blocks) + f"\n{_KEYS_HEAD}[keys]\n{keys}"


def read_config(settings: Path, form: Path) -> tuple[Config, list[str]]:
    """Read how one plays and how it looks.

    Args:
        settings: The settings, a TOML file.
        form: What the form was left with, a JSON file.

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
        return DEFAULTS, [f"the settings {path} cannot be read: {error.strerror or error}"]
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
    content = _content(text)
    config, misfits, unknown = _fitted(content)
    problems = sorted(content.problems + misfits + unknown, key=lambda problem: problem[0])
    lines = [f"line {number}: {problem}" for number, problem in problems[:MAX_PROBLEMS]]
    if len(problems) > MAX_PROBLEMS:
        number, more = problems[MAX_PROBLEMS][0], len(problems) - MAX_PROBLEMS
        lines.append(f"line {number}: this and {more - 1:,} more are wrong")
    return config, lines


def changed(text: str, config: Config) -> str:
    """Change the text of a settings file so that it says a config.

    Lines that say it already, comments, and whatever else stands there are left alone.

    Raises:
        UnchangeableError: If that cannot be done.
    """
    content = _content(text)
    now, misfits, _ = _fitted(content)
    if replace(now, form=config.form) == config and not (content.problems or misfits):
        return text
    return _rewritten(content, now, config)


def write_settings(path: Path, config: Config) -> None:
    """Write the settings; what people wrote into the file stays.

    Its line ends, its link and its rights stay as well.

    Raises:
        OSError: If they cannot be written.
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
    except UnchangeableError:
        set_aside(path.resolve(), "old")
        wanted = template(config)
    if text.count("\r\n") * 2 > text.count("\n"):
        wanted = wanted.replace("\n", "\r\n")
    if wanted != text:
        write_whole(path, mark + wanted, theirs=True)


def reset_settings(path: Path) -> Path | None:
    """Begin with the defaults again; the old file is set aside.

    Returns:
        Where the old file is now, None if there was none.

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
    except OSError:
        return FormState()
    import json

    try:
        return form_of(json.loads(text))
    except (OSError, RecursionError, ValueError):
        return FormState()


def write_form(path: Path, form: FormState) -> None:
    """Write what the form was left with.

    Raises:
        OSError: If it cannot be written.
    """
    import json

    write_whole(path, json.dumps(plain_form(form), ensure_ascii=False) + "\n")


# Reading


def _content(text: str) -> _Content:
    """What a text says, as far as it is TOML."""
    text = text.replace("\r\n", "\n")
    document, problem = _loads(text)
    if problem:
        return _salvaged(text)
    content = _Content(text)
    _take(content, (), document)
    return content


def _loads(text: str) -> tuple[dict[str, Any], str]:
    """What a text says as TOML, or what is wrong with it."""
    try:
        return tomllib.loads(text), ""
    except (ValueError, RecursionError) as error:  # a number may be too long, a list too deep
        return {}, re.sub(r" \(at .*\)$", "", str(error)) or "it is too deep"


def _take(content: _Content, table: tuple[str, ...], said: Mapping[str, Any]) -> None:
    """Add what a table says to what is known."""
    if not table:
        values = dict(said)
        keys = values.get("keys")
        if isinstance(keys, dict):
            del values["keys"]
            content.keys.update(_flat(keys))
        content.values.update(values)
    elif table[0] == "keys":
        before = "".join(f"{part}." for part in table[1:])
        content.keys.update((f"{before}{name}", value) for name, value in _flat(said))


def _flat(
    said: Mapping[str, Any], before: str = "", depth: int = MAX_DEPTH
) -> Iterator[tuple[str, Any]]:
    """The entries of a table; ``play.hint`` without quotes is a table in a table to TOML."""
    for name, value in said.items():
        if isinstance(value, dict) and depth:
            yield from _flat(value, f"{before}{name}.", depth - 1)
        else:
            yield f"{before}{name}", value


def _named_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """The number, the table and the name of each line that looks like an entry."""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(_NAME, line)
        if match:
            yield number, table, _plain_name(match[1])
        elif line.lstrip().startswith("["):
            table = _plain_name(line.partition("]")[0].strip(" \t["))


def _plain_name(name: str) -> str:
    return ".".join(part.strip("\"'") for part in re.findall(_PART, name))


def _salvaged(text: str) -> _Content:
    """Take a damaged text apart, statement by statement, and keep what is sound of it."""
    lines = text.split("\n")
    content = _Content("")
    table: tuple[str, ...] | None = ()
    ends: dict[tuple[tuple[str, ...], str], tuple[int, int]] = {}
    headers: set[tuple[str, ...]] = set()
    kept = list(lines)

    def drop(first: int, end: int) -> None:
        for index in range(first, end):
            if kept[index].strip() and not kept[index].lstrip().startswith("#"):
                kept[index] = f"# {kept[index]}"

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
                content.problems.append((first + 1, f"[{'.'.join(table)}] stands there already"))
                drop(first, end)
            headers.add(table)
        elif table is None or not said:
            drop(first, end)
        else:
            for path in _paths(said):
                place = (table, path)
                if place in ends:
                    content.problems.append(
                        (
                            first + 1,
                            f"{path} stands in line {ends[place][0] + 1} already: this one counts",
                        )
                    )
                    drop(*ends[place])
                ends[place] = (first, end)
            _take(content, table, said)
    content.text = "\n".join(kept)
    return content


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
            if any(line.strip() for line in lines[first:end]):
                yield first, end, ""
            continue
        _, alone = _loads(lines[first])
        if alone and re.match(_START, lines[first]):  # it may go on over all of them
            yield first, end, f"{_brief(lines[first].strip(), quote=True)} is no TOML: {alone}"
            continue
        for index in range(first, end):
            _, problem = _loads(lines[index])
            if lines[index].strip():
                shown = _brief(lines[index].strip(), quote=True)
                yield index, index + 1, f"{shown} is no TOML: {problem}" if problem else ""


def _path(said: Mapping[str, Any]) -> tuple[str, ...]:
    """The path of the table that a header is for."""
    path = []
    while isinstance(said, dict) and said:
        name, said = next(iter(said.items()))
        path.append(name)
    return tuple(path)


def _paths(said: Mapping[str, Any]) -> list[str]:
    return [name for name, _ in _flat(said)]


# What fits


_Problems = list[tuple[int, str]]
"""Numbers of lines, and what is wrong there."""


def _fitted(content: _Content) -> tuple[Config, _Problems, _Problems]:
    """The config that a file says, what does not fit in it, and the settings that nobody knows."""
    config = DEFAULTS
    problems: _Problems = []
    unknown: _Problems = []
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
            misfit = f"{name} = {_brief(value)} does not fit: {error}"
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
        return f"{_brief(name, quote=True)} names nothing that has keys, as play.hint does"
    if not (isinstance(value, str) and value.isprintable() and re.fullmatch(_KEYS, value)):
        return f'{name} = {_brief(value)} does not fit: keys between commas fit, for example "i,f1"'
    return ""


def _unknown(name: str, *, hint: bool) -> str:
    import difflib

    near = difflib.get_close_matches(name[:50], BY_NAME, n=1) if hint else []
    known = f"did you mean {near[0]}?" if near else f"there are {', '.join(BY_NAME)}"
    return f"there is no setting {_brief(name, quote=True)}: {known}"


def _brief(value: Any, *, quote: bool = False) -> str:
    """A value of a file as a person can read it in one line, at most some 60 characters of it."""
    try:
        text = str(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        text = "a number of thousands of digits"
    except RecursionError:
        text = "something very deep"
    if len(text) > 60:
        text = f"{text[:57]}..."
    return repr(text) if quote or not text.isprintable() else text


# Writing


def _rewritten(content: _Content, now: Config, config: Config) -> str:
    """The text of a settings file, changed so that it says a config.

    Raises:
        UnchangeableError: If that cannot be done.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        keys_change = config.keys != content.keys
        document = tomlkit.parse(_with_quoted_keys(content.text) if keys_change else content.text)
        above = _change_values(document, content, now, config)
        if keys_change:
            _change_keys(document, config)
        text = above + tomlkit.dumps(document)
    except (TOMLKitError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise UnchangeableError from error
    written = _content(text)
    read, misfits, _ = _fitted(written)
    if written.problems or misfits or replace(read, form=config.form) != config:
        raise UnchangeableError
    return text


def _with_quoted_keys(text: str) -> str:
    """A text with ``"play.hint" = ...`` for ``play.hint = ...`` in the table of keys.

    To TOML the second is a table ``play``, and tomlkit fails to change tables that come in pieces.
    """
    lines = text.split("\n")
    for number, table, name in _named_lines(text):
        if table == "keys" and "." in name:
            lines[number - 1] = re.sub(_NAME, f"{_toml(name)} =", lines[number - 1], count=1)
    return "\n".join(lines)


def _change_values(document: TOMLDocument, content: _Content, now: Config, config: Config) -> str:
    """Make a document say the settings of a config; return what has to stand above all of it."""
    from tomlkit.items import AoT, Table

    missing = []
    for setting in SETTINGS:
        if setting.name in document:
            fits = _fits(setting, content.values[setting.name])
            if not fits or setting.value(now) != setting.value(config):
                document[setting.name] = setting.plain(config)
        elif setting.value(config) != setting.value(DEFAULTS):
            missing.append(_block(setting, config))
    if not missing:
        return ""
    last = None
    for key, item in document.body:
        if isinstance(item, Table | AoT):
            break
        if key is not None:
            last = item
    if last is None:
        return "\n".join(missing) + "\n"
    # As a part of the end of the last value's line, so that comments above a table stay there.
    last.trivia.trail = "\n" + "".join(f"\n{block}" for block in missing)
    return ""


def _fits(setting: Setting, value: Any) -> bool:
    try:
        setting.decode(value)
    except ValueError:
        return False
    return True


def _change_keys(document: TOMLDocument, config: Config) -> None:
    """Make a document say the keys of a config."""
    import tomlkit
    from tomlkit.items import SingleKey

    if "keys" in document and not isinstance(document["keys"], dict):
        del document["keys"]
    missing = dict(config.keys)
    for table, part, name in list(_places_of_keys(document.get("keys", {}))):
        keys = missing.pop(name, None)
        if keys is None:
            del table[part]
        elif table[part] != keys:
            table[part] = keys
    if not missing:
        return
    if "keys" not in document:
        new = tomlkit.table()
        new.trivia.indent = f"\n{_KEYS_HEAD}"
        document.add("keys", new)
    for name, keys in missing.items():
        item = tomlkit.item(keys)
        document["keys"].add(SingleKey(name), item)
        item.trivia.indent = ""  # else it is the table's


def _places_of_keys(
    table: Any, before: str = "", depth: int = MAX_DEPTH
) -> Iterator[tuple[Any, str, str]]:
    """The entries of the table of keys: in which table, under which part, and the whole name."""
    for part, value in table.items():
        if isinstance(value, dict) and depth:
            yield from _places_of_keys(value, f"{before}{part}.", depth - 1)
        else:
            yield table, part, f"{before}{part}"


def _block(setting: Setting, config: Config) -> str:
    default, value = _toml(setting.plain(DEFAULTS)), _toml(setting.plain(config))
    return f"# {setting.about}. Default: {default}\n{setting.name} = {value}\n"


def _toml(value: str | float | bool) -> str:
    """Write a value as TOML, whose texts and numbers are JSON's as far as ours go."""
    import json

    return json.dumps(value, ensure_ascii=False)
