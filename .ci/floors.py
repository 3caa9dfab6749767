"""Print the lowest version that pyproject.toml allows of each library, as constraints for pip."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
for requirement in sorted({*project["dependencies"], *project["optional-dependencies"]["dev"]}):
    found = re.match(r"([\w-]+)(?:\[[\w,-]+\])?>=([\w.]+)", requirement)
    if not found:
        raise SystemExit(f"pyproject.toml: {requirement} has no lowest version")
    print(f"{found[1]}=={found[2]}")
