"""Medals, verdict and wrong turns of a finished run."""
