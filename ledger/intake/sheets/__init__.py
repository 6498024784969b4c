"""Reports of other programs: cross tables as CSV, and Vega's files."""
