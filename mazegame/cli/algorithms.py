"""``mazegame algorithms``: the algorithms, the presets and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import printable, write

if TYPE_CHECKING:
    import argparse

    from mazegame.engine import Option

EXAMPLES: Final = ""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(_: argparse.Namespace) -> int:
    """Print the list."""
    from mazegame.engine import ALGORITHMS, PRESETS
    from mazegame.engine.recipe import COMMON_OPTIONS

    def line(option: Option) -> str:
        return f"    {option.name}={option.default}: {option.about}\n"

    text = ""
    for algorithm in ALGORITHMS.values():
        text += f"{algorithm.name}\n    {algorithm.feel}\n{''.join(map(line, algorithm.options))}"
    text += "\nPresets, each an algorithm with its options:\n"
    for preset in PRESETS.values():
        options = " ".join(f"{name}={value}" for name, value in preset.options)
        recipe = f"{preset.algorithm} {options}".rstrip()
        text += f"{preset.name}\n    {preset.feel}\n    {recipe}\n"
    text += f"\nOptions of all algorithms:\n{''.join(map(line, COMMON_OPTIONS))}"
    write([printable(text)])
    return 0
