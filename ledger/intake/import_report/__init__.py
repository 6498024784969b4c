"""The import of a report: a file and the facts given with it become one request."""
