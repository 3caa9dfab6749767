"""Keys: which keys work now, and the lines that name them."""
