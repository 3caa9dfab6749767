"""The widgets: each draws one thing, from values handed down, and tells by messages."""
