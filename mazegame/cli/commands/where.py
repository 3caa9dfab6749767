"""``mazegame where``, and ``mazegame --reset-settings``: the game's files."""

from __future__ import annotations

import argparse
import json
from typing import Final

from mazegame.cli.options import JSON, add_flags
from mazegame.cli.output import printable, visible, write
from mazegame.cli.refusals import FileFailedError
from mazegame.formats.errors import reason_of

EXAMPLES: Final = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_flags(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.store.places import NoHomeError, places

    try:
        where = places()
    except NoHomeError as problem:
        raise FileFailedError(str(problem)) from problem
    lines = {
        "settings": where.settings,
        "scores": where.scores,
        "runs in progress": where.running,
        "saved runs": where.saves,
        "loaded mazes": where.mazes,
        "replays": where.replays,
        "cache": where.cache,
    }
    if arguments.json:
        keys = {name.replace(" ", "_"): str(path) for name, path in lines.items()}
        write([json.dumps({"version": 1, **keys}) + "\n"])
    else:
        write([f"{name:18}{printable(visible(str(path)))}\n" for name, path in lines.items()])
    return 0


def reset_settings() -> None:
    """Rename the settings file, so that the defaults apply."""
    from mazegame.store.places import NoHomeError, places
    from mazegame.store.settings import settings

    try:
        where = places()
        aside = settings.reset_settings(where.settings)
    except NoHomeError as problem:
        raise FileFailedError(str(problem)) from problem
    except OSError as error:
        why = f"the settings {where.settings} cannot be reset: {reason_of(error)}"
        raise FileFailedError(why) from error
    kept = f"; the old file is now {aside}" if aside else ""
    write([printable(f"The settings are reset to their defaults{kept}.\n")])
