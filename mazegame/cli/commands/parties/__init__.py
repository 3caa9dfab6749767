"""The commands of parties."""
