"""Hooks for PyInstaller, which finds them by the entry point ``pyinstaller40`` of this package.

The engine, the formats and the screens load their modules by name when they are first used. That
leaves nothing for PyInstaller to see, so a hook for each package says what belongs to it.
"""

from pathlib import Path


def get_hook_dirs() -> list[str]:
    """Return the folder of the hooks, as PyInstaller calls it."""
    return [str(Path(__file__).with_name("hooks"))]
