"""Batches made by a cluster: the same mazes, and none is lost with a worker that is killed."""

import os
import signal
from pathlib import Path

import numpy as np
import pytest

from mazegame.engine import Shards, batch
from mazegame.engine.batches import running
from tests.engine.batches.test_batch import EVERYTHING, equal

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("default"),  # tornado's and distributed's own
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed like that here"),
]


@pytest.fixture(scope="module")
def cluster():
    """Two workers, each a process of its own, which is started anew if it ends."""
    distributed = pytest.importorskip("distributed")
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[3])
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    """Who hands out work."""
    from distributed import Client

    with Client(cluster) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


class Killer:
    """Kill a worker once some work is done."""

    def __init__(self, client):
        self.client = client
        self.killed = None
        self.shares = []

    def __call__(self, share):
        self.shares.append(share)
        if self.killed is None and share > 0.1:
            assert share < 0.9
            self.killed = min(self.client.run(os.getpid).values())
            os.kill(self.killed, signal.SIGKILL)


def test_a_killed_worker_costs_no_maze(client, monkeypatch):
    monkeypatch.setattr(running, "_part_size", lambda plan, count: 40)
    make = {"algorithm": "wilson", "cols": 15, "rows": 15, "seeds": 8000, **EVERYTHING}
    killer = Killer(client)
    made = batch(**make, executor=client.get_executor(), progress=killer)
    assert killer.killed is not None
    assert killer.shares[-1] == 1
    here = batch(**make)
    for array in ("passages", "starts", "goals", "dist_min", "fields"):
        assert np.array_equal(getattr(made, array), getattr(here, array)), array
    equal(made[7000:7100], here[7000:7100])


def test_workers_write_their_files_themselves(client, tmp_path):
    make = {"algorithm": "prim", "cols": 15, "rows": 15, "seeds": 6000, "shard_size": 50}
    killer = Killer(client)
    written = batch(**make, out=tmp_path, executor=client.get_executor(), progress=killer)
    assert killer.killed is not None
    assert written.complete
    here = batch("prim", 15, 15, 6000)
    there = np.concatenate([part.passages for part in Shards(tmp_path)])
    assert np.array_equal(there, here.passages)
    assert batch(**make, out=tmp_path).complete  # which makes nothing anew
    # Nor is anything left that the killed worker had begun.
    assert all(path.name.startswith(("part-", "batch.json")) for path in tmp_path.rglob("*"))
