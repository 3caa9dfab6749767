import json
import os
import stat
import time
import tomllib
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame import drawing
from mazegame.config import (
    BY_NAME,
    DEFAULTS,
    DRAWINGS,
    SETTINGS,
    WALLS,
    Config,
    FormState,
    Look,
    Rules,
)
from mazegame.game.racing.race_choice import (
    NO_RACE,
    PACES,
    YOURS_PACE,
    RaceChoice,
    RivalChoice,
    one_rival,
)
from mazegame.store.settings.form import read_form
from mazegame.store.settings.settings import (
    changed,
    parse,
    read_settings,
    reset_settings,
    template,
    write_settings,
)
from tests.store.conftest import like

pytestmark = pytest.mark.core

IDS = ["play.hint", "play.move-N", "play.run-NE", "play.zoom-in", "new.seed"]


def any_of(kind, *names, **values):
    """A strategy for a kind, with switches of these names, and one of the values of others."""
    switches = dict.fromkeys(names, st.booleans())
    return st.builds(kind, **switches, **{n: st.sampled_from(v) for n, v in values.items()})


LOOKS = any_of(
    Look, "animations", "bell", "minimap", walls=WALLS, drawing=DRAWINGS,
    theme=["maze-dark", "maze-light", "nord", 'a "b" \\ c'], run_speed=[5.0, 12.5, 40.0, 1000.0],
)  # fmt: skip
RIVALS = any_of(
    RivalChoice,
    name=["shortest", "left-hand", "random-mouse"],
    pace=[*PACES.values(), 6.5, YOURS_PACE],
)
FIELDS = st.lists(RIVALS, max_size=3).map(
    lambda rivals: (*rivals, *[RivalChoice("ghost")] * (len(rivals) % 2))
)
ANY = st.builds(
    Config,
    look=LOOKS,
    rules=any_of(Rules, "compass", "fog", "countdown"),
    race=st.builds(RaceChoice, FIELDS, st.sampled_from([1, 3, 5, 99]), st.booleans()),
    keys=st.dictionaries(st.sampled_from(IDS), st.sampled_from(["i", "i,f1", "question_mark"])),
)


def test_the_names_of_walls_and_drawings_are_those_of_the_drawings():
    assert tuple(drawing.WALLS) == WALLS
    names = [zoom.name.partition(" ")[0] for zoom in drawing.ZOOMS]
    assert ("auto", *names, "overview") == DRAWINGS


def test_every_setting_is_a_line_with_its_default():
    text = template()
    for part in (Look, Rules):
        for one in fields(part):
            assert BY_NAME[one.name].section in {"look", "rules"}
    for setting in SETTINGS:
        default = json.dumps(setting.plain(DEFAULTS))
        assert f". Default: {default}\n{setting.name} = {default}\n" in text
    assert max(map(len, text.splitlines())) <= 100
    assert parse(text) == (DEFAULTS, [])


@given(ANY)
def test_what_is_written_is_read_and_is_toml(settings):
    assert parse(template(settings)) == (settings, [])
    assert tomllib.loads(template(settings))["walls"] == settings.look.walls


@given(ANY, ANY)
def test_any_settings_become_any_others(one, other):
    text = changed(template(one), other)
    assert parse(text) == (other, [])
    assert changed(text, other) == text
    tomllib.loads(text)


MINE = """\
# my notes
fog = true   # because it is hard

theme = 'nord' # blue
[keys]
play.hint = "x"  # never used
"play.undo" = "backspace"

[other]
theme = 5
"""


class TestChanging:
    def test_what_people_wrote_stays(self):
        settings = like(parse(MINE)[0], theme="maze-light", walls="double")
        text = changed(MINE, settings)
        assert parse(text) == (settings, [])
        assert text == MINE.replace(
            "theme = 'nord' # blue\n",
            'theme = "maze-light" # blue\n\n'
            "# the walls of one look for all: rounded, light, heavy, double, blocks, ascii. "
            'Default: "rounded"\nwalls = "double"\n\n',
        )

    def test_nothing_is_changed_where_nothing_changed(self):
        assert changed(MINE, parse(MINE)[0]) == MINE

    def test_keys_are_changed_added_and_taken_away(self):
        settings = replace(parse(MINE)[0], keys={"play.hint": "y", "new.seed": "z"})
        text = changed(MINE, settings)
        assert parse(text) == (settings, [])
        wanted = '[keys]\nplay.hint = "y"  # never used\n"new.seed" = "z"\n\n[other]'
        assert wanted in text

    def test_a_value_that_does_not_fit_is_replaced(self):
        text = "theme = 3 # hm\n[keys]\nplay.hint = 7\nplay.undo = 'x'\n"
        text = changed(text, parse(text)[0])
        assert text == "theme = \"maze-dark\" # hm\n[keys]\nplay.undo = 'x'\n"

    @pytest.mark.parametrize("name", ["play.move-N", "play.run-SW"])
    def test_keys_of_bindings_with_capitals_come_and_go(self, name):
        config = replace(DEFAULTS, keys={name: "e,f1"})
        for text in (template(), "", f'[keys]\n{name} = "z"\n'):
            written = changed(text, config)
            assert parse(written) == (config, [])
            assert name not in changed(written, DEFAULTS)

    @pytest.mark.parametrize(
        "text",
        [
            "hello\n",
            "fog = true\nfog = true\n",
            "# \x00\n",
            "[keys.play]\nhint = 'a'\n[other]\nx = 1\n[keys]\nnew.seed = 'b'\n",
        ],
    )
    def test_a_text_that_cannot_be_changed_is_refused(self, text):
        config = replace(like(walls="double"), keys={"new.seed": "c", "play.move-N": "e"})
        with pytest.raises(ValueError, match=r"\w"):
            changed(text, config)

    def test_a_value_over_several_lines_is_replaced(self):
        text = changed('theme = """\nnord"""\nfog = true\n', like(fog=True))
        assert text == 'theme = "maze-dark"\nfog = true\n'


class TestReading:
    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("\n\nfog = 1", "line 3: fog = 1 does not fit: true or false fits"),
            ("walls = 'thick'", 'line 1: walls = thick does not fit: "rounded" or "light" or'),
            ("walls = ['light']", "line 1: walls = ['light'] does not fit"),
            ("rivals = 'fast'", 'line 1: rivals = fast does not fit: "nobody", or up to four of'),
            ("rivals = 'jog, Me:3'", "line 1: rivals = jog, Me:3 does not fit"),
            ("rivals = 'ghost, ghost'", "line 1: rivals = ghost, ghost does not fit"),
            ("rivals = true", "line 1: rivals = True does not fit"),
            ("best_of = 4", "line 1: best_of = 4 does not fit: an odd number from 1 to 99"),
            ("best_of = true", "line 1: best_of = True does not fit"),
            ("pace = 'jog'", "line 1: there is no setting 'pace'"),
            ("run_speed = 0", "line 1: run_speed = 0 does not fit: 5 to 1000"),
            ("run_speed = 0x" + "F" * 4000, "run_speed = a number of thousands of digits does not"),
            ("rivals = 0x" + "F" * 4000, "rivals = a number of thousands of digits does not fit"),
            ("[keys]\nplay.hint = 0x" + "F" * 4000, "play.hint = a number of thousands of digits"),
            ("keys = 5", "line 1: keys is a table"),
            ("run_speed = nan", "line 1: run_speed = nan does not fit: 5 to 1000"),
            ("theme = ''", "line 1: theme =  does not fit: the name of a theme"),
            ("colour = 'red'", "line 1: there is no setting 'colour'"),
            ("them = 'nord'", "did you mean theme?"),
            ("[keys]\nx = 'y'", "line 2: unknown action 'x'"),
            ("[keys]\nplay.hint = 7", "line 2: play.hint = 7 does not fit: keys between commas"),
            ("[keys]\nplay.hint = 'a b'", "line 2: play.hint = a b does not fit"),
        ],
    )
    def test_a_wrong_line_is_named_and_the_rest_counts(self, text, problem):
        settings, (said,) = parse(f"{text}\n")
        assert problem in said
        assert said.isprintable()
        settings, problems = parse(f'countdown = "321"\n{text}\n')
        assert settings.rules.countdown
        assert len(problems) == 1
        if "keys" not in text:
            settings, problems = parse(f'{text}\ncountdown = "321"\n')
            assert settings.rules.countdown
            assert problems == [said]

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("fog = maybe", "line 2: it is not TOML, so no line of it applies: Invalid value"),
            ("hello", "line 2: it is not TOML, so no line of it applies: Expected '='"),
            ("[keys\nplay.hint = 'a'", "line 2: it is not TOML"),
            ("fog = false\nfog = false", "line 3: it is not TOML"),
            ("# \x00", "line 2: it is not TOML"),
        ],
    )
    def test_a_file_that_is_no_toml_sets_nothing_and_its_line_is_named(self, text, problem):
        config, (said,) = parse(f'walls = "double"\n{text}\n')
        assert config == DEFAULTS
        assert said.startswith(problem)
        assert said.isprintable()

    def test_of_many_problems_twenty_are_listed(self):
        problems = parse("".join(f"x{number} = 1\n" for number in range(500)))[1]
        assert len(problems) == 21
        assert problems[-1] == "line 21: this and 479 more are wrong"

    def test_numbers_and_names_of_paces(self):
        assert parse("rivals = 'jog'")[0].race == one_rival(8.0)
        assert parse("rivals = 6.5")[0].race == one_rival(6.5)
        assert parse("rivals = 'nobody'")[0].race == NO_RACE
        field = parse("rivals = 'tremaux:12, ghost'\nbest_of = 3")[0].race
        assert field == RaceChoice((RivalChoice("tremaux", 12.0), RivalChoice("ghost")), 3)

    def test_what_cannot_be_read_is_the_defaults(self, tmp_path):
        assert read_settings(tmp_path / "none") == (DEFAULTS, [])
        settings, (problem,) = read_settings(tmp_path)
        assert settings == DEFAULTS
        assert "cannot be read" in problem

    def test_bytes_that_are_no_text_are_named_by_their_line(self, tmp_path):
        path = tmp_path / "settings.toml"
        path.write_bytes(b"fog = true\ntheme = '\xff'\n")
        config, problems = read_settings(path)
        assert config == DEFAULTS
        said = "settings.toml, line 2: it is not UTF-8, so no line of it applies"
        assert problems == [said]

    def test_a_file_of_64_kib_is_read_and_one_byte_more_is_not(self, tmp_path):
        path = tmp_path / "settings.toml"
        line = b"fog = true\n"
        path.write_bytes(line + b"#" * ((1 << 16) - len(line) - 1) + b"\n")
        settings, problems = read_settings(path)
        assert (settings.rules.fog, problems) == (True, [])
        path.write_bytes(path.read_bytes() + b"\n")
        settings, problems = read_settings(path)
        assert not settings.rules.fog
        assert "larger than 64 KiB" in problems[0]


class TestFiles:
    def test_the_first_file_explains_everything(self, tmp_path):
        path = tmp_path / "folder" / "settings.toml"
        write_settings(path, like(fog=True))
        assert path.read_text() == template(like(fog=True))

    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
    def test_the_lines_end_as_they_did(self, tmp_path, mark):
        path = tmp_path / "settings.toml"
        path.write_bytes(mark + MINE.encode().replace(b"\n", b"\r\n"))
        assert read_settings(path)[0] == parse(MINE)[0]
        config = like(parse(MINE)[0], fog=False, walls="double")
        write_settings(path, config)
        assert path.read_bytes() == mark + changed(MINE, config).encode().replace(b"\n", b"\r\n")

    @pytest.mark.skipif(os.name == "nt", reason="needs links and rights")
    def test_a_link_and_the_rights_of_its_file_stay(self, tmp_path):
        (tmp_path / "dotfiles").mkdir()
        (tmp_path / "home").mkdir()
        real, path = tmp_path / "dotfiles" / "mazegame", tmp_path / "home" / "settings.toml"
        real.write_text(MINE)
        real.chmod(0o644)
        path.symlink_to("../dotfiles/mazegame")
        write_settings(path, like(parse(MINE)[0], fog=False))
        assert path.is_symlink()
        assert read_settings(path)[0].rules.fog is False
        assert stat.S_IMODE(real.stat().st_mode) == 0o644
        assert reset_settings(path) == tmp_path / "dotfiles" / "mazegame.old-1"
        assert path.is_symlink()
        assert real.read_text() == template()
        assert stat.S_IMODE(real.stat().st_mode) == 0o644
        assert len(list((tmp_path / "home").iterdir())) == 1

    def test_what_says_it_already_is_not_touched(self, tmp_path):
        path = tmp_path / "settings.toml"
        path.write_text(MINE)
        os.utime(path, ns=(5, 5))
        write_settings(path, parse(MINE)[0])
        assert path.stat().st_mtime_ns == 5

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"fog = maybe # my note\n"])
    def test_a_file_that_cannot_be_changed_is_kept_beside_the_new_one(self, tmp_path, data):
        path = tmp_path / "settings.toml"
        path.write_bytes(data)
        aside = write_settings(path, like(fog=True))
        assert read_settings(path) == (like(fog=True), [])
        assert aside == tmp_path / "settings.toml.damaged-1"
        assert aside.read_bytes() == data


class TestWhatIsNoSettingsFile:
    @pytest.mark.parametrize(
        "text",
        [
            "run_speed = " + "9" * 5000,
            "theme = " + "[" * 5000,
            "[keys]\n" + "a." * 3000 + 'b = "x"',
            "these are words, and not settings\n" * 2000,
            "theme = [\n" + "1,\n" * 8000,
            'theme = """\n' + "x\n" * 8000,
            "fog = true\n" * 5000,
            "".join(f"x{number} = 1\n" for number in range(6000)),
        ],
        ids=["digits", "brackets", "dots", "prose", "list", "text", "again", "unknown"],
    )
    def test_its_problem_is_one_short_line(self, text):
        began = time.process_time()
        config, problems = parse(f'walls = "double"\n{text}\n')
        assert time.process_time() - began < 5
        assert problems
        is_toml = not any("not TOML" in problem for problem in problems)
        assert config.look.walls == ("double" if is_toml else "rounded")
        assert all(len(problem) < 300 for problem in problems)

    def test_only_a_newline_ends_a_line(self):
        text = '# my\u2028run_speed = 50\u2028comment\r\nwalls = "double"\r\n'
        settings, problems = parse(text)
        assert (settings.look.run_speed, settings.look.walls, problems) == (40.0, "double", [])


WHOLE = '{"algorithm":"wilson","options":[["braid","20"]],"size":[9,7]}'


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        "\x00",
        "{}",
        "[1]",
        WHOLE.replace("9", "1e999"),
        WHOLE.replace("9", "true"),
        WHOLE.replace("9", "9" * 5000),
        WHOLE.replace("[9,7]", '"fit this terminal"'),
        WHOLE.replace('"braid",', ""),
        WHOLE.replace('"wilson"', "7"),
        WHOLE + "}",
    ],
    ids=range(11),
)
def test_damaged_choices_are_as_good_as_none(text, tmp_path):
    path = tmp_path / "choices.json"
    path.write_text(WHOLE)
    assert read_form(path) == FormState("wilson", (("braid", "20"),), (9, 7))
    path.write_text(text)
    assert read_form(path) == FormState()
    assert read_form(tmp_path) == FormState()
