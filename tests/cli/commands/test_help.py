"""What is made from the parser: help, completion in three shells."""

import shutil
import subprocess

import pytest

from mazegame.cli.parser import all_commands
from mazegame.engine import ALGORITHMS, PRESETS
from mazegame.formats.registry import readable_formats, writable_formats
from tests.waiting import LONGEST


def shell(name: str, *words: str, script: str = "") -> str:
    if shutil.which(name) is None:
        pytest.skip(f"needs {name}")
    done = subprocess.run(
        [name, *words], input=script, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.stderr == ""
    return done.stdout


class TestHelp:
    def test_help_of_a_command_equals_its_own_help(self, run):
        assert run("help").out == run("--help").out
        for name in all_commands():
            own = run(name, "--help")
            assert (own.code, own.out) == (0, run("help", name).out)
            assert own.out.startswith(f"usage: mazegame {name}")

    def test_the_exit_codes_are_listed(self, run):
        out = run("--help").out
        for code in (0, 1, 2, 3, 130, 141):
            assert f"\n  {code} " in out


class TestCompletion:
    CASES = (
        ("mazegame ge", {"generate"}),
        ("mazegame generate wils", {"wilson"}),
        ("mazegame generate --outp", {"--output"}),
        ("mazegame solve --from micro", {"micromouse"}),
        ("mazegame generate -f pd", {"pdf"}),
        ("mazegame help compl", {"completion"}),
    )

    def test_in_bash(self, run):
        script = run("completion", "bash").out
        for line, found in self.CASES:
            words = line.split()
            ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _shtab_mazegame\n"
            out = shell("bash", script=f"{script}\n{ask}printf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
            assert set(out.split()) == found, line

    def test_in_bash_files_are_offered_where_they_fit(self, run, tmp_path):
        (tmp_path / "my maze.txt").touch()
        ask = f"cd '{tmp_path}'; COMP_WORDS=(mazegame solve my); COMP_CWORD=2; _shtab_mazegame\n"
        script = run("completion", "bash").out + ask + "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        assert shell("bash", script=script) == "my maze.txt\n"

    def test_in_fish(self, run, tmp_path):
        (tmp_path / "script.fish").write_text(run("completion", "fish").out)
        for line, found in self.CASES:
            out = shell("fish", "-c", f"source {tmp_path}/script.fish; complete -C '{line}'")
            assert {answer.split("\t")[0] for answer in out.splitlines()} == found, line

    def test_zsh_understands_its_script(self, run, tmp_path):
        (tmp_path / "_mazegame").write_text(run("completion", "zsh").out)
        shell("zsh", "-f", "-n", str(tmp_path / "_mazegame"))

    @pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
    def test_a_script_knows_every_command_option_and_name(self, run, name):
        script = run("completion", name).out
        for word in (
            *all_commands(),
            *ALGORITHMS,
            *PRESETS,
            *writable_formats(),
            *readable_formats(),
        ):
            assert word in script
        for option in ("output", "json", "from", "countdown", "export"):
            assert option in script
