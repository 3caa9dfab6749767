"""The lab: carvings and searches step by step. It uses neither screens nor a clock.

A *show* is a recorded carving (``carving.py``) or search (``searching.py``) that can go to any of
its steps. It updates a scene, and gives the active line of the algorithm, a sentence on the last
step and the counters.
"""
