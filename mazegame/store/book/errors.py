"""Errors of the score book. Each message is one readable line."""

from __future__ import annotations


class ScoreBookError(Exception):
    """The score book cannot be used now."""


class LockedError(ScoreBookError):
    """Another program holds it; a later try may succeed."""


class UnwritableError(ScoreBookError):
    """It cannot be written: it is read-only, or the disk is full."""


class NoBookError(ScoreBookError):
    """There is no folder for the book."""


class DamagedError(ScoreBookError):
    """The file is not a score book, or is damaged."""
