"""Elo-Rubele, international draughts: chapter VI of the FID technical rules, January 2008.

The text is that of Italian draughts; where it has tables for each discipline, those of this one
(11 for 12, 16 for 14), and other numbers.

Reading `thresholds_of_the_coefficient`: tables 16 and 17 call 2000 and 3000 thresholds of
promotion (B3); they are those of the coefficient, promotions have their own (table 11).
"""

from __future__ import annotations

from projections.rulebooks.elo_rubele.international import entering
from projections.rulebooks.elo_rubele.italian import edition_2008_01_01 as italian

BASED_ON = "rubele-italiana 2008-01-01"

TAKEN_FROM = (entering,)

NUMBERING = {
    "table 12": "table 11",
    "table 14": "table 16",
    "tables 14": "tables 16",
    "table 21": "table 20",
}
"""By table of Italian draughts, that of this discipline."""

_OTHER = "not in this rulebook: Italian draughts"

ARTICLES = {
    **italian.ARTICLES,
    "VI.9": f"{italian.ARTICLES['VI.9']}, awarded_titles",
    "table 11": italian.ARTICLES["table 12"],
    "table 12": _OTHER,
    "table 13": _OTHER,
    "table 14": _OTHER,
    "table 15": italian.ARTICLES["table 13"],
    "table 16": italian.ARTICLES["table 14"],
    "table 20": italian.ARTICLES["table 21"],
    "table 21": "not in this rulebook: conversion to Italian draughts",
    "table 22": "entering_foreign, converted_world_rating, foreign, valid_years, idle, annulled,"
    " turned_rating, home_federation, idle_scope, idle_clock, idle_years, world_conversion",
}
"""Every numbered article and table: its columns and numbers, or why nothing is computed."""
