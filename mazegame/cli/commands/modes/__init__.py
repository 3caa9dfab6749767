"""The commands of modes, one file each."""
