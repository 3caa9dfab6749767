"""The exceptions of the score book. Each message is one line for the player."""

from __future__ import annotations


class ScoreBookError(Exception):
    """The score book cannot be used now."""


class LockedError(ScoreBookError):
    """Another program has locked the file; a later try may succeed."""


class UnwritableError(ScoreBookError):
    """The file cannot be written: it is read-only, the disk is full, or something else is wrong."""


class NoBookError(ScoreBookError):
    """There is no home folder in which the book could be."""


class MisfitError(ScoreBookError):
    """This one run or record violates a constraint of the tables; others do not."""


class StrangeBookError(ScoreBookError):
    """The file is sound, but its tables are not those of a score book."""


class DamagedError(ScoreBookError):
    """SQLite says that the file is corrupt, or no database."""
