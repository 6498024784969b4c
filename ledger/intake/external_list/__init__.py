"""Rating lists of other bodies: recorded whole, and read back."""
