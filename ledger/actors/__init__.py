"""Actors: the persons and programs that record, by opaque ids; their roles are events."""
