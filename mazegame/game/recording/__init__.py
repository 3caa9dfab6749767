"""Records of walks, and their playback on a time line."""
