"""Series: the daily maze and the journey."""
