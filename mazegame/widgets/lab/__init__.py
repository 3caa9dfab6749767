"""Lab: the parts of the lab and the gallery."""
