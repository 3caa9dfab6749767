"""Print which libraries of a `pip freeze` differ from constraints.txt; exit with 1 if any does.

Usage: changed.py FREEZE
"""

import sys
from pathlib import Path

from packaging.requirements import Requirement

locked = {}
for line in Path("constraints.txt").read_text(encoding="utf-8").splitlines():
    requirement = Requirement(line)
    if not requirement.marker or requirement.marker.evaluate():
        locked[requirement.name.lower().replace("_", "-")] = str(requirement.specifier)
changed = []
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    name, _, version = line.partition("==")
    have = locked.get(name.lower().replace("_", "-"), "nothing")
    if version and have != f"=={version}":
        changed.append(f"{name} {version} (the lock has {have.removeprefix('==')})")
print("\n".join(changed))
sys.exit(bool(changed))
