"""The register of players: who they are, their numbers and names, and how they are found."""
