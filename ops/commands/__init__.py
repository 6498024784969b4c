"""Use cases, one a file: each returns values and prints nothing."""
