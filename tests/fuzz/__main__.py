"""The long form: ``python -m tests.fuzz --inputs 1000000``.

The shares of the targets divide the inputs among them. Prints a table; the exit code is 1 if
there is a finding. ``--target NAME --case N`` repeats one case.
"""

import os

# Small inputs need no compiled kernels; plain Python gives the same bytes.
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

import argparse
import datetime as dt
import platform
import sys
from random import Random

from tests.fuzz.harness import fuzz
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Run the fuzzers; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--case", type=int)
    arguments = parser.parse_args()
    names = arguments.target or list(TARGETS)
    if arguments.case is not None:
        target = TARGETS[names[0]]()
        print(target.run(Random(f"{arguments.seed}/{target.name}/{arguments.case}")))
        return 0
    share = sum(TARGETS[name].share for name in names)
    print(f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}")
    inputs = findings = 0
    for name in names:
        with TARGETS[name]() as target:
            report = fuzz(target, arguments.seed, round(arguments.inputs * target.share / share))
        print("\n".join(report.lines()), flush=True)
        inputs += report.inputs
        findings += len(report.findings)
    print(f"{inputs:,} inputs, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
