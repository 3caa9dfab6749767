"""Change the program in small ways, and see whether a test notices.

    python scripts/mutate.py record              which test reaches which line; needs coverage
    python scripts/mutate.py run --count 120     draw mutants and try those without a result
    python scripts/mutate.py report              the share that was killed, and the survivors

A mutant is one small change inside a function: a comparison, a sign, a number, a condition, a call
left out. ``--seed`` decides which are drawn. Each is tried with tests that reach its line, until
one fails: the quickest (``--seconds``), then pictures of screens and slower ones (``--rest``). All
of it happens in a copy of the project (``--work``); results are in ``results.json`` there, and
``run`` goes on where it was interrupted. A line outside functions runs when its module is imported,
for all tests at once: those are not mutated.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import math
import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent

FOLDERS: Final = (
    "game", "store", "formats", "drawing", "widgets", "screens", "lab", "services", "cli",
)  # fmt: skip
"""The parts of the program that are mutated."""

COMPARISONS: Final = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

OPERATORS: Final = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}

EQUIVALENT: Final = ROOT / "scripts" / "equivalent_mutants.txt"
"""Mutants that change nothing that anybody could see, and why: the line before and after.

They hold where lines move. ``report`` names those whose line is gone.
"""

PICTURES: Final = "tests/ui/test_pictures.py"
"""The tests that see whole screens, which a mutant meets before other slow ones."""

SLACK_SECONDS: Final = 180
"""Seconds that a mutant may take beyond three times what its tests took; then it is killed."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str
    line: int
    begin: int
    """The offset of the changed text, in bytes."""
    end: int
    old: str
    new: str
    around: tuple[str, str]
    """What stands before and after the changed text in its lines."""

    @property
    def key(self) -> str:
        """What names it in the results."""
        return f"{self.path}:{self.line}:{self.begin}: {self.old} -> {self.new}"

    @property
    def lasting(self) -> str:
        """What names it wherever the line moves in its file."""
        before, after = self.around
        return f"{self.path}: {before}{self.old}{after} -> {before}{self.new}{after}"


# Mutants


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in place of a node."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                other = copy.deepcopy(node)
                other.ops[at] = COMPARISONS[type(op)]()
                yield other
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield ast.AugAssign(node.target, OPERATORS[type(op)](), node.value)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield ast.Pass()
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def conditions(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the conditions of a statement with what may stand in their place."""
    if isinstance(node, ast.If | ast.While):
        yield node.test, ast.Constant(value=False)
        if isinstance(node, ast.If):
            yield node.test, ast.Constant(value=True)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    data = path.read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(data)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:  # annotations, the texts of errors and checks of lengths decide nothing
            case ast.arg(annotation=ast.expr() as annotation):
                skipped.update(ast.walk(annotation))
            case ast.AnnAssign(annotation=annotation):
                skipped.update(ast.walk(annotation))
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                skipped.update(ast.walk(node))
            case ast.keyword(arg="strict", value=ast.Constant(value=True) as strict):
                skipped.add(strict)
            case ast.JoinedStr() | ast.Subscript(slice=ast.Constant(value=str())):
                skipped.update(ast.walk(node))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    inner = {
        node for function in functions for part in function.body for node in ast.walk(part)
    } - skipped
    for node in ast.walk(tree):
        if node not in inner:
            continue
        pairs = [(node, new) for new in changes(node)] + list(conditions(node))
        for old, new in pairs:
            begin = starts[old.lineno - 1] + old.col_offset
            end = starts[old.end_lineno - 1] + old.end_col_offset
            text = ast.unparse(ast.fix_missing_locations(new))
            before = data[starts[old.lineno - 1] : begin].decode().lstrip()
            yield Mutant(
                path.relative_to(ROOT).as_posix(),
                old.lineno,
                begin,
                end,
                " ".join(data[begin:end].decode().split()),
                f"({text})" if isinstance(new, ast.expr) else text,
                (before, data[end : starts[old.end_lineno]].decode().rstrip()),
            )


def all_mutants() -> list[Mutant]:
    """Return all mutants, ordered by their keys."""
    files = [path for folder in FOLDERS for path in (ROOT / "mazegame" / folder).rglob("*.py")]
    found = {mutant.key: mutant for path in files for mutant in mutants_of(path)}
    return [found[key] for key in sorted(found)]


def draw(count: int, seed: int, path: str) -> list[Mutant]:
    """Draw some mutants of files with these words in their path; more begin with the same ones."""
    mutants = [mutant for mutant in all_mutants() if path in mutant.path]
    random.Random(seed).shuffle(mutants)
    print(f"{len(mutants):,} mutants, {count} drawn with the seed {seed}")
    return mutants[:count]


# Tests


def copy_project(work: Path) -> Path:
    """Copy what git knows to the work folder; what did not change keeps its time."""
    tree = work / "tree"
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    for name in filter(None, names):
        source, target = ROOT / name, tree / name
        if not source.exists() or (target.exists() and target.read_bytes() == source.read_bytes()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    return tree


def run_pytest(
    work: Path, *arguments: str, timeout: float | None = None, **environment: str
) -> int | None:
    """Run pytest in the copy; return its exit code, or None if it took too long."""
    tree = work / "tree"
    paths = [str(tree), *filter(None, [os.environ.get("PYTHONPATH")])]
    with (work / "pytest.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-p", "scripts.mutate", "-p", "no:cacheprovider",
             "--no-header", "--tb=short", "--snapshot-warn-unused", *arguments],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )  # fmt: skip
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()


class Recorder:
    """A pytest plugin that notes which test reaches which line, and how long it takes."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage: Any = None

    def pytest_runtest_protocol(self, item: Any) -> None:
        """Begin the lines of a test, in the process that runs it."""
        import coverage

        if self.coverage is None:
            self.coverage = coverage.Coverage(
                data_file=str(self.work / "lines" / "lines"),
                data_suffix=True,
                include=["mazegame/*"],
                concurrency="thread",
                config_file=False,
            )
            self.coverage.start()
        self.coverage.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Add the time of a part of a test."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what was noted; tests that fail without a mutant are not asked about any."""
        if self.coverage is not None:
            self.coverage.stop()
            self.coverage.save()
        times = self.work / "lines" / f"seconds-{os.getpid()}.json"
        passed = {name: time for name, time in self.seconds.items() if name not in self.failed}
        times.write_text(json.dumps(passed))


class Chooser:
    """A pytest plugin that runs the tests of a list in its order."""

    def __init__(self, file: Path) -> None:
        self.places = {name: at for at, name in enumerate(json.loads(file.read_text()))}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the tests of the list, in its order."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.places),
            key=lambda item: self.places[item.nodeid],
        )


def pytest_configure(config: Any) -> None:
    """Add a plugin if this script started pytest."""
    if "MUTATE_RECORD" in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ["MUTATE_RECORD"])))
    if "MUTATE_TESTS" in os.environ:
        config.pluginmanager.register(Chooser(Path(os.environ["MUTATE_TESTS"])))


# Commands


def record(work: Path, tests: list[str], workers: int) -> None:
    """Note which test reaches which line; with tests named, add those to what is known."""
    import coverage

    copy_project(work)
    (work / "lines").mkdir(exist_ok=True)
    code = run_pytest(work, "-n", str(workers), *tests, MUTATE_RECORD=str(work))
    print((work / "pytest.log").read_text()[-600:], f"exit code {code}")
    data = coverage.CoverageData(str(work / "lines.sqlite"))
    data.read()
    times = work / "seconds.json"
    seconds = json.loads(times.read_text()) if times.exists() else {}
    for part in sorted((work / "lines").iterdir()):
        if part.suffix == ".json":
            seconds |= json.loads(part.read_text())
        else:
            found = coverage.CoverageData(str(part))
            found.read()
            data.update(found)
        part.unlink()
    data.write()
    times.write_text(json.dumps(seconds))


def tests_of(
    work: Path, mutants: list[Mutant], most: float, rest: float
) -> dict[str, tuple[list[str], list[str]]]:
    """Return the tests that reach the line of each mutant, by its key, in two parts.

    First those in the file of the same name, then the quickest, as many as take ``most`` seconds;
    in the second part the pictures, then the others, as many as take ``rest`` seconds.
    """
    seconds = json.loads((work / "seconds.json").read_text())
    lines = reached_lines(work, {mutant.path for mutant in mutants})

    def first(names: set[str], near: str, limit: float) -> list[str]:
        chosen = sorted(
            names, key=lambda name: (near not in name.partition("::")[0], seconds[name], name)
        )
        times = accumulate(seconds[name] for name in chosen[1:])
        return chosen[: 1 + sum(time <= limit for time in times)]

    found = {}
    for mutant in mutants:
        names = lines.get((mutant.path, mutant.line), set()) & set(seconds)
        quick = first(names, Path(mutant.path).stem, most)
        found[mutant.key] = quick, first(names - set(quick), PICTURES, rest)
    return found


def reached_lines(work: Path, paths: set[str]) -> dict[tuple[str, int], set[str]]:
    """Return the tests that reach each line of some files."""
    import coverage

    data = coverage.CoverageData(str(work / "lines.sqlite"))
    data.read()
    lines: dict[tuple[str, int], set[str]] = {}
    for file in data.measured_files():
        path = file.partition("/tree/")[2]
        if path in paths:
            for line, tests in data.contexts_by_lineno(file).items():
                lines.setdefault((path, line), set()).update(tests)
    return lines


def run(
    work: Path, drawn: list[Mutant], minutes: float, most: float, rest: float, *, again: bool
) -> None:
    """Try the drawn mutants that have no result; ``again`` tries those that survived as well."""
    tree = copy_project(work)
    tests = tests_of(work, drawn, most, rest)
    seconds = json.loads((work / "seconds.json").read_text())
    results = _results(work)
    if again:
        results = {key: value for key, value in results.items() if value.startswith("killed")}
    until = time.monotonic() + minutes * 60
    for number, mutant in enumerate(drawn, 1):
        if mutant.key in results or time.monotonic() > until:
            continue
        begun = time.monotonic()
        chosen, result = [], "survived: no test"
        for part in filter(None, tests[mutant.key]):
            if result.startswith("survived"):
                chosen += part
                result = _try(work, tree, mutant, part, seconds)
        results[mutant.key] = result
        (work / "results.json").write_text(json.dumps(results, indent=1))
        print(f"{number:>4} {time.monotonic() - begun:>4.0f} s, {len(chosen)} tests, {mutant.key}: "
              f"{result}", flush=True)  # fmt: skip


def _try(
    work: Path, tree: Path, mutant: Mutant, tests: list[str], seconds: dict[str, float]
) -> str:
    target = tree / mutant.path
    data = (ROOT / mutant.path).read_bytes()
    chosen = work / "chosen.json"
    chosen.write_text(json.dumps(tests))
    files = dict.fromkeys(name.partition("::")[0] for name in tests)
    allowed = 3 * sum(seconds[name] for name in tests) + SLACK_SECONDS
    try:
        _write(target, data[: mutant.begin] + mutant.new.encode() + data[mutant.end :])
        code = run_pytest(
            work, "-n0", "-x", "-m", "", *files, timeout=allowed, MUTATE_TESTS=str(chosen)
        )
    finally:
        _write(target, data)
    if code is None:
        return "killed: it took too long"
    if code == 0:
        return "survived"
    lines = (work / "pytest.log").read_text().splitlines()
    return next(
        (f"killed: {line.partition(' ')[2]}" for line in lines
         if line.startswith(("FAILED", "ERROR "))),
        f"killed: exit code {code}",
    )  # fmt: skip


def _write(target: Path, data: bytes) -> None:
    """Write a module; what Python compiled of it before is not used."""
    target.write_bytes(data)
    for old in (target.parent / "__pycache__").glob(f"{target.stem}.*.pyc"):
        old.unlink()


def report(work: Path, drawn: list[Mutant]) -> None:
    """Print the share of killed mutants with its interval, and the survivors."""
    results = _results(work)
    listed = EQUIVALENT.read_text("utf-8").splitlines()
    same = {line for line in listed if not line.startswith("#")}
    tried = [mutant for mutant in drawn if mutant.key in results]
    counted = [mutant for mutant in tried if mutant.lasting not in same]
    if not counted:
        raise SystemExit("no mutant of this draw was tried yet")
    killed = sum(results[mutant.key].startswith("killed") for mutant in counted)
    low, high = wilson(killed, len(counted))
    print(f"{killed} of {len(counted)} killed, {killed / len(counted):.1%} "
          f"(95% interval {low:.1%} to {high:.1%}); {len(tried) - len(counted)} equivalent "
          "are not counted")  # fmt: skip
    for mutant in counted:
        if results[mutant.key].startswith("survived"):
            print(f"{mutant.key}: {results[mutant.key]}")
    for name in sorted(same - {mutant.lasting for mutant in all_mutants()}):
        print(f"listed as equivalent, but there is no such line: {name}")


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    share, square = hits / count, z * z / count
    middle = share + square / 2
    half = z * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def _results(work: Path) -> dict[str, str]:
    file = work / "results.json"
    return json.loads(file.read_text()) if file.exists() else {}


def main() -> None:
    """Read the arguments and run a command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=["record", "run", "report"])
    parser.add_argument("tests", nargs="*", help="what pytest records, the quick tests otherwise")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--path", default="", help="draw from files with this in their path")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no mutant after")
    parser.add_argument("--seconds", type=float, default=20, help="of the quick tests of a mutant")
    parser.add_argument("--rest", type=float, default=600, help="seconds of tests it meets then")
    parser.add_argument("--again", action="store_true", help="try the survivors once more")
    parser.add_argument("--workers", type=int, default=2, help="processes that record")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    if arguments.command == "record":
        record(work, arguments.tests, arguments.workers)
        return
    drawn = draw(arguments.count, arguments.seed, arguments.path)
    if arguments.command == "run":
        bounds = arguments.minutes, arguments.seconds, arguments.rest
        run(work, drawn, *bounds, again=arguments.again)
    else:
        report(work, drawn)


if __name__ == "__main__":
    main()
