"""The lab: what a carving or a search looks like at each of its steps. No screen, no clock.

A *show* is something that was recorded and can be looked at from any step: a carving
(``carving.py``) or a search (``searching.py``). It keeps a scene up to date, and says which line of
the algorithm is at work, what just happened and what is counted.
"""
