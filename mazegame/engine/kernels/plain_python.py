"""Plain forms: kernels as plain Python runs them, without what only numba needs.

What lives here: making such a form of a kernel's source. What does not: when it runs (``jit.py``).

A kernel wraps its integers for numba's sake: ``u64(1)``, in plain Python a call that returns its
argument; half of the time goes into them. Some of the parts that a text is made with do nothing
either (``emitting.silent``). So before its first plain call a kernel's source is read again, and
such calls are taken out: of the kernel, and of the functions that it calls by a name of its module
or of its closure. Where there is no source (frozen programs) the function runs as it is, with the
same result.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import linecache
import types
from collections.abc import Callable, Container, Mapping
from typing import Any, Final

CAST: Final = "u64"
"""The name by which kernels call the cast."""

_NOTHING: Final = -1
"""In the place of an argument's index: the function does nothing."""

_SHORT_CODE: Final = 24
"""Most bytes of code of a function that may do nothing: reading the source of all takes longer."""


class _Shorter(ast.NodeTransformer):
    """Takes calls out of a function that do nothing or return an argument."""

    def __init__(self, returned: Mapping[str, int]) -> None:
        """Begin with which argument a function returns, or ``_NOTHING``, by its name."""
        self._returned = returned

    def visit_Name(self, node: ast.Name | ast.Constant) -> ast.AST:
        return node  # most of a kernel are names and constants: nothing lies below them

    visit_Constant = visit_Name  # noqa: N815

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and not node.keywords:
            index = self._returned.get(node.func.id, _NOTHING)
            if 0 <= index < len(node.args):
                return node.args[index]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        call = node.value
        match call:
            case ast.Call(ast.Name(name)) if self._returned.get(name) == _NOTHING:
                return None
        return self.generic_visit(node)

    def visit_If(self, node: ast.If | ast.For | ast.While) -> ast.AST | None:
        """Take out a block in which nothing is left, and whose head does nothing."""
        self.generic_visit(node)
        match node:
            case ast.If():
                head: list[ast.expr] | None = [node.test]
            case ast.For(iter=ast.Call(ast.Name("range"), bounds)):
                head = bounds
            case _:
                head = None
        if not (head is None or node.body or node.orelse or any(map(_calls, head))):
            return None
        node.body = node.body or [ast.copy_location(ast.Pass(), node)]
        return node

    visit_For = visit_While = visit_If  # noqa: N815  ast asks for these names


def _calls(node: ast.AST) -> bool:
    """Return whether evaluating an expression may have an effect."""
    return any(isinstance(inner, (ast.Call, ast.NamedExpr)) for inner in ast.walk(node))


class PlainForms:
    """The plain forms of functions, made once each."""

    def __init__(self, devices: Container[Callable[..., Any]]) -> None:
        """Begin with the device functions, whose plain forms are called from those of kernels."""
        self._devices = devices
        self._made: dict[Callable[..., Any], Callable[..., Any]] = {}

    def of(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the plain form of a function; the function itself if it has no source."""
        if function not in self._made:
            self._made[function] = function  # also what a device that calls itself would call
            with contextlib.suppress(OSError, SyntaxError, AttributeError):
                self._made[function] = self._make(function)
        return self._made[function]

    def _make(self, function: Callable[..., Any]) -> Callable[..., Any]:
        code = function.__code__
        definition = _source_of(function)
        names = dict(function.__globals__)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            names[name] = cell.cell_contents
        returned = {CAST: 0}
        for name in {*code.co_names, *code.co_freevars}:
            called = names.get(name)
            if isinstance(called, types.FunctionType) and called in self._devices:
                if (index := _returned_argument(called)) is not None:
                    returned[name] = index
                names[name] = self.of(called)
        tree = ast.Module([_Shorter(returned).visit(definition)], [])
        definition.body = definition.body or [ast.copy_location(ast.Pass(), definition)]
        exec(compile(tree, code.co_filename, "exec"), names)  # noqa: S102  it is the kernel's source
        made: Callable[..., Any] = names[definition.name]
        return made


def _returned_argument(function: Callable[..., Any]) -> int | None:
    """Return which argument a function returns if it does no more, or ``_NOTHING``."""
    if len(function.__code__.co_code) > _SHORT_CODE:
        return None
    try:
        definition = _source_of(function)
    except (OSError, SyntaxError):
        return None
    match definition.body[1:] if ast.get_docstring(definition) else definition.body:
        case [] | [ast.Pass()] | [ast.Return(None)]:
            return _NOTHING
        case [ast.Return(ast.Name(name))]:
            arguments = [argument.arg for argument in definition.args.args]
            return arguments.index(name) if name in arguments else None
    return None


def _source_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """Return a function's definition, without decorators and annotations.

    If there is no source, or another one by now, it raises OSError; SyntaxError if it is none.
    """
    code = function.__code__
    line = code.co_firstlineno  # of its first decorator or of its ``def``, from 1 on
    lines = linecache.getlines(code.co_filename)[line - 1 :]
    if not lines:
        raise OSError
    indent = len(lines[0]) - len(lines[0].lstrip())
    block: list[str] = []
    for number, text in enumerate(lines):
        inner = text[indent:] if text.strip() else "\n"
        ends = not inner[0].isspace() and not inner.startswith((")", "@", "def "))
        begins = inner.startswith(("@", "def "))
        if number and (ends or (begins and any(one.startswith("def ") for one in block))):
            break
        block.append(inner)
    tree = _parse("\n" * (line - 1) + "".join(block))  # numbering the lines later takes longer
    definition = tree.body[0]
    if len(tree.body) != 1 or not isinstance(definition, ast.FunctionDef):
        raise SyntaxError
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    if not _is_source_of(definition, code):
        raise OSError
    return definition


def _parse(source: str) -> ast.Module:
    """Return the syntax tree of a source, uninterrupted.

    In Python 3.11 a collection of garbage in the middle lets another thread run, and if that one
    parses as well, one of both ends with a SystemError (CPython's issue 106905).
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collects:
            gc.enable()


def _is_source_of(definition: ast.FunctionDef, code: types.CodeType) -> bool:
    """Return whether a definition matches some code, since the file may have changed."""
    module = compile(ast.Module([definition], []), code.co_filename, "exec")
    there = next(c for c in module.co_consts if isinstance(c, types.CodeType))
    same = (there.co_name, there.co_varnames) == (code.co_name, code.co_varnames)
    # What a closure reads has other instructions here.
    return same and (bool(code.co_freevars) or there.co_code == code.co_code)
