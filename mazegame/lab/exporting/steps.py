"""Steps: a show as JSON lines, one for each event."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mazegame.engine import Event


def json_lines(events: Iterable[Event]) -> Iterator[str]:
    """Yield a line for each event: its number from 1, kind and cell, and side and other if any.

    Cells are ``[row, column]``, counted from 0 at the top left.
    """
    for step, event in enumerate(events, start=1):
        line: dict[str, object] = {
            "step": step,
            "kind": event.kind.name.lower(),
            "cell": list(event.cell),
        }
        if event.side is not None:
            line["side"] = event.side.name
        if event.other is not None:
            line["other"] = list(event.other)
        yield json.dumps(line) + "\n"
