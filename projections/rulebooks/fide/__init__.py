"""FIDE: standard chess, rapid and blitz.

standard/       standard chess
rapid_blitz/    the text that rapid chess and blitz share
rapid/, blitz/  the two rulebooks of that text
games, time_controls, tournaments   articles on what counts that both texts have
"""
