"""Takes the modules of ``mazegame.drawing``, which are loaded by name."""

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("mazegame.drawing")
