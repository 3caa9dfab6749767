"""Takes the modules of ``mazegame.engine``, which are loaded by name, with their sources.

The compile cache is named by the sources, so that no kernel of another version is ever loaded.
"""

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("mazegame.engine")
module_collection_mode = {"mazegame.engine": "pyz+py"}
