"""Where a build finds the engine's files: in the repository, or in an archive of its sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class EngineFiles(BuildHookInterface):
    """Adds the parts of the package that ``pyproject.toml`` lists, and the licence."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Tell the build where the files are and what they are to be called."""
        here = Path(self.root)
        home = here if (here / "mazegame").exists() else here.parents[1]
        for part in self.config["parts"]:
            build_data["force_include"][str(home / "mazegame" / part)] = f"mazegame/{part}"
        if self.target_name == "wheel":
            build_data["extra_metadata"][str(home / "LICENSE")] = "LICENSE"
        else:
            build_data["force_include"][str(home / "LICENSE")] = "LICENSE"
