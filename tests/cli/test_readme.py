"""The README: what it shows is what happens."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from pathlib import Path

import pytest

from mazegame import cli
from mazegame.engine import ALGORITHMS, Level, Recipe
from mazegame.engine.recipes.recipe import COMMON_OPTIONS
from mazegame.formats.replay import prove, read_replay
from mazegame.game.recording.record import ForgedRecordError
from mazegame.game.score import RULE
from tests.cli.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
REPLAYS = ROOT / "docs" / "replays.md"
COMMAND_LINE = ROOT / "docs" / "command-line.md"
PLAYING = ROOT / "docs" / "playing.md"


def blocks(language: str, file: Path = ROOT / "README.md") -> list[str]:
    """The code blocks in one language."""
    text = file.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def transcript(command: str) -> str:
    """Run one line of a console block in the current folder and write what a terminal shows."""
    line, _, target = command.partition(" > ")
    program, *words = shlex.split(line)
    if program == "cat":
        return f"$ {command}\n{Path(words[0]).read_text(encoding='utf-8')}"
    assert program == "mazegame"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        cli.main(words)
    if target:
        Path(target).write_text(out.getvalue(), encoding="utf-8")
        out = io.StringIO()
    return f"$ {command}\n{err.getvalue()}{out.getvalue()}"


@pytest.mark.parametrize("block", blocks("console", COMMAND_LINE))
def test_the_console_examples_show_what_the_commands_print(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The replay that docs/replays.md shows.
    Path("walk.replay").write_text(blocks("", REPLAYS)[0], encoding="utf-8")
    commands = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    assert commands
    assert "".join(map(transcript, commands)) == block


def test_the_library_example_runs_as_shown():
    (example,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 5
    report = io.StringIO()
    assert doctest.DocTestRunner(verbose=False).run(test, out=report.write).failed == 0, (
        report.getvalue()
    )


@pytest.mark.parametrize("name", ["play", "test"])
def test_each_marked_command_is_one_line(name):
    (command,) = re.findall(rf"<!-- {name}-command -->\n```sh\n(.*?)\n```\n", README, re.DOTALL)
    assert command.startswith("python3 -m venv .venv && ")
    assert "\n" not in command


def test_the_score_is_quoted_from_the_rules():
    for text in (README, PLAYING.read_text(encoding="utf-8")):
        assert RULE in " ".join(text.replace("\n>", "\n").split())


def test_the_table_lists_every_algorithm_with_its_options():
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \|([^|]*)\|$", README, re.MULTILINE)
    assert [name for name, _, _ in rows] == list(ALGORITHMS)
    for name, _, options in rows:
        shown = re.findall(r"`([^`]+)`", options)
        assert shown == [f"{o.name}={o.default}" for o in ALGORITHMS[name].options]
    for option in COMMON_OPTIONS:
        assert f"`{option.name}=" in README


def test_the_replays_that_are_shown_as_refused_are_refused_so():
    text, *refusals = blocks("", REPLAYS)
    level = Level.of(Recipe.parse("recursive-backtracker:12x5:kite-7"))
    for change, refusal in zip(
        (("N130 130 130 E130", "N130 130 130 N130"), ("N130 130 130 E130", "N130 130 30 E130")),
        refusals,
        strict=True,
    ):
        assert change[0] in text
        with pytest.raises(ForgedRecordError) as caught:
            prove(level, read_replay(text.replace(*change, 1)))
        assert refusal.startswith(f"mazegame: {str(caught.value).partition(' (')[0]}")
