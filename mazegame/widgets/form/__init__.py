"""Form: the parts of the New game screen."""
