"""Words: numbers and times as text."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 run``, ``2,000 runs``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def tally(runs: int, ranked: int, perfect: int) -> list[str]:
    """Return the numbers of finished runs, of the ranked ones, and of the perfect among these."""
    return [counted(runs, "run"), f"{ranked:,} ranked", f"{perfect:,} perfect"]


def capital(text: str) -> str:
    """Return a text for the start of a sentence."""
    return text[:1].upper() + text[1:]


def clock(ms: int, *, tenths: bool = True) -> str:
    """Return a time in milliseconds as m:ss.t, or h:mm:ss.t from an hour on.

    All times on the screen come from here. They are cut, never rounded up: a time that earns a
    medal never looks longer than the medal's.
    """
    seconds, tenth = divmod(ms // 100, 10)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{text}:{seconds:02d}.{tenth}" if tenths else f"{text}:{seconds:02d}"


def spell_time(ms: int) -> str:
    """Return a time for a sentence: ``5.1 s``, and from a minute on as ``clock``."""
    return clock(ms) if ms >= 60_000 else f"{ms // 100 / 10:.1f} s"


def spell_gap(ms: int) -> str:
    """Return a difference of times in tenths of a second, cut; a shorter one in milliseconds."""
    return spell_time(ms) if ms >= 100 else f"{ms} ms"
