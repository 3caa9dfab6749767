"""Format numbers and times as text."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 run``, ``2,000 runs``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def tally(runs: int, ranked: int, perfect: int) -> list[str]:
    """Return three texts: the numbers of finished, ranked and perfect runs."""
    return [counted(runs, "run"), f"{ranked:,} ranked", f"{perfect:,} perfect"]


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def clock(ms: int, *, tenths: bool = True) -> str:
    """Return a time in milliseconds as m:ss.t, or h:mm:ss.t from an hour on.

    All times on the screen are formatted here. They are truncated, never rounded up, so that a time
    that earns a medal never looks longer than the medal's.
    """
    seconds, tenth = divmod(ms // 100, 10)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{text}:{seconds:02d}.{tenth}" if tenths else f"{text}:{seconds:02d}"


def spell_time(ms: int) -> str:
    """Return a time for a sentence: ``5.1 s``; from a minute on as ``clock``."""
    return clock(ms) if ms >= 60_000 else f"{ms // 100 / 10:.1f} s"


def spell_gap(ms: int) -> str:
    """Return a time difference in tenths of a second; below 100 ms in milliseconds."""
    return spell_time(ms) if ms >= 100 else f"{ms} ms"
