"""Racing: the rivals, their paces, who is where, and who came first."""
