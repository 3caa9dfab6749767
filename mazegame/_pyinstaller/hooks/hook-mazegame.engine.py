"""Takes the modules of ``mazegame.engine``, which are loaded by name, with their sources.

The compile cache is named by the sources and by the versions of numba and llvmlite, so that no
kernel of another version is ever loaded.
"""

from PyInstaller.utils.hooks import collect_submodules, copy_metadata

datas = copy_metadata("numba") + copy_metadata("llvmlite")
hiddenimports = collect_submodules("mazegame.engine")
module_collection_mode = {"mazegame.engine": "pyz+py"}
