"""Reports as they come in: a tournament file becomes a report, or a list of problems."""
