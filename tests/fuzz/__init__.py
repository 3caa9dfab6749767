"""Fuzzing: hostile inputs for every reader, seeded and repeatable.

``python -m tests.fuzz --inputs 1000000`` is the long form; the short one runs with the tests
(``test_fuzz.py``). ``docs/internals/reliability.md`` has the figures of a long run.

A target makes a random input and gives it to the program. Every undocumented answer is a finding:
an unexpected exception, a message of several lines or with control characters, a result that breaks
a law, more than ``LIMIT_SECONDS`` for one input. Input number N of a target depends only on the
seed, the target's name and N.
"""
