"""The floor plan: every folder stands in docs/architecture.md, and what the docs name exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "mazegame"
PLAN = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## A mode")[0]
PATH = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|sql|tcss|md|sh))`")
PAGES = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md"]
TOUCHED = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## What to touch")[2]
"""What to touch to add something, up to examples of files that do not exist."""


def named_folders() -> set[str]:
    """The folders in the plan; a row may name several of one folder."""
    found: set[str] = set()
    for row in re.findall(r"^\| (.*?) \|", PLAN, re.MULTILINE):
        above = ""
        for name in re.findall(r"`([a-z_/]+)/`", row):
            if name.count("/"):
                above = name.rpartition("/")[0]
                found.add(name)
            else:
                found.add(f"{above}/{name}" if above else name)
    return found


def folders(root: Path = PACKAGE) -> dict[str, int]:
    """The number of modules of every folder below one."""
    found = {path.parent for path in root.rglob("*.py") if path.parent != root}
    return {folder.relative_to(root).as_posix(): len(list(folder.glob("*.py"))) for folder in found}


def test_every_folder_stands_in_the_plan():
    large = {name for name, modules in folders().items() if modules > 2}
    assert large <= named_folders() <= set(folders())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page):
    assert missing(set(PATH.findall(page.read_text(encoding="utf-8")))) == set()


def test_every_path_of_the_table_for_contributors_exists():
    table, examples, _ = TOUCHED.partition("The examples below")
    names = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?|[a-z_]+\.py)`", table))
    assert examples
    assert len(names) > 10
    assert missing(names) == set()


def missing(names: set[str]) -> set[str]:
    """The paths that exist nowhere: from the root, the package or the engine."""
    near = (ROOT, PACKAGE, PACKAGE / "engine")
    return {name for name in names if not any((base / name).exists() for base in near)}
