"""Lists of other bodies: their files read row by row, recorded as a whole, and asked again."""
