"""Text: canvases, lines and lists of characters, which other widgets are made of."""
