"""Kernels: compiling functions, running them as plain Python, and their cache on disk."""
