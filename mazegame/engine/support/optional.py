"""Libraries that few calls need: imported when such a call is made.

What lives here: importing one, or saying what to install. What does not: who needs it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from mazegame.engine.errors import MissingLibraryError

if TYPE_CHECKING:
    from types import ModuleType


def import_optional(module: str, caller: str, package: str = "") -> ModuleType:
    """Import a module that is not among the engine's requirements.

    The caller is who needs it, for the message; the package what to install, by default the first
    part of the module's name.

    Raises:
        MissingLibraryError: In one sentence, what to install.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = package or module.split(".", maxsplit=1)[0]
        raise MissingLibraryError(
            f"{caller} needs {package}, which cannot be loaded here ({error}): "
            f"pip install {package}"
        ) from None
