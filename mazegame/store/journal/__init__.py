"""Journal: the run in progress, saved runs, and the mazes they need."""
