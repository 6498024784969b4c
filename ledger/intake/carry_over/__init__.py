"""The ratings with which the histories of a pool begin."""
