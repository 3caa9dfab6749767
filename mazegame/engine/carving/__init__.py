"""Carving: the grid, the rules and the draws that every generator works with."""
