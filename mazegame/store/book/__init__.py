"""Book: finished runs in the score book, and the questions to it."""
