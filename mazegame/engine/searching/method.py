"""The description of a search: ``Method``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mazegame.engine.searching.space import Events, SearchSpace
from mazegame.engine.steps.telling import Telling


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
    story: tuple[str | tuple[str, ...], ...]
    """It in four to seven lines of at most 34 characters; a line that events belong to is a tuple
    with their names behind the text, for example ``("take the first cell out", "pop")``."""
    run: Callable[[SearchSpace], Events]
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
    never_arrives: str = "B was not found."
    """What to say where it ended without B."""
    telling: Telling = Telling("queue")  # noqa: RUF009  it is frozen
    """What else the lab tells of it."""
    by_estimate: bool = False
    """Whether it takes the cell first whose steps and estimate (``SearchSpace.estimate``) add up to
    the least."""

    def __repr__(self) -> str:
        return f"<Method {self.name}>"
