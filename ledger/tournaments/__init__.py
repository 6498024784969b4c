"""Reports as they stand: made again of their events, as corrected."""
