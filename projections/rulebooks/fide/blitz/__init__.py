"""FIDE ratings, blitz chess: the text of rapid and blitz (`rapid_blitz`)."""

from projections.rulebooks.fide.rapid_blitz import rulebook_of

RULEBOOK = rulebook_of(
    "fide-blitz",
    "FIDE Rapid and Blitz Rating Regulations B.02, blitz chess",
    closes_after=("fide-standard", "fide-rapid"),
)
