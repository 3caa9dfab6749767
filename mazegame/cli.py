"""The command line: what ``mazegame`` takes, and how it refuses what it cannot take.

What lives here: arguments, commands, exit codes. What does not: anything a command does; that is
imported inside the command, so that ``mazegame --help`` loads neither NumPy nor Textual.

Exit codes: 0; 1 if something cannot be read or written; 2 for whatever was asked wrongly, each with
one line on standard error; 130 after Ctrl+C; 141 if the reader of the output went away.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import shlex
import sys
import time
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

import mazegame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from _typeshed import SupportsWrite

    from mazegame.engine import Level, Option, Recipe
    from mazegame.game.rules import Rules
    from mazegame.store.scores import Scores

DEFAULT_ALGORITHM: Final = "wilson"
"""What ``generate`` makes when no algorithm is named."""

DEFAULT_SIZE: Final = "19x9"
"""What is made when no size is given: drawn and played, it fits a terminal of 80x24."""

TELL_AFTER: Final = 1.0
"""What takes more seconds than this says how far it is."""

_EXAMPLES: Final = """\
examples:
  mazegame                               choose a texture and a size, and play
  mazegame play wilson                   play a maze of this algorithm
  mazegame play wilson:40x20:kite-7      play this very maze
  mazegame play maze.txt                 play a maze from a file
  mazegame play river-delta              play a preset with a seed of its own
  mazegame generate kruskal -s 30x15     print a maze
  mazegame solve wilson:40x20:kite-7     print how long its shortest path is
  mazegame stats wilson:40x20:kite-7     measure what it is like
  mazegame algorithms                    list the textures and their options
  mazegame scores                        list your bests
  mazegame replay walk.replay --check    prove that a walk can be walked
  mazegame where                         print where scores and settings lie

A game ID names one maze for ever: ALGORITHM:COLSxROWS[:OPTION=VALUE,...]:SEED.
"""

_GENERATE_EXAMPLES: Final = """\
examples:
  mazegame generate
  mazegame generate recursive-backtracker -s 30x15 --seed hello
  mazegame generate kruskal -o braid=50 -o ends=farthest -f ascii
  mazegame generate wilson -o weights=40-10 -o mask=heart -s 31x21
  mazegame generate river-delta -s 40x20
  mazegame generate wilson:12x6:kite-7 -f grid > maze.txt; mazegame play maze.txt
"""

_STATS_EXAMPLES: Final = """\
examples:
  mazegame stats wilson:40x20:kite-7
  mazegame stats maze.txt --json
"""

_SOLVE_EXAMPLES: Final = """\
examples:
  mazegame solve wilson:12x6:kite-7 --path
  mazegame solve maze.txt
  mazegame generate -f grid | mazegame solve - --path -f ascii
"""

_SCORES_EXAMPLES: Final = """\
examples:
  mazegame scores
  mazegame scores --json
  mazegame scores --export 12 > walk.replay
"""

_REPLAY_EXAMPLES: Final = """\
examples:
  mazegame replay walk.replay
  mazegame replay walk.replay --check
  mazegame replay walk.replay --maze maze.txt
"""

_MASK_HELP: Final = "carve inside a text file's shape: X and spaces are outside, all else is inside"

_GAME_ID_FORM: Final = "ALGORITHM:COLSxROWS:SEED"


class _Refused(Exception):  # noqa: N818  it is the user's to mend, not ours
    """What was asked cannot be done; the message is one line for people."""

    code = 2
    """The exit code that tells it."""


class _NotWritten(_Refused):
    """The result cannot be written."""

    code = 1


class _Failed(_Refused):
    """Something that should be there cannot be read or written."""

    code = 1


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line, and in our words."""

    def error(self, message: str) -> NoReturn:
        raise _Refused(f"{_bare(message, 200)} (see {self.prog} --help)")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help or version; where argparse is silent about a full disk, say so."""
        del file  # errors go another way, so it is always standard output
        _print([message])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments after the program's name; those of the process if None.

    Returns:
        The exit code.
    """
    try:
        try:
            code = _run(list(sys.argv[1:] if argv is None else argv))
        except SystemExit as stop:  # --help and --version
            code = stop.code if isinstance(stop.code, int) else 0
        if sys.stdout is not None:
            with _writing():
                sys.stdout.flush()
    except _Refused as refusal:
        _say(f"mazegame: {refusal}")
        return refusal.code
    except MemoryError:
        _say("mazegame: there is not enough memory for that")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
    return code


def _run(argv: list[str]) -> int:
    if argv and not argv[0].startswith("-") and argv[0] not in _COMMANDS:
        raise _Refused(_unknown_command(argv[0]))
    parser = _parser()
    arguments, rest = parser.parse_known_args(_joined_size(argv))
    if rest:
        command = " ".join(filter(None, ("mazegame", arguments.command)))
        raise _Refused(f"unexpected argument {_shorten(rest[0])} (see {command} --help)")
    if arguments.reset_settings:
        _reset_settings(arguments.command)
        return 0
    return _COMMANDS[arguments.command](arguments) if arguments.command else _start()


def _parser() -> _Parser:
    parser = _Parser(
        prog="mazegame",
        description="Walk generated mazes in the terminal, measured against the shortest path.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mazegame {mazegame.__version__}")
    parser.add_argument(
        "--reset-settings",
        action="store_true",
        help="begin with the built-in settings again; the old ones are set aside",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def add(name: str, about: str, examples: str = "") -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    play = add("play", "play a maze; without one, choose it first")
    play.add_argument(
        "target",
        nargs="?",
        metavar="GAME_ID|PRESET|FILE",
        help="a game ID, an algorithm, a preset, or a file with a block grid (- is standard input)",
    )
    play.add_argument(
        "--race",
        metavar="PACE",
        help="race a runner on the shortest path: stroll, jog, run, sprint, or cells a second",
    )
    play.add_argument("--countdown", action="store_true", help="begin a race with 3-2-1")
    play.add_argument("--fog", action="store_true", help="show only what was seen on the way")
    play.add_argument(
        "--blind", action="store_true", help="do not tell how far B is, nor warmer and colder"
    )
    play.add_argument("--mask", metavar="FILE", help=_MASK_HELP)

    generate = add(
        "generate", "print a maze, and its game ID on standard error", _GENERATE_EXAMPLES
    )
    generate.add_argument(
        "target",
        nargs="?",
        metavar="ALGORITHM|PRESET|GAME_ID",
        default=DEFAULT_ALGORITHM,
        help=f"what mazegame algorithms lists, or a whole game ID (default: {DEFAULT_ALGORITHM})",
    )
    generate.add_argument(
        "-s", "--size", metavar="COLSxROWS", help=f"in cells (default: {DEFAULT_SIZE})"
    )
    generate.add_argument("--seed", metavar="SEED", help="any text (default: drawn at random)")
    generate.add_argument(
        "-f",
        "--format",
        choices=("unicode", "ascii", "grid"),
        default="unicode",
        help="a drawing, or the block grid that play and solve read (default: unicode)",
    )
    generate.add_argument(
        "-o",
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a setting, for example braid=20; may be given several times",
    )

    generate.add_argument(
        "--mask",
        metavar="FILE",
        help=_MASK_HELP,
    )

    stats = add("stats", "measure a maze: what it is like to walk, in numbers", _STATS_EXAMPLES)
    stats.add_argument(
        "target",
        metavar="GAME_ID|FILE",
        help="a game ID, or a file with a block grid (- is standard input); of several goals the "
        "nearest counts",
    )
    stats.add_argument("--json", action="store_true", help="print them as a JSON object")

    solve = add("solve", "print the length of a maze's shortest path", _SOLVE_EXAMPLES)
    solve.add_argument(
        "target",
        metavar="GAME_ID|FILE",
        help="a game ID, or a file with a block grid (- is standard input)",
    )
    solve.add_argument("--path", action="store_true", help="draw the maze with the path as well")
    solve.add_argument(
        "-f",
        "--format",
        choices=("unicode", "ascii"),
        default="unicode",
        help="how --path draws (default: unicode)",
    )

    add("algorithms", "list the algorithms, their textures and their options")

    scores = add("scores", "list your bests, your latest runs and your races", _SCORES_EXAMPLES)
    scores.add_argument("--json", action="store_true", help="everything, for programs")
    scores.add_argument(
        "--export", metavar="RUN", help="print the replay of a run, by its number in the list"
    )

    replay = add("replay", "watch a walk, or prove it", _REPLAY_EXAMPLES)
    replay.add_argument("file", metavar="FILE", help="a replay file (- is standard input)")
    replay.add_argument(
        "--check", action="store_true", help="walk it without a screen, and print what it came to"
    )
    replay.add_argument("--race", action="store_true", help="race it as a ghost")
    replay.add_argument(
        "--maze", metavar="FILE", help="the file of the maze, if it is a loaded one not kept here"
    )

    add("where", "print where scores, saves and settings lie")
    return parser


def _start() -> int:
    _require_terminal()
    from mazegame.app import run_game

    return run_game()


def _play(arguments: argparse.Namespace) -> int:
    if arguments.target is None:
        if arguments.race is not None:
            raise _Refused(
                "--race needs a game ID or a file; the form has its own choice of runner"
            )
        if arguments.mask is not None:
            raise _Refused(
                "--mask needs a game ID, an algorithm or a preset; the form has shapes of its own"
            )
        for flag in ("countdown", "fog", "blind"):
            if getattr(arguments, flag):
                raise _Refused(f"--{flag} needs a game ID or a file; the form has its own choice")
        return _start()
    from mazegame.engine import Recipe

    with _refusing():
        found = _find(arguments.target)
        pace = None if arguments.race is None else _pace(arguments.race)
        if arguments.mask is not None:
            if not isinstance(found, Recipe):
                raise _Refused(
                    "--mask needs a game ID, an algorithm or a preset: a file has its own shape"
                )
            _, found = _masked(found, arguments.mask, sized=":" in arguments.target)
    if "-" in {arguments.target, arguments.mask}:
        _reopen_terminal()
    _require_terminal()
    from mazegame.app import run_game

    rules = _rules(arguments)
    if isinstance(found, Recipe):
        return run_game(recipe=found, pace=pace, rules=rules)
    return run_game(level=found, pace=pace, rules=rules)


def _rules(arguments: argparse.Namespace) -> Rules:
    """The rules to play under."""
    from mazegame.game.rules import Rules

    return Rules(fog=arguments.fog, compass=not arguments.blind, countdown=arguments.countdown)


def _pace(text: str) -> float:
    from mazegame.game.runner import parse_pace

    return parse_pace(text)


def _generate(arguments: argparse.Namespace) -> int:
    from mazegame.engine import Level

    with _refusing():
        recipe = _recipe(arguments)
        if arguments.mask is None:
            level = Level.of(recipe, progress=_interruptible)
        else:
            sized = arguments.size is not None or ":" in arguments.target
            recipe, level = _masked(recipe, arguments.mask, sized=sized)
        pieces: Iterable[str]
        if arguments.format == "grid":
            from mazegame.formats.text import write_grid

            pieces = (write_grid(level),)
        else:
            pieces = _drawing(level, arguments.format)
    name = str(recipe)
    if arguments.mask is not None:
        name += f" inside {_shorten(arguments.mask)}, which no game ID can hold"
    _say(name)
    _print(pieces)
    return 0


def _stats(arguments: argparse.Namespace) -> int:
    from mazegame.engine import Level, texture

    with _refusing():
        found = _find(arguments.target)
        level = found if isinstance(found, Level) else Level.of(found, progress=_interruptible)
        row, col = level.cells_of_path()[-1].tolist()  # of several goals the nearest
        measured = texture(level.maze, level.start, (row, col), progress=_interruptible)
    from mazegame.formats.stats import as_json, as_lines

    _print([as_json(measured) if arguments.json else as_lines(measured)])
    return 0


def _solve(arguments: argparse.Namespace) -> int:
    from mazegame.engine import Level

    with _refusing():
        found = _find(arguments.target)
        level = found if isinstance(found, Level) else Level.of(found, progress=_interruptible)
    _print([f"{level.dist_min}\n"])
    if arguments.path:
        _print(_drawing(level, arguments.format, path=True))
    return 0


def _algorithms(_: argparse.Namespace) -> int:
    from mazegame.engine import ALGORITHMS, PRESETS
    from mazegame.engine.recipe import COMMON_OPTIONS

    def line(option: Option) -> str:
        return f"    {option.name}={option.default}: {option.about}\n"

    text = ""
    for algorithm in ALGORITHMS.values():
        text += f"{algorithm.name}\n    {algorithm.feel}\n{''.join(map(line, algorithm.options))}"
    text += "\nPresets, each an algorithm with its options:\n"
    for preset in PRESETS.values():
        options = " ".join(f"{name}={value}" for name, value in preset.options)
        recipe = f"{preset.algorithm} {options}".rstrip()
        text += f"{preset.name}\n    {preset.feel}\n    {recipe}\n"
    text += f"\nOptions of all algorithms:\n{''.join(map(line, COMMON_OPTIONS))}"
    _print([_printable(text)])
    return 0


def _scores(arguments: argparse.Namespace) -> int:
    from mazegame.store.places import NoPlace, places
    from mazegame.store.scores import Scores, ScoresProblem

    try:
        path = places().scores
        if not path.exists():
            if arguments.export is not None:
                raise _Refused("there are no runs yet")
            from mazegame.store.report import as_json

            _print([as_json(None) if arguments.json else "There are no runs yet.\n"])
            return 0
        scores = Scores(path)
        with contextlib.closing(scores):
            pieces = _from_book(scores, arguments)
    except (NoPlace, ScoresProblem) as problem:
        raise _Failed(str(problem)) from problem
    _print([_printable(piece) for piece in pieces])
    return 0


def _from_book(scores: Scores, arguments: argparse.Namespace) -> list[str]:
    """What was asked of the score book."""
    if arguments.export is not None:
        from mazegame.formats.replay import write_replay

        if not (arguments.export.isascii() and arguments.export.isdecimal()):
            raise _Refused(f"{_shorten(arguments.export)} is no number of a run")
        try:
            line = scores.line(int(arguments.export))
            return [write_replay(scores.walk(int(arguments.export)), line.maze if line else "")]
        except OverflowError:
            raise _Refused(f"{_shorten(arguments.export)} is no number of a run") from None
    from mazegame.store.report import as_json, as_text

    return [as_json(scores)] if arguments.json else [as_text(scores)]


def _replay(arguments: argparse.Namespace) -> int:
    from mazegame.formats.replay import load_replay, prove
    from mazegame.game.record import LOADED

    with _refusing():
        replay = load_replay(arguments.file)
        if arguments.maze is not None:
            from mazegame.formats.files import load_level

            level = load_level(arguments.maze)
        elif replay.record.level.startswith(LOADED):
            from mazegame.store.mazes import level_of
            from mazegame.store.places import places

            level = level_of(places().mazes, replay.record.level)
        else:
            from mazegame.engine import Level, Recipe

            recipe = Recipe.parse(replay.record.level)
            with _telling(f"carving {recipe.cols}x{recipe.rows}") as progress:
                level = Level.of(recipe, progress=progress)
        run = prove(level, replay)
    if arguments.check:
        from mazegame.store.report import proven

        _print([_printable(proven(run, replay.record.level))])
        return 0
    if arguments.file == "-":
        _reopen_terminal()
    _require_terminal()
    from mazegame.app import run_game

    if arguments.race:
        return run_game(level=level, ghost=replay.record)
    return run_game(watch=run)


def _where(_: argparse.Namespace) -> int:
    from mazegame.store.places import NoPlace, places

    try:
        where = places()
    except NoPlace as problem:
        raise _Failed(str(problem)) from problem
    lines = {
        "settings": where.settings,
        "scores": where.scores,
        "runs in progress": where.running,
        "saved runs": where.saves,
        "loaded mazes": where.mazes,
        "replays": where.replays,
        "cache": where.cache,
    }
    _print([f"{name:18}{_printable(str(path))}\n" for name, path in lines.items()])
    return 0


def _reset_settings(command: str | None) -> None:
    if command:
        raise _Refused("--reset-settings stands alone (see mazegame --help)")
    from mazegame.store.places import NoPlace, places
    from mazegame.store.settings import reset_settings

    try:
        where = places()
        aside = reset_settings(where.settings)
    except NoPlace as problem:
        raise _Failed(str(problem)) from problem
    except OSError as error:
        raise _Failed(
            f"the settings {where.settings} cannot be reset: {error.strerror or error}"
        ) from error
    kept = f"; the old ones are {aside}" if aside else ""
    _print([_printable(f"The settings are as built in{kept}.\n")])


_COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "play": _play,
    "generate": _generate,
    "stats": _stats,
    "solve": _solve,
    "algorithms": _algorithms,
    "scores": _scores,
    "replay": _replay,
    "where": _where,
}


def _find(target: str) -> Recipe | Level:
    """Tell a file from a game ID: return its level, or the recipe once it is sure to fit."""
    from mazegame.engine import ALGORITHMS, PRESETS, Recipe, draw_seed
    from mazegame.engine.level import LEVEL_BYTES_PER_CELL
    from mazegame.engine.recipe import nearest_algorithms, parse_size, require_room

    if target == "-" or os.path.lexists(target):
        from mazegame.formats.files import load_level

        return load_level(target)
    if ":" in target:
        recipe = Recipe.parse(target)
        require_room(recipe, LEVEL_BYTES_PER_CELL)
        return recipe
    if target in PRESETS:
        return PRESETS[target].recipe(*parse_size(DEFAULT_SIZE), draw_seed())
    if target in ALGORITHMS:
        return Recipe(target, *parse_size(DEFAULT_SIZE), draw_seed())
    near = nearest_algorithms(target)
    example = f"{near[0] if near else DEFAULT_ALGORITHM}:40x20:kite-7"
    raise _Refused(
        f"there is no file {_shorten(target)}, and it is no game ID: "
        f"{_GAME_ID_FORM}, for example {example}"
    )


def _recipe(arguments: argparse.Namespace) -> Recipe:
    """Make the recipe that ``generate`` was asked for."""
    from mazegame.engine import PRESETS, Recipe, draw_seed
    from mazegame.engine.recipe import find_algorithm, parse_size
    from mazegame.engine.seed import typed_seed

    if ":" in arguments.target:
        for given, flag in (
            (arguments.size is not None, "--size"),
            (arguments.seed is not None, "--seed"),
            (bool(arguments.options), "--option"),
        ):
            if given:
                raise _Refused(f"a game ID says everything: leave out {flag}")
        return Recipe.parse(arguments.target)
    preset = PRESETS.get(arguments.target)
    algorithm = preset.algorithm if preset else arguments.target
    find_algorithm(algorithm)
    cols, rows = parse_size(DEFAULT_SIZE if arguments.size is None else arguments.size)
    seed = draw_seed() if arguments.seed is None else typed_seed(arguments.seed)
    options = []
    for text in arguments.options:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise _Refused(f"the option {_shorten(text)} is not OPTION=VALUE, for example braid=20")
        options.append((name, value))
    if preset:  # what is asked for beside it replaces its own
        asked = {name for name, _ in options}
        options += [pair for pair in preset.options if pair[0] not in asked]
    return Recipe(algorithm, cols, rows, seed, tuple(options))


def _masked(recipe: Recipe, path: str, *, sized: bool) -> tuple[Recipe, Level]:
    """Make a recipe's level inside the shape in a text file.

    Args:
        recipe: The recipe.
        path: The file.
        sized: Whether the size was asked for; if not, the shape's is taken.

    Returns:
        The recipe as it was made, and the level.
    """
    from pathlib import Path

    from mazegame.engine import Level, Recipe
    from mazegame.engine.recipe import shorten
    from mazegame.formats.files import load_mask

    mask = load_mask(path)
    if not sized:
        rows, cols = mask.shape
        recipe = Recipe(recipe.algorithm, cols, rows, recipe.seed, recipe.options)
    file = "standard input" if path == "-" else shorten(Path(path).name, quote=False)
    name = f"{recipe.algorithm} in {file}"
    return recipe, Level.of(recipe, mask=mask, name=name, progress=_interruptible)


def _drawing(level: Level, style: str, *, path: bool = False) -> Iterator[str]:
    from mazegame.formats.plain import ASCII, UNICODE, bands

    glyphs = UNICODE.posts + UNICODE.path
    unicode = style == "unicode" and _printable(glyphs) == glyphs
    return bands(level, UNICODE if unicode else ASCII, level.cells_of_path() if path else None)


@contextlib.contextmanager
def _telling(what: str) -> Iterator[Callable[[float], None]]:
    """Within this block it is told how far something is, where somebody watches and it takes long.

    Ctrl+C gets through to what the block does.
    """
    told = ""
    began = time.monotonic()

    def progress(share: float) -> None:
        nonlocal told
        line = f"{what} {share:4.0%}"
        if line != told and time.monotonic() - began >= TELL_AFTER and _is_terminal(sys.stderr):
            told = line
            print(f"\r{line}", end="", file=sys.stderr, flush=True)

    try:
        yield progress
    finally:
        if told:
            print(f"\r{' ' * len(told)}\r", end="", file=sys.stderr, flush=True)


def _interruptible(_: float) -> None:
    """Watch a long generation: while someone watches, Ctrl+C gets through to it."""


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Within this block a ValueError, or a lack of numba, is what the user has to mend."""
    try:
        yield
    except ValueError as error:
        raise _Refused(str(error)) from error
    except RuntimeError as error:
        from mazegame.engine import NoCompiler

        if not isinstance(error, NoCompiler):
            raise
        raise _Refused(str(error)) from error


def _unknown_command(word: str) -> str:
    if ":" in word or os.path.lexists(word):
        play = f"mazegame play {shlex.quote(word)}"
        return f"there is no command {_shorten(word)}: did you mean {play}?"
    near = difflib.get_close_matches(word, _COMMANDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_COMMANDS)}"
    return f"there is no command {_shorten(word)}: {hint}"


def _joined_size(argv: list[str]) -> list[str]:
    """Write ``-s -5x3`` as ``--size=-5x3``, which argparse would take for an option."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] in {"-s", "--size"} and word[:1] == "-" and word[1:2].isdigit():
            joined[-1] = f"--size={word}"
        else:
            joined.append(word)
    return joined


def _require_terminal() -> None:
    """Refuse to play where there is no screen or no keyboard. Textual paints on standard error."""
    names = ("input", sys.stdin), ("output", sys.stdout), ("error", sys.stderr)
    missing = [name for name, stream in names if not _is_terminal(stream)]
    if missing:
        raise _Refused(
            f"playing needs a terminal, and standard {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} none "
            "(mazegame generate and solve need none)"
        )


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


def _reopen_terminal() -> None:
    """Put the terminal, if there is one, in the place of a standard input that is used up."""
    with contextlib.suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)


def _printable(text: str) -> str:
    """Return the text as standard output can show it: what its encoding lacks becomes ``?``."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _print(pieces: Iterable[str]) -> None:
    if sys.stdout is None:
        raise _NotWritten("the output cannot be written: standard output is closed")
    with _writing():
        for piece in pieces:
            sys.stdout.write(piece)


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Within this block an OSError is the output's: a full disk, a reader that went away."""
    try:
        yield
    except OSError as error:
        # What is still buffered must not fail a second time when Python ends.
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        if isinstance(error, BrokenPipeError):
            raise
        raise _NotWritten(f"the output cannot be written: {error.strerror or error}") from error


def _say(text: str) -> None:
    """Write a line to standard error, whatever is in it and whatever becomes of it."""
    if sys.stderr is not None:
        line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
        with contextlib.suppress(OSError, UnicodeEncodeError):
            print(line, file=sys.stderr, flush=True)


def _shorten(text: str) -> str:
    """Quote what was given, cut to a readable length."""
    return repr(_bare(text))


def _bare(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
