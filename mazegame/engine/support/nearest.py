"""Names that are similar to a name that there is not, for "did you mean"."""

from __future__ import annotations

import difflib
from collections.abc import Sequence


def plain_name(name: str) -> str:
    """Return a name as names are spelled: lower-case words joined by hyphens."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")[:64]


def nearest_names(name: str, names: Sequence[str]) -> list[str]:
    """Return up to three of some names that are similar to a name."""
    wanted = plain_name(name)
    if wanted in names:
        return [wanted]
    starts = [known for known in names if wanted and known.startswith(wanted)]
    close = difflib.get_close_matches(wanted, names, n=3, cutoff=0.6)
    inside = [known for known in names if len(wanted) > 2 and wanted in known]
    return list(dict.fromkeys([*starts, *close, *inside]))[:3]
