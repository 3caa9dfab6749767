"""A class has its name alone, as a module within its layer; the glossary is in order."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def is_named_for_another(node: ast.ClassDef) -> bool:
    """Whether a class has the name of what it opens, tells or begins: messages, modes."""
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    functions = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    return "Message" in bases or functions >= {"run", "add_arguments"}


def test_one_name_of_a_class_stands_for_one_thing():
    homes: dict[str, list[str]] = {}
    for path in (ROOT / "mazegame").rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not is_named_for_another(node):
                homes.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_a_layer_has_each_module_name_once():
    layers: dict[str, list[str]] = {}
    for path in (ROOT / "mazegame").rglob("*.py"):
        if path.name != "__init__.py":
            layer = path.relative_to(ROOT / "mazegame").parts[0]
            layers.setdefault(path.stem, []).append(layer)
    assert {name for name, where in layers.items() if len(set(where)) < len(where)} == set()


def test_the_terms_of_the_glossary_are_sorted_and_stand_once():
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    terms = re.findall(r"^- \*\*(.+?)\*\*", glossary, re.MULTILINE)
    assert terms
    assert terms == sorted(set(terms), key=str.lower)
