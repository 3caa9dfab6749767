"""Modes: what there is to play, each with its rules in one module."""
