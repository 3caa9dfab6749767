"""Support: checks, memory, progress and plugins, which know nothing of mazes."""
