"""Actors: persons and programs, by opaque ids, with roles recorded as events."""
