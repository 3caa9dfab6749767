"""The thread that does one job after the other."""

import threading
from concurrent.futures import CancelledError

from mazegame.store.worker import Worker
from tests.waiting import LONGEST


def test_who_stops_waiting_stops_nobody_else():
    worker = Worker("test")
    may_go = threading.Event()
    held = worker.do(may_go.wait)
    given_up = worker.do(lambda: 1)
    assert not given_up.cancel()
    after = worker.do(lambda: 2)
    may_go.set()
    assert after.result(LONGEST) == 2
    assert held.result(0)
    worker.end(1)


def test_after_the_end_nothing_runs_and_nobody_waits():
    worker = Worker("test")
    before = worker.do(lambda: "done")
    worker.end(LONGEST)
    ran = []
    late = worker.do(lambda: ran.append("late"))
    assert isinstance(late.exception(LONGEST), CancelledError)
    assert before.result(0) == "done"
    assert ran == []
