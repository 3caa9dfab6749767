"""Input: fields, choices, and work in threads whose result comes back to a widget."""
