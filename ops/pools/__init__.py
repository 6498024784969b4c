"""Pools: opened, their editions and policies; what is new in them.

questions   what may be asked about pools, declared once for every door
recordings  what is recorded about them, declared likewise
words       rows of tables
"""
