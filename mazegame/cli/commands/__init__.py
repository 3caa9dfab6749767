"""Commands: one module for each, by its name."""
