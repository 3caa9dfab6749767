"""The command line: the commands of ``mazegame``, their arguments and their errors.

Each command is a module in ``commands/``, or a class in one that several share. To add one:

1. Write ``mazegame/cli/commands/NAME.py`` with three public names:

   - ``EXAMPLES``: the examples below the command's help, or ``""``;
   - ``add_arguments(parser)``: adds the command's arguments to an ``argparse`` parser;
   - ``run(arguments)``: does the work and returns the exit code.

   Import NumPy, the engine, Textual and the like inside ``run``, never at the top: a test checks
   that ``mazegame --help`` and ``mazegame NAME --help`` load none of them.
2. Add one line to ``COMMANDS`` in ``parser.py``: the name and one sentence for ``--help``.

Beside the commands are the parts that they share: ``refusals`` (errors that become one line),
``options``, ``output`` (standard output and standard error), ``terminal`` and ``targets`` (game
IDs, presets and files). ``program`` picks the command, and turns errors into exit codes.
"""

from mazegame.cli.program import main

__all__ = ["main"]
