"""Takes the package's tables, pages and style sheets, which lie beside its modules."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("mazegame")
