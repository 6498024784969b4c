"""Actors: persons and programs, by opaque ids, with roles and keys recorded as events."""
