"""``mazegame algorithms``: the algorithms, the presets and their options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from mazegame.cli.options import add_flags
from mazegame.cli.output import printable, write

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from mazegame.engine import Option

EXAMPLES: Final = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_flags(parser, {"--json": "print each as an object of JSON on a line of its own"})


def run(arguments: argparse.Namespace) -> int:
    if arguments.json:
        write(json.dumps({"version": 1, **entry}) + "\n" for entry in _entries())
    else:
        write([printable(_text())])
    return 0


def _text() -> str:
    from mazegame.engine import ALGORITHMS, PRESETS
    from mazegame.engine.recipes.recipe import COMMON_OPTIONS

    def line(option: Option) -> str:
        return f"    {option.name}={option.default}: {option.about}\n"

    text = ""
    for algorithm in ALGORITHMS.values():
        text += f"{algorithm.name}\n    {algorithm.feel}\n{''.join(map(line, algorithm.options))}"
    for name, package in ALGORITHMS.discover().items():
        text += f"{name}\n    Of the package {package}.\n"
    text += "\nPresets, each an algorithm with its options:\n"
    for preset in PRESETS.values():
        options = " ".join(f"{name}={value}" for name, value in preset.options)
        recipe = f"{preset.algorithm} {options}".rstrip()
        text += f"{preset.name}\n    {preset.feel}\n    {recipe}\n"
    return f"{text}\nOptions of all algorithms:\n{''.join(map(line, COMMON_OPTIONS))}"


def _entries() -> Iterator[dict[str, Any]]:
    """Yield the algorithms with all their options, then the presets."""
    from mazegame.engine import ALGORITHMS, PRESETS
    from mazegame.engine.recipes.recipe import COMMON_OPTIONS

    for algorithm in ALGORITHMS.values():
        facts = ("name", "title", "about", "feel", "reference", "masks")
        options = [
            {"name": option.name, "default": option.default, "about": option.about}
            for option in (*algorithm.options, *COMMON_OPTIONS)
        ]
        known = {fact: getattr(algorithm, fact) for fact in facts}
        yield {"kind": "algorithm", **known, "options": options}
    for name, package in ALGORITHMS.discover().items():
        yield {"kind": "algorithm", "name": name, "package": package}
    for preset in PRESETS.values():
        known = {fact: getattr(preset, fact) for fact in ("name", "feel", "algorithm")}
        yield {"kind": "preset", **known, "options": dict(preset.options)}
