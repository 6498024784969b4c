"""FIDE rapid and blitz ratings: edition in force from 1 March 2024.

Told by the standard regulations of the same day, under its own articles; what is different stands
in `rapid_blitz`. No player is exempt from the cap of a difference, after October 2025 neither.
"""

from __future__ import annotations

from typing import Any

from projections.rulebooks.fide_rapid_blitz import numbering

NUMBERING = numbering.NUMBERING

ARTICLES: dict[str, Any] = {}
"""The articles that only this edition has otherwise: none."""
