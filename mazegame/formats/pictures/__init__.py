"""Pictures: mazes as pixels, strokes and pages."""
