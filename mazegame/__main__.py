"""The command ``mazegame``, also ``python -m mazegame``: one process from start to end.

What lives here: Ctrl+C while modules are loaded, and streams that are gone at the end. What does
not: the command line itself (``cli/``).
"""

import gc
import os
import signal
import sys

INTERRUPTED = 130
"""The exit code after Ctrl+C."""


def main() -> int:
    """Run the command line in this process; return its exit code."""
    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    # NumPy's library for linear algebra, which mazegame does not use, starts a thread for each core
    # when it is loaded: that takes as long as all the rest of NumPy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(10_000, 10, 10)  # loading modules leaves no garbage
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    try:
        from mazegame.cli import main as run

        code = run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BaseException:
        # Libraries turn an interrupt that comes while they are loaded into errors of their own.
        if not interrupted:
            raise
        code = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # end without a traceback
    for descriptor, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # with a terminal that is gone Python would end with 120
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
    return code


if __name__ == "__main__":
    sys.exit(main())
