"""Settings changes: changing the text of a settings file with tomlkit, so that the rest stays.

Comments, order and unknown entries stay unchanged. A changed text is read again before it is
handed back: it says the wanted config, or it is refused.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.config import DEFAULTS, SETTINGS
from mazegame.store.settings.settings_text import (
    KEYS_HEAD,
    NAME,
    SettingsError,
    as_toml,
    block,
    content_of,
    entries,
    fitted,
    named_lines,
    plain_name,
)

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from mazegame.config import Config, Setting
    from mazegame.store.settings.settings_text import Content


_FAILURES: Final = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""tomlkit documents no errors of changing a document that it has read."""


def rewritten(content: Content, now: Config, config: Config) -> str:
    """Return the text of a settings file, changed so that it says a config.

    Raises:
        SettingsError: If that cannot be done.
    """
    texts = [content.text]
    if config.keys != content.keys:
        # tomlkit cannot change a table that comes in pieces: then write the keys again.
        texts = [_with_quoted_keys(content.text), _without_keys(content.text)]
    for text in texts:
        with contextlib.suppress(SettingsError):
            return _changed(text, content, now, config)
    raise SettingsError


def _changed(text: str, content: Content, now: Config, config: Config) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        above = _change_values(document, content, now, config)
        if config.keys != content.keys:
            _change_keys(document, config)
        text = above + tomlkit.dumps(document)
    except (TOMLKitError, *_FAILURES) as error:
        raise SettingsError from error
    written = content_of(text)
    read, misfits, _ = fitted(written)
    if written.problems or misfits or replace(read, form=config.form) != config:
        raise SettingsError
    return text


def _without_keys(text: str) -> str:
    """Return a text with every line of the tables of keys in a comment."""
    lines = text.split("\n")
    in_keys = False
    for index, line in enumerate(lines):
        word = line.strip()
        if word.startswith("["):
            in_keys = plain_name(word.strip("[] \t").partition("]")[0]).split(".")[0] == "keys"
        if word and not word.startswith("#") and (in_keys or re.match(r"keys\s*[.=]", word)):
            lines[index] = f"# {line}"
    return "\n".join(lines)


def _with_quoted_keys(text: str) -> str:
    """Return a text with ``"play.hint" = ...`` for ``play.hint = ...`` in the table of keys.

    To TOML the second is a table ``play``, and tomlkit fails to change tables that come in pieces.
    """
    lines = text.split("\n")
    for number, table, name in named_lines(text):
        if table == "keys" and "." in name:
            lines[number - 1] = re.sub(rf"\A{NAME}", f"{as_toml(name)} =", lines[number - 1])
    return "\n".join(lines)


def _change_values(document: TOMLDocument, content: Content, now: Config, config: Config) -> str:
    """Make a document say the settings of a config; return what has to stand above all of it."""
    from tomlkit.items import AoT, Table

    missing = []
    for setting in SETTINGS:
        if setting.name in document:
            fits = _fits(setting, content.values[setting.name])
            if not fits or setting.value(now) != setting.value(config):
                document[setting.name] = setting.plain(config)
        elif setting.value(config) != setting.value(DEFAULTS):
            missing.append(block(setting, config))
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
    for table, part, name in list(entries(document.get("keys", {}))):
        keys = missing.pop(name, None)
        if keys is None:
            del table[part]
        elif table[part] != keys:
            table[part] = keys
    if not missing:
        return
    if "keys" not in document:
        new = tomlkit.table()
        new.trivia.indent = f"\n{KEYS_HEAD}"
        document.add("keys", new)
    for name, keys in missing.items():
        item = tomlkit.item(keys)
        document["keys"].add(SingleKey(name), item)
        item.trivia.indent = ""  # else it is the table's
