"""The store: scores, the run in progress, saves and settings in the user's folders.

No module here is imported before the first frame, and during a game only the store's thread uses
the disk.
"""
