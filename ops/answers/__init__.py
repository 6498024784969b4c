"""Answers as values, for the command line and for other programs.

`ops/guide/asking.md` ends with an answer to a Python program.
"""
