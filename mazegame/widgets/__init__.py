"""The widgets. Each draws one thing from the values it gets, and reports events by messages."""
