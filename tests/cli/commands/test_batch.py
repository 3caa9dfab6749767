"""``mazegame batch``."""

import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest

from mazegame.engine import Shards, batch
from tests.programs import start_python, take_interrupts
from tests.waiting import LONGEST


def test_it_writes_what_batch_makes(run, tmp_path):
    folder = tmp_path / "mazes"
    words = ["batch", "kruskal", "-s", "6x5", "-n", "25", "-o", str(folder), "--shard", "1_0"]
    words += ["--name", "set", "--fields", "--paths", "--textures", "-j", "2"]
    done = run(*words, "-D", "braid=20", "-D", "ends=random")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"25 mazes in 3 files in {folder}\n"
    parts = list(Shards(folder))
    layers = dict.fromkeys(("fields", "paths", "textures"), True)
    made = batch("kruskal", 6, 5, 25, braid=20, ends="random", name="set", **layers)
    assert np.array_equal(np.concatenate([part.passages for part in parts]), made.passages)
    assert np.array_equal(np.concatenate([part.fields for part in parts]), made.fields)
    assert np.array_equal(parts[2].path(4), made.path(24))
    assert parts[2].textures["turn_share"][4] == made.textures["turn_share"][24]
    assert parts[2].seed(4) == "set.kruskal.6x5.24"
    assert "holds another batch: its options is" in run(*words).refusal


def test_parquet(run, tmp_path):
    pytest.importorskip("pyarrow")
    done = run("batch", "eller", "-s", "5x5", "-n", "3", "-o", str(tmp_path), "-f", "parquet")
    assert done.code == 0
    assert [path.name for path in Shards(tmp_path).files] == ["part-000000.parquet"]


def test_a_folder_that_cannot_be_written_is_one_line(run, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    done = run("batch", "wilson", "-n", "5", "-o", str(blocked))
    assert done.failure.endswith("cannot be written: it is a file, not a folder")


def test_a_full_disk_is_reported_before_the_batch_begins(run, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 20))
    done = run("batch", "wilson", "-s", "15x15", "-n", "1000000", "-o", str(tmp_path))
    assert "1,000,000 mazes of 15x15 would take 233.7 MiB of disk: 1.0 MiB is free" in done.failure
    assert not list(tmp_path.iterdir())


def test_without_pyarrow_it_says_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = run("batch", "wilson", "-n", "5", "-o", str(tmp_path / "x"), "-f", "parquet")
    assert "pip install pyarrow" in done.refusal


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such interrupt here")
def test_ctrl_c_leaves_whole_files_and_no_traceback(tmp_path):
    words = ["batch", "wilson", "-s", "12x12", "-n", "1000000", "--shard", "100", "-j", "1"]
    words = ["-m", "mazegame", *words, "-o", str(tmp_path / "out")]
    process = start_python(*words, stderr=subprocess.PIPE, preexec_fn=take_interrupts)
    late = time.monotonic() + LONGEST
    while len(list(tmp_path.glob("out/part-*"))) < 2 and time.monotonic() < late:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONGEST)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert all(len(part) == 100 for part in Shards(tmp_path / "out"))
    assert not list(tmp_path.glob("out/.*"))


def test_a_folder_with_an_escape_in_its_name_is_named_in_quotes(run, tmp_path):
    done = run("batch", "wilson", "-s", "3x3", "-n", "2", "-o", str(tmp_path / "\x1b[31mred"))
    assert done.code == 0
    assert done.out.startswith("2 mazes in 1 file in '")
    assert "\x1b" not in done.out


def test_a_mask_may_be_a_picture(run, tmp_path):
    from PIL import Image, ImageDraw

    picture = Image.new("L", (60, 40), 0)
    ImageDraw.Draw(picture).ellipse((0, 0, 59, 39), fill=255)
    shape = str(tmp_path / "shape.png")
    picture.save(shape)
    for words, size in ((("-s", "12x8"), (8, 12)), ((), (40, 60))):
        out = tmp_path / f"mazes-{size[0]}"
        done = run("batch", "wilson", *words, "--mask", shape, "-n", "2", "-o", str(out))
        assert done.code == 0, done.err
        (mazes,) = Shards(out)
        assert mazes.passages.shape == (2, *size)
        assert not mazes.passages[:, 0, 0].any()
        assert mazes.passages[:, size[0] // 2, size[1] // 2].all()
    assert (
        "there is no such file"
        in run("batch", "wilson", "--mask", "none.png", "-n", "2", "-o", str(tmp_path)).failure
    )
