"""The screens of a party."""
