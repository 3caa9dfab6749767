"""Errors of the score book. Each message is one line for people."""

from __future__ import annotations


class ScoreBookError(Exception):
    """The score book cannot be used now."""


class LockedError(ScoreBookError):
    """Another program holds it; a later try may succeed."""


class NewerVersionError(ScoreBookError):
    """A newer version of the game wrote it."""


class UnwritableError(ScoreBookError):
    """It cannot be written: it is read-only, or the disk is full."""


class NoBookError(ScoreBookError):
    """There is no folder for it."""


class DamagedError(ScoreBookError):
    """It is no score book, or a damaged one."""
