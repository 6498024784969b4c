"""A tournament folded from events, and the model of a report."""
