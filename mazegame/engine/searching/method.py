"""What the registry knows of a search: ``Method``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mazegame.engine.searching.space import SearchSpace


@dataclass(frozen=True)
class Method:
    """One way to look for B."""

    name: str
    """Its name on the command line, for example ``a-star``."""
    title: str
    """Its name for people."""
    about: str
    """How it works, in a sentence or two."""
    law: str
    """Where it arrives and how good its path is, in one sentence."""
    reference: str
    """Where the method comes from."""
    run: Callable[[SearchSpace], Iterator[int]]
    """Yield the packed events of the search. It ends with ARRIVE where B is found, and a PATH for
    each passage of the path, from B back to A. If a search that walks leaves these out, its path is
    its walk without the loops."""
    walks: bool = False
    """Whether it walks through the maze, asking for the cell it stands on only. WALK and BACKTRACK
    are its steps."""
    shortest: bool = False
    """Whether its path is a shortest one in every maze."""
    complete: bool = True
    """Whether it finds B wherever there is a path to it."""
