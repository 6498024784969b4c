"""Bring the catalogue of sentences up to date."""

from ops.catalogue.updating import main

main()
