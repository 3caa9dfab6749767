"""Home: the first screen."""
