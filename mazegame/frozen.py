"""Frozen classes that are quick to define.

``dataclass(frozen=True)`` writes methods for each class that refuse changes, and Python compiles
them at import, which takes a fifth of a millisecond for each class. The first maze waits for many
of these classes, so here the type checker alone refuses changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """Make a class a dataclass that type checkers treat as frozen. Its objects have no hash."""
    return dataclass(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen_keywords(cls: type[T]) -> type[T]:
    """Make a class such a dataclass that takes its fields by keyword only."""
    return dataclass(kw_only=True)(cls)


@dataclass_transform(frozen_default=True, eq_default=False)
def frozen_identity(cls: type[T]) -> type[T]:
    """Make a class such a dataclass without comparison and text: each object equals only itself."""
    return dataclass(eq=False, repr=False)(cls)
