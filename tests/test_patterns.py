"""Every pattern of the package takes linear time: each meets a megabyte of its worst.

The patterns are found by looking: compiled ones in the modules' names, and the first arguments of
calls such as ``re.fullmatch``. For each repetition without an end, the text that leads there is
made of the pattern's own parse tree; then the repetition goes on for a megabyte and fails.
"""

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from re import _compiler as compiler
from re import _constants as sre
from re import _parser as parser

import pytest

import mazegame
from tests.programs import run_python

pytest.importorskip("resource")

pytestmark = pytest.mark.long

BYTES = 1 << 20

MOST_SECONDS = 40
"""Most processor time of all patterns together; a quadratic one takes hours."""

METHODS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "split")

MANY = 999
"""A repetition of more than this counts as endless."""

REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)

CHARACTERS = " \t\na0Az9-.:=#;+_'\"<>[](){}|/\\%,~x\x00\x7fé\u2500\u2800▀"
"""One of these is in every class of characters."""


def characters(kind, value):
    """Characters that an item of a parse tree matches, which is one or a class of them."""
    named = value if kind is sre.IN else [(kind, value)]
    own = [chr(one) for what, one in named if what is sre.LITERAL]
    own += [chr(ends[0]) for what, ends in named if what is sre.RANGE]
    used = compiler.compile(parser.SubPattern(parser.State(), [(kind, value)]))
    return [one for one in (*CHARACTERS, *own) if used.fullmatch(one)]


def examples(kind, value):
    """Texts that one item of a parse tree matches; none for what has no width."""
    if kind in {sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN}:
        return characters(kind, value)
    if kind in REPEATS:
        return [example(value[2]) * value[0]]
    return [example(part) for part in parts(kind, value)]


def parts(kind, value):
    """The parse trees in an item of one: those of a group, a branch or a repetition."""
    if kind in {sre.SUBPATTERN, *REPEATS}:
        return [value[-1]]
    if kind is sre.BRANCH:
        return value[1]
    return [value] if kind is sre.ATOMIC_GROUP else []


def example(tree):
    """A short text that a parse tree matches."""
    return "".join((examples(kind, value) or [""])[0] for kind, value in tree)


def endless(tree, before=""):
    """The repetitions without an end: the text that leads to each, and what it repeats."""
    for kind, value in tree:
        if kind in REPEATS and value[1] > MANY:
            pieces = [piece for inner in value[2] for piece in examples(*inner)[:4]]
            yield from ((before, piece) for piece in (*pieces, example(value[2])))
        for part in parts(kind, value):
            yield from endless(part, before)
        before += (examples(kind, value) or [""])[0]


def attacks(pattern):
    """The worst texts for a pattern, of a megabyte each."""
    found = endless(parser.parse(pattern.pattern, pattern.flags))
    for before, piece in sorted({(before, piece) for before, piece in found if piece}):
        long = before + piece * (BYTES // len(piece))
        yield long + "\0"
        if before:
            yield (before + piece) * (BYTES // len(before + piece)) + "\0"


def modules():
    """All modules of the package."""
    for info in pkgutil.walk_packages(mazegame.__path__, "mazegame."):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


def within(value):
    """The patterns in a value, which may be a container."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from within(one)
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from within(one)


def uses(module):
    """The patterns of a module with the method that each is used by."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for value in list(vars(module).values()):
        for pattern in within(value):
            yield pattern, "fullmatch"
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr not in METHODS or not isinstance(node.func.value, ast.Name):
            continue
        name = node.func.value.id
        if name == "re":
            source = compile(ast.Expression(node.args[0]), "", "eval")
            yield re.compile(eval(source, vars(module))), node.func.attr
        elif isinstance(getattr(module, name, None), re.Pattern):
            yield getattr(module, name), node.func.attr


def all_uses():
    """All patterns of the package with the methods that they are used by."""
    return {use for module in modules() for use in uses(module)}


def main():
    """Feed every pattern; print each before it is fed."""
    for pattern, method in sorted(all_uses(), key=lambda use: (str(use[0].pattern), use[1])):
        print(method, pattern.pattern, flush=True)
        for text in attacks(pattern):
            given = text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text
            if method == "sub":
                pattern.sub(given[:0], given)
            elif method == "finditer":
                for _ in pattern.finditer(given):
                    pass
            else:
                getattr(pattern, method)(given)


def fed(code, seconds):
    """Run a program of this module's, and kill it after some seconds of processor time."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))\n"
    return run_python("-c", f"{limit}from tests import test_patterns as t\n{code}")


def test_every_pattern_takes_linear_time():
    done = fed("t.main()", MOST_SECONDS)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr
    assert len(done.stdout.splitlines()) > 50


def test_patterns_in_names_in_containers_and_in_calls_are_found():
    found = {(use[0].pattern, use[1]) for use in all_uses()}
    from mazegame.formats import replay
    from mazegame.formats.pictures import svg

    assert (svg._WALLS.pattern, "search") in found
    assert (replay._HEADER["rivals"].pattern, "fullmatch") in found
    assert (r"\s+", "sub") in found


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (rb"P4(?:\s|#[^\n]*\n)*?\s((?:\s*#[^\n]*\n)*)\s*(\d{1,9})", "match"),
        (r'<path id="walls"[^>]* d="', "search"),
        (r"(a+)+b", "match"),
    ],
)
def test_a_pattern_that_backtracks_is_noticed(pattern, method):
    """These take more than a hundred times as long for ten times as much, or never end."""
    code = (
        f"used = t.re.compile({pattern!r})\nt.all_uses = lambda: {{(used, {method!r})}}\nt.main()"
    )
    assert fed(code, 3).returncode < 0
