"""Running targets: one input after the other, each with a time limit, and the report."""

import contextlib
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

LIMIT_SECONDS: Final = 5.0
"""Longest processor time for one input."""

PATIENCE: Final = 24.0
"""How many times as long it may take by the clock, on a busy machine."""

MAX_FINDINGS: Final = 20
"""Number of places in the code with findings after which a target ends."""

LONGEST_MESSAGE: Final = 1500
"""Most characters of a message: some list the options of an algorithm."""


class Finding(AssertionError):  # noqa: N818  the fuzzers look for it
    """An undocumented answer of the program."""


class HangError(BaseException):
    """An input took longer than ``LIMIT_SECONDS``. No reader takes it for damage."""


class Target(contextlib.ExitStack):
    """A part of the program that reads input; whatever it has entered ends with its block."""

    name: str
    share: float
    """Its share of the inputs of a long run."""
    short: int
    """Its inputs in a run of the tests."""
    limit = LIMIT_SECONDS
    """Time limit of a session, in seconds."""

    def run(self, random: Random) -> Counter[str]:
        """Make one input, or a session of several, and give it to the program.

        Returns:
            The number of inputs by result.

        Raises:
            Exception: If the answer is undocumented.
        """
        raise NotImplementedError


class InFolder(Target):
    """A target with a folder of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._there = Path(self.enter_context(tempfile.TemporaryDirectory()))


@dataclass
class Report:
    """The results of many inputs."""

    name: str
    inputs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    slowest: float = 0.0
    """The longest time of a case, in seconds."""
    slowest_case: int = 0
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Yield the lines to print at the end."""
        ways = ", ".join(f"{number:,} {way}" for way, number in self.outcomes.most_common())
        yield (
            f"{self.name:14} {self.inputs:>9,} inputs in {self.seconds:7.1f} s, slowest "
            f"{self.slowest:5.2f} s (case {self.slowest_case}), {len(self.findings)} findings"
        )
        yield f"{'':14} {ways}"
        yield from self.findings


def fuzz(target: Target, seed: int, inputs: int) -> Report:
    """Give a target at least some inputs, which the seed decides; a session counts each of its."""
    report = Report(target.name)
    began, case = time.perf_counter(), 0
    places: set[str] = set()
    while report.inputs < inputs and len(report.findings) < MAX_FINDINGS:
        started = time.perf_counter()
        try:
            with _limit(target.limit):
                outcomes = target.run(Random(f"{seed}/{target.name}/{case}"))
        except (Exception, HangError) as error:  # noqa: BLE001  any undocumented error is a finding
            outcomes = Counter({f"FOUND {type(error).__name__}": 1})
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__} in {where.filename}:{where.lineno}"
            if place not in places:
                shown = "".join(traceback.format_exception(error))[-4000:]
                again = f"--seed {seed} --target {target.name} --case {case}"
                report.findings.append(f"{again}:\n{shown}")
            places.add(place)
        took = time.perf_counter() - started
        if took > report.slowest:
            report.slowest, report.slowest_case = took, case
        report.outcomes += outcomes
        report.inputs += outcomes.total()
        case += 1
    report.seconds = time.perf_counter() - began
    return report


def check_message(message: str) -> None:
    """Check that a message is one printable line."""
    if not message or len(message) > LONGEST_MESSAGE or not message.isprintable():
        raise Finding(f"this is no line for people: {message[:2000]!r}")


@contextlib.contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Raise HangError in a block that computes longer, or waits much longer.

    No limit on systems without timers.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def hang(*_: object) -> None:
        raise HangError(f"it took more than {seconds:g} s")

    limits = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, PATIENCE * seconds),
    )
    with contextlib.ExitStack() as undo:
        for number, timer, limit in limits:
            undo.callback(signal.signal, number, signal.signal(number, hang))
            undo.callback(signal.setitimer, timer, 0)
            signal.setitimer(timer, limit)
        yield
