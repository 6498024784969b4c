"""The law for readers: rules, readings, coverage."""
