"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Tests never touch the user's own folders; the compile cache lasts from one run to the next.
os.environ["MAZEGAME_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache" / "home")

# The same examples in every run: a failure is a defect, never bad luck.
settings.register_profile(
    "mazegame",
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("mazegame")
