"""The description of a search: ``Method``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mazegame.engine.searching.space import SearchSpace


@dataclass(frozen=True, repr=False)
class Method:
    """One method to find B."""

    name: str
    """Name on the command line, for example ``a-star``."""
    title: str
    """Name for users."""
    about: str
    """How it works, in one or two sentences for users."""
    law: str
    """When it finds B and how good its path is, in one sentence."""
    reference: str
    """Source of the method."""
    run: Callable[[SearchSpace], Iterator[int]]
    """Yields the packed events of the search. It ends with ARRIVE if B is found, and one PATH per
    passage of the path, from B back to A. If a method that walks leaves these out, its path is
    its walk without the loops."""
    walks: bool = False
    """Whether it walks through the maze and asks only for the cell on which it stands. Its steps
    are WALK and BACKTRACK."""
    shortest: bool = False
    """Whether its path is a shortest one in every maze."""
    complete: bool = True
    """Whether it finds B whenever there is a path."""

    def __repr__(self) -> str:
        return f"<Method {self.name}>"
