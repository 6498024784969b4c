"""Entrants of a report recognised as players of the register."""
