"""Settings text: what the text of a settings file says, as far as it is TOML.

A text that is TOML is read whole. Of a damaged one, each statement is read on its own, and what is
wrong is named by its line.

What lives here: TOML to plain values. What does not: which values fit (``settings.py``), changing a
text (``settings_changes.py``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_DEPTH: Final = 4
"""Most parts of a binding's id without quotes."""

_PART: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
NAME: Final = rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*="
"""A regular expression: what an entry begins with, up to its equals sign."""

_BLANKS: Final = " \t"
"""The blanks of TOML; Python's ``str.strip`` removes more."""

_START: Final = rf"\s*\[|{NAME}"


class Content:
    """The contents of a settings file, as far as it is TOML.

    Args:
        text: The text, with invalid lines turned into comments.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.values: dict[str, Any] = {}
        """The entries outside of tables."""
        self.keys: dict[str, Any] = {}
        """The entries of the table of keys, by full name."""
        self.problems: list[tuple[int, str]] = []
        """The errors, with their lines."""
        self._lines: dict[tuple[str, str], int] = {}

    def line(self, table: str, name: str) -> int:
        """Return the line of each entry, counted from 1."""
        if not self._lines:
            for number, its_table, its_name in named_lines(self.text):
                self._lines[its_table, its_name] = number
        return self._lines.get((table, name), 1)


def content_of(text: str) -> Content:
    """Return what a text says, as far as it is TOML."""
    text = text.replace("\r\n", "\n")
    document, problem = _loads(text)
    if problem:
        return _salvaged(text)
    content = Content(text)
    _take(content, (), document)
    return content


def _loads(text: str) -> tuple[dict[str, Any], str]:
    """Return what a text says as TOML, or what is wrong with it."""
    if not text:
        return {}, ""
    import tomllib  # the first frame waits for this module, and mostly there are no settings

    try:
        return tomllib.loads(text), ""
    except (ValueError, RecursionError) as error:  # a number may be too long, a list too deep
        return {}, re.sub(r" \(at .*\)$", "", str(error)) or "it is too deep"


def _take(content: Content, table: tuple[str, ...], said: Mapping[str, Any]) -> None:
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
    """Yield the entries of a table; ``play.hint`` without quotes is a table in a table to TOML."""
    for name, value in said.items():
        if isinstance(value, dict) and depth:
            yield from _flat(value, f"{before}{name}.", depth - 1)
        else:
            yield f"{before}{name}", value


def named_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number, the table and the name of each line that looks like an entry."""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(NAME, line)
        if match:
            yield number, table, plain_name(match[1])
        elif line.lstrip().startswith("["):
            table = plain_name(line.partition("]")[0].strip(" \t["))


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
    """Return the path of the table that a header is for."""
    path = []
    while isinstance(said, dict) and said:
        name, said = next(iter(said.items()))
        path.append(name)
    return tuple(path)


def _paths(said: Mapping[str, Any]) -> list[str]:
    return [name for name, _ in _flat(said)]


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
