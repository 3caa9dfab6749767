"""Fuzzing: hostile inputs for everything that reads something, seeded and repeatable.

``python -m tests.fuzz --inputs 1000000`` is the long form; the short one runs with the tests
(``test_fuzz.py``). ``docs/reliability.md`` has the figures of a long run.

A target makes an input of a random number generator and gives it to the program. Whatever is not a
documented answer is a finding: an exception that nobody promises, a message of several lines or
with control characters, a result that breaks a law, more than ``LIMIT_SECONDS`` for one input.
Input number N of a target depends on the seed, the target's name and N alone.
"""
