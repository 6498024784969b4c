"""Facts on their way out: reports as they stand, written in the formats of other programs."""
