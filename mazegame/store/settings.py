"""Settings: a TOML file for people, with every setting and its default explained in it.

It is read statement by statement, so that one wrong line costs that line only, and it is named.
It is changed in place: comments, order and whatever the game does not know stay as they are.

What lives here: the file. What does not: what a setting does, and the screen that changes them.
"""

from __future__ import annotations

import difflib
import json
import re
import stat
import tomllib
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.recipe import shorten
from mazegame.game.runner import PACES, parse_pace
from mazegame.store.places import set_aside, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

WALLS: Final = ("light", "heavy", "double", "rounded", "blocks", "ascii")
"""How walls can be drawn."""

DRAWINGS: Final = ("auto", "roomy", "compact", "half-blocks", "overview")
"""How large a maze can be drawn; ``auto`` is as large as it fits."""

COUNTDOWNS: Final = ("first-step", "321")
"""When the clock starts: with the first step, or after three, two, one."""

SLOWEST_RUN, FASTEST_RUN = 5.0, 1000.0
"""How fast one can run, in cells a second."""

LONGEST_STATEMENT: Final = 50
"""A list or a text over more lines than this is wrong."""

MAX_FILE_BYTES: Final = 1 << 16
"""The largest file that is read, in bytes."""


@dataclass(frozen=True)
class Settings:
    """What the player likes."""

    theme: str = "maze-dark"
    walls: str = "rounded"
    drawing: str = "auto"
    run_speed: float = 40.0
    """Cells a second, when running."""
    pace: float | None = None
    """The runner's, in cells a second, as the form begins with it; None for nobody."""
    compass: bool = True
    """Whether distances and the arrow to B are shown."""
    fog: bool = False
    """Whether only what is seen down the corridors is shown, as the form begins with it."""
    animations: bool = True
    minimap: bool = True
    countdown: str = "first-step"
    keys: Mapping[str, str] = field(default_factory=dict)
    """The keys of what was given other ones: a binding's id, and its keys between commas."""


DEFAULTS: Final = Settings()
"""What holds where nothing is said."""


@dataclass(frozen=True)
class Setting:
    """One line of the file."""

    name: str
    about: str
    """What it does and what fits, in one line."""
    read: Callable[[Any], Any]
    """Turns TOML's value into ours, or raises ValueError saying what fits."""
    spell: Callable[[Any], str] = str
    """Writes our value as TOML."""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _one_of(choices: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(" or ".join(_quoted(choice) for choice in choices) + " fits")
        return str(value)

    return read


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false fits")  # noqa: TRY004  the value of a file
    return value


def _theme(value: Any) -> str:
    if not (isinstance(value, str) and value.isprintable() and 0 < len(value) <= 100):
        raise ValueError('the name of a theme fits, for example "maze-light"')
    return value


def _speed(value: Any) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and SLOWEST_RUN <= value <= FASTEST_RUN):
        raise ValueError(f"{SLOWEST_RUN:g} to {FASTEST_RUN:g} cells a second fit")
    return float(value)


def _pace(value: Any) -> float | None:
    if value == "nobody":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        value = ""
    try:
        return parse_pace(str(value))
    except ValueError:
        raise ValueError(
            f'"nobody", {", ".join(map(_quoted, PACES))} or 0.1 to 1000 cells a second fit'
        ) from None


def _spell_pace(pace: float | None) -> str:
    names: dict[float | None, str] = {value: name for name, value in PACES.items()}
    names[None] = "nobody"
    return _quoted(names[pace]) if pace in names else f"{pace:g}"


def _truth(value: bool) -> str:
    return "true" if value else "false"


SETTINGS: Final = (
    Setting(
        "theme",
        "maze-dark, maze-light, maze-mono, maze-colour-blind or the palette's",
        _theme,
        _quoted,
    ),
    Setting("walls", "how walls are drawn: " + ", ".join(WALLS), _one_of(WALLS), _quoted),
    Setting(
        "drawing",
        "how large a maze is drawn: " + ", ".join(DRAWINGS),
        _one_of(DRAWINGS),
        _quoted,
    ),
    Setting("run_speed", "how fast you run, in cells a second: 5 to 1000", _speed, "{:g}".format),
    Setting(
        "pace",
        f"whom you race: nobody, {', '.join(PACES)}, or cells a second",
        _pace,
        _spell_pace,
    ),
    Setting("compass", "distances and the arrow to B: true or false", _yes_or_no, _truth),
    Setting("fog", "only what you see is shown: true or false", _yes_or_no, _truth),
    Setting("animations", "whether things move by themselves: true or false", _yes_or_no, _truth),
    Setting("minimap", "a map of the whole maze where it has room", _yes_or_no, _truth),
    Setting(
        "countdown",
        'the clock starts with your "first-step", or after "321"',
        _one_of(COUNTDOWNS),
        _quoted,
    ),
)
"""The lines of the file, in their order. The table ``[keys]`` comes after them."""

_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}

_HEAD: Final = """\
# Settings of mazegame. Change them in the game or here: comments and order stay as they are.
# mazegame --reset-settings begins anew and keeps this file beside the new one.
"""

_KEYS_HEAD: Final = """\
# Other keys than the built-in ones, by the names that the Settings screen shows. Several keys stand
# between commas. Default: none.
#   "play.hint" = "i,f1"
[keys]
"""

_START: Final = re.compile(r"""\s*(?:\[|["'A-Za-z0-9_.-]+\s*=)""")
_OPENING: Final = re.compile(r"""[\[{]|\"{3}|'{3}""")
_NAME: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")
_BINDING: Final = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*")
_KEYS: Final = re.compile(r"[^\s,]+(?:,[^\s,]+)*")


@dataclass(frozen=True)
class _Statement:
    """A stretch of lines that says one thing."""

    first: int
    """The index of its first line."""
    end: int
    """The index after its last line."""
    table: str
    """In which table it stands; empty for none."""
    content: Mapping[str, Any] | None
    """What it says; None if it is wrong."""
    problem: str = ""


def template(settings: Settings = DEFAULTS) -> str:
    """The whole file for some settings, every line explained."""
    text = f"{_HEAD}\n"
    for setting in SETTINGS:
        text += f"{_block(setting, getattr(settings, setting.name))}\n"
    text += _KEYS_HEAD
    for name, keys in settings.keys.items():
        text += f"{_quoted(name)} = {_quoted(keys)}\n"
    return text


def read_settings(path: Path) -> tuple[Settings, list[str]]:
    """Read the settings.

    Returns:
        The settings, with defaults for what is missing or wrong; and one line for people for
        everything that is wrong.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return DEFAULTS, []
    except OSError as error:
        return DEFAULTS, [f"the settings {path} cannot be read: {error.strerror or error}"]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = data.decode("utf-8", "replace")
        settings, problems = parse(text)
        problems.insert(0, f"line {line}: it is not text")
    else:
        settings, problems = parse(text)
    if len(data) > MAX_FILE_BYTES:
        return DEFAULTS, [f"the settings {path} are larger than 64 KiB: they are not read"]
    return settings, [f"{path.name}, {problem}" for problem in problems]


def parse(text: str) -> tuple[Settings, list[str]]:
    """Read the text of a settings file; the problems begin with ``line N:``."""
    values: dict[str, Any] = {}
    keys: dict[str, str] = {}
    problems: list[tuple[int, str]] = []
    lines_of: dict[str, int] = {}
    for statement in _statements(text):
        number = statement.first + 1
        if statement.content is None:
            problems.append((number, statement.problem))
        elif statement.table == "keys":
            for name, value in _flat(statement.content):
                problem = _key_problem(name, value)
                if problem:
                    problems.append((number, problem))
                else:
                    keys[name] = value
        elif statement.table:
            continue
        else:
            for name, value in statement.content.items():
                setting = _BY_NAME.get(name)
                if setting is None:
                    problems.append((number, _unknown(name)))
                    continue
                if name in lines_of:
                    problems.append(
                        (number, f"{name} stands in line {lines_of[name]} already: this one counts")
                    )
                lines_of[name] = number
                try:
                    values[name] = setting.read(value)
                except ValueError as error:
                    given = shorten(str(value), quote=False)
                    problems.append((number, f"{name} = {given} does not fit: {error}"))
    settings = replace(DEFAULTS, **values, keys=keys)
    return settings, [f"line {number}: {problem}" for number, problem in problems]


def changed(text: str, settings: Settings) -> str:
    """Change the text of a settings file so that it says these settings.

    Lines that say them already, comments, and whatever else stands there are left alone. A line
    that was wrong becomes a comment.
    """
    now, _ = parse(text)
    lines = _lines(text)
    statements = list(_statements(text))
    gone: set[int] = set()
    before: dict[int, list[str]] = {}
    table_at = next(
        (s.first for s in statements if lines[s.first].lstrip().startswith("[")), len(lines)
    )
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        own = [s for s in statements if not s.table and _name_of(s, lines) == setting.name]
        if not own:
            if value != getattr(DEFAULTS, setting.name):
                place = before.setdefault(_above_comments(lines, table_at), [])
                place += [*_block(setting, value).splitlines(), ""]
            continue
        wrong = any(s.content is None or _misfit(setting, s.content) for s in own)
        if getattr(now, setting.name) == value and not wrong:
            continue
        last = own[-1]
        for statement in own:
            if statement.content is None or _misfit(setting, statement.content):
                for index in range(statement.first, statement.end):
                    lines[index] = f"# {lines[index]}"
            else:
                gone |= set(range(statement.first, statement.end))
        note = _comment_of(lines[last.end - 1]) if last.first in gone else ""
        before.setdefault(last.first, []).append(_said(setting, value) + note)
    _change_keys(lines, statements, now.keys, settings.keys, gone, before)
    result: list[str] = []
    for index, line in enumerate([*lines, None]):
        result += before.get(index, [])
        if line is not None and index not in gone:
            result.append(line)
    return "\n".join(result).rstrip("\n") + "\n"


def write_settings(path: Path, settings: Settings) -> None:
    """Write the settings; what people wrote into the file stays.

    Its line ends, its link and its rights stay as well.

    Raises:
        OSError: If it cannot be written.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        text = ""
    except UnicodeDecodeError:
        set_aside(path.resolve())
        text = ""
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    wanted = changed(text, settings) if text.strip() else template(settings)
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


def differences(settings: Settings) -> list[str]:
    """The names of the settings that are not as built in."""
    return [
        f.name for f in fields(settings) if getattr(settings, f.name) != getattr(DEFAULTS, f.name)
    ]


def _lines(text: str) -> list[str]:
    """The lines as TOML knows them: other characters that end a line elsewhere do not here."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def _statements(text: str) -> Iterator[_Statement]:
    """Take a text apart. What is wrong is a statement of its own, and costs nothing else."""
    lines = _lines(text)
    table = ""
    at = 0
    while at < len(lines):
        stripped = lines[at].strip()
        if not stripped or stripped.startswith("#"):
            at += 1
            continue
        found = _statement(lines, at, table)
        if stripped.startswith("["):
            table = next(iter(found.content)) if found.content else "?"
            found = replace(found, table=table, content={} if found.content else None)
        yield found
        at = found.end


def _statement(lines: list[str], first: int, table: str) -> _Statement:
    """The statement that begins at a line; it goes on as long as it takes to be whole."""
    problem = ""
    end = first
    _, equals, value = lines[first].partition("=")
    most = LONGEST_STATEMENT if equals and _OPENING.search(value) else 1
    while end < min(len(lines), first + most) and (end == first or not _START.match(lines[end])):
        end += 1
        try:
            content = tomllib.loads("\n".join(lines[first:end]))
        except (ValueError, RecursionError) as error:  # a number may be too long, a list too deep
            problem = problem or re.sub(r" \(at .*\)$", "", str(error))
        else:
            return _Statement(first, end, table, content)
    shown = shorten(lines[first].strip())
    return _Statement(first, first + 1, table, None, f"{shown} is no TOML: {problem}")


def _flat(
    content: Mapping[str, Any], before: str = "", depth: int = 4
) -> Iterator[tuple[str, Any]]:
    """The entries of a table; ``play.hint`` without quotes is a table in a table to TOML."""
    for name, value in content.items():
        if isinstance(value, dict) and depth:
            yield from _flat(value, f"{before}{name}.", depth - 1)
        elif isinstance(value, dict):
            yield f"{before}{name}", ""  # no name has so many parts
        else:
            yield f"{before}{name}", value


def _key_problem(name: str, value: Any) -> str:
    if not _BINDING.fullmatch(name):
        return f"{shorten(name)} names nothing that has keys, as play.hint does"
    if not (isinstance(value, str) and _KEYS.fullmatch(value)):
        given = shorten(str(value), quote=False)
        return f'{name} = {given} does not fit: keys between commas fit, for example "i,f1"'
    return ""


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, _BY_NAME, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_BY_NAME)}"
    return f"there is no setting {shorten(name)}: {hint}"


def _name_of(statement: _Statement, lines: list[str]) -> str:
    """Which setting a statement is about, even if it is wrong."""
    if statement.content:
        return next(iter(statement.content))
    match = _NAME.match(lines[statement.first])
    return match[1] if match else ""


def _misfit(setting: Setting, content: Mapping[str, Any]) -> bool:
    try:
        setting.read(content.get(setting.name))
    except ValueError:
        return True
    return False


def _said(setting: Setting, value: Any) -> str:
    return f"{setting.name} = {setting.spell(value)}"


def _block(setting: Setting, value: Any) -> str:
    default = setting.spell(getattr(DEFAULTS, setting.name))
    return f"# {setting.about}. Default: {default}\n{_said(setting, value)}\n"


def _above_comments(lines: list[str], at: int) -> int:
    """The place above the comments that belong to a line."""
    while at and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    return at


def _comment_of(line: str) -> str:
    """The comment at the end of a line, with the blanks before it."""
    for match in re.finditer(r"\s*#", line):
        with_it = line[: match.start()]
        try:
            tomllib.loads(with_it)
        except tomllib.TOMLDecodeError:
            continue
        return line[match.start() :].rstrip()
    return ""


def _change_keys(
    lines: list[str],
    statements: list[_Statement],
    now: Mapping[str, str],
    wanted: Mapping[str, str],
    gone: set[int],
    before: dict[int, list[str]],
) -> None:
    """Change the table of keys."""
    own = [s for s in statements if s.table == "keys"]
    for statement in own:
        for name, _ in _flat(statement.content or {}):
            if wanted.get(name) != now.get(name):
                gone |= set(range(statement.first, statement.end))
    said = [
        f"{_quoted(name)} = {_quoted(keys)}"
        for name, keys in wanted.items()
        if now.get(name) != keys
    ]
    if said and not own:
        before.setdefault(len(lines), []).extend(["", *_KEYS_HEAD.splitlines()])
    if said:
        before.setdefault(own[-1].end if own else len(lines), []).extend(said)
