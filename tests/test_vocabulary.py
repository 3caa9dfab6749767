"""Retired words do not come back. docs/glossary.md says what is said instead."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

GLOSSARY = ROOT / "docs" / "glossary.md"


def retired() -> list[tuple[str, re.Pattern[str]]]:
    """The table at the end of the glossary: a retired word or phrase in backticks, a line each."""
    _, _, table = GLOSSARY.read_text("utf-8").partition("## Retired words")
    words = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    # A part of a name counts as well, unless the word is a whole name itself.
    around = {word: r"\w-" if "_" in word else r"A-Za-z0-9-" for word in words}
    return [
        (word, re.compile(rf"(?<![{no}]){re.escape(word)}(?![{no}])"))
        for word, no in around.items()
    ]


def texts() -> list[Path]:
    """Every text of the project that people read."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    kept = (".py", ".md", ".tcss", ".sql", ".toml")
    return [
        ROOT / name
        for name in listed
        if name.endswith(kept)
        and (ROOT / name).is_file()
        and ROOT / name not in {GLOSSARY, Path(__file__)}
    ]


def uses(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """Where a word stands: file and line."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:90]}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_retired_word_comes_back():
    paths = texts()
    if not paths:
        pytest.skip("not a git checkout")
    written = {path: path.read_text("utf-8") for path in paths}
    found = [
        f"{word!r}: {use}"
        for word, pattern in retired()
        for use in uses(pattern, [path for path, text in written.items() if word in text])
    ]
    assert not found, "\n".join(found[:40])


def test_the_search_finds_a_retired_word(tmp_path, monkeypatch):
    file = tmp_path / "old.py"
    file.write_text("# So many cells.\nsite = Site()\nOld_Site = 1\n")
    monkeypatch.setattr("tests.test_vocabulary.ROOT", tmp_path)
    pattern = dict(retired())["Site"]
    assert uses(pattern, [file]) == ["old.py:2: site = Site()", "old.py:3: Old_Site = 1"]


def test_the_glossary_is_sorted_and_says_each_term_once():
    terms = re.findall(r"^- \*\*([^*]+)\*\*", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    assert len(terms) > 60
    assert terms == sorted(set(terms), key=str.lower)


def is_named_for_another(node: ast.ClassDef) -> bool:
    """Whether a class has the name of what it opens, tells or begins: messages, modes."""
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    functions = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    return "Message" in bases or functions >= {"run", "add_arguments"}


def test_one_name_of_a_class_stands_for_one_thing():
    homes: dict[str, list[str]] = {}
    for path in sorted((ROOT / "mazegame").rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not is_named_for_another(node):
                homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


IN_SEVERAL_LAYERS = {
    "batch", "daily", "doors", "duel", "endless", "errors", "first_steps", "gallery", "help",
    "journey", "lab", "marathon", "play", "quiz", "race", "replay", "scores", "settings",
    "sheets", "statistics", "stats", "svg", "warm",
}  # fmt: skip
"""Modules that have one subject in several layers: its rules, its drawing, its command."""


def test_one_name_of_a_module_stands_for_one_subject():
    layers: dict[str, list[str]] = {}
    for path in sorted((ROOT / "mazegame").rglob("*.py")):
        if path.name != "__init__.py":
            layer = path.relative_to(ROOT / "mazegame").parts[0]
            layers.setdefault(path.stem, []).append(layer)
    shared = {name: where for name, where in layers.items() if len(where) > 1}
    assert shared.keys() == IN_SEVERAL_LAYERS
    assert not [name for name, where in shared.items() if len(set(where)) < len(where)]
