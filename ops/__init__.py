"""Practice: people and machines at work. Looks at projections, appends to the ledger."""
