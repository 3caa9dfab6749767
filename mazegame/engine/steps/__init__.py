"""Steps: the events of an algorithm, and the maze after any number of them."""
