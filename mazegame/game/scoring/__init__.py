"""Scoring: a finished run in medals, in words, and in its wrong turns."""
