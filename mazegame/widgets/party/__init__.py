"""Widgets: what a party shows between its rounds."""
