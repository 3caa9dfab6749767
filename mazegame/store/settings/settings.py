"""Settings: the player's TOML file, and the small file of what the form was left with.

What lives here: the two files. What does not: what a setting means and what fits (``config.py``).

Reading takes what is sound: a line that is no TOML, or holds a value that does not fit, is named,
and the rest counts. Writing keeps comments, order, line ends, links and rights, and touches nothing
that says it already. Lines that are no TOML become comments, since nothing can be changed in a file
that holds them; values that do not fit are replaced by what counts.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import astuple, replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.config import DEFAULTS, MAX_DESIGNS, SETTINGS, Config, FormState
from mazegame.formats.errors import reason_of
from mazegame.game.setup.own_design import OwnDesign
from mazegame.store import checked
from mazegame.store.places import read_file, replace_aside, write_whole
from mazegame.store.settings import settings_text as texts
from mazegame.store.settings.settings_text import SettingsError, content_of, template

if TYPE_CHECKING:
    from pathlib import Path

    from tomlkit import TOMLDocument

    from mazegame.game.setup.own_design import Options
    from mazegame.store.settings.settings_text import Content

MAX_FILE_BYTES: Final = 1 << 16
"""Largest file, in bytes."""

_FAILURES: Final = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""tomlkit documents no errors of changing a document that it has read."""


def read_config(settings: Path, form: Path) -> tuple[Config, list[str]]:
    """Read the config from the settings, a TOML file, and the state of the form, a JSON file.

    What is missing or wrong has its default; there is a line for people on all that is wrong in the
    settings.
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
    problems = sorted(content.problems + content.unknown, key=lambda problem: problem[0])
    lines = [f"line {number}: {problem}" for number, problem in problems[: texts.MAX_PROBLEMS]]
    if len(problems) > texts.MAX_PROBLEMS:
        number, more = problems[texts.MAX_PROBLEMS][0], len(problems) - texts.MAX_PROBLEMS
        lines.append(f"line {number}: this and {more - 1:,} more are wrong")
    return content.config, lines


def changed(text: str, config: Config) -> str:
    """Change the text of a settings file so that it says a config; SettingsError if it cannot."""
    content = content_of(text)
    if _says(content, config):
        return text
    candidates = [content.text]
    if config.keys != content.keys:
        # tomlkit cannot change a table that comes in pieces: then write the keys again.
        candidates = [_with_quoted_keys(content.text), _without_keys(content.text)]
    for sound in candidates:
        with contextlib.suppress(SettingsError):
            return _rewritten(sound, content, config)
    raise SettingsError


def write_settings(path: Path, config: Config) -> None:
    """Write the settings; OSError if they cannot be written.

    What people wrote into the file stays, and its line ends, its link and its rights.
    """
    try:
        text = read_file(path).decode("utf-8")
    except FileNotFoundError:
        text = ""
    except UnicodeDecodeError:
        replace_aside(path.resolve(), template(config))
        return
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    plain = text.replace("\r\n", "\n")
    try:
        wanted = changed(plain, config) if plain.strip() else template(config)
    except SettingsError:
        replace_aside(path.resolve(), template(config), "old")
        return
    if text.count("\r\n") * 2 > text.count("\n"):
        wanted = wanted.replace("\n", "\r\n")
    if wanted != text:
        write_whole(path, mark + wanted, theirs=True)


def reset_settings(path: Path) -> Path | None:
    """Begin with the defaults again; return where the old file is now, None if there was none."""
    return replace_aside(path.resolve(), template(), "old")


def read_form(path: Path) -> FormState:
    """Read what the form was left with; as it is built in if that cannot be read."""
    try:
        text = read_file(path, MAX_FILE_BYTES)
        import json

        return _form_of(json.loads(text))
    except (OSError, RecursionError, ValueError):
        return FormState()


def write_form(path: Path, form: FormState) -> None:
    """Write what the form was left with; OSError if it cannot be written."""
    import json

    plain = {**vars(form), "designs": [astuple(one) for one in form.designs]}
    text = json.dumps(plain, ensure_ascii=False) + "\n"
    try:
        _form_of(json.loads(read_file(path, MAX_FILE_BYTES)))
    except FileNotFoundError:
        write_whole(path, text)
    except (RecursionError, ValueError):  # there may be designs in it that somebody can read
        replace_aside(path.resolve(), text)
    else:
        write_whole(path, text)


def _form_of(content: Any) -> FormState:
    """Return a form's state from its plain values; ValueError if one does not fit."""
    if not isinstance(content, dict):
        raise ValueError("no object")  # noqa: TRY004  the value of a file
    size = content.get("size")
    designs = checked.items(content.get("designs", []), MAX_DESIGNS)
    return FormState(
        _word(content.get("algorithm")),
        _options_of(content.get("options")),
        None if size is None else _size_of(size),
        tuple(
            OwnDesign(_word(name), _word(algorithm), _options_of(options))
            for name, algorithm, options in (checked.items(one, 3) for one in designs)
        ),
    )


def _size_of(content: Any) -> tuple[int, int]:
    cols, rows = (checked.integer(side, 1, 1 << 24) for side in checked.items(content, 2))
    return cols, rows


def _options_of(content: Any) -> Options:
    pairs = (checked.items(one, 2) for one in checked.items(content, 100))
    return tuple((_word(name), _word(value)) for name, value in pairs)


def _word(value: Any) -> str:
    if not value:
        raise ValueError("no word")
    return checked.text(value, 1000)


# Changing a text with tomlkit, so that comments, order and unknown entries stay


def _rewritten(text: str, content: Content, config: Config) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        above = _change_values(document, content, config)
        if config.keys != content.keys:
            _change_keys(document, config)
        text = above + tomlkit.dumps(document)
    except (TOMLKitError, *_FAILURES) as error:
        raise SettingsError from error
    if not _says(content_of(text), config):
        raise SettingsError
    return text


def _says(content: Content, config: Config) -> bool:
    return not content.problems and replace(content.config, form=config.form) == config


def _without_keys(text: str) -> str:
    """Return a text with every line of the tables of keys in a comment."""
    lines = text.split("\n")
    for number, table, _ in texts.named_lines(text):
        word = lines[number - 1].strip()
        in_keys = table.partition(".")[0] == "keys" or re.match(r"keys\s*[.=]", word)
        if in_keys and word and not word.startswith("#"):
            lines[number - 1] = f"# {lines[number - 1]}"
    return "\n".join(lines)


def _with_quoted_keys(text: str) -> str:
    """Return a text with ``"play.hint" = ...`` for ``play.hint = ...`` in the table of keys.

    To TOML the second is a table ``play``, and tomlkit fails to change tables that come in pieces.
    """
    lines = text.split("\n")
    for number, table, name in texts.named_lines(text):
        if table == "keys" and name and "." in name:
            quoted = f"{texts.as_toml(name)} ="
            lines[number - 1] = re.sub(rf"\A{texts.NAME}", quoted, lines[number - 1])
    return "\n".join(lines)


def _change_values(document: TOMLDocument, content: Content, config: Config) -> str:
    """Make a document say the settings of a config; return what has to stand above all of it."""
    from tomlkit.items import AoT, Table

    missing = []
    for setting in SETTINGS:
        if setting.name in document:
            same = setting.value(content.config) == setting.value(config)
            if not same or setting.name in content.misfits:
                document[setting.name] = setting.plain(config)
        elif setting.value(config) != setting.value(DEFAULTS):
            missing.append(texts.block(setting, config))
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


def _change_keys(document: TOMLDocument, config: Config) -> None:
    import tomlkit
    from tomlkit.items import SingleKey

    if "keys" in document and not isinstance(document["keys"], dict):
        del document["keys"]
    missing = dict(config.keys)
    for table, part, name in list(texts.entries(document.get("keys", {}))):
        keys = missing.pop(name, None)
        if keys is None:
            del table[part]
        elif table[part] != keys:
            table[part] = keys
    if not missing:
        return
    if "keys" not in document:
        new = tomlkit.table()
        new.trivia.indent = f"\n{texts.KEYS_HEAD}"
        document.add("keys", new)
    for name, keys in missing.items():
        item = tomlkit.item(keys)
        document["keys"].add(SingleKey(name), item)
        item.trivia.indent = ""  # else it is the table's
