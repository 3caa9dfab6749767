"""Series: the calendar and the map of the journey."""
