"""The names of textures: plain ones first, and no package is loaded for a name."""

from importlib.metadata import EntryPoint

from mazegame.engine import ALGORITHMS, Recipe
from mazegame.game.texture_names import recipe_name, texture_name, title_of


def test_a_texture_has_its_plain_name_and_who_carves_it():
    assert texture_name("wilson") == ("wilderness", "Wilson")
    assert texture_name("wilson", [("braid", "20")]) == ("wilderness braid=20", "Wilson")
    assert recipe_name(Recipe.parse("kruskal:9x5:s")) == ("thicket 9x5", "Kruskal")


def test_the_algorithm_of_a_package_that_cannot_be_used_has_its_own_name(monkeypatch):
    broken = EntryPoint("spiral", "no_such_module:ALGORITHM", "mazegame.algorithms")
    monkeypatch.setattr(ALGORITHMS, "_looked", True)
    monkeypatch.setattr(ALGORITHMS, "_entry_points", {"spiral": broken})
    assert "spiral" in ALGORITHMS.offered
    assert title_of("spiral") == "spiral"
    assert texture_name("spiral") == ("spiral", "")
    assert texture_name("none-such") == ("none-such", "")
