"""Recording: a walk as a record, and its playback on a time line."""
