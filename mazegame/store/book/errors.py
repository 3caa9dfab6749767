"""Errors of the score book. Each message is one readable line."""

from __future__ import annotations


class ScoreBookError(Exception):
    """The score book cannot be used now."""


class LockedError(ScoreBookError):
    """Another program holds it; a later try may succeed."""


class UnwritableError(ScoreBookError):
    """It cannot be written: it is read-only, the disk is full, or something else is wrong."""


class NoBookError(ScoreBookError):
    """There is no folder for the book."""


class MisfitError(ScoreBookError):
    """The book refuses this one run or note; it takes others."""


class StrangeBookError(ScoreBookError):
    """The file is sound, but its tables are not those of a score book."""


class DamagedError(ScoreBookError):
    """SQLite says that the file is corrupt, or no database."""
