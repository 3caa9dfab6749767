"""Home: the parts of the first screen."""
