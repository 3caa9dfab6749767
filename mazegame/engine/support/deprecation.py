"""Warnings for old names, which go in the next minor version: see ``docs/stability.md``."""

import warnings


def warn_renamed(old: str, new: str, *, stacklevel: int = 3) -> None:
    """Warn the caller's caller that a name is deprecated."""
    warnings.warn(
        f"{old} is deprecated: it is now {new}", DeprecationWarning, stacklevel=stacklevel
    )
