"""The register of players: identities, numbers and names, and the search for players."""
