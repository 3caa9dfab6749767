"""The terminal: drivers, keyboard, keys typed ahead, and Textual's private names."""
