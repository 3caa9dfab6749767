"""The store: scores, the run in progress, saves and settings in the user's folders.

Before the first frame only the places of the files are imported and, if there is a settings file,
its reader. During a game only the store's threads use the disk.
"""
