"""The screens. Each shows widgets, turns keys into commands, and opens other screens."""
