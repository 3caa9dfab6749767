"""Create the tables of a score book (``schema.sql``), and check that a file has all of them."""

from __future__ import annotations

import contextlib
import functools
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mazegame.store.book.errors import StrangeBookError

VERSION: Final = 1
"""The version of the score book, stored as SQLite's ``user_version``."""

SCRIPT: Final = "schema.sql"
"""The SQL file, beside this module, that creates the tables."""


def create(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, within the open transaction."""
    for statement in statements(SCRIPT):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def check(connection: sqlite3.Connection, version: int) -> None:
    """Raise StrangeBookError unless a file has all tables, indexes and triggers of a version.

    Version 0 is an empty file, which must have none.
    """
    found = _schema(connection)
    if version == 0 and found:
        raise StrangeBookError("they are another program's file")
    if version == 0:
        return
    for name, definition in _expected().items():
        if name not in found:
            raise StrangeBookError(f"there is no {name}")
        if found[name] != definition:
            raise StrangeBookError(f"the {name} is not as mazegame makes it")


def _schema(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the definition of each table, index and trigger by kind and name.

    Comments are removed, and white space is normalized.
    """
    listed = "SELECT type, name, ifnull(CAST(sql AS TEXT), '') FROM sqlite_master"
    rows = connection.execute(listed).fetchall()
    if not all(isinstance(part, str) for kind, name, _ in rows for part in (kind, name)):
        raise StrangeBookError("its list of tables is no list of names")
    return {
        f"{kind} {name}": " ".join(re.sub(r"--[^\n]*", "", definition).split())
        for kind, name, definition in rows
        if not name.startswith("sqlite_")
    }


@functools.cache
def _expected() -> dict[str, str]:
    """Return the ``_schema`` of a complete book."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(_script(SCRIPT))
        return _schema(connection)


def _script(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def statements(name: str) -> Iterator[str]:
    """Yield the statements of an SQL file beside this module.

    They are executed one by one within a transaction; ``executescript`` would commit first.
    """
    statement = ""
    for line in _script(name).splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
