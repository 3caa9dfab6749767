"""Series: what is played after a match, and the mazes of a day, a week and a journey."""
