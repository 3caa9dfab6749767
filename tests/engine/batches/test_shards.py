"""Batches on disk: whole files, the same mazes, going on where a killed process stopped."""

import json
import signal
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import numpy as np
import pytest

from mazegame.engine import (
    Batch,
    CancelledError,
    DamagedBatchError,
    MissingLibraryError,
    Shards,
    batch,
)
from mazegame.engine.batches import folder
from tests.engine.batches.test_batch import EVERYTHING, equal
from tests.programs import start_python

KINDS = ["npz", "parquet"]


@pytest.fixture(params=KINDS)
def kind(request):
    """Each kind of files, where there is what it takes."""
    if request.param == "parquet":
        pytest.importorskip("pyarrow")
    return request.param


def together(shards):
    """The texts and all mazes of a folder, in order."""
    files = list(shards)
    seeds = [part.seed(i) for part in files for i in range(len(part))]
    return seeds, np.concatenate([part.passages for part in files])


@pytest.mark.parametrize("seeds", [7, ["ü", *"bcdefg"]])
@pytest.mark.parametrize("options", [EVERYTHING, {}, {"paths": True, "ends": "r0c0-r1c1+r0c1"}])
def test_what_is_written_is_what_is_made(kind, seeds, options, tmp_path):
    here = batch("wilson", 5, 4, seeds, braid=30, **{**EVERYTHING, **options})
    written = batch(
        "wilson", 5, 4, seeds, braid=30, **options, out=tmp_path, kind=kind, shard_size=3
    )
    assert [path.name for path in written.files] == [f"part-00000{i}.{kind}" for i in range(3)]
    assert (len(written), written.complete, written.kind) == (7, True, kind)
    parts = list(Shards(tmp_path))
    assert [len(part) for part in parts] == [3, 3, 1]
    for first, part in zip((0, 3, 6), parts, strict=True):
        if options == EVERYTHING:
            equal(part, here[first : first + 3])
        else:
            for name in ("fields", "textures"):
                with pytest.raises(ValueError, match=f"no {name}: {name}=True asks for them"):
                    getattr(part, name)
            assert np.array_equal(part.goals, here.goals[first : first + 3])
        assert part.recipe(0) == here.recipe(first)
        assert part[0].dist_min == here.dist_min[first]


def test_a_batch_can_be_saved_and_loaded(kind, tmp_path):
    made = batch("kruskal", 5, 4, 3, **EVERYTHING)
    path = tmp_path / f"three.{kind}"
    made.save(path)
    equal(Batch.load(path), made)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    with pytest.raises(ValueError, match=r"ends with \.npz or \.parquet, not 'three\.csv'"):
        made.save(tmp_path / "three.csv")


def test_no_mazes_make_a_folder_without_files(kind, tmp_path):
    written = batch("wilson", 5, 4, 0, out=tmp_path / "deep" / "er", kind=kind)
    assert (len(written), written.files, written.complete) == (0, [], True)


def test_existing_files_are_kept_and_missing_ones_made(kind, tmp_path):
    make = {"out": tmp_path, "kind": kind, "shard_size": 2}
    whole = together(batch("wilson", 5, 4, 8, **make))
    files = sorted(tmp_path.glob("part-*"))
    files[1].unlink()
    files[2].write_bytes(files[2].read_bytes()[:-30])  # as a disk that was full may leave it
    (tmp_path / ".mazegame-0123.part").write_bytes(b"half")
    before = files[0].stat().st_mtime_ns
    assert Shards(tmp_path).missing == [1]
    again = batch("wilson", 5, 4, 8, **make)
    assert again.complete
    assert files[0].stat().st_mtime_ns == before
    seeds, passages = together(again)
    assert seeds == whole[0]
    assert np.array_equal(passages, whole[1])
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("first", [4, 5])
def test_a_folder_grows_by_more_seeds(first, kind, tmp_path):
    make = {"kind": kind, "shard_size": 2}
    grown, at_once = tmp_path / "grown", tmp_path / "at once"
    batch("wilson", 5, 4, first, out=grown, **make)
    kept = grown / f"part-000000.{kind}"
    before = kept.stat().st_mtime_ns
    again = batch("wilson", 5, 4, 8, out=grown, **make)
    assert (len(again), again.complete) == (8, True)
    assert kept.stat().st_mtime_ns == before
    seeds, passages = together(batch("wilson", 5, 4, 8, out=at_once, **make))
    assert together(again)[0] == seeds
    assert np.array_equal(together(again)[1], passages)


def test_a_folder_that_was_killed_while_it_grew_is_completed(kind, tmp_path, monkeypatch):
    make = {"out": tmp_path, "kind": kind, "shard_size": 2}
    batch("wilson", 5, 4, 3, **make)
    with monkeypatch.context() as patch:
        patch.setattr(folder, "replacing", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            batch("wilson", 5, 4, 8, **make)
    seeds, _ = together(batch("wilson", 5, 4, 8, **make))
    assert len(seeds) == 8


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"rows": 5}, "its rows is 4, not 5"),
        ({"algorithm": "prim"}, "its algorithm is 'wilson', not 'prim'"),
        ({"seeds": 3}, "its count is 4, not 3"),
        ({"seeds": 5, "name": "test"}, "its seeds is"),
        ({"seeds": list("abcd")}, "its seeds is"),
        ({"seeds": list("abc")}, "its seeds is"),
        ({"name": "test"}, "its seeds is"),
        ({"braid": 10}, "its options is"),
        ({"fields": True}, "its fields is False, not True"),
        ({"shard_size": 3}, "its shard_size is 10000, not 3"),
    ],
)
def test_a_folder_with_another_batch_stays_unchanged(other, words, tmp_path):
    first = {"algorithm": "wilson", "cols": 5, "rows": 4, "seeds": 4, "out": tmp_path}
    batch(**first)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match="holds another batch: " + words):
        batch(**{**first, **other})
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_executors_write_the_same_files(tmp_path):
    make = {"shard_size": 2, **EVERYTHING}
    here = batch("wilson", 5, 4, 7, out=tmp_path / "here", **make)
    with ThreadPoolExecutor(2) as pool:
        there = batch("wilson", 5, 4, 7, out=tmp_path / "there", executor=pool, **make)
    assert there.complete
    for one, other in zip(here, there, strict=True):
        equal(one, other)


def test_progress_counts_files_and_can_stop_it(tmp_path):
    shares = []
    batch("wilson", 5, 4, 8, out=tmp_path / "all", shard_size=2, progress=shares.append)
    assert shares == sorted(shares)
    assert {0.25, 0.5, 0.75, 1} <= set(shares)
    with pytest.raises(CancelledError):
        batch("wilson", 5, 4, 8, out=tmp_path / "some", shard_size=2, progress=lambda _: False)
    assert len(Shards(tmp_path / "some").missing) >= 3


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "nonsense", '{"version": 1, "count": -1, "shard_size": 1, "kind": "npz"}',
     '{"version": 2, "count": 1, "shard_size": 1, "kind": "npz"}', "[" * 100_000],
)  # fmt: skip
def test_an_error_names_an_invalid_manifest(text, tmp_path):
    (tmp_path / "batch.json").write_text(text, encoding="utf-8")
    with pytest.raises(DamagedBatchError, match=r"the batch\.json in .* is not one that"):
        Shards(tmp_path)
    with pytest.raises(DamagedBatchError):
        batch("wilson", 5, 4, 2, out=tmp_path)
    with pytest.raises(FileNotFoundError, match=r"there is no batch in .*: no batch\.json"):
        Shards(tmp_path / "nowhere")


def _other_meta(path, **changes):
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    about = {**json.loads(str(arrays["batch"])), **changes}
    arrays["batch"] = np.array(json.dumps(about))
    np.savez(path, **arrays)


def _wrong_byte(path):
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo("passages.npy").header_offset + 200
    contents = bytearray(path.read_bytes())
    contents[at] ^= 1
    path.write_bytes(contents)


DAMAGES = {
    "a wrong byte": _wrong_byte,
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-50]),
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("a maze", encoding="utf-8"),
    "another array": lambda path: np.savez(path, other=np.arange(3)),
    "objects": lambda path: np.savez(path, batch=np.array([{}], object)),
    "another version": lambda path: _other_meta(path, version=2),
    "another size": lambda path: _other_meta(path, cols=9),
    "another algorithm": lambda path: _other_meta(path, algorithm="wilsn"),
    "no options": lambda path: _other_meta(path, options=3),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_error_names_an_invalid_file(damage, tmp_path):
    path = tmp_path / "some.npz"
    batch("wilson", 5, 4, 2).save(path)
    DAMAGES[damage](path)
    with pytest.raises(DamagedBatchError, match=r"^'some\.npz' is no file of a batch"):
        Batch.load(path)


def test_an_error_names_an_invalid_parquet_file(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    path = tmp_path / "some.parquet"
    path.write_bytes(b"PAR1nothingPAR1")
    with pytest.raises(DamagedBatchError, match="is no file of a batch"):
        Batch.load(path)
    pq.write_table(pa.table({"x": [1]}), path)
    with pytest.raises(DamagedBatchError, match="is no file of a batch"):
        Batch.load(path)


def test_parquet_can_be_read_by_others(tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    made = batch("wilson", 5, 4, 3, **EVERYTHING)
    made.save(tmp_path / "x.parquet")
    table = pq.read_table(tmp_path / "x.parquet")
    rows = table.to_pylist()
    assert [row["seed"] for row in rows] == [made.seed(i) for i in range(3)]
    assert rows[1]["passages"] == made.passages[1].reshape(-1).tolist()
    assert rows[2]["path"] == made.path(2).reshape(-1).tolist()
    assert rows[0]["texture_dead_end_share"] == made.textures["dead_end_share"][0]


def test_without_pyarrow_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingLibraryError, match=r"writing Parquet needs pyarrow.*pip install"):
        batch("wilson", 5, 4, 2, out=tmp_path / "x", kind="parquet")
    assert not (tmp_path / "x").exists()


def test_what_a_killed_worker_left_is_gone_when_the_batch_is_complete(tmp_path, monkeypatch):
    """A worker that is killed leaves its file behind; another one does its work again."""
    left, write = tmp_path / ".mazegame-0123.part", folder.write_one

    def write_one(*arguments):
        left.write_bytes(b"half")
        return write(*arguments)

    monkeypatch.setattr(folder, "write_one", write_one)
    with ThreadPoolExecutor(1) as executor:
        assert batch("wilson", 5, 4, 4, out=tmp_path, shard_size=2, executor=executor).complete
    assert not left.exists()


ENDLESS = """
from mazegame.engine import batch
print("begun", flush=True)
batch("wilson", 12, 12, 1_000_000, out={folder!r}, shard_size=50)
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed like that here")
def test_a_killed_process_leaves_whole_files_only(tmp_path):
    folder = tmp_path / "out"
    process = start_python("-c", ENDLESS.format(folder=str(folder)))
    process.stdout.readline()
    deadline = time.monotonic() + 60
    while len(list(folder.glob("part-*"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.005)
    process.kill()
    process.wait()
    process.stdout.close()
    there = Shards(folder)
    assert len(there.files) >= 3
    assert all(len(part) == 50 for part in there)
    first = next(iter(there))
    equal_to = batch("wilson", 12, 12, 50)
    assert np.array_equal(first.passages, equal_to.passages)
    # The rest is cut short: what matters is that it goes on, not that it ends.
    manifest = json.loads((folder / "batch.json").read_text(encoding="utf-8"))
    done = len(there.files)
    manifest["count"] = 50 * (done + 2)
    (folder / "batch.json").write_text(json.dumps(manifest), encoding="utf-8")
    again = batch("wilson", 12, 12, 50 * (done + 2), out=folder, shard_size=50)
    assert again.complete
    assert not list(folder.glob(".*"))
    assert Batch.load(again.files[-1]).seed(49) == f"batch.wilson.12x12.{50 * (done + 2) - 1}"
