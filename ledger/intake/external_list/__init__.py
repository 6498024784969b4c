"""Rating lists of other bodies, recorded whole, and their rows found again."""
