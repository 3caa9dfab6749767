"""Dialogs: small screens over another one, which ask for one thing."""
