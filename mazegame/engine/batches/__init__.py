"""Many mazes of one size and design at once: the loops behind ``batch``.

For small mazes it is not carving that takes the time but everything around it: reading options,
laying out arrays, calling compiled code from Python. Here all of that is done once for some
hundred mazes: seeds are hashed together, and grids carved and fields flooded by compiled loops over
the very kernels that make single mazes. So every maze is that of ``generate``, byte for byte.
"""
