"""Settings and the form's file: any text can be read, and changed to contain a config."""

from collections import Counter
from dataclasses import replace
from random import Random

from mazegame.config import DRAWINGS, RUN_SPEEDS, SETTINGS, WALLS, Config, FormState
from mazegame.game.racing.race_choice import parse_rival_choices
from mazegame.store.settings.form import read_form, write_form
from mazegame.store.settings.settings import (
    changed,
    parse,
    read_settings,
    template,
    write_settings,
)
from tests.fuzz.harness import Finding, InFolder, check_message
from tests.fuzz.mutations import damage_bytes, damage_text

PLAYERS = (
    "",
    """\
# my notes
fog = true   # hard

theme = 'nord' # blue
[keys]
play.hint = "x"  # never
"play.undo" = "backspace"
play.move-N = "e"

[other]
theme = 5
""",
    'theme = """\nnord"""\r\nwalls = "double"\r\n[keys]\r\n',
    "[keys.play]\nhint = 'a'\n[keys]\nnew.seed = 'b'\n",
)
"""Typical files of players."""


class SettingsFiles(InFolder):
    """Settings files and the file of the form."""

    name, share, short = "settings", 0.08, 600

    def __init__(self) -> None:
        super().__init__()
        self._settings = self._there / "settings.toml"
        self._form = self._there / "choices.json"

    def run(self, random: Random) -> Counter[str]:
        """Read a damaged file; sometimes write one."""
        base = random.choice((*PLAYERS, template(), template(_config(random))))
        if random.random() < 0.02:
            return self._files(random, base)
        text = damage_text(random, base)
        config, problems = parse(text)
        for problem in problems:
            check_message(problem)
        if random.random() < 0.5:
            return Counter({"read, with problems" if problems else "read": 1})
        wanted = replace(_config(random), form=config.form)
        try:
            written = changed(text, wanted)
        except ValueError:
            return Counter({"written anew": 1})
        if parse(written)[0] != wanted:
            raise Finding(f"{written!r} does not say {wanted}")
        if changed(written, wanted) != written:
            raise Finding(f"{written!r} is changed although it says it")
        return Counter({"changed": 1})

    def _files(self, random: Random, base: str) -> Counter[str]:
        self._settings.write_bytes(damage_bytes(random, base.encode()))
        write_form(self._form, FormState("wilson", (("braid", "20"),), (30, 20)))
        self._form.write_bytes(damage_bytes(random, self._form.read_bytes()))
        read_form(self._form)
        _, problems = read_settings(self._settings)
        for problem in problems:
            check_message(problem)
        wanted = _config(random)
        write_settings(self._settings, wanted)
        write_form(self._form, wanted.form)
        found = replace(read_settings(self._settings)[0], form=read_form(self._form))
        if found != wanted:
            raise Finding(f"the files do not say {wanted}")
        if "line" in " ".join(read_settings(self._settings)[1]).replace("there is no setting", ""):
            found = [line for line in read_settings(self._settings)[1] if "no setting" not in line]
            if found:
                raise Finding(f"after writing there are problems: {found}")
        return Counter({"files": 1})


def _config(random: Random) -> Config:
    """Return a possible config of a player."""
    config = Config()
    values = {
        "theme": ("maze-dark", "nord", 'a "b" \\ c', "迷路"),
        "walls": WALLS,
        "drawing": DRAWINGS,
        "run_speed": (5.0, 12.5, *RUN_SPEEDS),
        "rivals": tuple(
            map(parse_rival_choices, ("nobody", "6.5", "jog, ghost", "tremaux:yours, left-hand:3"))
        ),
        "best_of": (1, 3, 99),
    }
    for setting in SETTINGS:
        value = random.choice(values.get(setting.name, (False, True)))
        config = setting.put(config, value)
    ids = ("play.hint", "play.move-N", "play.run-SW", "new.seed", "unknown.thing-9")
    chosen = random.sample(ids, random.randrange(4))
    keys = {name: random.choice(("i", "i,f1", "question_mark", "é", '"')) for name in chosen}
    form = FormState("wilson", (("braid", "20"),), random.choice((None, (3, 9))))
    return replace(config, keys=keys, form=form)
