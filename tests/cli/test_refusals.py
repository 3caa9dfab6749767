"""Command lines that are refused, each in one line that says why."""

import gc
import shlex

import pytest

from tests.cli.conftest import NINE

pytestmark = [pytest.mark.core, pytest.mark.usefixtures("home")]

GAME_ID = "recursive-backtracker:7x4:kite-7"

COMMANDS = {
    **dict.fromkeys(("", "play", f"play {GAME_ID}", f"play {NINE}"), "run this in a terminal"),
    "plya": "there is no command 'plya': did you mean play?",
    "dance": "no command 'dance': there are play, lab, gallery, generate, stats, solve",
    "''": "there is no command ''",
    "wilson:4x4:a": "did you mean mazegame play wilson:4x4:a?",
    f"{NINE}": f"did you mean mazegame play {NINE}?",
    "'my:maze it is'": "did you mean mazegame play 'my:maze it is'?",
    "wilson:" + "9" * 5000: "did you mean mazegame play, and that?",
    "'a\nb'": r"there is no command 'a\nb'",
    "x" * 500: "there is no command 'xxx",
    "--fast": "unexpected argument '--fast' (see mazegame --help)",
    "-": "invalid choice: '-'",
    "algorithms x": "unexpected argument 'x'",
    "help slove": "there is no command 'slove': did you mean solve?",
    "completion csh": "invalid choice: 'csh'",
    "warm wilsn": "did you mean wilson?",
    "--reset-settings where": "takes no other arguments",
}

GENERATE = {
    "wilsn": "no algorithm 'wilsn': did you mean wilson?",
    "nothing-like-it": "there are recursive-backtracker, ",
    "-s -5x3": "the size '-5x3' is negative",
    "--size=-5x3": "the size '-5x3' is negative",
    "--seed ''": "the seed is empty",
    "-D braid": "the option 'braid' is not OPTION=VALUE",
    "-D =3": "the option '=3' is not OPTION=VALUE",
    "-D braid=1 -D braid=2": "the option braid is given twice",
    "-o braid=20": "did you mean the option -D braid=20?",
    "wilson:40x20 -s 3x3": "leave out --size",
    "wilson:4x4:a -s 3x3": "leave out --size",
    "wilson:4x4:a --seed b": "leave out --seed",
    "wilson:4x4:a -D braid=2": "leave out --option",
    "wilson:1x1:a -f grid": "A and B are the same cell",
    "grass:x:": "did you mean kruskal:40x20:weights=50-1:kite-7?",
    "-f gif": "invalid choice: 'gif'",
    "-f": "expected one argument",
    "--seed": "expected one argument",
    "wilson eller": "unexpected argument 'eller'",
    "--fast": "unexpected argument '--fast' (see mazegame generate --help)",
    "--siz 3x3": "unexpected argument '--siz'",
    f"{GAME_ID} -f grid --path": "the format grid takes no --path: unicode, ascii",
    f"{GAME_ID} -f grid --heat": "the format grid takes no --heat: unicode, ascii",
    "-n 0": "the count '0' is not 1 to 999999999",
    "-n x": "the count 'x'",
    "-n 2 wilson:3x3:a": "a game ID is one maze",
    "-n 2 -o maze.png": "a file of png holds one maze: write -o maze-{n}.png",
    "--json -f ascii": "--json is --format json, not ascii",
}

SOLVE = {
    "": "GAME_ID|FILE (see mazegame solve --help)",
    "a b": "unexpected argument 'b'",
    "missing.txt": "no file 'missing.txt', and it is no game ID: ALGORITHM:COLSxROWS:SEED",
    "wilsn": "did you mean wilson?",
    "''": "no file ''",
    "x" * 300: "no file 'xxxx",
    "wilson:40xx": "the size '40xx' is not COLSxROWS",
    "missing/maze:txt": "has 2 parts between colons",
    "'a\nb'": r"no file 'a\nb'",
    "river-delta:30x20:kite-7": "river-delta is a preset, and a game ID begins with an algorithm: "
    "did you mean recursive-backtracker:30x20:weights=N12E2S40W2:kite-7?",
    f"{GAME_ID} --from grid": "--from is for files",
    f"{GAME_ID} --start r0c0": "--start is for files",
    f"{GAME_ID} --goal r0c0": "--goal is for files",
    f"{NINE} --start ''": "argument --start: '' is no cell: r0c0 fits",
    f"{NINE} --goal ''": "argument --goal: '' is no cell: r0c0 fits",
}

LAB = {
    "wilson:9x9:k --search magic": "there is no search 'magic': bfs, dfs",
    "wilson:9x9:k --search bfs --search bfs --search bfs": "at most two",
    "--search bfs": "--search and --mask need a maze",
    "--mask shape.txt": "--search and --mask need a maze",
    "nonsense": "there is no file 'nonsense'",
    "wilson:9x9:k": "a terminal",
    "wilson:9x9:k --export maze.png": "an export ends in .gif, .svg, not",
    "wilson:9x9:k --export a.svg --theme pink": "there is no theme 'pink'",
    "wilson:9x9:k --export a.svg --steps": "choose one",
    "wilson:9x9:k --export a.svg --seconds -1": "at most 600 seconds, not -1",
    "wilson:9x9:k --seconds 3": "--seconds is for pictures",
    "--steps": "what shall be written down?",
    "eller:3000x3000:k --steps": "3000x3000 is too large to trace",
}

BATCH = {
    "wilsn -n 5": "did you mean wilson",
    "wilson:5x5:a -n 5": "'wilson:5x5:a' is a single maze",
    "wilson -n five": "--count 'five' is no whole number from 0 to",
    "wilson -n -5": "--count '-5' is no whole number from 0 to 1,099,511,627,776",
    "wilson -n " + "9" * 5000: "99...' is no whole number from 0 to 1,099,511,627,776",
    "wilson -n 5 --shard 0": "--shard '0' is no whole number from 1 to",
    "wilson -n 5 -j 0": "--jobs '0' is no whole number from 1 to 1,024",
    "wilson -n 5 -D brade=20": "wilson has no option 'brade'",
    "wilson -n 5 -D braid": "is not OPTION=VALUE",
    "wilson -n 5 --name 'a b'": "the name of the batch 'a b' holds a space",
    "wilson -n 5 -s 0x5": "is empty",
    "wilson -n 5 -f csv": "invalid choice: 'csv'",
    "wilson": "the following arguments are required: -n/--count",
    "wilson -n 5 -o ''": "--out '' names no folder",
}

MODES = {
    "daily 2025-12-31 --id": "2026-01-01",
    "daily yesterday --id": "not a date",
    "daily 2026-02-30 --id": "not a date",
    "daily 2199-01-01": "from that day on",
    "marathon 2026-W01 --ids": "the first marathon",
    "marathon now --ids": "not a week",
    "marathon 2199-W01": "from its Monday on",
    "gallery --seed a:b": "the seed 'a:b'",
    "chase --by ear": "invalid choice",
    "duel wilsen": "did you mean wilson?",
    "duel wilson:0x9:kite-7": "0x9",
    "endless a:b": "the seed 'a:b'",
    **dict.fromkeys(
        (
            "daily 2026-11-22", "marathon", "journey", "gallery", "gallery --quiz", "chase", "duel",
            "chase wilson:9x9:kite-7 --by sight --fog", "duel wilson:9x9:kite-7 --fewest --fog",
            "endless", "endless kite-7",
        ),
        "a terminal",
    ),
}  # fmt: skip

PLAY = {
    f"{GAME_ID} --race fast": "no rival 'fast': NAME[:PACE] fits, NAME being shortest, ghost,",
    f"{GAME_ID} --race tremaux:fast": "the pace 'fast' does not fit: stroll, jog, run, sprint",
    f"{GAME_ID} --race tremaux:": "the pace '' does not fit",
    f"{GAME_ID} --race ghost": "there is no ghost yet",
    f"{GAME_ID} --race ghost:8": "a ghost has a pace of its own",
    f"{GAME_ID} --race tremaux,": "there is no rival ''",
    f"{GAME_ID} --race jog,jog,jog --race jog,jog": "a race has 4 rivals at most, not 5",
    f"{GAME_ID}{5 * ' --race jog'}": "a race has 4 rivals at most, not 5",
    "wilson:30x30:a --race tremaux --race random-mouse": "600 passages at most, not 899",
    "--race jog": "needs a game ID",
    f"{GAME_ID} --pursuit": "--pursuit needs a rival",
    "--pursuit": "--pursuit needs a game ID",
    f"{GAME_ID} --best-of 3": "a series of races needs a rival",
    f"{GAME_ID} --best-of 2 --race jog": "best of 2 decides nothing",
    f"{GAME_ID} --best-of three --race jog": "--best-of three: an odd number up to 99",
    f"{GAME_ID} --best-of 1001 --race jog": "an odd number up to 99 fits",
    f"{NINE} --best-of 3 --race jog": "a file holds one maze only",
    "--best-of 3": "--best-of needs a game ID",
    "--mask shape.txt": "--mask needs a game ID, an algorithm or a preset; the form",
    f"{NINE} --mask shape.txt": "a game ID, an algorithm or a preset: a file has its own shape",
    "wilson:4x3:k --mask shape.txt": "must have the shape (rows, cols) = (3, 4), not (1, 4)",
    "eller:4x1:k --mask shape.txt": "takes no mask",
    "wilson:9x9:mask=heart:k --mask shape.txt": "the recipe has mask=heart already",
    "missing.txt": "there is no file 'missing.txt'",
    "wilson:40x20:": "the seed is empty",
    "nosuch": "mazegame algorithms lists",
    **{flag: f"{flag} needs a game ID or a file"
       for flag in ("--fog", "--compass", "--rival-in-sight", "--countdown")},
}  # fmt: skip

PARTIES = {
    "party --rounds 0": "'0' is none of rounds 1 to 99",
    "party --rounds 100": "'100' is none of rounds 1 to 99",
    "party --port 65536": "'65536' is none of ports 0 to 65535",
    "party --public ftp://x": "'ftp://x' is no URL of a proxy: https://maze.example fits",
    "party --public https://x/y": "'https://x/y' is no URL of a proxy",
    "party --points 3,x": "'x' is no number of points: 3,2,1 fits",
    "party eller:9x9:a -s 5x5": "a game ID says everything: leave out --size",
    "party maner": "there is no algorithm or preset 'maner': did you mean manor?",
    "party -s 1025x1024": "a party's maze has 1,048,576 cells at most, not 1,049,600",
    "join h --name " + 17 * "x": "a name has 1 to 16 characters that can be seen",
}

REFUSED = {
    **COMMANDS,
    **{f"generate {words}": said for words, said in GENERATE.items()},
    **{f"solve {words}": said for words, said in SOLVE.items()},
    **{f"lab {words}": said for words, said in LAB.items()},
    **{f"batch -o out {words}": said for words, said in BATCH.items()},
    **{f"play {words}": said for words, said in PLAY.items()},
    **MODES,
    **PARTIES,
    "scores --csv": "--csv goes with --statistics",
    "scores --statistics --csv --json": "--csv goes with --statistics, and without --json",
    "solve wilson:9x6:a --max-cells 53": "--max-cells is for files",
}


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:60])
def test_what_cannot_be_is_refused_in_one_line(run, line, tmp_path, monkeypatch):
    mask = tmp_path / "here" / "shape.txt"
    mask.parent.mkdir()
    mask.write_text("....\n")
    monkeypatch.chdir(mask.parent)
    refusal = run(*shlex.split(line)).refusal
    assert REFUSED[line] in refusal
    assert len(refusal) < 400
    assert [*mask.parent.iterdir()] == [mask]
    assert gc.isenabled()
