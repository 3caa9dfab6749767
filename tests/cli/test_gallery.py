"""``mazegame gallery``: what is wrong is refused before the terminal is taken."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["--seed", "a:b"], "the seed 'a:b'"), ([], "a terminal"), (["--quiz"], "a terminal")],
)
def test_an_impossible_gallery_is_refused_in_one_line(run, words, sentence):
    assert sentence in run("gallery", *words).refusal
