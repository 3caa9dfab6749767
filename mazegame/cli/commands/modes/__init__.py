"""The commands of modes of play."""
