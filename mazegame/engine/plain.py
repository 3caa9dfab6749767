"""Plain forms: kernels as plain Python runs them, without the casts that only numba needs.

What lives here: making such a form of a kernel's source. What does not: when it runs (``jit.py``).

A kernel wraps its integers, ``u64(1)``, for numba's sake. In plain Python every cast is a call that
returns its argument, and half of the time goes into them. So before its first plain call a kernel's
source is read again, and the casts are taken out: of the kernel and of the device functions that it
calls. Where there is no source (frozen programs) the function runs as it is, with the same result.
"""

from __future__ import annotations

import ast
import contextlib
import linecache
import types
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Container

CAST: Final = "u64"
"""The name by which kernels call the cast."""


class _WithoutCasts(ast.NodeTransformer):
    """Replaces every cast by its argument."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == CAST and len(node.args) == 1:
            return node.args[0]
        return node


class PlainForms:
    """The plain forms of functions, made once each.

    Args:
        devices: The device functions, whose plain forms are called from those of kernels.
    """

    def __init__(self, devices: Container[Callable[..., Any]]) -> None:
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
        definition = _definition(code.co_filename, code.co_firstlineno)
        if not _is_source_of(definition, code):
            return function
        tree = ast.Module([_WithoutCasts().visit(definition)], [])
        names = dict(function.__globals__)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            names[name] = cell.cell_contents
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                called = names.get(node.id)
                if isinstance(called, types.FunctionType) and called in self._devices:
                    names[node.id] = self.of(called)
        exec(compile(tree, code.co_filename, "exec"), names)  # noqa: S102  it is the kernel's source
        made: Callable[..., Any] = names[definition.name]
        return made


def _definition(file: str, line: int) -> ast.FunctionDef:
    """Return a function's definition, without decorators and annotations.

    Args:
        file: The source file.
        line: The line, from 1 on, of its first decorator or of its ``def``.

    Raises:
        OSError: If there is no such source.
        SyntaxError: If it is no function's.
    """
    lines = linecache.getlines(file)[line - 1 :]
    if not lines:
        raise OSError
    indent = len(lines[0]) - len(lines[0].lstrip())
    block: list[str] = []
    for number, text in enumerate(lines):
        inner = text[indent:] if text.strip() else "\n"
        ends = not inner[0].isspace() and not inner.startswith((")", "@", "def "))
        if number and (ends or (inner.startswith(("@", "def ")) and _has_body(block))):
            break
        block.append(inner)
    tree = ast.parse("".join(block))
    definition = tree.body[0]
    if len(tree.body) != 1 or not isinstance(definition, ast.FunctionDef):
        raise SyntaxError
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    return ast.increment_lineno(definition, line - 1)


def _is_source_of(definition: ast.FunctionDef, code: types.CodeType) -> bool:
    """Return whether a definition matches some code, since the file may have changed."""
    module = compile(ast.Module([definition], []), code.co_filename, "exec")
    there = next(c for c in module.co_consts if isinstance(c, types.CodeType))
    same = (there.co_name, there.co_varnames) == (code.co_name, code.co_varnames)
    # What a closure reads has other instructions here.
    return same and (bool(code.co_freevars) or there.co_code == code.co_code)


def _has_body(lines: list[str]) -> bool:
    return any(text.startswith("def ") for text in lines)
