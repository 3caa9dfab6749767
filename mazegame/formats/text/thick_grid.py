"""The format ``thick``: block grids whose walls are as thick as passages, as mazelib prints."""

from mazegame.formats.text.block_grid import read_thick as read

__all__ = ["read"]
