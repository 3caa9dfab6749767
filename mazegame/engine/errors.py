"""The exceptions of the engine, besides Python's own; and two ways to raise them."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from typing import Any


class RecipeError(ValueError):
    """A recipe is invalid: the message says which part is wrong and what fits.

    Attributes:
        part: The part that is wrong: "form", "algorithm", "size", "option" or "seed".
    """

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part

    def __reduce__(self) -> tuple[type[RecipeError], tuple[str, str]]:
        return RecipeError, (self.part, str(self))


class UnknownOptionError(RecipeError, TypeError):
    """A keyword is no option of the algorithm; a TypeError as well, as for any unknown keyword."""

    def __reduce__(self) -> tuple[type[RecipeError], tuple[str, str]]:
        return UnknownOptionError, (self.part, str(self))


class UnreachableError(ValueError):
    """There is no path from A to B."""


Unreachable = UnreachableError
"""The name that the documented interface gives to ``UnreachableError``."""


class NotEnoughMemoryError(ValueError):
    """Something needs more memory than is available; the message says how much."""


class NoCompilerError(RuntimeError):
    """Numba cannot be loaded, and a large maze needs it."""


class CancelledError(Exception):
    """A ``progress`` callback returned False, which stopped the call."""

    def __init__(self, message: str = "the call was cancelled by its progress function") -> None:
        super().__init__(message)


class MissingLibraryError(ImportError):
    """A library that only this call needs is not installed; the message says how to install it."""


class DamagedBatchError(ValueError):
    """A file is not a file of a batch, or not a whole one."""


@contextlib.contextmanager
def blaming(part: str) -> Iterator[None]:
    """Turn a ValueError of this block into a RecipeError of a part, with the same message."""
    try:
        yield
    except ValueError as error:
        raise RecipeError(part, str(error)) from None


def import_optional(module: str, caller: str) -> Any:
    """Import a module that only this caller needs, or raise MissingLibraryError."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".", maxsplit=1)[0]
        raise MissingLibraryError(
            f"{caller} needs {package}, which cannot be loaded here ({error}): "
            f"pip install {package}"
        ) from None
