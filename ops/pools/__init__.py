"""Pools: the questions about all of them.

questions   what may be asked about pools, declared once for every door
words       rows of tables
"""
