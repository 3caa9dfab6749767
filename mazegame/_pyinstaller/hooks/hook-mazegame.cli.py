"""Takes the commands, which are loaded by name, and with them the game if Textual is installed."""

from importlib.util import find_spec

from PyInstaller.utils.hooks import collect_submodules


def _is_used(name: str) -> bool:
    return "._pyinstaller" not in name


hiddenimports = collect_submodules("mazegame" if find_spec("textual") else "mazegame.cli", _is_used)
