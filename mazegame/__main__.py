"""The command ``mazegame``, also ``python -m mazegame``.

It handles Ctrl+C while modules are loaded, and output streams that are closed at the end.
"""

# signal.py makes enumerations of these names: an interrupt meanwhile would print a traceback.
import _signal as signal  # type: ignore[import-not-found]
import _thread
import gc
import os
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

    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, interrupt)
        sys.unraisablehook = _interrupt_again
        # NumPy's library for linear algebra, which mazegame does not use, starts a thread for each
        # core when it is loaded: that takes as long as all the rest of NumPy.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        gc.set_threshold(10_000, 10, 10)  # loading modules leaves no garbage
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


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """Interrupt the main thread again if it was interrupted where Python ignores all errors.

    Imports drop their locks in such a place.
    """
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
    elif hasattr(signal, "pthread_kill"):  # a true signal, which ends a wait as well
        # It comes when this thread, the main one, is past that place and lets others run.
        _thread.start_new_thread(signal.pthread_kill, (_thread.get_ident(), signal.SIGINT))
    else:
        _thread.start_new_thread(_thread.interrupt_main, ())


if __name__ == "__main__":
    sys.exit(main())
