"""The store: scores, the run in progress, saves and settings in the user's folders.

No room here is imported before the first frame is painted, and whatever touches the disk while
somebody plays does it in the store's thread.
"""
