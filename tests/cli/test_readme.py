"""The README: what it shows is what happens."""

import contextlib
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
from tests.programs import ROOT
from tests.test_site import run_examples

README = (ROOT / "README.md").read_text(encoding="utf-8")
REPLAYS = ROOT / "docs" / "replays.md"
COMMAND_LINE = ROOT / "docs" / "command-line.md"
PLAYING = ROOT / "docs" / "playing.md"
ALGORITHMS_PAGE = ROOT / "docs" / "algorithms.md"


def blocks(language: str, file: Path = ROOT / "README.md") -> list[str]:
    """The code blocks in one language."""
    text = file.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


COMMANDS = [
    lines
    for block in blocks("sh")
    if (lines := [line for line in block.splitlines() if line.startswith("mazegame")])
]
"""The commands of the README, by block."""


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
    assert run_examples(README, "README.md") > 5


@pytest.mark.parametrize("name", ["play", "test"])
def test_each_marked_command_is_one_line(name):
    (command,) = re.findall(rf"<!-- {name}-command -->\n```sh\n(.*?)\n```\n", README, re.DOTALL)
    assert command.startswith("python3 -m venv .venv && ")
    assert "\n" not in command


def test_the_score_is_quoted_from_the_rules():
    for text in (README, PLAYING.read_text(encoding="utf-8")):
        assert RULE in " ".join(text.replace("\n>", "\n").split())


@pytest.mark.usefixtures("home", "terminal")
@pytest.mark.parametrize(
    ("block", "opens"), [(COMMANDS[0], True), (COMMANDS[1], False)], ids=["game", "commands"]
)
def test_every_command_does_something(run, opened, block, opens, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number, line in enumerate(block, 1):
        done = run(*shlex.split(line, comments=True)[1:])
        assert done.code == (7 if opens else 0), (line, done.err)
        assert len(opened) == (number if opens else 0), line
        written = re.findall(r" -o (\S+)", line)
        assert all(Path(name).exists() for name in written), line
        assert opens or written or done.out, line


def test_the_commands_are_those_of_the_blocks():
    assert [len(block) for block in COMMANDS] == [10, 5]
    batches = "generate solve stats convert batch".split()
    assert {line.split()[1] for line in COMMANDS[1]} == set(batches)


def test_the_table_shows_every_algorithm():
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([^|]+) \| !\[[^]]*\]\((.*?)\) \|$", README, re.MULTILINE
    )
    assert [name for name, _, _ in rows] == list(ALGORITHMS)
    for name, feel, picture in rows:
        assert feel == ALGORITHMS[name].feel
        assert (ROOT / picture).name == f"{name}.svg"


def test_every_link_leads_to_a_file():
    found = re.findall(r"\]\(([^)#]+)", README)
    assert len(found) > 20
    assert [link for link in found if not (ROOT / link).exists()] == []


def test_every_figure_is_one_of_the_page_on_performance():
    page = (ROOT / "docs" / "internals" / "performance.md").read_text(encoding="utf-8")
    part = README.partition("## Performance")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in part.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == 5
    for _, ours, others, command in rows:
        for figure in re.findall(r"\d[\d.]+", ours + others):
            assert re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d.]\d)", page), figure
        assert "the same" in command or command.strip("`| ") in page


def test_every_option_is_on_the_page_on_algorithms():
    page = ALGORITHMS_PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (`[a-z]+=[^|]*) \|$", page, re.MULTILINE))
    assert set(rows) == {name for name in ALGORITHMS if ALGORITHMS[name].options}
    for name, options in rows.items():
        shown = re.findall(r"`([^`]+)`", options)
        assert shown == [f"{o.name}={o.default}" for o in ALGORITHMS[name].options]
    for option in COMMON_OPTIONS:
        assert f"`{option.name}=" in page


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
