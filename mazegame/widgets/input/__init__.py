"""Input: fields and choices, and work in a thread that answers to a widget."""
