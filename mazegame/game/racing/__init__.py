"""Racing: the rivals, their paces and positions, and the places of a race."""
