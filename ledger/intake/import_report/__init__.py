"""The import of a report: a file and the options given with it become one request."""
