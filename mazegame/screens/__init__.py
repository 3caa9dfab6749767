"""The screens: thin; each shows widgets, turns keys into moves of the rules, and opens others."""
