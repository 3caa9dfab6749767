"""The store: scores, the run in progress, saved runs and settings in the user's folders.

Before the first frame only ``places`` is imported and, if there is a settings file, its reader.
During a game only the store's threads use the disk.
"""
