"""Trails and the register of decisions: the questions about them, and the words of their tables.

questions   what may be asked about a trail, declared once for every door
words       the rows of a trail, and what stands below it
"""
