"""A tournament folded from its events, and the model of its report."""
