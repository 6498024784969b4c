"""Use cases, one in each file: they return values and print nothing."""
