"""Rating lists of other bodies: files read row by row."""
