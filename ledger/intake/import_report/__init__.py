"""The import of a report: a file and options become one request."""
