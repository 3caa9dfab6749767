"""Playing: the numbers and lines beside a maze that is being walked."""
