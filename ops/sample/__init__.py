"""A season of invented people in real formats, for a first look and for tests."""
